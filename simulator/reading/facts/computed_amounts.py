"""Recognises amounts that can be computed from others: sums of a few amounts, and equal shares of such sums."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from functools import lru_cache
from itertools import combinations

from simulator.reading.facts.text_values import ValueMention, kind_of, values_in
from simulator.reading.language.tokens import folded_text

# In cents: shares are rounded, so a computed amount may be off by this much.
_ROUNDING = 2
# With more amounts than this, some sum of three matches almost any number by chance.
_FEW = 40
_MOST_HEADS = 8


def is_money(value: ValueMention) -> bool:
    """Return True for an amount that has a currency or cents, or is at least 200; smaller numbers are often counts."""
    return value.kind == "money" or (
        value.kind == "number" and any(meaning % 100 or meaning >= 20000 for meaning in value.meanings)
    )


def money_amounts(texts: Iterable[str], now: datetime) -> frozenset[int]:
    """Return the amounts in texts that look like money, in cents."""
    return frozenset(
        meaning
        for text in texts
        for value in values_in(folded_text(text), now)
        if kind_of(value) == "amount" and is_money(value)
        for meaning in value.meanings
    )


@lru_cache(maxsize=256)
def sums_of(amounts: frozenset[int]) -> frozenset[int]:
    """Return the sums of any two of the amounts and, if there are at most 40 amounts, of any three."""
    found = {one + other for one, other in combinations(sorted(amounts), 2)}
    if len(amounts) <= _FEW:
        found |= {sum(three) for three in combinations(sorted(amounts), 3)}
    return frozenset(found)


def is_computed(meaning: int, amounts: frozenset[int], named: frozenset[int] = frozenset()) -> bool:
    """Return True if `meaning` is one of the amounts, a sum of two or three, or an equal share for two to eight people.

    Sums of three count only if there are at most 40 amounts. `named` are the amounts that the text itself names; the
    sum of all of these counts too.
    """
    totals = sums_of(amounts) | amounts
    if len(named) > 1:
        totals |= {sum(named)}
    if meaning in totals:
        return True
    return any(
        abs(total - heads * meaning) <= min(_ROUNDING, heads - 1)
        for heads in range(2, _MOST_HEADS + 1)
        for total in (heads * meaning + rest for rest in range(-_ROUNDING, _ROUNDING + 1))
        if total in totals
    )
