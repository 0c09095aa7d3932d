"""The glossary page, which shows docs/glossary.md in the browser."""

from __future__ import annotations

from functools import cache

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import mark_safe
from django.views.decorators.http import require_safe

from annotation.markdown import as_html

_FILE = settings.BASE_DIR / "docs" / "glossary.md"


# Open to everyone: annotators may have no account, but the words of the glossary are on their pages too.
@login_not_required
@require_safe
def glossary(request: HttpRequest) -> HttpResponse:
    """Show the glossary."""
    return render(request, "glossary.html", {"words": mark_safe(_words())})  # our own file, rendered without HTML


@cache
def _words() -> str:
    text = _FILE.read_text(encoding="utf-8")
    return as_html(text.partition("\n")[2])
