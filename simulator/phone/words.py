"""The words of an app, from which the rest of the project tells people and models about its actions and records."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from simulator.phone.store import Record

if TYPE_CHECKING:
    from simulator.phone.call import Look

# A phrase with places to fill, or several of which the first is used for which everything is known. `{name}` stands
# for an argument, `{name.field}` for a field of the record behind it, `{touched}` for the record that was made or
# changed, `{result.field}` for what came back, `{found:mail}` for how many came back. `!q` quotes, `:form` asks for
# one of the record's `forms`, `:plain` does not let it stand out. What is in brackets is left out if nothing is known
# for it.
Phrases = str | Sequence[str]


class Called(NamedTuple):
    """A form of a record's name: plain words, then the name that stands out."""

    before: str
    name: str


def title_or_name(look: Look, record: Record) -> str:
    """Return a record's title or name; empty if it has neither."""
    return next((str(found) for field in ("title", "name") if (found := getattr(record, field, ""))), "")


class RecordWords(msgspec.Struct, frozen=True, kw_only=True):
    """The words for one kind of record."""

    noun: str
    name: Callable[[Look, Any], str] = title_or_name
    """Returns the name of one of them; empty for those without a name."""
    held: str | None = ""
    """The noun in a count of what a phone holds, where it is not the table's name; None leaves them out of it."""
    labels: Mapping[str, str] = {}
    """Labels for fields, where the field's name with spaces for underscores does not say enough."""
    times: Sequence[str] = ()
    """Fields that hold a time, besides `at` and those whose names end in `_at`."""
    told: Sequence[str] = ()
    """Fields that the sentence about a step tells already, or that nobody asks for."""
    hidden: Sequence[str] = ()
    """Fields that no list of changes shows."""
    values: Mapping[str, Callable[[Look, Any], str]] = {}
    """Fields told by other words than their values, and further names that phrases may use like fields."""
    forms: Mapping[str, Callable[[Look, Any], Called | None]] = {}
    """Other names for one of them, by the word that phrases use (`{conversation_id:chat}`); None where none fits."""


class Words(msgspec.Struct, frozen=True, kw_only=True):
    """Words that other parts of the project use for an app; missing ones are made from names of actions and fields."""

    deeds: Mapping[str, Phrases] = {}
    """Phrases for what the user or the assistant does, by the action's name, verb first: `reply to {sender}`."""
    news: Mapping[str, Phrases] = {}
    """Headlines for what the world does, by the event's name: `E-mail from {sender}`."""
    records: Mapping[type[Record], RecordWords] = {}
    codes: Mapping[str, str] = {}
    """Values as people say them: `IN_PROGRESS` is under way."""
    ids: Mapping[str, Callable[[Look], str]] = {}
    """Ids without a record, and the functions that return their names."""
    person_at: Callable[[Look, str], str | None] | None = None
    """Returns the person with an e-mail address, if this app knows one."""
    labels: Mapping[str, str] = {}
    """Labels for fields of views in texts for models, by class and field: `EditNotePage.name` is the title."""
    unsaid: frozenset[str] = frozenset()
    """Fields of views, by class and field, that concern only the drawing or repeat another field."""
    either_way: frozenset[str] = frozenset()
    """Fields of views, by class and field, that are said even at their default."""
