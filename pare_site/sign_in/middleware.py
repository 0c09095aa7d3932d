"""The rule that every page needs a sign-in unless its view says otherwise."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib.auth.middleware import LoginRequiredMiddleware
from django.http import HttpRequest, HttpResponseBase

from simulator.access import to_sign_in


class SignInRequired(LoginRequiredMiddleware):
    """Redirects people who are not signed in to the sign-in page, which leads back to the requested page."""

    def process_view(
        self, request: HttpRequest, view_func: Callable[..., Any], view_args: Any, view_kwargs: Any
    ) -> HttpResponseBase | None:
        # Checked first: looking up the user needs the database, and pages that are open to all must work without it.
        if not getattr(view_func, "login_required", True):
            return None
        return super().process_view(request, view_func, view_args, view_kwargs)

    def handle_no_permission(self, request: HttpRequest, view_func: Callable[..., Any]) -> HttpResponseBase:  # type: ignore[override]
        return to_sign_in(request)
