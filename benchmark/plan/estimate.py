"""Estimates tokens and cost of a sweep before it starts.

The estimate covers only models that the built-in player `llm` calls. The cost of installed policies and of servers is
unknown.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from math import sqrt
from typing import Literal, NamedTuple

import msgspec

from benchmark.plan.cells import PlannedCell
from benchmark.plan.configurations import Configuration
from simulator.agents.llm.public_prices import Price, price_of
from simulator.config import EpisodeConfig
from simulator.trace.exchange import Stage

Basis = Literal["free", "same models", "other models", "rule of thumb"]
# With fewer earlier runs than this, their spread says little, so the range is from half to double the expected value.
ENOUGH = 5
# The normal distribution's quantile for 95 %; an estimate needs no more digits.
_NORMAL = 1.96


class EstimateRange(NamedTuple):
    """An expected number with a low and a high bound."""

    low: float = 0.0
    expected: float = 0.0
    high: float = 0.0

    def plus(self, other: EstimateRange) -> EstimateRange:
        return EstimateRange(*(mine + its for mine, its in zip(self, other, strict=True)))

    def times(self, factor: float) -> EstimateRange:
        return EstimateRange(*(value * factor for value in self))

    @classmethod
    def sum(cls, spans: Iterable[EstimateRange]) -> EstimateRange:
        """Add up lows, expected values and highs separately: all ranges may reach their high ends at the same time."""
        total = cls()
        for span in spans:
            total = total.plus(span)
        return total


class EarlierRun(NamedTuple):
    """Tokens and cost of an earlier run, and the model alias of each stage, "" for a stage without a model."""

    observe: str
    execute: str
    user: str
    tokens_in: int
    tokens_out: int
    cost: float | None = None


class StageEstimate(NamedTuple):
    """Expected tokens of one stage of a run."""

    tokens_in: EstimateRange
    tokens_out: EstimateRange


# Tokens per run, measured on the built-in scenarios: with models that do nothing (low), that read the phone every
# second turn, offer once and act with five calls (expected), and that read the phone all the time (high).
THUMB: Mapping[Stage, StageEstimate] = {
    "user": StageEstimate(EstimateRange(6_000, 48_000, 60_000), EstimateRange(400, 1_200, 6_000)),
    "observe": StageEstimate(EstimateRange(17_000, 180_000, 1_200_000), EstimateRange(600, 3_000, 60_000)),
    "execute": StageEstimate(EstimateRange(0, 56_000, 300_000), EstimateRange(0, 1_200, 20_000)),
}


class Expected(NamedTuple):
    """Expected tokens and cost of all runs of a configuration."""

    tokens_in: EstimateRange
    tokens_out: EstimateRange
    cost: EstimateRange | None
    """Cost known from earlier runs; None if the cost has to be computed from prices."""
    basis: Basis
    based_on: int
    stages: tuple[Stage, ...] = ()

    def share_of(self, stage: Stage) -> tuple[float, float]:
        """Return a stage's shares of input and output tokens, from THUMB, because earlier runs record only totals."""
        whole = [THUMB[one] for one in self.stages]
        mine = THUMB[stage]
        return (
            mine.tokens_in.expected / sum(one.tokens_in.expected for one in whole),
            mine.tokens_out.expected / sum(one.tokens_out.expected for one in whole),
        )


def stages_of(config: EpisodeConfig) -> dict[Stage, str]:
    """Return the model alias of each stage that a model plays."""
    found: dict[Stage, str] = {}
    if config.assistant == "llm" and config.observe_model and config.execute_model:
        found |= {"observe": config.observe_model.alias, "execute": config.execute_model.alias}
    if config.user == "llm" and config.user_model:
        found["user"] = config.user_model.alias
    return found


def expected_usage(stages: Mapping[Stage, str], episodes: int, history: Sequence[EarlierRun]) -> Expected:
    """Return the expected tokens of `episodes` runs.

    The numbers come from earlier runs of the same models, else of other models, else from THUMB. The cost is included
    if the cost of all earlier runs of the same models is known.
    """
    alike = [record for record in history if _aliases(record) == stages]
    if alike:
        costs = [record.cost for record in alike if record.cost is not None]
        # If some costs are unknown, the mean of the others may cover only cheap runs, so prices are used instead.
        cost = _foretold(costs, episodes) if len(costs) == len(alike) else None
        return _from(alike, episodes, cost, "same models", tuple(stages))
    others = [record for record in history if _aliases(record).keys() == stages.keys()]
    if others:
        found = _from(others, episodes, None, "other models", tuple(stages))
        wider = (_widened(found.tokens_in), _widened(found.tokens_out))
        return found._replace(tokens_in=wider[0], tokens_out=wider[1])
    thumbs = [THUMB[stage] for stage in stages]
    tokens_in = EstimateRange.sum(thumb.tokens_in for thumb in thumbs).times(episodes)
    tokens_out = EstimateRange.sum(thumb.tokens_out for thumb in thumbs).times(episodes)
    return Expected(tokens_in, tokens_out, None, "rule of thumb", 0, tuple(stages))


def _from(
    records: Sequence[EarlierRun],
    episodes: int,
    cost: EstimateRange | None,
    basis: Basis,
    stages: tuple[Stage, ...],
) -> Expected:
    tokens_in = _foretold([record.tokens_in for record in records], episodes)
    tokens_out = _foretold([record.tokens_out for record in records], episodes)
    return Expected(tokens_in, tokens_out, cost, basis, len(records), stages)


def _foretold(values: Sequence[float], episodes: int) -> EstimateRange:
    """Return the expected sum over `episodes` more runs, with a 95 % prediction interval.

    With fewer than ENOUGH values, the range is from half to double the expected sum.
    """
    mean = sum(values) / len(values)
    total = mean * episodes
    if len(values) < ENOUGH:
        return EstimateRange(total / 2, total, total * 2)
    variance = sum((value - mean) ** 2 for value in values) / (len(values) - 1)
    # The variance of the sum of new runs, plus that of the estimated mean.
    spread = _NORMAL * sqrt(variance * (episodes + episodes**2 / len(values)))
    return EstimateRange(max(0.0, total - spread), total, total + spread)


def _widened(span: EstimateRange) -> EstimateRange:
    return EstimateRange(min(span.low, span.expected / 2), span.expected, max(span.high, span.expected * 2))


def _aliases(record: EarlierRun) -> dict[Stage, str]:
    named: tuple[tuple[Stage, str], ...] = (
        ("observe", record.observe),
        ("execute", record.execute),
        ("user", record.user),
    )
    return {stage: alias for stage, alias in named if alias}


_STAGES: tuple[Stage, ...] = ("observe", "execute", "user")
_FREE = Expected(EstimateRange(), EstimateRange(), EstimateRange(), "free", 0)


class ConfigurationEstimate(msgspec.Struct, frozen=True, kw_only=True):
    """The estimate for all runs to play of one configuration."""

    configuration: int
    label: str
    episodes: int
    tokens_in: EstimateRange
    tokens_out: EstimateRange
    cost: EstimateRange | None
    """US dollars; None if the price is unknown."""
    basis: Basis
    based_on: int
    """Number of earlier runs that the estimate uses; 0 for a rule of thumb and for runs without models."""


class Estimate(msgspec.Struct, frozen=True, kw_only=True):
    """The estimates of a sweep's configurations, and of its judge."""

    configurations: tuple[ConfigurationEstimate, ...]
    judge: float | None = 0.0
    """Expected cost of the judge in US dollars; None if its price is unknown."""

    @property
    def episodes(self) -> int:
        return sum(one.episodes for one in self.configurations)

    @property
    def tokens_in(self) -> EstimateRange:
        return EstimateRange.sum(one.tokens_in for one in self.configurations)

    @property
    def tokens_out(self) -> EstimateRange:
        return EstimateRange.sum(one.tokens_out for one in self.configurations)

    @property
    def cost(self) -> EstimateRange:
        """Return the cost in US dollars of all configurations and the judge, without those in `unpriced`."""
        runs = EstimateRange.sum(one.cost for one in self.configurations if one.cost is not None)
        return runs.plus(judge_range(self.judge))

    @property
    def unpriced(self) -> tuple[str, ...]:
        """Return the labels of configurations without a known price, and “the judge” if its price is unknown."""
        runs = tuple(one.label for one in self.configurations if one.cost is None)
        return (*runs, "the judge") if self.judge is None else runs

    @property
    def based_on(self) -> int:
        return sum(one.based_on for one in self.configurations)


def judge_range(expected: float | None) -> EstimateRange:
    """Return a range from half to twice the expected cost, because texts differ in number and length.

    Return zeros if the cost is unknown.
    """
    return EstimateRange() if not expected else EstimateRange(expected / 2, expected, expected * 2)


def estimate(
    cells_to_run: Iterable[PlannedCell], configurations: Sequence[Configuration], history: Iterable[EarlierRun] = ()
) -> Estimate:
    """Return the estimate of each configuration that has cells to play. `history`: earlier runs with models."""
    counts = Counter(cell.configuration for cell in cells_to_run)
    records = list(history)
    return Estimate(
        configurations=tuple(
            _estimated(index, configurations[index], counts[index], records) for index in sorted(counts)
        )
    )


def record_of(config: EpisodeConfig, tokens_in: int, tokens_out: int, cost: float | None) -> EarlierRun:
    """Return an entry of the history for a run with this config, these tokens and this cost in US dollars."""
    aliases = stages_of(config)
    observe, execute, user = (aliases.get(stage, "") for stage in _STAGES)
    return EarlierRun(observe, execute, user, tokens_in, tokens_out, cost)


def _estimated(
    index: int, configuration: Configuration, episodes: int, history: Sequence[EarlierRun]
) -> ConfigurationEstimate:
    stages = stages_of(configuration.config)
    expected = expected_usage(stages, episodes, history) if stages else _FREE
    return ConfigurationEstimate(
        configuration=index,
        label=configuration.label,
        episodes=episodes,
        tokens_in=expected.tokens_in,
        tokens_out=expected.tokens_out,
        cost=expected.cost if expected.cost is not None else _priced(configuration.config, stages, expected),
        basis=expected.basis,
        based_on=expected.based_on,
    )


def _priced(config: EpisodeConfig, stages: dict[Stage, str], expected: Expected) -> EstimateRange | None:
    total = EstimateRange()
    for stage in stages:
        price = _price(config, stage)
        if price is None:
            return None
        share_in, share_out = expected.share_of(stage)
        total = total.plus(_cost(price, expected, share_in, share_out))
    return total


def _price(config: EpisodeConfig, stage: Stage) -> Price | None:
    choice = getattr(config, f"{stage}_model")
    return price_of(choice, config.model_routes[choice.alias])


def _cost(price: Price, expected: Expected, share_in: float, share_out: float) -> EstimateRange:
    pairs = zip(expected.tokens_in, expected.tokens_out, strict=True)
    return EstimateRange(*(price.of(tokens_in * share_in, tokens_out * share_out) for tokens_in, tokens_out in pairs))
