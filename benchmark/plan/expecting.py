"""How many tokens episodes with models take: from earlier ones, or by a rule of thumb where there are none."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import sqrt
from typing import Literal, NamedTuple

from simulator.config import EpisodeConfig
from simulator.trace.exchange import Stage

Basis = Literal["free", "same models", "other models", "rule of thumb"]
ENOUGH = 5
"""With fewer earlier episodes nothing is said about how they differ; half and double are given instead."""
_NORMAL = 1.96


class Span(NamedTuple):
    """A guess with the range that it will hardly leave."""

    low: float = 0.0
    expected: float = 0.0
    high: float = 0.0

    def plus(self, other: Span) -> Span:
        return Span(*(mine + its for mine, its in zip(self, other, strict=True)))

    def times(self, factor: float) -> Span:
        return Span(*(value * factor for value in self))

    @classmethod
    def sum(cls, spans: Iterable[Span]) -> Span:
        """Ends are added up: the episodes of a sweep may well all be longer than usual."""
        total = cls()
        for span in spans:
            total = total.plus(span)
        return total


class Record(NamedTuple):
    """An earlier episode: aliases by stage, empty where no model played, and what it took."""

    observe: str
    execute: str
    user: str
    tokens_in: int
    tokens_out: int
    cost: float | None = None


class Thumb(NamedTuple):
    tokens_in: Span
    tokens_out: Span


THUMB: Mapping[Stage, Thumb] = {
    "user": Thumb(Span(6_000, 48_000, 60_000), Span(400, 1_200, 6_000)),
    "observe": Thumb(Span(17_000, 180_000, 1_200_000), Span(600, 3_000, 60_000)),
    "execute": Thumb(Span(0, 56_000, 300_000), Span(0, 1_200, 20_000)),
}
"""For one episode. Requests were measured over the built-in scenarios with models that do nothing (low), that look
once in two turns, offer once and act with five calls (expected), and that look all the time (high)."""


class Expected(NamedTuple):
    """For all episodes of a configuration together."""

    tokens_in: Span
    tokens_out: Span
    cost: Span | None
    """Where earlier episodes show it; None: it follows from prices."""
    basis: Basis
    based_on: int
    stages: tuple[Stage, ...] = ()

    def share_of(self, stage: Stage) -> tuple[float, float]:
        """Which part of the tokens goes to a stage: earlier episodes do not say, so the rule of thumb does."""
        whole = [THUMB[one] for one in self.stages]
        mine = THUMB[stage]
        return (
            mine.tokens_in.expected / sum(one.tokens_in.expected for one in whole),
            mine.tokens_out.expected / sum(one.tokens_out.expected for one in whole),
        )


def stages_of(config: EpisodeConfig) -> dict[Stage, str]:
    """The alias of the model by stage, where one plays."""
    found: dict[Stage, str] = {}
    if config.assistant == "llm" and config.observe_model and config.execute_model:
        found |= {"observe": config.observe_model.alias, "execute": config.execute_model.alias}
    if config.user == "llm" and config.user_model:
        found["user"] = config.user_model.alias
    return found


def expected_of(stages: Mapping[Stage, str], episodes: int, history: Sequence[Record]) -> Expected:
    """Earlier episodes of the same models say most, then those of others in the same stages."""
    alike = [record for record in history if _aliases(record) == stages]
    if alike:
        costs = [record.cost for record in alike if record.cost is not None]
        cost = _foretold(costs, episodes) if len(costs) == len(alike) else None
        return _from(alike, episodes, cost, "same models", tuple(stages))
    others = [record for record in history if _aliases(record).keys() == stages.keys()]
    if others:
        found = _from(others, episodes, None, "other models", tuple(stages))
        wider = (_widened(found.tokens_in), _widened(found.tokens_out))
        return found._replace(tokens_in=wider[0], tokens_out=wider[1])
    thumbs = [THUMB[stage] for stage in stages]
    tokens_in = Span.sum(thumb.tokens_in for thumb in thumbs).times(episodes)
    tokens_out = Span.sum(thumb.tokens_out for thumb in thumbs).times(episodes)
    return Expected(tokens_in, tokens_out, None, "rule of thumb", 0, tuple(stages))


def _from(
    records: Sequence[Record],
    episodes: int,
    cost: Span | None,
    basis: Basis,
    stages: tuple[Stage, ...],
) -> Expected:
    tokens_in = _foretold([record.tokens_in for record in records], episodes)
    tokens_out = _foretold([record.tokens_out for record in records], episodes)
    return Expected(tokens_in, tokens_out, cost, basis, len(records), stages)


def _foretold(values: Sequence[float], episodes: int) -> Span:
    """The sum over so many more of them, with a 95 % prediction interval."""
    mean = sum(values) / len(values)
    total = mean * episodes
    if len(values) < ENOUGH:
        return Span(total / 2, total, total * 2)
    variance = sum((value - mean) ** 2 for value in values) / (len(values) - 1)
    spread = _NORMAL * sqrt(variance * (episodes + episodes**2 / len(values)))
    return Span(max(0.0, total - spread), total, total + spread)


def _widened(span: Span) -> Span:
    return Span(min(span.low, span.expected / 2), span.expected, max(span.high, span.expected * 2))


def _aliases(record: Record) -> dict[Stage, str]:
    named: tuple[tuple[Stage, str], ...] = (
        ("observe", record.observe),
        ("execute", record.execute),
        ("user", record.user),
    )
    return {stage: alias for stage, alias in named if alias}
