"""Links to places in a comparison."""

from __future__ import annotations

from django import template
from django.utils.http import urlencode

register = template.Library()


@register.simple_tag
def place_query(turn: int, step: int | None = None, fold: bool = False) -> str:
    """Return a query such as `?turn=3&step=2`; without a step, the query means the last pair of the turn."""
    given = {"turn": max(0, turn), **({} if step is None else {"step": step}), **({"fold": 1} if fold else {})}
    return f"?{urlencode(given)}"
