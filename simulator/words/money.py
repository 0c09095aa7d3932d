"""Writes US dollars as people read them.

Amounts in the phone's shop are written by simulator/phone/apps/shopping/money.py, because runs record them.
"""

from __future__ import annotations

from decimal import Decimal

_SMALLEST = 0.000001


def dollars(amount: float) -> str:
    """Return an amount in US dollars, such as `$0`, `$5.00`, `$1,250.40` or `$0.118`.

    Amounts below a dollar keep three significant digits, because one call of a model costs a small part of a cent.
    """
    if not amount:
        return "$0"
    if amount < 0:
        return f"-{dollars(-amount)}"
    if amount >= 1:
        return f"${amount:,.2f}"
    if amount < _SMALLEST:
        return f"under ${Decimal(str(_SMALLEST)):f}"
    # Through Decimal, because a float would print small amounts as 4e-05.
    whole, _, part = f"{Decimal(f'{amount:.3g}'):f}".partition(".")
    return f"${whole}.{part:0<2}"
