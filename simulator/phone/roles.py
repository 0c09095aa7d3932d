"""Roles of arguments: what a value means beyond its type, for forms, schemas, scenario files and mutants."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Role:
    """The role of an argument, written as `Annotated[type, Role]`. `about` is the line that models and people read."""

    about: str = ""
    ours: bool = field(default=False, kw_only=True)
    """True if we added this argument: the action of the original PARE does not have it."""


@dataclass(frozen=True)
class Ref(Role):
    """The id of a record in `table`; scenario files may write its label."""

    table: str = ""
    named: bool = False
    """True if the record's name is accepted in place of its id."""


@dataclass(frozen=True)
class Address(Role):
    """An e-mail address; scenario files may write a person's label."""


@dataclass(frozen=True)
class When(Role):
    """A local date and time, `YYYY-MM-DD HH:MM:SS`; scenario files may write it relative to the start."""


@dataclass(frozen=True)
class Amount(Role):
    """A number that goals may check, such as a price, minutes or a quantity."""


@dataclass(frozen=True)
class Code(Role):
    """A short exact value: a discount code, a folder, a unit."""


@dataclass(frozen=True)
class PersonName(Role):
    """A person's name as shown; scenario files may write a person's label."""


@dataclass(frozen=True)
class Place(Role):
    """A street address or another place, such as the start of a ride or the location of an apartment."""


@dataclass(frozen=True)
class Fields(Role):
    """Some fields of a record with their new values."""

    names: tuple[str, ...] = ()


@dataclass(frozen=True)
class Text(Role):
    """Free text, judged by the facts it mentions."""


@dataclass(frozen=True)
class FilePath(Role):
    """The path of a file in the phone's file store; scenario files may write its label."""


@dataclass(frozen=True)
class Plain(Role):
    """An argument without a special meaning, such as paging and search words."""
