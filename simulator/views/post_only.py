"""Views that change something and have no page of their own."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods

View = Callable[..., HttpResponse]


def post_only(page: str) -> Callable[[View], View]:
    """Let POST through, and redirect other requests to `page`, which takes the same arguments as the view."""

    def decorated(view: View) -> View:
        @wraps(view)
        def checked(request: HttpRequest, **named: Any) -> HttpResponse:
            # Somebody typed the address, or came back to it by signing in: a 405 would be a dead end.
            return view(request, **named) if request.method == "POST" else redirect(page, **named)

        return require_http_methods(["GET", "HEAD", "POST"])(checked)

    return decorated
