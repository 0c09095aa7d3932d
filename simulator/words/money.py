"""US dollars as people read them.

The phone has a currency of its own (simulator/phone/apps/shopping/money.py): what it writes is part of recorded runs.
"""

from __future__ import annotations

from decimal import Decimal

_SMALLEST = 0.000001


def dollars(amount: float) -> str:
    """Return `$0`, `$5.00`, `$1,250.40`, `$0.118` or `$0.004`.

    Below a dollar three digits stay visible: one call of a model costs a small part of a cent.
    """
    if not amount:
        return "$0"
    if amount >= 1:
        return f"${amount:,.2f}"
    if amount < _SMALLEST:
        return f"under ${Decimal(str(_SMALLEST)):f}"
    whole, _, part = f"{Decimal(f'{amount:.3g}'):f}".partition(".")
    return f"${whole}.{part:0<2}"
