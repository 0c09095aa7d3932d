"""Actions on calendar events: types of arguments, lookups, checks, and the writes of taps, tools and other people."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, timedelta
from typing import Annotated, Any, NamedTuple

from msgspec.structs import replace

from simulator.phone import when
from simulator.phone.apps.calendar.records import APP, DEFAULT_LENGTH, DEFAULT_TITLE, Event
from simulator.phone.arguments import Arguments
from simulator.phone.call import Call, Look, glance
from simulator.phone.errors import ActionError
from simulator.phone.roles import Code, PersonName, Plain, Ref, Text, When

# Value of `AgendaView.day` for an agenda of all days. It must not change, because frames in traces contain it.
EVERY_DAY = "all"
PAGE = 10
MAX_LIMIT = 1000
MAX_OFFSET = 1_000_000
# Models read this text in errors, so it has the published names of tools.
FIND_IDS = "Calendar__get_calendar_events_from_to and Calendar__search_events give the ids."

EventId = Annotated[str, Ref("Id of the event.", Event.table)]
Title = Annotated[str, Text("What it is, in a few words.")]
Start = Annotated[str, When("Local date and time, YYYY-MM-DD HH:MM:SS.")]
End = Annotated[str, When("Local date and time, YYYY-MM-DD HH:MM:SS; not before the start.")]
Day = Annotated[str, When("The day, YYYY-MM-DD.")]
Tag = Annotated[str, Code("One word to sort events by.")]
Description = Annotated[str, Text("Details.")]
Location = Annotated[str, Text("Where it takes place.")]
Attendee = Annotated[str, PersonName("Name of a person who takes part.")]
Who = Annotated[str, PersonName("Name of the other person.")]
Place = Annotated[int, Plain("Place in the list shown, from 0.")]
Offset = Annotated[int, Plain("How many events to pass over.")]
ShownLimit = Annotated[int, Plain("How many events to show.")]
GivenLimit = Annotated[int, Plain("How many events to give at most.")]
SearchWords = Annotated[str, Plain("Words to look for.")]
Query = Annotated[str, Plain("Words to look for in title, details, place and people.")]


class EventFields(Arguments, frozen=True, kw_only=True):
    """The fields of an event as arguments. None leaves a field unchanged.

    An empty text or list clears a field, except the title and the times, which can't be empty.
    """

    title: Title | None = None
    start_datetime: Start | None = None
    end_datetime: End | None = None
    tag: Tag | None = None
    description: Description | None = None
    location: Location | None = None
    attendees: list[Attendee] | None = None


class NewEventFields(EventFields, frozen=True, kw_only=True):
    """The fields of a new event. By default, the title is `Event`."""

    title: Title = DEFAULT_TITLE


class Span(NamedTuple):
    """A span of time in epoch seconds, including its start but not its end."""

    start: int
    end: int

    def holds(self, event: Event) -> bool:
        """Return whether the event overlaps the span.

        An event without a duration overlaps the span if it starts in the span. Any other event
        overlaps the span if they have some time in common.
        """
        if event.start == event.end:
            return self.start <= event.start < self.end
        return event.start < self.end and event.end > self.start


def find_event(look: Look, event_id: str, remedy: str = FIND_IDS) -> Event:
    return look.find(Event, event_id, "event", remedy)


def still_there(look: Look, event_id: str) -> Event:
    return find_event(look, event_id, "It was deleted; go back.")


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
    """Return the span of a local day YYYY-MM-DD, or of today for an empty text. Raise ActionError for other texts."""
    at = look.now if not day else read_day(look, day, "date")
    return Span(*when.day_bounds(at, look.tz))


def read_day(look: Look, text: str, argument: str) -> int:
    """Return the first second of the local day YYYY-MM-DD with which the text begins.

    Raise an ActionError that names `argument` for any other text.
    """
    try:
        # Models often add a time of day to the date; the time is ignored.
        return when.parse_day(text.strip()[:10], look.tz)
    except when.TimeError as error:
        raise ActionError("bad_argument", f"{argument}: {error}") from None


def is_all_day(look: Look, event: Event) -> bool:
    """Return whether the event lasts from the start of a local day to the start of a later day."""
    return event.end > event.start and all(_is_midnight(look, at) for at in (event.start, event.end))


def _is_midnight(look: Look, at: int) -> bool:
    return when.day_bounds(at, look.tz)[0] == at


def check_page(offset: int, limit: int) -> None:
    if not 0 <= offset <= MAX_OFFSET:
        raise ActionError("bad_argument", f"offset must be 0 to {MAX_OFFSET}.", "Give 0 to start with the first event.")
    if not 1 <= limit <= MAX_LIMIT:
        raise ActionError("bad_argument", f"limit must be 1 to {MAX_LIMIT}.", "Give 10, for instance.")


def check_not_blank(text: str, argument: str, remedy: str) -> None:
    if not text.strip():
        raise ActionError("bad_argument", f"{argument} is empty.", remedy)


def check_order(look: Look, start: int, end: int) -> None:
    if end < start:
        raise ActionError(
            "bad_argument",
            f"The event would end at {look.show(end)}, before it starts at {look.show(start)}.",
            "Give an end that is not before the start.",
        )


def checked_title(title: str) -> str:
    if not title.strip():
        raise ActionError("bad_argument", "An event needs a title.", "Say in a few words what it is.")
    return title.strip()


def checked_name(name: str) -> str:
    if not name.strip():
        raise ActionError("bad_argument", "A name is empty.", "Write the person's name.")
    return name.strip()


def checked_names(names: Iterable[str]) -> tuple[str, ...]:
    """Return each name once, in the order given, ignoring case. Raise ActionError for an empty name."""
    first: dict[str, str] = {}
    for name in map(checked_name, names):
        # The first spelling is kept: callers put the names that the event already has first.
        first.setdefault(name.casefold(), name)
    return tuple(first.values())


def add(call: Call, fields: NewEventFields, created_by: str = "") -> Event:
    """Add an event and return it; by default, it starts now and lasts an hour.

    Raise ActionError if a field is invalid.
    """
    known = _checked(call, fields)
    start = known.setdefault("start", call.now)
    known.setdefault("end", start + DEFAULT_LENGTH)
    check_order(call, start, known["end"])
    event = Event(id=call.new_id(Event), created_by=created_by, **known)
    call.put(event)
    return event


def edit(call: Call, event: Event, fields: EventFields) -> Event:
    new = _changed(call, event, fields)
    call.put(new)
    return new


def _changed(look: Look, event: Event, fields: EventFields) -> Event:
    known = _checked(look, fields)
    if "start" in known and "end" not in known:
        # With a new start alone, the event moves and keeps its duration.
        known["end"] = _end_after_move(look, event, known["start"])
    new = replace(event, **known)
    check_order(look, new.start, new.end)
    return new


def _checked(look: Look, fields: EventFields) -> dict[str, Any]:
    """Return the fields that are not None, in the form that an event stores. Raise ActionError for an invalid field."""
    known: dict[str, Any] = {}
    if fields.title is not None:
        known["title"] = checked_title(fields.title)
    if fields.start_datetime is not None:
        known["start"] = look.parse_time(fields.start_datetime, "start_datetime")
    if fields.end_datetime is not None:
        known["end"] = look.parse_time(fields.end_datetime, "end_datetime")
    if fields.tag is not None:
        known["tag"] = fields.tag.strip()
    if fields.description is not None:
        known["description"] = fields.description
    if fields.location is not None:
        known["location"] = fields.location
    if fields.attendees is not None:
        known["attendees"] = checked_names(fields.attendees)
    return known


def _end_after_move(look: Look, event: Event, start: int) -> int:
    """Return the end of an event that moves to `start`.

    An all-day event that moves to a midnight keeps its number of days; any other event keeps its length.
    """
    if not (is_all_day(look, event) and _is_midnight(look, start)):
        return start + event.end - event.start
    # Dates are counted, not seconds: a day on which the clock changes has 23 or 25 hours.
    first, last, moved = (date.fromisoformat(look.show(at)[:10]) for at in (event.start, event.end, start))
    try:
        return when.parse_day((moved + timedelta((last - first).days)).isoformat(), look.tz)
    except (when.TimeError, OverflowError):
        return start + event.end - event.start


def add_by_attendee(call: Call, who: str, fields: NewEventFields) -> Event:
    """Add another person's event, with this person as an attendee, and return the event.

    Notify the user and the assistant.
    """
    name = checked_name(who)
    everyone = list(checked_names((*(fields.attendees or ()), name)))
    event = add(call, replace(fields, attendees=everyone), created_by=name)
    _notify(call, f"{name} added {event.title}", day_and_clock(call, event.start), event)
    return event


def edit_by_attendee(call: Call, event_id: str, who: str, fields: EventFields) -> Event:
    """Change an event on behalf of an attendee, notify the user and the assistant, and return the event.

    Raise ActionError if there is no such event, the person is not an attendee, a field is invalid, or nothing would
    change.
    """
    old = find_event(call, event_id, "")
    name = _taking_part(old, who)
    new = _changed(call, old, fields)
    # A scheduled change that changes nothing is a mistake in the scenario file.
    if new == old:
        raise ActionError("bad_argument", "Nothing would change.", "Give a new time, place or description.")
    call.put(new)
    moved = (new.start, new.end) != (old.start, old.end)
    was = f"Was: {span_text(call, old)}." if moved else ""
    _notify(call, f"{name} {'moved' if moved else 'changed'} {new.title}", _short_news(call, old, new), new, was)
    return new


def delete_by_attendee(call: Call, event_id: str, who: str) -> Event:
    """Delete an event on behalf of an attendee, notify the user and the assistant, and return the deleted event.

    Raise ActionError if there is no such event, or if the person is not an attendee.
    """
    old = find_event(call, event_id, "")
    name = _taking_part(old, who)
    call.drop(old)
    _notify(call, f"{name} deleted {old.title}", f"Was {day_and_clock(call, old.start)}", old)
    return old


def _taking_part(event: Event, who: str) -> str:
    """Return an attendee's name as the event spells it. Raise ActionError if the person is not an attendee."""
    wanted = who.strip().casefold()
    for name in event.attendees:
        if name.casefold() == wanted:
            return name
    known = f"Taking part: {', '.join(event.attendees) or 'nobody'}."
    raise ActionError("not_allowed", f"'{who}' does not take part in '{event.title}'.", known)


def _short_news(look: Look, old: Event, new: Event) -> str:
    """Return a short text about the most important change of an event, for the lock screen."""
    if old.start != new.start:
        return f"Now {day_and_clock(look, new.start)}"
    if old.end != new.end:
        return f"Now until {day_and_clock(look, new.end)}"
    if old.location != new.location:
        return f"Now at {glance(new.location)}" if new.location else "The place is open"
    return "The details are new"


def _notify(call: Call, title: str, short: str, about: Event, extra: str = "") -> None:
    parts = [
        f"{title} (event {about.id}).",
        f"{span_text(call, about)}.",
        extra,
        f"Place: {about.location}." if about.location else "",
        f"Tag: {about.tag}." if about.tag else "",
        f"Taking part: {', '.join(about.attendees)}.",
        about.description,
    ]
    call.notify(APP, "calendar", title, short, " ".join(part for part in parts if part), about)


def day_and_clock(look: Look, at: int) -> str:
    """Return a time with its weekday, such as `Thursday 2026-05-14 18:00`."""
    return f"{when.weekday(at, look.tz)} {look.show(at)[:16]}"


def span_text(look: Look, event: Event) -> str:
    """Return the start and end of an event as text; the end has a date only if the event ends on another day."""
    end = look.show(event.end)[:16]
    same_day = end[:10] == look.show(event.start)[:10]
    return f"{day_and_clock(look, event.start)} to {end[11:] if same_day else day_and_clock(look, event.end)}"
