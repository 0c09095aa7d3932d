"""Parts of pages that are kept up to date: the browser sends a token for each part, and gets the changed parts."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from django.http import HttpRequest
from django.template.loader import render_to_string

_FORM_TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="[^"]*"')


class LivePart(NamedTuple):
    """The HTML of a part, with a token that changes when the HTML does."""

    html: str
    mark: str


def live_part(request: HttpRequest, template: str, shown: Mapping[str, Any]) -> LivePart:
    html = render_to_string(template, dict(shown), request)
    # Django masks the token of a form differently each time. Replacing a part because of that would close its dialogs.
    return LivePart(html, change_token(_FORM_TOKEN.sub("", html)))


def changed_parts(parts: Mapping[str, LivePart], known: Mapping[str, str]) -> list[str]:
    """Return the HTML of the parts whose token differs from the token that the browser sent."""
    return [part.html for name, part in parts.items() if part.mark != known.get(name)]


def change_token(*values: object) -> str:
    """Return a short text that changes when one of the values changes."""
    return hashlib.sha256(repr(values).encode()).hexdigest()[:16]
