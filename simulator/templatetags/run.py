"""What the run page's templates are written with: the shapes of moments and the words for who acts."""

from __future__ import annotations

from django import template
from django.utils.safestring import SafeString

from simulator.showing.parts import Shape, Told
from simulator.templatetags.site import sign

register = template.Library()
_SIGNS: dict[str, str] = {"started": "play", "ended": "stop"}
_ACTORS = {"user": "User", "assistant": "Assistant", "world": "Environment"}


@register.simple_tag
def shape(name: Shape) -> SafeString:
    """The sign of a moment: its shape says the kind."""
    return sign(_SIGNS.get(name, name))


@register.filter
def actor(lane: str) -> str:
    return _ACTORS[lane]


@register.filter
def mark_tone(told: Told) -> str:
    """The colour of a moment on the scrubber."""
    return "bad" if told.failed else told.lane


@register.filter
def iso_local(local: str) -> str:
    return local.replace(" ", "T")
