"""Amounts of the shop: whole cents for sums, two decimals in records, half a cent rounded up."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal

from simulator.phone.errors import ActionError

HIGHEST_PRICE = 1_000_000
_CENT = Decimal("0.01")


def rounded(value: float) -> Decimal:
    """Round to two decimals."""
    # repr gives the shortest spelling: 1.005 is meant as written, not as its nearest binary fraction 1.00499...
    return Decimal(repr(value)).quantize(_CENT, ROUND_HALF_UP)


def cents(amount: float) -> int:
    """Return an amount in whole cents, which add up exactly, unlike floats."""
    return int(rounded(amount) * 100)


def amount(whole_cents: int) -> float:
    """Return whole cents as an amount for records and tool results."""
    return whole_cents / 100


def share(whole_cents: int, percent: float) -> Decimal:
    """Return a percentage of an amount, in cents and not yet rounded."""
    return whole_cents * Decimal(repr(percent)) / 100


def whole(part_of_cents: Decimal) -> int:
    """Round to whole cents."""
    return int(part_of_cents.quantize(Decimal(1), ROUND_HALF_UP))


def shown(value: float) -> str:
    """Return an amount with two decimals and no currency, because the shop's data names none."""
    return f"{value:.2f}"


def shown_percent(percent: float) -> str:
    """Return a percentage with its sign, such as `10 %`."""
    return f"{percent:g} %"


def checked_price(value: float, argument: str) -> float:
    """Return a price in whole cents as an amount, or refuse it."""
    if not 0 <= value <= HIGHEST_PRICE:
        raise ActionError("bad_argument", f"{argument} cannot be {value:g}.", f"Give 0 to {HIGHEST_PRICE}.")
    return amount(cents(value))


def checked_percent(value: float, argument: str) -> float:
    """Return a percentage with two decimals, or refuse it."""
    # 0.004 is more than 0 but would be rounded to a code that takes nothing off.
    if not 0 < value <= 100 or not cents(value):
        raise ActionError("bad_argument", f"{argument} cannot take {value:g} % off.", "Give more than 0, up to 100.")
    return amount(cents(value))
