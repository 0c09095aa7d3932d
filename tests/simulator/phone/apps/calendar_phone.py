"""A phone with a calendar for tests: Thursday 5 March 2026, 08:22 in Luxembourg."""

from __future__ import annotations

from typing import Any

from simulator.phone.apps.calendar.records import Event
from simulator.phone.people import Owner, Person
from tests.simulator.phone.apps.app_phone import AppPhone, ada_in
from tests.simulator.phone.small_phone import NOW, ZONE

OWNER = ada_in(ZONE)
PEOPLE = {
    "bo": Person(label="bo", name="Bo Ek"),
    "cy": Person(label="cy", name="Cy Roth", email="cy@roth.example"),
}
DAY: list[dict[str, Any]] = [
    {"label": "review", "title": "Design review", "start": "09:30", "end": "11:00", "tag": "work", "location": "Studio",
     "attendees": ["owner", "bo"], "description": "Bring the sketches."},
    {"label": "lunch", "title": "Lunch", "start": "12:30", "minutes": 60, "attendees": ["Cy Roth"]},
    {"label": "dentist", "title": "Dentist", "start": "+5d 16:30", "end": "+5d 17:00", "tag": "health"},
]  # fmt: skip


class Phone(AppPhone):
    of = "calendar"

    def __init__(self, seeds: list[dict[str, Any]] | None = None, now: int = NOW, owner: Owner = OWNER) -> None:
        super().__init__(DAY if seeds is None else seeds, now=now, owner=owner, people=PEOPLE)

    def entry(self, label_or_id: str) -> Event:
        return self.get(Event, label_or_id)

    def events(self) -> list[Event]:
        return sorted(self.world.store.all(Event).values(), key=lambda event: event.start)

    def opens_calendar(self, label: str = "") -> None:
        """Open the calendar, and an event in it."""
        self.opens("Calendar")
        if label:
            self.taps("open_event_by_id", event_id=self.id(label))

    @property
    def titles(self) -> list[str]:
        return [row.title for row in self.view.rows]
