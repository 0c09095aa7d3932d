"""What the form of the cab app shows of a trip while it is typed."""

from __future__ import annotations

from typing import Any

from django import template

from simulator.phone.apps.cab.places import same_place

register = template.Library()


@register.filter
def among(place: str, written: Any) -> bool:
    """Whether a place on a chip is the one that was typed."""
    return bool(written) and same_place(place, str(written))
