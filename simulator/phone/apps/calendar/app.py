"""The calendar as an app: its tools for the assistant, seeds, and what a stranger to a task might do to it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any

from simulator.phone import when
from simulator.phone.actions import tool
from simulator.phone.app import App, Meddling
from simulator.phone.apps.calendar import days
from simulator.phone.apps.calendar.changes import Wish, changed, new_event
from simulator.phone.apps.calendar.forms import EditEvent, EventDetail
from simulator.phone.apps.calendar.others import OthersActs
from simulator.phone.apps.calendar.records import (
    DEFAULT_TITLE,
    Attendee,
    Description,
    End,
    Event,
    EventId,
    EventSeed,
    Location,
    Start,
    Tag,
    Title,
    planted,
)
from simulator.phone.apps.calendar.screens import AgendaView
from simulator.phone.apps.calendar.views import span_text, told, told_page
from simulator.phone.call import Call, Look
from simulator.phone.errors import ActionError
from simulator.phone.plot import Plot
from simulator.phone.roles import Plain
from simulator.phone.screens import Screen
from simulator.phone.store import Record

_FIND_IDS = "Calendar__get_calendar_events_from_to and Calendar__search_events give the ids."


class Calendar(OthersActs, App):
    name = "calendar"
    prefix = "Calendar"
    title = "Calendar"
    about = "The owner's events, day by day."
    records = (Event,)
    screens = (AgendaView, EventDetail, EditEvent)
    seed = EventSeed

    @tool(write=True)
    def add_calendar_event(
        self,
        call: Call,
        title: Title = DEFAULT_TITLE,
        start_datetime: Start | None = None,
        end_datetime: End | None = None,
        tag: Tag | None = None,
        description: Description | None = None,
        location: Location | None = None,
        attendees: list[Attendee] | None = None,
    ) -> str:
        """Add an event and give its id. Without times it starts now; without an end it takes an hour."""
        wish = Wish(title, start_datetime, end_datetime, tag, description, location, attendees)
        made = new_event(call, wish)
        call.put(made)
        return made.id

    @tool(write=True)
    def edit_calendar_event(
        self,
        call: Call,
        event_id: EventId,
        title: Title | None = None,
        start_datetime: Start | None = None,
        end_datetime: End | None = None,
        tag: Tag | None = None,
        description: Description | None = None,
        location: Location | None = None,
        attendees: list[Attendee] | None = None,
    ) -> str:
        """Change an event. What is left out stays; an empty text or list clears. A new start alone keeps the length."""
        old = call.find(Event, event_id, "event", _FIND_IDS)
        wish = Wish(title, start_datetime, end_datetime, tag, description, location, attendees)
        new = changed(call, old, wish)
        call.put(new)
        return f"Event {event_id} is saved: '{new.title}', {span_text(call, new)}."

    @tool(write=True)
    def delete_calendar_event(self, call: Call, event_id: EventId) -> str:
        """Delete an event."""
        old = call.find(Event, event_id, "event", _FIND_IDS)
        call.drop(old)
        return f"Event {event_id} is deleted."

    @tool(write=False)
    def get_calendar_event(self, call: Call, event_id: EventId) -> dict[str, Any]:
        """Read one event."""
        return told(call, call.find(Event, event_id, "event", _FIND_IDS))

    @tool(write=False)
    def get_calendar_events_from_to(
        self,
        call: Call,
        start_datetime: Start,
        end_datetime: End,
        offset: Annotated[int, Plain("How many events to pass over.")] = 0,
        limit: Annotated[int, Plain("How many events to give at most.")] = 10,
    ) -> dict[str, Any]:
        """List the events that overlap a span of time, in order of start."""
        span = days.Span(
            call.parse_time(start_datetime, "start_datetime"), call.parse_time(end_datetime, "end_datetime")
        )
        if span.end < span.start:
            raise ActionError("bad_argument", "end_datetime is before start_datetime.", "Give the earlier time first.")
        days.check_page(offset, limit)
        return told_page(call, days.within(call, span), offset, limit)

    @tool(write=False)
    def read_today_calendar_events(self, call: Call) -> dict[str, Any]:
        """List today's events."""
        events = days.within(call, days.day_of(call, ""))
        return told_page(call, events, 0, len(events))

    @tool(write=False)
    def get_all_tags(self, call: Call) -> list[str]:
        """List the tags in use."""
        return list(days.all_tags(call))

    @tool(write=False)
    def get_calendar_events_by_tag(self, call: Call, tag: Tag) -> list[dict[str, Any]]:
        """List the events with a tag."""
        days.not_blank(tag, "tag", "Calendar__get_all_tags gives the tags.")
        return [told(call, found) for found in days.in_order(call) if days.has_tag(found, tag)]

    @tool(write=False)
    def search_events(
        self, call: Call, query: Annotated[str, Plain("Words to look for in title, details, place and people.")]
    ) -> list[dict[str, Any]]:
        """List the events that mention something."""
        days.not_blank(query, "query", "Calendar__get_calendar_events_from_to lists all events of a time.")
        return [told(call, found) for found in days.in_order(call) if days.mentions(found, query)]

    def plant(self, plot: Plot, seed: EventSeed) -> None:
        plot.add(planted(plot, seed), seed.label)

    def landing(self, look: Look, record: Record) -> tuple[Screen, ...]:
        assert isinstance(record, Event)
        day = when.show_day(record.start, look.tz)
        return (AgendaView(day=day), EventDetail(event_id=record.id))

    def meddlings(self, look: Look, spared: frozenset[str]) -> Iterable[Meddling]:
        free = [found for found in days.in_order(look) if found.id not in spared]
        for found in free:
            yield Meddling("delete_calendar_event", {"event_id": found.id})
        for found in free:
            later = look.show(found.start + when.HOUR)
            # Where the clock goes back, an hour later may read the same.
            if later != look.show(found.start):
                yield Meddling("edit_calendar_event", {"event_id": found.id, "start_datetime": later})
        start = look.show(look.now + when.DAY)
        yield Meddling("add_calendar_event", {"title": "Repot the ferns", "start_datetime": start})
