"""Template filters for the page where people judge."""

from __future__ import annotations

from django import template

register = template.Library()
_SIGNS = {"good": "accept", "bad": "reject", "warn": "ask"}


@register.filter
def tone_sign(tone: str) -> str:
    """Return the name of the icon for the tone of an answer."""
    return _SIGNS.get(tone, "open")
