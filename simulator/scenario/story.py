"""A scenario ready to be played: the phone has its records, labels have ids, events and solution have actions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from simulator.config import EpisodeConfig
from simulator.phone.actions import Action
from simulator.phone.people import Person, Rules
from simulator.phone.world import World
from simulator.reading.offers.offer_claims import WantedOffer
from simulator.scenario.argument_resolution import Names
from simulator.scenario.goals.evidence import Evidence
from simulator.scenario.schema import EventPart, Need, Scenario, SolutionStep
from simulator.trace.hashing import json_hash
from simulator.trace.ledger import Ledger


class Scheduled(NamedTuple):
    """An event of the timeline, bound to the app that performs it."""

    part: EventPart
    app: str
    name: str
    args: dict[str, Any]
    reserved: tuple[str, str] | None
    """Table and id of the record that the event creates; None if it creates none."""
    senders: frozenset[str]
    """Addresses or ids of the people who caused the event."""
    at: int | None
    """The fixed time of the event; None if it waits for another event or for a condition."""
    until: int | None


class BoundStep(NamedTuple):
    """A step of a solution with its tool and arguments."""

    part: SolutionStep
    action: Action | None
    args: dict[str, Any]


@dataclass(frozen=True)
class Story:
    """A scenario ready to be played, with all names in its file resolved."""

    scenario: Scenario
    source: Mapping[str, Any]
    """The file's content as plain data, which traces store."""
    file: str
    start: int
    end: int | None
    tz: ZoneInfo
    blank: World
    """The phone at the start; `fresh` gives a copy to play on."""
    labels: Mapping[str, tuple[str, str]]
    people: Mapping[str, Person]
    paths: Mapping[str, str]
    events: Sequence[Scheduled]
    solution: Sequence[BoundStep]
    evidence_events: dict[str, tuple[str, ...]] = field(default_factory=dict, compare=False)
    """The events after which a need can be known, by need; filled by `need_evidence` at first use."""
    wanted_offers: dict[tuple[str, date], WantedOffer] = field(default_factory=dict, compare=False)
    """The data with which offers for a need are compared, by need and day; filled by `need_claims` at first use."""

    @property
    def id(self) -> str:
        return self.scenario.id

    @cached_property
    def hash(self) -> str:
        # The hash is of the data, not of the text, so that comments and layout of the file do not change it.
        return json_hash(self.source)

    @cached_property
    def names(self) -> Names:
        return Names(self.labels, self.people, self.paths, self.blank.owner, self.start, self.tz)

    def turn_limit(self, config: EpisodeConfig) -> int:
        """Return the number of turns after which a run ends: from the configuration, or else from the scenario."""
        return config.max_turns or self.scenario.turns

    def fresh(self, rules: Rules) -> World:
        world = self.blank.copy()
        world.rules = rules
        return world

    def evidence(self, world: World, ledger: Ledger) -> Evidence:
        return Evidence(
            world=world,
            ledger=ledger,
            start=self.start,
            labels=self.labels,
            people=self.people,
            formulas=self.scenario.derived,
            standing=world.rules.standing_consent,
        )

    def need(self, label: str) -> Need:
        return next(need for need in self.scenario.needs if need.label == label)
