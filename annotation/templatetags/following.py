"""What the pages of those who follow a study are written with: votes as signs, times and figures in few digits."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from functools import lru_cache
from typing import Any

from django import template
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString

from annotation.agreement.figure import Figure
from annotation.models import Study
from annotation.questions import Question
from annotation.templatetags.annotate import tone_sign
from annotation.views.doing import Doing, doing
from simulator.templatetags.site import sign

register = template.Library()
_LEFT, _RIGHT, _WIDTH = 5.0, 145.0, 150
_MINUS = "\N{MINUS SIGN}"


@register.simple_tag
@lru_cache(maxsize=512)
def vote(question: Question | None, value: str, worded: bool = False) -> SafeString:
    """An answer as its sign, which says what it is to those who do not see it; `worded`: with its label beside it."""
    choice = next((one for one in question.choices if one.value == value), None) if question else None
    label, tone = (choice.label, choice.tone) if choice else (value.replace("_", " "), "")
    drawn = sign(tone_sign(tone))
    if worded:
        return format_html('<span class="vote {}">{} {}</span>', tone, drawn, label)
    return format_html(
        '<span class="vote {}" role="img" aria-label="{}" title="{}">{}</span>', tone, label, label, drawn
    )


@register.filter
def label_of(question: Question | None, value: str) -> str:
    """An answer as people read it on its button."""
    found = next((one.label for one in question.choices if one.value == value), "") if question else ""
    return found or value.replace("_", " ")


@register.filter
def secs(seconds: float | None) -> str:
    """`2.8 s`, `41 s`, `3 min`; a tenth of a second matters only where somebody may have been too quick."""
    if seconds is None:
        return ""
    if seconds < 20:
        return f"{seconds:.1f} s"
    return f"{seconds:.0f} s" if seconds < 120 else f"{seconds / 60:.0f} min"


@register.filter
def whole_seconds(seconds: float) -> str:
    return f"{seconds:.0f}"


@register.filter
def two_digits(value: float | None) -> str:
    """`0.52`, with a minus sign that can be told from a dash."""
    return "" if value is None else f"{value:.2f}".replace("-0.00", "0.00").replace("-", _MINUS)


@register.filter
def on_scale(value: float | None) -> str:
    """Where a value from 0 to 1 stands on the line that is drawn for it; what is below 0 stands at its end."""
    return f"{_LEFT + min(1.0, max(0.0, value or 0.0)) * (_RIGHT - _LEFT):.1f}"


@register.filter
def interval(figure: Figure) -> str:
    if figure.low is None or figure.high is None:
        return ""
    between = " to " if figure.low < 0 else "–"
    return f"{two_digits(figure.low)}{between}{two_digits(figure.high)}"


@register.simple_tag(takes_context=True)
def doing_now(context: Mapping[str, Any], person: Any) -> Doing:
    study: Study = context["study"]
    return doing(person, study, context["has_practice"], timezone.now())


@register.filter
def moment(at: datetime | None) -> str:
    """`11:20` today, `14 Nov` on another day."""
    if at is None:
        return ""
    today = timezone.now()
    if at.date() == today.date():
        return f"{at:%H:%M}"
    return f"{at.day} {at:%b}" if at.year == today.year else f"{at.day} {at:%b} {at.year}"


@register.filter
def item_of(known: Mapping[Any, Any], name: Any) -> Any:
    return known.get(name, "")


@register.filter
def question_of(known: Mapping[str, Question], key: str) -> Question | None:
    return known.get(key)
