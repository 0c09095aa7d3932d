"""What a sweep may take in tokens and dollars, before any of it is played.

Of the models that are asked from here: what an installed policy or a server spends by itself, nobody can foretell.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

import msgspec

from benchmark.plan.configurations import Configuration
from benchmark.plan.expecting import Basis, Expected, Record, Span, expected_of, stages_of
from benchmark.plan.grid import PlannedCell
from simulator.agents.llm.public_prices import Price, price_of
from simulator.config import EpisodeConfig
from simulator.trace.exchange import Stage

__all__ = ["Basis", "ConfigurationEstimate", "Estimate", "Record", "Span", "estimate", "record_of"]

_STAGES: tuple[Stage, ...] = ("observe", "execute", "user")
_FREE = Expected(Span(), Span(), Span(), "free", 0)


class ConfigurationEstimate(msgspec.Struct, frozen=True, kw_only=True):
    """Of all episodes of one configuration that are to be played."""

    configuration: int
    label: str
    episodes: int
    tokens_in: Span
    tokens_out: Span
    cost: Span | None
    """US dollars; None where nobody knows the price."""
    basis: Basis
    based_on: int
    """Earlier episodes; 0 for a rule of thumb."""


class Estimate(msgspec.Struct, frozen=True, kw_only=True):
    configurations: tuple[ConfigurationEstimate, ...]

    @property
    def episodes(self) -> int:
        return sum(one.episodes for one in self.configurations)

    @property
    def tokens_in(self) -> Span:
        return Span.sum(one.tokens_in for one in self.configurations)

    @property
    def tokens_out(self) -> Span:
        return Span.sum(one.tokens_out for one in self.configurations)

    @property
    def cost(self) -> Span:
        """Of those whose price is known; `unpriced` names the others."""
        return Span.sum(one.cost for one in self.configurations if one.cost is not None)

    @property
    def unpriced(self) -> tuple[str, ...]:
        return tuple(one.label for one in self.configurations if one.cost is None)

    @property
    def based_on(self) -> int:
        return sum(one.based_on for one in self.configurations)


def estimate(
    cells_to_run: Iterable[PlannedCell], configurations: Sequence[Configuration], history: Iterable[Record] = ()
) -> Estimate:
    """By configuration that has cells to run. `history`: earlier episodes with models, the more the better."""
    counts = Counter(cell.configuration for cell in cells_to_run)
    records = list(history)
    return Estimate(
        configurations=tuple(
            _estimated(index, configurations[index], counts[index], records) for index in sorted(counts)
        )
    )


def record_of(config: EpisodeConfig, tokens_in: int, tokens_out: int, cost: float | None) -> Record:
    """An earlier episode as history has it."""
    aliases = stages_of(config)
    observe, execute, user = (aliases.get(stage, "") for stage in _STAGES)
    return Record(observe, execute, user, tokens_in, tokens_out, cost)


def _estimated(
    index: int, configuration: Configuration, episodes: int, history: Sequence[Record]
) -> ConfigurationEstimate:
    stages = stages_of(configuration.config)
    expected = expected_of(stages, episodes, history) if stages else _FREE
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


def _priced(config: EpisodeConfig, stages: dict[Stage, str], expected: Expected) -> Span | None:
    total = Span()
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


def _cost(price: Price, expected: Expected, share_in: float, share_out: float) -> Span:
    pairs = zip(expected.tokens_in, expected.tokens_out, strict=True)
    return Span(*(price.of(tokens_in * share_in, tokens_out * share_out) for tokens_in, tokens_out in pairs))
