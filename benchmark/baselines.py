"""How the trivial assistants do: what a scenario set asks of a good one shows beside them."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import msgspec

from simulator.agents.registry import ASSISTANTS
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


class _Run(msgspec.Struct, frozen=True):
    assistant: str
    scenario: str
    success: bool
    offers: int
    accepted: int


def baselines(stories: Sequence[Story], workers: int = 2) -> list[Baseline]:
    """Every assistant that needs no model, over all stories."""
    plan = [
        (number, name, seed)
        for name in ASSISTANTS
        for seed in (SEEDS if name == "random" else SEEDS[:1])
        for number in range(len(stories))
    ]
    _forked[:] = stories
    if workers > 1 and len(stories) > 1:
        with ProcessPoolExecutor(workers, mp_context=get_context("fork")) as pool:
            runs = list(pool.map(_play, plan, chunksize=8))
    else:
        runs = [_play(one) for one in plan]
    return [_summed([run for run in runs if run.assistant == name], name) for name in ASSISTANTS]


_forked: list[Story] = []


def _play(plan: tuple[int, str, int]) -> _Run:
    number, name, seed = plan
    story = _forked[number]
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
