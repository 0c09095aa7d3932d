"""Times in sentences and facts: as short as they are clear on the day that the phone shows."""

from __future__ import annotations

from datetime import datetime

from django import template
from django.template import Context

from simulator.showing.plain_words import plain_words

register = template.Library()


@register.simple_tag(takes_context=True)
def at_time(context: Context, local: str) -> str:
    """17:41, tomorrow 09:00, Fri 22 May 09:00"""
    day = on_day(context, local)
    return local[11:16] if day == "today" else f"{day} {local[11:16]}"


@register.simple_tag(takes_context=True)
def plainly(context: Context, text: str) -> str:
    """A sentence of an app without ids, and with its times as people say them."""
    return plain_words(str(text), context["shot"].now)


@register.simple_tag(takes_context=True)
def on_day(context: Context, local: str) -> str:
    """today, tomorrow, yesterday, Fri 22 May, 22 May 2025"""
    at, now = datetime.fromisoformat(local), datetime.fromisoformat(context["shot"].now)
    days = (at.date() - now.date()).days
    if -1 <= days <= 1:
        return ("today", "tomorrow", "yesterday")[days]
    return f"{at:%a} {at.day} {at:%b}" if at.year == now.year else f"{at.day} {at:%b} {at.year}"
