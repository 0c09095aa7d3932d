"""What other people do to the owner's calendar: they add, move and delete events in which they take part."""

from __future__ import annotations

from simulator.phone.actions import NOTHING, event
from simulator.phone.apps.calendar.changes import Wish, changed, checked_name, checked_names, new_event
from simulator.phone.apps.calendar.records import (
    DEFAULT_TITLE,
    Attendee,
    Description,
    End,
    Event,
    EventId,
    Location,
    Start,
    Tag,
    Title,
    Who,
)
from simulator.phone.apps.calendar.views import day_and_clock, span_text
from simulator.phone.call import Call, Look, glance
from simulator.phone.errors import ActionError


class OthersActs:
    """The events of the calendar app."""

    @event()
    def add_calendar_event_by_attendee(
        self,
        call: Call,
        who_add: Who,
        title: Title = DEFAULT_TITLE,
        start_datetime: Start | None = None,
        end_datetime: End | None = None,
        tag: Tag | None = None,
        description: Description | None = None,
        location: Location | None = None,
        attendees: list[Attendee] | None = None,
    ) -> str:
        """Someone else puts an event into the owner's calendar and takes part in it."""
        who = checked_name(who_add)
        everyone = list(checked_names((*(attendees or ()), who)))
        wish = Wish(title, start_datetime, end_datetime, tag, description, location, everyone)
        made = new_event(call, wish, created_by=who)
        call.put(made)
        _notify(call, f"{who} added {made.title}", day_and_clock(call, made.start), made)
        return made.id

    @event(makes=NOTHING)
    def edit_calendar_event_by_attendee(
        self,
        call: Call,
        event_id: EventId,
        who_edit: Who,
        start_datetime: Start | None = None,
        end_datetime: End | None = None,
        location: Location | None = None,
        description: Description | None = None,
    ) -> str:
        """Someone who takes part moves the event or changes its place or details."""
        old = call.find(Event, event_id, "event", "")
        who = _taking_part(old, who_edit)
        wish = Wish(
            start_datetime=start_datetime, end_datetime=end_datetime, location=location, description=description
        )
        new = changed(call, old, wish)
        if new == old:
            raise ActionError("bad_argument", "Nothing would change.", "Give a new time, place or description.")
        call.put(new)
        moved = (new.start, new.end) != (old.start, old.end)
        was = f"Was: {span_text(call, old)}." if moved else ""
        _notify(call, f"{who} {'moved' if moved else 'changed'} {new.title}", _news(call, old, new), new, was)
        return f"'{new.title}' is changed."

    @event(makes=NOTHING)
    def delete_calendar_event_by_attendee(self, call: Call, event_id: EventId, who_delete: Who) -> str:
        """Someone who takes part takes the event out of the owner's calendar."""
        old = call.find(Event, event_id, "event", "")
        who = _taking_part(old, who_delete)
        call.drop(old)
        _notify(call, f"{who} deleted {old.title}", f"Was {day_and_clock(call, old.start)}", old)
        return f"'{old.title}' is deleted."


def _taking_part(found: Event, who: str) -> str:
    """The person's name as the event has it."""
    wanted = who.strip().casefold()
    for name in found.attendees:
        if name.casefold() == wanted:
            return name
    known = f"Taking part: {', '.join(found.attendees) or 'nobody'}."
    raise ActionError("not_allowed", f"'{who}' does not take part in '{found.title}'.", known)


def _news(look: Look, old: Event, new: Event) -> str:
    """What a lock screen says of a change."""
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
    call.notify("calendar", "calendar", title, short, " ".join(part for part in parts if part), about)
