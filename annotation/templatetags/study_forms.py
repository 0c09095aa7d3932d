"""Template tags for the form in which a study is built."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import template
from django.template import Context

from annotation.questions import Question

register = template.Library()
OWNER = "the owner"
# Labels of settings whose label is not just the key with spaces for underscores.
LABELS = {
    "per_item": "People per item",
    "per_person": "Items per person",
    "most_people": "People in total",
    "lease_seconds": "Item reserved for",
    "too_fast_seconds": "Too fast below",
    "practice_attempts": "Attempts",
    "gold_every": "One gold item in",
    "panel_parameter": "Id parameter",
    "screened_code": "Code if screened out",
    "return_url": "Return address",
    "consent": "Information and consent",
}


@register.inclusion_tag("studies/_build_field.html", takes_context=True)
def study_field(context: Context, name: str, label: str, kind: str = "text", **more: Any) -> dict[str, Any]:
    form = context["form"]
    return {
        "name": name,
        "label": label,
        "kind": kind,
        "value": form.text.get(name, ""),
        "errors": form.errors.get(name, []),
        "fixed": form.fixed.get(name, ""),
        **more,
    }


@register.filter
def asked_of(question: Question) -> str:
    """Return the text of a question with “the owner” for {name}, for pages that show no run."""
    return question.text.replace("{name}", OWNER)


@register.filter
def get(values: Mapping[str, Any], name: str) -> Any:
    return values.get(name, "")


@register.filter
def field_label(name: str) -> str:
    return LABELS.get(name, name.replace("_", " ").capitalize())
