"""Plays scenarios with the built-in assistants that need no model, to get figures to compare models with."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from benchmark.process_pool import run_in_processes
from simulator.agents.human import HUMAN
from simulator.agents.registry import ASSISTANTS, OUTSIDE
from simulator.config import EpisodeConfig
from simulator.episode.loop import Episode
from simulator.reading.claims import READER
from simulator.scenario.story import Story

# Assistants that use random numbers play each scenario with every seed; the others play it once, with the first seed.
SEEDS = (0, 1, 2)
_SEEDED = ("random", "parrot")


class Baseline(msgspec.Struct, frozen=True):
    """Counts of one assistant over all its runs."""

    assistant: str
    runs: int
    successes: int
    offers: int
    accepted: int
    offering: int
    """Runs with at least one offer."""
    succeeded: tuple[str, ...]
    """Scenarios with at least one success."""
    user: str = EpisodeConfig().user
    """The player of the user in all runs."""
    reader: str = READER
    """The reader whose outcomes are counted."""

    @property
    def played_with(self) -> str:
        return f"user {self.user}, reader {self.reader}"

    @property
    def share(self) -> float:
        return self.successes / self.runs if self.runs else 0.0


class _Planned(NamedTuple):
    story: Story
    assistant: str
    seed: int


class _Run(msgspec.Struct, frozen=True):
    assistant: str
    scenario: str
    success: bool
    offers: int
    accepted: int


def baselines(stories: Sequence[Story], workers: int = 2) -> list[Baseline]:
    """Play all scenarios with every built-in assistant that needs no model, and return the counts of each assistant."""
    names = [name for name in ASSISTANTS if name not in (*OUTSIDE, HUMAN)]
    plan = [
        _Planned(story, name, seed)
        for name in names
        for seed in (SEEDS if name in _SEEDED else SEEDS[:1])
        for story in stories
    ]
    # Worker processes send back only counts, because an `Episode` holds the whole phone.
    runs = list(run_in_processes(_play, plan, workers))
    return [_summed([run for run in runs if run.assistant == name], name) for name in names]


def _play(planned: _Planned) -> _Run:
    story, name, seed = planned
    episode = Episode(story, EpisodeConfig(assistant=name, seed=seed)).run()
    offers = episode.ledger.offers.values()
    accepted = sum(1 for offer in offers if offer.accepted)
    return _Run(name, story.id, episode.outcome().success, len(offers), accepted)


def _summed(runs: list[_Run], name: str) -> Baseline:
    won = tuple(dict.fromkeys(run.scenario for run in runs if run.success))
    return Baseline(
        assistant=name,
        runs=len(runs),
        successes=sum(run.success for run in runs),
        offers=sum(run.offers for run in runs),
        accepted=sum(run.accepted for run in runs),
        offering=sum(run.offers > 0 for run in runs),
        succeeded=won,
    )
