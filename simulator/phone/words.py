"""The phrases and labels that pages and prompts use for an app's actions and records."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from simulator.phone.store import Record

if TYPE_CHECKING:
    from simulator.phone.call import Look

# A phrase with placeholders, or several phrases, of which the first is used whose placeholders all have a value.
# `{name}` stands for an argument, `{name.field}` for a field of the record with that id, `{touched}` for the record
# that was made or changed, `{result.field}` for a field of the result, `{found:mail}` for the number of mails found.
# `!q` quotes a value, `:form` picks one of the record's `forms`, `:plain` does not highlight the name. A part in
# brackets is left out if its placeholder has no value.
Phrases = str | Sequence[str]


class Called(NamedTuple):
    """A record's name in a phrase: plain words, such as `the chat with `, and the highlighted name after them."""

    before: str
    name: str


def title_or_name(look: Look, record: Record) -> str:
    """Return a record's title, or else its name, or an empty text if it has neither."""
    return next((str(found) for field in ("title", "name") if (found := getattr(record, field, ""))), "")


class RecordWords(msgspec.Struct, frozen=True, kw_only=True):
    """The words for one type of record."""

    noun: str
    name: Callable[[Look, Any], str] = title_or_name
    """Returns the name of one record of this type; empty if the record has no name."""
    held: str | None = ""
    """The noun in counts such as "3 chats", by default the table's name; None if the records are not counted."""
    labels: Mapping[str, str] = {}
    """Labels for fields, by default made from the field's name: `booked` for `booked_at`, `time` for `at`."""
    times: Sequence[str] = ()
    """Fields that hold a time, besides `at` and fields whose names end in `_at`."""
    told: Sequence[str] = ()
    """Fields that the notes beside a step's sentence leave out, because the sentence mentions them already."""
    hidden: Sequence[str] = ()
    """Fields that pages never show among the changes of a record."""
    values: Mapping[str, Callable[[Look, Any], str]] = {}
    """Functions that return the text for a field or for another name that phrases use, by the name."""
    forms: Mapping[str, Callable[[Look, Any], Called | None]] = {}
    """Functions that return another form of the name, by the word after the colon in `{conversation_id:chat}`.

    Such a function returns None if the form does not fit the record.
    """


class Words(msgspec.Struct, frozen=True, kw_only=True):
    """The phrases and labels that pages and prompts use for one app.

    Where a phrase or label is missing, texts use the name of the action or field.
    """

    deeds: Mapping[str, Phrases] = {}
    """Phrases for actions of the user or the assistant, by the action's name, verb first: `reply to {sender}`."""
    news: Mapping[str, Phrases] = {}
    """Headlines for events of the environment, by the event's name: `E-mail from {sender}`."""
    records: Mapping[type[Record], RecordWords] = {}
    codes: Mapping[str, str] = {}
    """Phrases for stored values, such as "under way" for `IN_PROGRESS`."""
    ids: Mapping[str, Callable[[Look], str]] = {}
    """Functions that return the name for an id that no record has, such as the owner's id in chats, by id."""
    person_at: Callable[[Look, str], str | None] | None = None
    """Returns the name of the person with an e-mail address, or None if the app does not know the address."""
    labels: Mapping[str, str] = {}
    """Labels for fields of views in texts, by class and field: `EditNotePage.name` has the label `title`."""
    unsaid: frozenset[str] = frozenset()
    """Fields of views, such as `EventRow.slot`, that texts leave out: they are for drawing or repeat another field."""
    either_way: frozenset[str] = frozenset()
    """Fields of views, such as `ItemRow.available`, that texts mention even if the value is the default."""
