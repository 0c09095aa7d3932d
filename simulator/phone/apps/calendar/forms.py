"""One event on the screen, and the form in which it is written or changed."""

from __future__ import annotations

from typing import Any, ClassVar

from msgspec.structs import replace

from simulator.phone.actions import POP, push, tap
from simulator.phone.actions import replace as swap_to
from simulator.phone.apps.calendar.changes import check_order, checked_name, checked_names, checked_title
from simulator.phone.apps.calendar.records import (
    DEFAULT_LENGTH,
    DEFAULT_TITLE,
    Attendee,
    Description,
    End,
    Event,
    Location,
    Start,
    Tag,
    Title,
)
from simulator.phone.apps.calendar.views import EditEventView, EventView, people, row, span_text
from simulator.phone.call import Call, Look
from simulator.phone.errors import ActionError
from simulator.phone.screens import GoneView, Screen, Step, View, back, go, stay, swap

_GONE = "This event was deleted."


class EventDetail(Screen, frozen=True):
    app: ClassVar[str] = "calendar"
    prefix: ClassVar[str] = "Calendar"

    event_id: str

    @tap()
    def refresh(self, call: Call) -> Step:
        """Look again."""
        event = _still_there(call, self.event_id)
        return stay(f"'{event.title}': {span_text(call, event)}.")

    @tap(POP, write=True)
    def delete(self, call: Call) -> Step:
        """Delete this event."""
        event = _still_there(call, self.event_id)
        call.drop(event)
        return back(f"'{event.title}' is deleted.")

    @tap()
    def list_attendees(self, call: Call) -> Step:
        """See who takes part."""
        return stay(f"Taking part: {', '.join(_still_there(call, self.event_id).attendees) or 'nobody'}.")

    @tap(push("EditEvent"))
    def edit_event(self, call: Call) -> Step:
        """Change this event."""
        event = _still_there(call, self.event_id)
        return go(EditEvent(event_id=event.id), f"'{event.title}' is open for editing.")

    def view(self, look: Look) -> View:
        event = look.store.get(Event, self.event_id)
        if event is None:
            return GoneView(title="Event", text=_GONE)
        return EventView(
            title=event.title, event=row(look, event), description=event.description, people=people(look, event)
        )


class EditEvent(Screen, frozen=True):
    """The form. A field that is None was not touched: it stays as the event has it, whatever happens meanwhile."""

    app: ClassVar[str] = "calendar"
    prefix: ClassVar[str] = "Calendar"

    event_id: str = ""
    title: str | None = None
    start: int | None = None
    end: int | None = None
    tag: str | None = None
    description: str | None = None
    location: str | None = None
    attendees: tuple[str, ...] | None = None

    @tap(swap_to("EditEvent"))
    def set_title(self, call: Call, title: Title) -> Step:
        """Write the title."""
        return self._with(call, "The title is set.", title=checked_title(title))

    @tap(swap_to("EditEvent"))
    def set_time_range(self, call: Call, start_datetime: Start, end_datetime: End) -> Step:
        """Set when it starts and ends."""
        start = call.parse_time(start_datetime, "start_datetime")
        end = call.parse_time(end_datetime, "end_datetime")
        return self._with(call, "The time is set.", start=start, end=end)

    @tap(swap_to("EditEvent"))
    def set_tag(self, call: Call, tag: Tag | None = None) -> Step:
        """Set the tag; nothing clears it."""
        return self._with(call, "The tag is set." if tag else "The tag is cleared.", tag=(tag or "").strip())

    @tap(swap_to("EditEvent"))
    def set_description(self, call: Call, description: Description | None = None) -> Step:
        """Write the details; nothing clears them."""
        result = "The details are set." if description else "The details are cleared."
        return self._with(call, result, description=description or "")

    @tap(swap_to("EditEvent"))
    def set_location(self, call: Call, location: Location | None = None) -> Step:
        """Set the place; nothing clears it."""
        result = "The place is set." if location else "The place is cleared."
        return self._with(call, result, location=location or "")

    @tap(swap_to("EditEvent"))
    def set_attendees(self, call: Call, attendees: list[Attendee]) -> Step:
        """Say who takes part; an empty list clears it."""
        names = checked_names(attendees)
        return self._with(call, f"Taking part: {', '.join(names) or 'nobody'}.", attendees=names)

    @tap(swap_to("EditEvent"))
    def add_attendee(self, call: Call, name: Attendee) -> Step:
        """Add someone who takes part."""
        new = checked_name(name)
        names = checked_names((*self._draft(call).attendees, new))
        return self._with(call, f"{new} takes part.", attendees=names)

    @tap(swap_to("EditEvent"))
    def remove_attendee(self, call: Call, name: Attendee) -> Step:
        """Take someone off the list."""
        names = self._draft(call).attendees
        left = tuple(one for one in names if one.casefold() != name.strip().casefold())
        if len(left) == len(names):
            known = f"Taking part: {', '.join(names) or 'nobody'}."
            raise ActionError("bad_argument", f"'{name}' does not take part.", known)
        return self._with(call, f"{name.strip()} no longer takes part.", attendees=left)

    @tap(swap_to("EventDetail"), POP, write=True)
    def save(self, call: Call) -> Step:
        """Save the event."""
        event = self._draft(call)
        check_order(call, event.start, event.end)
        if self.event_id:
            call.put(event)
            return back(f"'{event.title}' is saved: {span_text(call, event)}.")
        event = replace(event, id=call.new_id(Event))
        call.put(event)
        return swap(EventDetail(event_id=event.id), f"'{event.title}' is saved: {span_text(call, event)}.")

    @tap(POP)
    def discard(self, call: Call) -> Step:
        """Leave without saving."""
        return back("Nothing was saved.")

    def view(self, look: Look) -> View:
        if self.event_id and look.store.get(Event, self.event_id) is None:
            return GoneView(title="Edit event", text=_GONE)
        draft = self._draft(look)
        timed = bool(self.event_id) or self.start is not None
        return EditEventView(
            title="Edit event" if self.event_id else "New event",
            name=draft.title,
            start=look.show(draft.start) if timed else "",
            end=look.show(draft.end) if timed else "",
            tag=draft.tag,
            description=draft.description,
            location=draft.location,
            attendees=draft.attendees,
            problem="The end is before the start." if draft.end < draft.start else "",
        )

    def _draft(self, look: Look) -> Event:
        """The event as it would be saved now."""
        if self.event_id:
            event = _still_there(look, self.event_id)
        else:
            event = Event(id="", title=DEFAULT_TITLE, start=look.now, end=look.now + DEFAULT_LENGTH)
        touched = {name: getattr(self, name) for name in _DRAFT_FIELDS}
        return replace(event, **{name: value for name, value in touched.items() if value is not None})

    def _with(self, look: Look, result: str, **fields: Any) -> Step:
        if self.event_id:
            _still_there(look, self.event_id)
        return swap(replace(self, **fields), result)


_DRAFT_FIELDS = ("title", "start", "end", "tag", "description", "location", "attendees")


def _still_there(look: Look, event_id: str) -> Event:
    return look.find(Event, event_id, "event", "It was deleted; go back.")
