"""Money: whole cents inside, amounts with two decimals outside, half a cent rounded up."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal

from simulator.phone.errors import ActionError

HIGHEST_PRICE = 1_000_000
_CENT = Decimal("0.01")


def rounded(value: float) -> Decimal:
    """To two decimals. The shortest spelling counts: 1.005 is meant as written, not as its nearest binary fraction."""
    return Decimal(repr(value)).quantize(_CENT, ROUND_HALF_UP)


def cents(amount: float) -> int:
    return int(rounded(amount) * 100)


def amount(whole_cents: int) -> float:
    return whole_cents / 100


def share(whole_cents: int, percent: float) -> Decimal:
    """A percentage of an amount, in cents and still unrounded."""
    return whole_cents * Decimal(repr(percent)) / 100


def whole(part_of_cents: Decimal) -> int:
    return int(part_of_cents.quantize(Decimal(1), ROUND_HALF_UP))


def shown(value: float) -> str:
    return f"{value:.2f}"


def shown_percent(percent: float) -> str:
    return f"{percent:g} %"


def checked_price(value: float, argument: str) -> float:
    if not 0 <= value <= HIGHEST_PRICE:
        raise ActionError("bad_argument", f"{argument} cannot be {value:g}.", f"Give 0 to {HIGHEST_PRICE}.")
    return amount(cents(value))


def checked_percent(value: float, argument: str) -> float:
    if not 0 < value <= 100 or not cents(value):
        raise ActionError("bad_argument", f"{argument} cannot take {value:g} % off.", "Give more than 0, up to 100.")
    return amount(cents(value))
