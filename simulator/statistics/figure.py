"""Defines a figure: a value, the number of observations behind it, and its interval."""

from __future__ import annotations

from typing import Self

import msgspec


class Figure(msgspec.Struct, frozen=True):
    """A value computed from `n` observations. Without observations the value is None, never 0.

    A missing `high` beside a `low` means that the interval has no upper end.
    """

    value: float | None
    n: int = 0
    low: float | None = None
    high: float | None = None

    def with_interval(self, low: float, high: float) -> Self:
        """Return the figure with this interval, widened if necessary to contain the value.

        In a skewed sample, the interval from bootstrap draws may miss the value, which would confuse people.
        """
        value = low if self.value is None else self.value
        return msgspec.structs.replace(self, low=min(low, value), high=max(high, value))
