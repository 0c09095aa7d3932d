"""Times in sentences and facts: as short as they are clear on the day that the phone shows."""

from __future__ import annotations

from django import template
from django.template import Context

from simulator.showing.record_names import plain_words
from simulator.words import times

register = template.Library()


@register.simple_tag(takes_context=True)
def at_time(context: Context, local: str) -> str:
    """17:41, tomorrow 09:00, Fri 22 May 09:00"""
    return times.at_time(local, context["picture"].now)


@register.simple_tag(takes_context=True)
def plainly(context: Context, text: str) -> str:
    """A sentence of an app without ids, and with its times as people say them."""
    return plain_words(str(text), context["picture"].now)


@register.simple_tag(takes_context=True)
def on_day(context: Context, local: str) -> str:
    """today, tomorrow, yesterday, Fri 22 May, 22 May 2025"""
    return times.on_day(local, context["picture"].now)
