"""Which events there are, in order of time, and which of them a day or a search shows."""

from __future__ import annotations

from datetime import date, timedelta
from typing import NamedTuple

from simulator.phone import when
from simulator.phone.apps.calendar.records import Event
from simulator.phone.call import Look
from simulator.phone.errors import ActionError

EVERY_DAY = "all"
MAX_LIMIT = 1000
MAX_OFFSET = 1_000_000


class Span(NamedTuple):
    """From an instant up to another, which is no longer part of it."""

    start: int
    end: int

    def holds(self, event: Event) -> bool:
        """Whether the event overlaps; touching is not enough, and an event without length counts where it starts."""
        if event.start == event.end:
            return self.start <= event.start < self.end
        return event.start < self.end and event.end > self.start


def in_order(look: Look) -> list[Event]:
    def build() -> list[Event]:
        return sorted(look.store.all(Event).values(), key=lambda event: (event.start, event.end, event.id))

    return look.store.derived("calendar.order", Event, build)


def within(look: Look, span: Span) -> list[Event]:
    return [event for event in in_order(look) if span.holds(event)]


def all_tags(look: Look) -> list[str]:
    def build() -> list[str]:
        return sorted({event.tag for event in look.store.all(Event).values() if event.tag})

    return look.store.derived("calendar.tags", Event, build)


def day_of(look: Look, day: str) -> Span:
    """A local day from midnight to midnight; an empty text is today."""
    at = look.now if not day else read_day(look, day, "date")
    return Span(*when.day_bounds(at, look.tz))


def read_day(look: Look, text: str, argument: str) -> int:
    """The first instant of a day; a time of day behind it is passed over."""
    try:
        return when.parse_day(text.strip()[:10], look.tz)
    except when.TimeError as error:
        raise ActionError("bad_argument", f"{argument}: {error}") from None


def has_tag(event: Event, tag: str) -> bool:
    return event.tag.casefold() == tag.strip().casefold()


def has_attendee(event: Event, name: str) -> bool:
    wanted = name.strip().casefold()
    return any(attendee.casefold() == wanted for attendee in event.attendees)


def mentions(event: Event, query: str) -> bool:
    wanted = query.strip().casefold()
    texts = (event.title, event.description, event.location, *event.attendees)
    return any(wanted in text.casefold() for text in texts)


def is_all_day(look: Look, event: Event) -> bool:
    """From one local midnight to another."""
    return event.end > event.start and all(_is_midnight(look, at) for at in (event.start, event.end))


def end_after_move(look: Look, event: Event, start: int) -> int:
    """The end when only the start moves: whole days stay whole days, anything else keeps its length."""
    if not (is_all_day(look, event) and _is_midnight(look, start)):
        return start + event.end - event.start
    first, last, moved = (date.fromisoformat(look.show(at)[:10]) for at in (event.start, event.end, start))
    try:
        return when.parse_day((moved + timedelta((last - first).days)).isoformat(), look.tz)
    except (when.TimeError, OverflowError):
        return start + event.end - event.start


def check_page(offset: int, limit: int) -> None:
    if not 0 <= offset <= MAX_OFFSET:
        raise ActionError("bad_argument", f"offset must be 0 to {MAX_OFFSET}.", "Give 0 to start with the first event.")
    if not 1 <= limit <= MAX_LIMIT:
        raise ActionError("bad_argument", f"limit must be 1 to {MAX_LIMIT}.", "Give 10, for instance.")


def not_blank(text: str, argument: str, remedy: str) -> None:
    if not text.strip():
        raise ActionError("bad_argument", f"{argument} is empty.", remedy)


def _is_midnight(look: Look, at: int) -> bool:
    return when.day_bounds(at, look.tz)[0] == at
