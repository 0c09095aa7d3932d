"""The words of the calendar: phrases for its actions and records, and labels for the fields of its views."""

from __future__ import annotations

from collections.abc import Mapping

from simulator.phone.apps.calendar.records import Event
from simulator.phone.words import Phrases, RecordWords, Words

_DEEDS: Mapping[str, Phrases] = {
    "add_calendar_event": ("add {title} to the calendar[, {start_datetime}]", "add an event to the calendar"),
    "edit_calendar_event": ("move {event_id} to {start_datetime}", "change {event_id}", "change an event"),
    "delete_calendar_event": ("delete {event_id} from the calendar", "delete an event from the calendar"),
    "get_calendar_event": ("read the event {event_id}", "read an event"),
    "get_calendar_events_from_to": "read the calendar[ from {start_datetime}][ to {end_datetime}][, {found:event}]",
    "read_today_calendar_events": "read today's calendar[, {found:event}]",
    "get_all_tags": "look at the calendar's tags",
    "get_calendar_events_by_tag": ("look for events tagged {tag}[, {found:event}]", "look for events by their tag"),
    "search_events": ("search the calendar for {query!q}[, {found:event}]", "look through the calendar"),
    "list_events": "look through the calendar",
    "show_all": "show all events",
    "filter_by_tag": ("show the events tagged {tag}", "show the events with a tag"),
    "filter_by_attendee": ("show the events with {attendee}", "show the events with somebody"),
    "set_day": ("turn the calendar to {date:day}", "turn the calendar to another day"),
    "next_day": "turn to the next day",
    "previous_day": "turn to the day before",
    "open_event_by_id": ("open the event {event_id}", "open an event"),
    "open_event_by_index": ("open the event {event_id}", "open an event"),
    "start_create_event": "start a new event",
    "refresh": "look at the event again",
    "delete": ("delete {event_id} from the calendar", "delete the event"),
    "list_attendees": ("look who takes part in {event_id}", "look who takes part"),
    "edit_event": ("edit the event {event_id}", "edit the event"),
    "set_title": ("name the event {title}", "name the event"),
    "set_time_range": "set the time[ to {start_datetime}][, until {end_datetime}]",
    "set_tag": ("tag the event {tag}", "take the event's tag away"),
    "set_description": "describe the event",
    "set_location": ("set the place to {location}", "take the place away"),
    "set_attendees": ("let {attendees} take part", "let nobody take part"),
    "add_attendee": ("add {name} to the event", "add somebody to the event"),
    "remove_attendee": ("remove {name} from the event", "remove somebody from the event"),
    "save": ("save the event {event_id}", "save the event {title}", "save the event"),
    "discard": "drop the changes to the event",
}
_NEWS: Mapping[str, Phrases] = {
    "add_calendar_event_by_attendee": "{who_add} adds {title} to the calendar[, {start_datetime}]",
    "edit_calendar_event_by_attendee": (
        "{who_edit} moves {event_id} to {start_datetime}",
        "{who_edit} changes {event_id}",
    ),
    "delete_calendar_event_by_attendee": "{who_delete} deletes {event_id}",
}

WORDS = Words(
    deeds=_DEEDS,
    news=_NEWS,
    records={Event: RecordWords(noun="calendar event", labels={"created_by": "added by"}, times=("start", "end"))},
    labels={
        "AgendaDay.clock": "time now",
        "EditEventView.name": "title",
        "EventRow.minutes": "duration in minutes",
        "EventRow.over": "is over",
    },
    # A slot is only a position in the drawing; the fields `start` and `end` say when the event is.
    unsaid=frozenset({"EventRow.slot"}),
)
