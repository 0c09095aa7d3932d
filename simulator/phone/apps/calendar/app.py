"""The class of the calendar app: its tools, its events, and the methods of `App` that it overrides."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Annotated, Any

from simulator.phone import when
from simulator.phone.actions import NOTHING, ToolAct, event, tool
from simulator.phone.app import App, Meddling
from simulator.phone.apps.calendar import actions
from simulator.phone.apps.calendar.actions import (
    PAGE,
    End,
    EventFields,
    EventId,
    GivenLimit,
    NewEventFields,
    Offset,
    Query,
    Span,
    Start,
    Tag,
    Who,
)
from simulator.phone.apps.calendar.records import APP, PREFIX, Event, has_tag, mentions
from simulator.phone.apps.calendar.screens import AgendaView, EditEvent, EventDetail
from simulator.phone.apps.calendar.seeds import EventSeed, plant_event
from simulator.phone.apps.calendar.words import WORDS
from simulator.phone.arguments import Only
from simulator.phone.call import Call, Look
from simulator.phone.errors import ActionError
from simulator.phone.plot import Plot
from simulator.phone.screens import Screen
from simulator.phone.store import Record
from simulator.words.english import spoken


class Calendar(App):
    name = APP
    prefix = PREFIX
    title = "Calendar"
    about = "The owner's events, day by day."
    category = "scheduling"
    records = (Event,)
    screens = (AgendaView, EventDetail, EditEvent)
    seed = EventSeed
    words = WORDS

    @tool(write=True, act=ToolAct("add", to="attendees"))
    def add_calendar_event(self, call: Call, fields: NewEventFields) -> str:
        """Add an event and return its id. Without times it starts now; without an end it takes an hour."""
        return _confirmed(call, actions.add(call, fields), "added")

    @tool(write=True, act=ToolAct("change", on="event_id"))
    def edit_calendar_event(self, call: Call, event_id: EventId, fields: EventFields) -> str:
        """Change the given fields of an event; an empty text or list clears a field. A new start keeps the length."""
        return _confirmed(call, actions.edit(call, actions.find_event(call, event_id), fields), "changed")

    @tool(write=True, act=ToolAct("delete", on="event_id"))
    def delete_calendar_event(self, call: Call, event_id: EventId) -> str:
        """Delete an event."""
        event = actions.find_event(call, event_id)
        call.drop(event)
        return f"Event {event.id}, '{event.title}', {actions.span_text(call, event)}, is deleted."

    @tool(write=False)
    def get_calendar_event(self, call: Call, event_id: EventId) -> dict[str, Any]:
        """Read one event."""
        return told(call, actions.find_event(call, event_id))

    @tool(write=False)
    def get_calendar_events_from_to(
        self, call: Call, start_datetime: Start, end_datetime: End, offset: Offset = 0, limit: GivenLimit = PAGE
    ) -> dict[str, Any]:
        """List the events that overlap a span of time, in order of start."""
        span = Span(call.parse_time(start_datetime, "start_datetime"), call.parse_time(end_datetime, "end_datetime"))
        if span.end < span.start:
            raise ActionError("bad_argument", "end_datetime is before start_datetime.", "Give the earlier time first.")
        actions.check_page(offset, limit)
        return told_page(call, actions.within(call, span), offset, limit)

    @tool(write=False)
    def read_today_calendar_events(self, call: Call) -> dict[str, Any]:
        """List today's events."""
        events = actions.within(call, actions.day_of(call, ""))
        return told_page(call, events, 0, len(events))

    @tool(write=False)
    def get_all_tags(self, call: Call) -> list[str]:
        """List the tags in use."""
        return list(actions.all_tags(call))

    @tool(write=False)
    def get_calendar_events_by_tag(self, call: Call, tag: Tag) -> list[dict[str, Any]]:
        """List the events with a tag."""
        actions.check_not_blank(tag, "tag", "Calendar__get_all_tags gives the tags.")
        return [told(call, found) for found in actions.in_order(call) if has_tag(found, tag)]

    @tool(write=False)
    def search_events(self, call: Call, query: Query) -> list[dict[str, Any]]:
        """List the events that contain these words."""
        actions.check_not_blank(query, "query", "Calendar__get_calendar_events_from_to lists all events of a time.")
        return [told(call, found) for found in actions.in_order(call) if mentions(found, query)]

    @event()
    def add_calendar_event_by_attendee(self, call: Call, who_add: Who, fields: NewEventFields) -> str:
        """Someone else puts an event into the owner's calendar and takes part in it."""
        return actions.add_by_attendee(call, who_add, fields).id

    @event(makes=NOTHING)
    def edit_calendar_event_by_attendee(
        self,
        call: Call,
        event_id: EventId,
        who_edit: Who,
        fields: Annotated[EventFields, Only("start_datetime", "end_datetime", "location", "description")],
    ) -> str:
        """Someone who takes part moves the event or changes its place or details."""
        return f"'{actions.edit_by_attendee(call, event_id, who_edit, fields).title}' is changed."

    @event(makes=NOTHING)
    def delete_calendar_event_by_attendee(self, call: Call, event_id: EventId, who_delete: Who) -> str:
        """Someone who takes part deletes the event from the owner's calendar."""
        return f"'{actions.delete_by_attendee(call, event_id, who_delete).title}' is deleted."

    def plant(self, plot: Plot, seed: EventSeed) -> None:
        plant_event(plot, seed)

    def landing(self, look: Look, record: Record) -> tuple[Screen, ...]:
        # The app has no other type of record.
        assert isinstance(record, Event)
        # The agenda below shows the day of the event, so that going back shows the other events of that day.
        day = when.show_day(record.start, look.tz)
        return (AgendaView(day=day), EventDetail(event_id=record.id))

    def meddlings(self, look: Look, spared: frozenset[str]) -> Iterable[Meddling]:
        free = [found for found in actions.in_order(look) if found.id not in spared]
        for found in free:
            yield Meddling("delete_calendar_event", {"event_id": found.id})
        for found in free:
            later = look.show(found.start + when.HOUR)
            # When the clock goes back, an hour later may be the same local time, and the edit would change nothing.
            if later != look.show(found.start):
                yield Meddling("edit_calendar_event", {"event_id": found.id, "start_datetime": later})
        start = look.show(look.now + when.DAY)
        yield Meddling("add_calendar_event", {"title": "Repot the ferns", "start_datetime": start})


def _confirmed(look: Look, event: Event, how: str) -> str:
    """Return a sentence that confirms a new or changed event: id, title, times, place and attendees."""
    place = f", at {event.location}" if event.location else ""
    people = f", with {spoken(event.attendees)}" if event.attendees else ""
    return f"Event {event.id}, '{event.title}', is {how}: {actions.span_text(look, event)}{place}{people}."


def told(look: Look, event: Event) -> dict[str, Any]:
    """Return an event in the form in which tools return it to the assistant."""
    return {
        "event_id": event.id,
        "title": event.title,
        "start_datetime": look.show(event.start),
        "end_datetime": look.show(event.end),
        "weekday": when.weekday(event.start, look.tz),
        "tag": event.tag,
        "description": event.description,
        "location": event.location,
        "attendees": list(event.attendees),
        "added_by": event.created_by,
    }


def told_page(look: Look, events: Sequence[Event], offset: int, limit: int) -> dict[str, Any]:
    page = events[offset : offset + limit]
    return {
        "events": [told(look, event) for event in page],
        "range": [offset, offset + len(page)],
        "total": len(events),
    }
