"""A phone like the one of a new scenario, on which examples are tried before they are written down."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from simulator.phone.actions import Action
from simulator.phone.people import Owner, Person, Rules
from simulator.phone.perform import Done, assistant_does, environment_does
from simulator.phone.plot import Plot, SeedClock
from simulator.phone.registry import phone_with
from simulator.phone.world import World
from simulator.scenario.arguments import ArgumentError, Names, resolve

Items = Mapping[str, Sequence[Mapping[str, Any]]]


class Tried(NamedTuple):
    """An action that fits its signature, what came of it, and the phone afterwards."""

    done: Done
    world: World


class Stage:
    def __init__(self, scenario: str, owner: Owner, person: Person, apps: Sequence[str], start: int) -> None:
        self.apps = phone_with(tuple(apps))
        self.person = person
        self._scenario = scenario
        self._owner = owner
        self._start = start
        self.world = World.blank(owner, self.apps, start, Rules(standing_consent=True))
        self.names = Names({}, {person.label: person}, {}, owner, start, self.world.tz)

    def plant(self, items: Items) -> None:
        """Fill a fresh phone with these items; whatever they raise, the phone from before stays."""
        world = World.blank(self._owner, self.apps, self._start, self.world.rules)
        clock = SeedClock(self._start, world.tz)
        plot = Plot(self._scenario, world.store, clock, self._owner, self.names.people)
        for app in self.apps.values():
            app.prepare(plot)
        for name, several in items.items():
            seed = self.apps[name].seed
            assert seed is not None
            for item in several:
                self.apps[name].plant(plot, seed.model_validate(dict(item), context=clock))
        world.store.commit()
        self.world = world
        self.names = self.names._replace(labels=plot.labels)

    def labels_of(self, table: str) -> list[str]:
        return [label for label, (other, _) in self.names.labels.items() if other == table]

    def attempt(self, action: Action, args: Mapping[str, Any]) -> Tried | None:
        """Do it on a copy of the phone; None if it cannot even be written so in a file."""
        try:
            resolved = resolve(action, args, self.names)
        except ArgumentError:
            return None
        world = self.world.copy()
        if action.mark.side == "environment":
            return Tried(environment_does(world, action.app, action.name, resolved, 1), world)
        return Tried(assistant_does(world, action.full_name, resolved, 1), world)
