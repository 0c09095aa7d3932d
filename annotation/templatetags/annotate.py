"""What the page where people judge is written with."""

from __future__ import annotations

from django import template

register = template.Library()
_SIGNS = {"good": "accept", "bad": "reject", "warn": "ask"}


@register.filter
def tone_sign(tone: str) -> str:
    """The sign that goes with the tone of an answer."""
    return _SIGNS.get(tone, "open")
