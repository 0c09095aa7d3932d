"""The records of the calendar: events."""

from __future__ import annotations

from typing import ClassVar

from simulator.phone.store import Record
from simulator.phone.when import HOUR

APP = "calendar"
PREFIX = "Calendar"
DEFAULT_TITLE = "Event"
DEFAULT_LENGTH = HOUR


class Event(Record, frozen=True):
    """One event; `start` and `end` are in epoch seconds."""

    table: ClassVar[str] = "calendar.event"
    prefix: ClassVar[str] = "cal"
    details: ClassVar[tuple[str, ...]] = ("description", "tag")

    title: str
    start: int
    end: int
    tag: str = ""
    description: str = ""
    location: str = ""
    attendees: tuple[str, ...] = ()
    created_by: str = ""
    """Name of the other person who added the event; empty if the owner or the assistant did."""


def has_tag(event: Event, tag: str) -> bool:
    return event.tag.casefold() == tag.strip().casefold()


def has_attendee(event: Event, name: str) -> bool:
    wanted = name.strip().casefold()
    return any(attendee.casefold() == wanted for attendee in event.attendees)


def mentions(event: Event, query: str) -> bool:
    """Return whether title, details, place or an attendee's name contains the query; case is ignored."""
    wanted = query.strip().casefold()
    texts = (event.title, event.description, event.location, *event.attendees)
    return any(wanted in text.casefold() for text in texts)
