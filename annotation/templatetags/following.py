"""Template tags for the pages of leads: answers as icons, durations, and rounded figures."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any
from urllib.parse import urlencode

from django import template
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString

from annotation.agreement.figure import AgreementFigure
from annotation.models import Study
from annotation.questions import Question
from annotation.templatetags.annotate import tone_sign
from annotation.views.agreement_tables import ConfusionCell
from annotation.views.people_page import Activity, activity_of
from annotation.views.study_page import StudyQuery
from simulator.templatetags.site import sign

register = template.Library()
_LEFT, _RIGHT, _WIDTH = 5.0, 145.0, 150
_MINUS = "\N{MINUS SIGN}"


@register.simple_tag
# A page of disagreements shows the same few votes hundreds of times.
@lru_cache(maxsize=512)
def vote(question: Question | None, value: str, worded: bool = False) -> SafeString:
    """Render an answer as its sign with an accessible label; `worded` shows the label beside the sign."""
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
    """Return the label of an answer, as on its button."""
    found = next((one.label for one in question.choices if one.value == value), "") if question else ""
    return found or value.replace("_", " ")


@register.simple_tag
def cell_query(cell: ConfusionCell, asked: StudyQuery, with_key: object) -> str:
    """Return the query that lists the items behind a cell of the confusion matrix; `with_key` adds the question."""
    key = {"key": asked.key} if with_key else {}
    flagged = {"flagged": "out"} if asked.without_flagged else {}
    return urlencode({**key, "most": cell.row or "none", "did": cell.column, **flagged})


@register.filter
def secs(seconds: float | None) -> str:
    """Return a duration such as `2.8 s`, `41 s` or `3 min`; tenths only below 20 s, where an answer may be too fast."""
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
    """Return a value with two decimals, such as `0.52`; negative values get a true minus sign instead of a hyphen."""
    return "" if value is None else f"{value:.2f}".replace("-0.00", "0.00").replace("-", _MINUS)


@register.filter
def on_scale(value: float | None) -> str:
    """Return the position of a value on the drawn scale from 0 to 1; negative values are placed at 0."""
    return f"{_LEFT + min(1.0, max(0.0, value or 0.0)) * (_RIGHT - _LEFT):.1f}"


@register.filter
def interval(figure: AgreementFigure) -> str:
    if figure.low is None or figure.high is None:
        return ""
    # A dash beside a minus sign would be hard to read.
    between = " to " if figure.low < 0 else "–"
    return f"{two_digits(figure.low)}{between}{two_digits(figure.high)}"


@register.simple_tag(takes_context=True)
def doing_now(context: Mapping[str, Any], person: Any) -> Activity:
    study: Study = context["study"]
    return activity_of(person, study, context["has_practice"], timezone.now())


@register.filter
def item_of(known: Mapping[Any, Any], name: Any) -> Any:
    return known.get(name, "")


@register.filter
def question_of(known: Mapping[str, Question], key: str) -> Question | None:
    return known.get(key)
