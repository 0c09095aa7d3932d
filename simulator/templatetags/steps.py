"""Tags for steps of runs: icons, colours and words."""

from __future__ import annotations

from django import template
from django.utils.html import format_html_join
from django.utils.safestring import SafeString, mark_safe

from simulator.showing.sentence_parts import Parts, Style
from simulator.showing.told_moment import Shape, ToldMoment
from simulator.templatetags.site import sign

register = template.Library()
# Shapes whose icon has another name; all other icons are named like their shape.
_SIGNS: dict[str, str] = {"started": "play", "forked": "fork", "ended": "stop"}
_ACTORS = {"user": "User", "assistant": "Assistant", "world": "Environment"}
_AROUND: dict[Style, tuple[SafeString, SafeString]] = {
    "plain": (mark_safe(""), mark_safe("")),
    "strong": (mark_safe("<b>"), mark_safe("</b>")),
    "quote": (mark_safe("<q>"), mark_safe("</q>")),
}


@register.filter
def sentence(parts: Parts) -> SafeString:
    """Return a sentence as HTML, with highlighted names and quotations."""
    # A template would be too slow for the hundreds of sentences on a page.
    return format_html_join("", "{}{}{}", ((_AROUND[one.style][0], one.text, _AROUND[one.style][1]) for one in parts))


@register.simple_tag
def shape(name: Shape) -> SafeString:
    """Return the icon that is shown beside a moment."""
    return sign(_SIGNS.get(name, name))


@register.filter
def actor(lane: str) -> str:
    return _ACTORS[lane]


@register.filter
def mark_tone(told: ToldMoment) -> str:
    """Return the CSS class for the colour of a moment's mark on the strip of steps."""
    return "bad" if told.failed else told.lane


@register.filter
def iso_local(local: str) -> str:
    return local.replace(" ", "T")
