"""A phone with a calendar for tests: Thursday 5 March 2026, 08:22 in Luxembourg."""

from __future__ import annotations

from typing import Any

from simulator.phone import when
from simulator.phone.apps.calendar.app import Calendar
from simulator.phone.apps.calendar.records import Event, EventSeed
from simulator.phone.people import Owner, Person, Rules
from simulator.phone.perform import Done, assistant_does, environment_does, user_does
from simulator.phone.plot import Plot, SeedClock
from simulator.phone.registry import phone_with
from simulator.phone.screens import View
from simulator.phone.state import Notice
from simulator.phone.world import World

TZ = when.zone("Europe/Luxembourg")
NOW = when.parse_local("2026-03-05 08:22", TZ)
OWNER = Owner(name="Ada Lind", email="ada@lind.example", time_zone="Europe/Luxembourg")
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


class Phone:
    """The world with short ways to act in it; moments are counted."""

    def __init__(self, seeds: list[dict[str, Any]] | None = None, now: int = NOW, owner: Owner = OWNER) -> None:
        self.world = World.blank(owner, phone_with(("calendar",)), now, Rules(standing_consent=True))
        self.plot = plant(self.world, DAY if seeds is None else seeds)
        self.moment = 0

    def id(self, label: str) -> str:
        return self.plot.labels[label][1]

    def event(self, label_or_id: str) -> Event:
        record_id = self.id(label_or_id) if label_or_id in self.plot.labels else label_or_id
        found = self.world.store.get(Event, record_id)
        assert found is not None
        return found

    def events(self) -> list[Event]:
        return sorted(self.world.store.all(Event).values(), key=lambda event: event.start)

    def taps(self, name: str, /, **args: Any) -> str:
        done = self.tries(name, **args)
        assert done.error is None, done.error
        return str(done.result)

    def tries(self, name: str, /, **args: Any) -> Done:
        self.moment += 1
        return user_does(self.world, name, args, self.moment)

    def calls(self, name: str, /, **args: Any) -> Any:
        done = self.asks(name, **args)
        assert done.error is None, done.error
        return done.result

    def asks(self, name: str, /, **args: Any) -> Done:
        self.moment += 1
        return assistant_does(self.world, f"Calendar__{name}", args, self.moment)

    def happens(self, name: str, /, **args: Any) -> Done:
        self.moment += 1
        return environment_does(self.world, "calendar", name, args, self.moment)

    def opens(self, label: str = "") -> None:
        """Open the calendar, and an event in it."""
        self.taps("go_home")
        self.taps("open_app", app_name="Calendar")
        if label:
            self.taps("open_event_by_id", event_id=self.id(label))

    @property
    def screens(self) -> list[str]:
        return [frame.screen for frame in self.world.frames("calendar")]

    @property
    def view(self) -> Any:
        shown: View = self.world.screen.view(self.world)
        return shown

    @property
    def titles(self) -> list[str]:
        return [row.title for row in self.view.rows]

    def told(self, side: Any) -> list[Notice]:
        return [notice for notice in self.world.inbox(side) if notice.kind != "user_action"]


def plant(world: World, seeds: list[dict[str, Any]]) -> Plot:
    clock = SeedClock(world.now, world.tz)
    plot = Plot("t", world.store, clock, world.owner, PEOPLE)
    for seed in seeds:
        Calendar().plant(plot, EventSeed.model_validate(seed, context=clock))
    world.store.commit()
    return plot


def refusal(done: Done) -> str:
    assert done.error is not None, f"{done.name} was expected to fail"
    return f"{done.error.code}: {done.error.message}"
