"""A decorator for views that change data and show no page."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods

View = Callable[..., HttpResponse]


def post_only(page: str) -> Callable[[View], View]:
    """Call the view for POST, and redirect GET and HEAD requests to `page`, a view with the same arguments."""

    def decorated(view: View) -> View:
        @wraps(view)
        def checked(request: HttpRequest, **named: Any) -> HttpResponse:
            # Somebody typed the URL, or was sent to it after signing in. An error page (405) would be a dead end.
            return view(request, **named) if request.method == "POST" else redirect(page, **named)

        return require_http_methods(["GET", "HEAD", "POST"])(checked)

    return decorated
