"""How the trivial assistants do: what a scenario set asks of a good one shows beside them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from benchmark.forked import results_of
from simulator.agents.registry import ASSISTANTS, OUTSIDE
from simulator.config import EpisodeConfig
from simulator.episode import Episode
from simulator.scenario.story import Story

SEEDS = (0, 1, 2)
"""The random assistant plays each scenario once for each; the others play alike every time."""


class Baseline(msgspec.Struct, frozen=True):
    """What one assistant came to over all scenarios."""

    assistant: str
    runs: int
    successes: int
    offers: int
    accepted: int
    succeeded: tuple[str, ...]
    """The scenarios in which it succeeded at least once."""

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
    """Every assistant that needs no model, over all stories."""
    names = [name for name in ASSISTANTS if name not in OUTSIDE]
    plan = [
        _Planned(story, name, seed)
        for name in names
        for seed in (SEEDS if name == "random" else SEEDS[:1])
        for story in stories
    ]
    runs = list(results_of(_play, plan, workers))
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
        succeeded=won,
    )
