"""What the cart shows while one is about to check out: the code that was typed, the way to pay that was chosen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import template

from simulator.phone.apps.shopping.codes import code_key
from simulator.phone.apps.shopping.views import CodeOffer, PaymentRow

register = template.Library()


@register.filter
def offer_for(offers: Sequence[CodeOffer], code: Any) -> CodeOffer | None:
    """What the code that was typed does for this cart; None if it does nothing."""
    wanted = code_key(str(code or ""))
    return next((offer for offer in offers if code_key(offer.code) == wanted and not offer.expired), None)


@register.filter
def pays(payment: PaymentRow, method: Any) -> bool:
    """Whether a way to pay is the one that was named, by its id or its name."""
    wanted = str(method or "").strip()
    return bool(wanted) and (wanted == payment.id or wanted.casefold() == payment.name.casefold())


@register.filter
def too_dear(payment: PaymentRow, total: str) -> bool:
    """Whether the sum is above what this pays at once."""
    return bool(payment.limit) and float(total) > float(payment.limit)
