"""The agenda. The published *_by_attendee taps are left out: what others do are events of the world, not taps."""

from __future__ import annotations

from typing import Annotated, ClassVar

from msgspec.structs import replace

from simulator.phone import when
from simulator.phone.actions import push, tap
from simulator.phone.actions import replace as swap_to
from simulator.phone.apps.calendar import days
from simulator.phone.apps.calendar.forms import EditEvent, EventDetail
from simulator.phone.apps.calendar.records import Attendee, Event, EventId, Tag
from simulator.phone.apps.calendar.views import AgendaDay, day_rows, row, week_of
from simulator.phone.call import Call, Look
from simulator.phone.errors import ActionError
from simulator.phone.paging import Page, page_left, page_of
from simulator.phone.roles import Plain, When
from simulator.phone.screens import Screen, Step, View, go, stay, swap

PAGE = 10
Offset = Annotated[int, Plain("How many events to pass over.")]
Limit = Annotated[int, Plain("How many events to show.")]
Query = Annotated[str, Plain("Words to look for.")]
_SHOW_ALL = "show_all shows every event of the day."


class AgendaView(Screen, frozen=True):
    """`day` is YYYY-MM-DD, empty for the day the phone shows now, or `all` for every day."""

    app: ClassVar[str] = "calendar"
    prefix: ClassVar[str] = "Calendar"

    day: str = ""
    tag: str = ""
    attendee: str = ""
    query: str = ""
    offset: int = 0
    limit: int = PAGE

    @tap(swap_to("AgendaView"))
    def list_events(self, call: Call, offset: Offset = 0, limit: Limit = PAGE) -> Step:
        """Page through the events shown here; day and filters stay."""
        page_of(self._events(call), offset, limit, "event", days.MAX_LIMIT)
        return self._shown(call, replace(self, offset=offset, limit=limit))

    @tap(swap_to("AgendaView"))
    def show_all(self, call: Call) -> Step:
        """Clear search and filters."""
        day = "" if self.day == days.EVERY_DAY else self.day
        return self._shown(call, AgendaView(day=day))

    @tap(swap_to("AgendaView"))
    def search_events(self, call: Call, query: Query) -> Step:
        """Look for words in title, details, place and people, on every day."""
        days.not_blank(query, "query", _SHOW_ALL)
        return self._shown(call, AgendaView(day=days.EVERY_DAY, query=query.strip()))

    @tap(swap_to("AgendaView"))
    def filter_by_tag(self, call: Call, tag: Tag) -> Step:
        """Show only events with this tag."""
        days.not_blank(tag, "tag", _SHOW_ALL)
        return self._shown(call, replace(self, tag=tag.strip(), offset=0))

    @tap(swap_to("AgendaView"))
    def filter_by_attendee(self, call: Call, attendee: Attendee) -> Step:
        """Show only events in which this person takes part."""
        days.not_blank(attendee, "attendee", _SHOW_ALL)
        return self._shown(call, replace(self, attendee=attendee.strip(), offset=0))

    @tap(swap_to("AgendaView"))
    def get_calendar_events_by_tag(self, call: Call, tag: Tag) -> Step:
        """Show the events with this tag on every day."""
        days.not_blank(tag, "tag", _SHOW_ALL)
        return self._shown(call, AgendaView(day=days.EVERY_DAY, tag=tag.strip()))

    @tap(swap_to("AgendaView"))
    def read_today_calendar_events(self, call: Call) -> Step:
        """Show today."""
        return self._shown(call, AgendaView())

    @tap(swap_to("AgendaView"))
    def set_day(self, call: Call, date: Annotated[str, When("The day, YYYY-MM-DD.")]) -> Step:
        """Show another day; filters stay."""
        return self._on_day(call, days.read_day(call, date, "date"))

    @tap(swap_to("AgendaView"))
    def next_day(self, call: Call) -> Step:
        """Show the day after."""
        return self._on_day(call, self._span(call).end)

    @tap(swap_to("AgendaView"))
    def previous_day(self, call: Call) -> Step:
        """Show the day before."""
        return self._on_day(call, self._span(call).start - 1)

    @tap()
    def get_all_tags(self, call: Call) -> Step:
        """See which tags there are."""
        return stay(f"Tags: {', '.join(days.all_tags(call)) or 'none'}.")

    @tap(push("EventDetail"))
    def open_event_by_id(self, call: Call, event_id: EventId) -> Step:
        """Open an event."""
        return _opened(call.find(Event, event_id, "event", "Pick one from the list."))

    @tap(push("EventDetail"))
    def open_event_by_index(self, call: Call, index: Annotated[int, Plain("Place in the list shown, from 0.")]) -> Step:
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
            tags=tuple(days.all_tags(look)),
        )
        if self.day == days.EVERY_DAY:
            return replace(found, rows=tuple(row(look, event) for event in page.rows))
        span = self._span(look)
        today = span == days.day_of(look, "")
        return replace(
            found,
            title=_day_name(look, span.start),
            day=when.show_day(span.start, look.tz),
            today=today,
            clock=when.show_clock(look.now, look.tz) if today else "",
            rows=day_rows(look, page.rows, span),
            week=week_of(look, span),
        )

    def _span(self, look: Look) -> days.Span:
        """The day shown; with every day shown, today."""
        return days.day_of(look, "" if self.day == days.EVERY_DAY else self.day)

    def _events(self, look: Look) -> list[Event]:
        events = days.in_order(look) if self.day == days.EVERY_DAY else days.within(look, self._span(look))
        return [
            event
            for event in events
            if (not self.tag or days.has_tag(event, self.tag))
            and (not self.attendee or days.has_attendee(event, self.attendee))
            and (not self.query or days.mentions(event, self.query))
        ]

    def _page(self, look: Look) -> Page[Event]:
        return page_left(self._events(look), self.offset, self.limit)

    def _on_day(self, call: Call, at: int) -> Step:
        day = when.show_day(at, call.tz)
        days.read_day(call, day, "date")
        return self._shown(call, replace(self, day=day, query="", offset=0))

    def _shown(self, look: Look, agenda: AgendaView) -> Step:
        count = len(agenda._events(look))
        shown = "in all days" if agenda.day == days.EVERY_DAY else f"on {_day_name(look, agenda._span(look).start)}"
        return swap(agenda, f"{count} {'event' if count == 1 else 'events'} {shown}.")


def _opened(event: Event) -> Step:
    return go(EventDetail(event_id=event.id), f"'{event.title}' is open.")


def _day_name(look: Look, at: int) -> str:
    return f"{when.weekday(at, look.tz)} {when.show_day(at, look.tz)}"
