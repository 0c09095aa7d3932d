"""The records of the contacts app: cards, and the values that they may have."""

from __future__ import annotations

from typing import Any, ClassVar, Literal, get_args

from simulator.phone.store import Record

APP = "contacts"
PREFIX = "Contacts"
Gender = Literal["Female", "Male", "Other", "Unknown"]
Status = Literal["Student", "Employed", "Unemployed", "Retired", "Unknown"]
GENDERS: tuple[str, ...] = get_args(Gender)
STATUSES: tuple[str, ...] = get_args(Status)
UNKNOWN: Literal["Unknown"] = "Unknown"
YOUNGEST, OLDEST = 1, 100


class Contact(Record, frozen=True):
    """The card of one person; `is_user` marks the owner's own card, which every phone with contacts has."""

    table: ClassVar[str] = "contacts.contact"
    prefix: ClassVar[str] = "contact"
    details: ClassVar[tuple[str, ...]] = (
        "gender",
        "age",
        "nationality",
        "city_living",
        "country",
        "status",
        "job",
        "description",
    )

    first_name: str = ""
    last_name: str = ""
    is_user: bool = False
    gender: Gender = UNKNOWN
    age: int | None = None
    nationality: str = ""
    city_living: str = ""
    country: str = ""
    status: Status = UNKNOWN
    job: str = ""
    description: str = ""
    phone: str = ""
    email: str = ""
    address: str = ""

    @property
    def name(self) -> str:
        return f"{self.first_name} {self.last_name}".strip()


# The fields that the user and the assistant can write, in the order of the form.
EDITABLE = tuple(name for name in Contact.__struct_fields__ if name not in ("id", "is_user"))


def split_name(name: str) -> tuple[str, str]:
    """Return the first and last name, divided at the last space; a single word is a first name."""
    # A guess that is right for most names in the scenarios; a scenario file can give first and last name instead.
    words = name.split()
    return (" ".join(words[:-1]), words[-1]) if len(words) > 1 else (" ".join(words), "")


def spelled_as_listed(value: Any) -> Any:
    """Return a text in the spelling of `GENDERS` and `STATUSES`: a capital letter, then lower-case letters.

    Return None for an empty text, and values of other types unchanged.
    """
    return (value.strip().capitalize() or None) if isinstance(value, str) else value
