"""The figures of two runs side by side, with their differences."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from simulator.trace.metrics import Metrics, metrics
from simulator.trace.moments import Moment
from simulator.words import times
from simulator.words.money import dollars

_UNKNOWN = "–"
_MINUS = "\N{MINUS SIGN}"


class Measured(NamedTuple):
    """The counts of one run."""

    moments: int
    metrics: Metrics
    tokens: int = 0
    cost: float | None = None
    """Cost in US dollars; None if no price is known."""


class ComparedFigure(NamedTuple):
    """One figure of two runs, as it is shown."""

    title: str
    left: str
    right: str
    difference: str
    """Right minus left, with its sign; a dash if one value is unknown."""

    @property
    def equal(self) -> bool:
        return self.difference[0] not in f"+{_MINUS}"


def measured(moments: Sequence[Moment], tokens: int = 0, cost: float | None = None) -> Measured:
    return Measured(len(moments), metrics(moments), tokens, cost)


def figures(left: Measured, right: Measured) -> tuple[ComparedFigure, ...]:
    """Return all figures, but tokens and cost only if one of the runs used tokens."""
    counts = [_figure(title, of(left), of(right), _count) for title, of in _COUNTS.items()]
    time = _figure("Simulated time", left.metrics.simulated_seconds, right.metrics.simulated_seconds, _duration)
    if not (left.tokens or right.tokens):
        return (*counts, time)
    spent = (
        _figure("Tokens", left.tokens, right.tokens, _count),
        _figure("Cost", _cost_of(left), _cost_of(right), _dollars),
    )
    return (*counts, *spent, time)


# In the order of the table.
_COUNTS: dict[str, Callable[[Measured], int]] = {
    "Turns": lambda run: run.metrics.turns,
    "Steps": lambda run: run.moments,
    "Offers": lambda run: run.metrics.offers,
    "Accepted": lambda run: run.metrics.accepted,
    "Rejected": lambda run: run.metrics.rejected,
    "Reads": lambda run: run.metrics.observe_reads + run.metrics.execute_reads,
    "Writes": lambda run: run.metrics.execute_writes,
    "Errors": lambda run: run.metrics.failed + run.metrics.refused + run.metrics.user_failed,
}


def _figure(title: str, left: float | None, right: float | None, shown: Callable[[float], str]) -> ComparedFigure:
    here, there = (_UNKNOWN if value is None else shown(value) for value in (left, right))
    if left is None or right is None:
        return ComparedFigure(title, here, there, _UNKNOWN)
    more = shown(abs(right - left))
    # A difference that rounds to zero must not show a sign.
    sign = "" if more == shown(0) else "+" if right > left else _MINUS
    return ComparedFigure(title, here, there, f"{sign}{more}")


def _cost_of(run: Measured) -> float | None:
    """Return the cost: 0 for a run that used no tokens, and None if no price is known."""
    return run.cost if run.tokens else 0.0


def _count(value: float) -> str:
    return f"{value:,.0f}"


def _dollars(value: float) -> str:
    # Sums of floats differ in their last digits, which would show as a difference in cost.
    return dollars(round(value, 6))


def _duration(value: float) -> str:
    return times.duration(int(value))
