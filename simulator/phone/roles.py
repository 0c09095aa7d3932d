"""Roles of arguments: the meaning of a value beyond its type, such as the id of a record, an address or a time.

Forms, schemas and scenario files use the roles, and the scenario check uses them to make up wrong arguments.
"""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Role:
    """The role of an argument, as in `Annotated[str, Text("...")]`; models and people read the description `about`."""

    about: str = ""
    ours: bool = field(default=False, kw_only=True)
    """True if the action in the original PARE does not have this argument."""


@dataclass(frozen=True)
class Ref(Role):
    """The id of a record in `table`; scenario files may write the record's label instead."""

    table: str = ""
    named: bool = False
    """True if the record's name is accepted in place of its id."""


@dataclass(frozen=True)
class Address(Role):
    """An e-mail address; scenario files may write a person's label instead."""


@dataclass(frozen=True)
class When(Role):
    """A local date and time, `YYYY-MM-DD HH:MM:SS`; scenario files may write a time relative to the start instead."""


@dataclass(frozen=True)
class Amount(Role):
    """A number that goals may check, such as a price, minutes or a quantity."""


@dataclass(frozen=True)
class Code(Role):
    """A short exact value: a discount code, a folder, a unit."""


@dataclass(frozen=True)
class PersonName(Role):
    """A person's name; scenario files may write the person's label instead, or `owner`."""


@dataclass(frozen=True)
class Place(Role):
    """A street address or another place, such as the start of a ride or the location of an apartment."""


@dataclass(frozen=True)
class Fields(Role):
    """Some fields of a record with their new values."""

    names: tuple[str, ...] = ()


@dataclass(frozen=True)
class Text(Role):
    """Free text, of which goals check the meaning, not the exact wording."""


@dataclass(frozen=True)
class FilePath(Role):
    """The path of a file on the phone; scenario files may write the file's label instead."""


@dataclass(frozen=True)
class Plain(Role):
    """An argument without a special meaning, such as the offset of a page or the words of a search."""
