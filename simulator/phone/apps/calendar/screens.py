"""The screens of the calendar and their taps: the agenda, one event, and the form to write or change an event.

PARE also publishes taps whose names end in `_by_attendee`. Those taps are left out here, because other people change
the calendar through events of the environment.
"""

from __future__ import annotations

from typing import Any, ClassVar

from msgspec.structs import replace

from simulator.phone import when
from simulator.phone.actions import POP, push, tap
from simulator.phone.actions import replace as swap_to
from simulator.phone.apps.calendar import actions
from simulator.phone.apps.calendar.actions import (
    EVERY_DAY,
    MAX_LIMIT,
    PAGE,
    Attendee,
    Day,
    Description,
    End,
    EventId,
    Location,
    Offset,
    Place,
    SearchWords,
    ShownLimit,
    Span,
    Start,
    Tag,
    Title,
)
from simulator.phone.apps.calendar.records import (
    APP,
    DEFAULT_LENGTH,
    DEFAULT_TITLE,
    PREFIX,
    Event,
    has_attendee,
    has_tag,
    mentions,
)
from simulator.phone.apps.calendar.views import (
    AgendaDay,
    EditEventView,
    EventView,
    day_rows,
    people,
    row,
    week_of,
)
from simulator.phone.call import Call, Look
from simulator.phone.errors import ActionError
from simulator.phone.paging import Page, page_left, page_of
from simulator.phone.screens import GoneView, Screen, Step, View, back, go, stay, swap

_GONE = "This event was deleted."
_SHOW_ALL = "show_all shows every event of the day."
# Fields that the form `EditEvent` and the record `Event` have in common.
_DRAFT_FIELDS = ("title", "start", "end", "tag", "description", "location", "attendees")


class AgendaView(Screen, frozen=True):
    """The list of events. `day` is YYYY-MM-DD, an empty text for today, or `all` for all days."""

    app: ClassVar[str] = APP
    prefix: ClassVar[str] = PREFIX

    day: str = ""
    tag: str = ""
    attendee: str = ""
    query: str = ""
    offset: int = 0
    limit: int = PAGE

    @tap(swap_to("AgendaView"))
    def list_events(self, call: Call, offset: Offset = 0, limit: ShownLimit = PAGE) -> Step:
        """Page through the events shown here; day and filters stay."""
        # Called only to check the arguments: the tap's answer counts all events, not those of the page.
        page_of(self._events(call), offset, limit, "event", MAX_LIMIT)
        return self._shown(call, replace(self, offset=offset, limit=limit))

    @tap(swap_to("AgendaView"))
    def show_all(self, call: Call) -> Step:
        """Clear search and filters."""
        day = "" if self.day == EVERY_DAY else self.day
        return self._shown(call, AgendaView(day=day))

    @tap(swap_to("AgendaView"))
    def search_events(self, call: Call, query: SearchWords) -> Step:
        """Look for words in title, details, place and people, on every day."""
        actions.check_not_blank(query, "query", _SHOW_ALL)
        return self._shown(call, AgendaView(day=EVERY_DAY, query=query.strip()))

    @tap(swap_to("AgendaView"))
    def filter_by_tag(self, call: Call, tag: Tag) -> Step:
        """Show only events with this tag."""
        actions.check_not_blank(tag, "tag", _SHOW_ALL)
        return self._shown(call, replace(self, tag=tag.strip(), offset=0))

    @tap(swap_to("AgendaView"))
    def filter_by_attendee(self, call: Call, attendee: Attendee) -> Step:
        """Show only events in which this person takes part."""
        actions.check_not_blank(attendee, "attendee", _SHOW_ALL)
        return self._shown(call, replace(self, attendee=attendee.strip(), offset=0))

    @tap(swap_to("AgendaView"))
    def get_calendar_events_by_tag(self, call: Call, tag: Tag) -> Step:
        """Show the events with this tag on every day."""
        actions.check_not_blank(tag, "tag", _SHOW_ALL)
        return self._shown(call, AgendaView(day=EVERY_DAY, tag=tag.strip()))

    @tap(swap_to("AgendaView"))
    def read_today_calendar_events(self, call: Call) -> Step:
        """Show today."""
        return self._shown(call, AgendaView())

    @tap(swap_to("AgendaView"))
    def set_day(self, call: Call, date: Day) -> Step:
        """Show another day; filters stay."""
        return self._on_day(call, actions.read_day(call, date, "date"))

    @tap(swap_to("AgendaView"))
    def next_day(self, call: Call) -> Step:
        """Show the day after."""
        return self._on_day(call, self._span(call).end)

    @tap(swap_to("AgendaView"))
    def previous_day(self, call: Call) -> Step:
        """Show the day before."""
        # The last second of the day before, not 24 hours earlier: a day on which the clock changes has 23 or 25 hours.
        return self._on_day(call, self._span(call).start - 1)

    @tap()
    def get_all_tags(self, call: Call) -> Step:
        """See which tags there are."""
        return stay(f"Tags: {', '.join(actions.all_tags(call)) or 'none'}.")

    @tap(push("EventDetail"))
    def open_event_by_id(self, call: Call, event_id: EventId) -> Step:
        """Open an event."""
        return _opened(actions.find_event(call, event_id, "Pick one from the list."))

    @tap(push("EventDetail"))
    def open_event_by_index(self, call: Call, index: Place) -> Step:
        """Open an event by its place in the list shown."""
        shown = self._page(call).rows
        if not 0 <= index < len(shown):
            places = f"Give 0 to {len(shown) - 1}." if shown else "Show another day or clear the filters."
            raise ActionError("bad_argument", f"The list shown has no event at place {index}.", places)
        return _opened(shown[index])

    @tap(push("EditEvent"))
    def start_create_event(self, call: Call) -> Step:
        """Start a new event."""
        return go(EditEvent(), "A new event is open for editing.")

    def view(self, look: Look) -> View:
        page = self._page(look)
        found = AgendaDay(
            title="All days",
            day="",
            tag=self.tag,
            attendee=self.attendee,
            query=self.query,
            rows=(),
            first=page.offset,
            total=page.total,
            tags=tuple(actions.all_tags(look)),
        )
        if self.day == EVERY_DAY:
            return replace(found, rows=tuple(row(look, event) for event in page.rows))
        span = self._span(look)
        today = span == actions.day_of(look, "")
        return replace(
            found,
            title=_day_name(look, span.start),
            day=when.show_day(span.start, look.tz),
            today=today,
            clock=when.show_clock(look.now, look.tz) if today else "",
            rows=day_rows(look, page.rows, span),
            week=week_of(look, span),
        )

    def _span(self, look: Look) -> Span:
        """Return the span of the day that the agenda shows, or of today if the agenda shows all days."""
        return actions.day_of(look, "" if self.day == EVERY_DAY else self.day)

    def _events(self, look: Look) -> list[Event]:
        events = actions.in_order(look) if self.day == EVERY_DAY else actions.within(look, self._span(look))
        return [
            event
            for event in events
            if (not self.tag or has_tag(event, self.tag))
            and (not self.attendee or has_attendee(event, self.attendee))
            and (not self.query or mentions(event, self.query))
        ]

    def _page(self, look: Look) -> Page[Event]:
        return page_left(self._events(look), self.offset, self.limit)

    def _on_day(self, call: Call, at: int) -> Step:
        day = when.show_day(at, call.tz)
        # Called only to check the day: `next_day` and `previous_day` must not leave the years that `when` supports.
        actions.read_day(call, day, "date")
        return self._shown(call, replace(self, day=day, query="", offset=0))

    def _shown(self, look: Look, agenda: AgendaView) -> Step:
        count = len(agenda._events(look))
        shown = "in all days" if agenda.day == EVERY_DAY else f"on {_day_name(look, agenda._span(look).start)}"
        return swap(agenda, f"{count} {'event' if count == 1 else 'events'} {shown}.")


class EventDetail(Screen, frozen=True):
    app: ClassVar[str] = APP
    prefix: ClassVar[str] = PREFIX

    event_id: str

    @tap()
    def refresh(self, call: Call) -> Step:
        """Look again."""
        event = actions.still_there(call, self.event_id)
        return stay(f"'{event.title}': {actions.span_text(call, event)}.")

    @tap(POP, write=True)
    def delete(self, call: Call) -> Step:
        """Delete this event."""
        event = actions.still_there(call, self.event_id)
        call.drop(event)
        return back(f"'{event.title}' is deleted.")

    @tap()
    def list_attendees(self, call: Call) -> Step:
        """See who takes part."""
        return stay(f"Taking part: {', '.join(actions.still_there(call, self.event_id).attendees) or 'nobody'}.")

    @tap(push("EditEvent"))
    def edit_event(self, call: Call) -> Step:
        """Change this event."""
        event = actions.still_there(call, self.event_id)
        return go(EditEvent(event_id=event.id), f"'{event.title}' is open for editing.")

    def view(self, look: Look) -> View:
        event = look.store.get(Event, self.event_id)
        if event is None:
            return GoneView(title="Event", text=_GONE)
        return EventView(
            title=event.title, event=row(look, event), description=event.description, people=people(look, event)
        )


class EditEvent(Screen, frozen=True):
    """The form of an event. A field that is None was not edited: saving keeps the value that the event has by then."""

    app: ClassVar[str] = APP
    prefix: ClassVar[str] = PREFIX

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
        return self._with(call, "The title is set.", title=actions.checked_title(title))

    @tap(swap_to("EditEvent"))
    def set_time_range(self, call: Call, start_datetime: Start, end_datetime: End) -> Step:
        """Set when it starts and ends."""
        start = call.parse_time(start_datetime, "start_datetime")
        end = call.parse_time(end_datetime, "end_datetime")
        return self._with(call, "The time is set.", start=start, end=end)

    @tap(swap_to("EditEvent"))
    def set_tag(self, call: Call, tag: Tag | None = None) -> Step:
        """Set the tag; an empty text clears it."""
        return self._with(call, "The tag is set." if tag else "The tag is cleared.", tag=(tag or "").strip())

    @tap(swap_to("EditEvent"))
    def set_description(self, call: Call, description: Description | None = None) -> Step:
        """Write the details; an empty text clears them."""
        result = "The details are set." if description else "The details are cleared."
        return self._with(call, result, description=description or "")

    @tap(swap_to("EditEvent"))
    def set_location(self, call: Call, location: Location | None = None) -> Step:
        """Set the place; an empty text clears it."""
        result = "The place is set." if location else "The place is cleared."
        return self._with(call, result, location=location or "")

    @tap(swap_to("EditEvent"))
    def set_attendees(self, call: Call, attendees: list[Attendee]) -> Step:
        """Say who takes part; an empty list clears it."""
        names = actions.checked_names(attendees)
        return self._with(call, f"Taking part: {', '.join(names) or 'nobody'}.", attendees=names)

    @tap(swap_to("EditEvent"))
    def add_attendee(self, call: Call, name: Attendee) -> Step:
        """Add someone who takes part."""
        new = actions.checked_name(name)
        names = actions.checked_names((*self._draft(call).attendees, new))
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
        # Checked only when saving: while the form is open, the end may be before the start.
        actions.check_order(call, event.start, event.end)
        if self.event_id:
            call.put(event)
            return back(f"'{event.title}' is saved: {actions.span_text(call, event)}.")
        event = replace(event, id=call.new_id(Event))
        call.put(event)
        return swap(EventDetail(event_id=event.id), f"'{event.title}' is saved: {actions.span_text(call, event)}.")

    @tap(POP)
    def discard(self, call: Call) -> Step:
        """Leave without saving."""
        return back("Nothing was saved.")

    def view(self, look: Look) -> View:
        if self.event_id and look.store.get(Event, self.event_id) is None:
            return GoneView(title="Edit event", text=_GONE)
        draft = self._draft(look)
        # A new event without a set time starts when it is saved, so the form shows no time.
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
        """Return the event as it would be saved now. Raise ActionError if the event has been deleted meanwhile."""
        if self.event_id:
            event = actions.still_there(look, self.event_id)
        else:
            event = Event(id="", title=DEFAULT_TITLE, start=look.now, end=look.now + DEFAULT_LENGTH)
        touched = {name: getattr(self, name) for name in _DRAFT_FIELDS}
        return replace(event, **{name: value for name, value in touched.items() if value is not None})

    def _with(self, look: Look, result: str, **fields: Any) -> Step:
        # Refuse early if the event was deleted meanwhile: the form could not be saved any more.
        if self.event_id:
            actions.still_there(look, self.event_id)
        return swap(replace(self, **fields), result)


def _opened(event: Event) -> Step:
    return go(EventDetail(event_id=event.id), f"'{event.title}' is open.")


def _day_name(look: Look, at: int) -> str:
    return f"{when.weekday(at, look.tz)} {when.show_day(at, look.tz)}"
