"""Making and changing events: every field is checked before anything is written."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec
from msgspec.structs import replace

from simulator.phone.apps.calendar.days import end_after_move
from simulator.phone.apps.calendar.records import DEFAULT_LENGTH, DEFAULT_TITLE, Event
from simulator.phone.call import Call, Look
from simulator.phone.errors import ActionError


class Wish(msgspec.Struct, frozen=True, omit_defaults=True):
    """What an event should say, as it is typed: None leaves a field as it is, an empty value clears it.

    The fields stand in the order of the arguments of the actions that make and edit events.
    """

    title: str | None = None
    start_datetime: str | None = None
    end_datetime: str | None = None
    tag: str | None = None
    description: str | None = None
    location: str | None = None
    attendees: list[str] | None = None


def new_event(call: Call, wish: Wish, created_by: str = "") -> Event:
    """The event as wished, now and for an hour where no time is given; still to be put."""
    fields = checked(call, wish)
    fields.setdefault("title", DEFAULT_TITLE)
    start = fields.setdefault("start", call.now)
    fields.setdefault("end", start + DEFAULT_LENGTH)
    check_order(call, start, fields["end"])
    return Event(id=call.new_id(Event), created_by=created_by, **fields)


def changed(look: Look, event: Event, wish: Wish) -> Event:
    fields = checked(look, wish)
    if "start" in fields and "end" not in fields:
        fields["end"] = end_after_move(look, event, fields["start"])
    new = replace(event, **fields)
    check_order(look, new.start, new.end)
    return new


def checked(look: Look, wish: Wish) -> dict[str, Any]:
    """The wished fields as an event keeps them."""
    fields: dict[str, Any] = {}
    if wish.title is not None:
        fields["title"] = checked_title(wish.title)
    if wish.start_datetime is not None:
        fields["start"] = look.parse_time(wish.start_datetime, "start_datetime")
    if wish.end_datetime is not None:
        fields["end"] = look.parse_time(wish.end_datetime, "end_datetime")
    if wish.tag is not None:
        fields["tag"] = wish.tag.strip()
    if wish.description is not None:
        fields["description"] = wish.description
    if wish.location is not None:
        fields["location"] = wish.location
    if wish.attendees is not None:
        fields["attendees"] = checked_names(wish.attendees)
    return fields


def checked_title(title: str) -> str:
    if not title.strip():
        raise ActionError("bad_argument", "An event needs a title.", "Say in a few words what it is.")
    return title.strip()


def checked_name(name: str) -> str:
    if not name.strip():
        raise ActionError("bad_argument", "A name is empty.", "Write the person's name.")
    return name.strip()


def checked_names(names: Iterable[str]) -> tuple[str, ...]:
    """Each name once, in the order given."""
    first: dict[str, str] = {}
    for name in map(checked_name, names):
        first.setdefault(name.casefold(), name)
    return tuple(first.values())


def check_order(look: Look, start: int, end: int) -> None:
    if end < start:
        raise ActionError(
            "bad_argument",
            f"The event would end at {look.show(end)}, before it starts at {look.show(start)}.",
            "Give an end that is not before the start.",
        )
