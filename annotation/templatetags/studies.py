"""What the pages of studies are written with: texts in Markdown, states, questions, and what people and models did."""

from __future__ import annotations

from django import template
from django.utils.safestring import SafeString, mark_safe

from annotation.markdown import as_html

register = template.Library()


@register.filter
def markdown(text: str) -> SafeString:
    """`{{ guidelines.text|markdown }}` inside an element of class `prose`."""
    return mark_safe(as_html(text))
