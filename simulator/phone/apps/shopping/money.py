"""Amounts of money: sums are computed in whole cents, records hold two decimals, and half a cent is rounded up."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal

from simulator.phone.errors import ActionError

HIGHEST_PRICE = 1_000_000
_CENT = Decimal("0.01")


def rounded(value: float) -> Decimal:
    """Return the value rounded to two decimals."""
    # `repr` gives the digits as written: 1.005 is rounded to 1.01, although the float is really 1.00499...
    return Decimal(repr(value)).quantize(_CENT, ROUND_HALF_UP)


def cents(amount: float) -> int:
    """Return an amount in whole cents; unlike floats, whole cents add up exactly."""
    return int(rounded(amount) * 100)


def amount(whole_cents: int) -> float:
    """Return whole cents as an amount with decimals, as records and tool results hold it."""
    return whole_cents / 100


def share(whole_cents: int, percent: float) -> Decimal:
    """Return a percentage of an amount, both in cents; the result is not rounded."""
    return whole_cents * Decimal(repr(percent)) / 100


def whole(part_of_cents: Decimal) -> int:
    """Return an amount in cents, rounded to whole cents."""
    return int(part_of_cents.quantize(Decimal(1), ROUND_HALF_UP))


def shown(value: float) -> str:
    """Return an amount as text with two decimals, without a currency, because the shop's data has none."""
    return f"{value:.2f}"


def shown_percent(percent: float) -> str:
    """Return a percentage as text, such as `10 %`."""
    return f"{percent:g} %"


def checked_price(value: float, argument: str) -> float:
    """Return a price rounded to whole cents. Raise an ActionError that names `argument` if it is out of range."""
    if not 0 <= value <= HIGHEST_PRICE:
        raise ActionError("bad_argument", f"{argument} cannot be {value:g}.", f"Give 0 to {HIGHEST_PRICE}.")
    return amount(cents(value))


def checked_percent(value: float, argument: str) -> float:
    """Return a percentage rounded to two decimals. Raise an ActionError that names `argument` if it is out of range."""
    # 0.004 is more than 0, but it would be rounded to 0, and the code would take nothing off.
    if not 0 < value <= 100 or not cents(value):
        raise ActionError("bad_argument", f"{argument} cannot take {value:g} % off.", "Give more than 0, up to 100.")
    return amount(cents(value))
