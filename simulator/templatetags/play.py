"""Tags for the pages for playing: ids that people can click to use them, and readable results."""

from __future__ import annotations

import re

from django import template
from django.utils.html import conditional_escape, format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from simulator.showing.record_names import is_id

register = template.Library()
_USABLE = re.compile(r"(?<![\w.@+-])(?:[a-z]+_[0-9a-z]+|[\w.+-]+@[\w-]+(?:\.[\w-]+)+)(?![\w@]|\.\w)")


@register.filter
def id_button(record_id: str) -> SafeString:
    """Return an id or an e-mail address as a button that fills the field of the open form."""
    kind = "address" if "@" in record_id else record_id.partition("_")[0]
    return format_html(
        '<button class="id" type="button" data-use="{}" title="Use in the open form">{}</button>', kind, record_id
    )


@register.filter
def with_ids(text: str) -> SafeString:
    """Return a text with its ids and e-mail addresses as buttons."""
    parts: list[tuple[str]] = []
    end = 0
    for found in _USABLE.finditer(text):
        if "@" in found[0] or is_id(found[0]):
            parts += [(conditional_escape(text[end : found.start()]),), (id_button(found[0]),)]
            end = found.end()
    return format_html_join("", "{}", [*parts, (conditional_escape(text[end:]),)]) if text else mark_safe("")
