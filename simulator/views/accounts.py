"""Signing in and out."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.views import LoginView, LogoutView, redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import resolve_url
from django.views.decorators.http import require_safe


class SignInForm(AuthenticationForm):
    """Django's own, saying what to do next when it refuses."""

    error_messages = {
        "invalid_login": "No active account has this name and password. Both are case-sensitive.",
        "inactive": "This account is switched off. Ask an administrator to switch it on.",
    }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].label = "Name"


# Django's views check `next` against the host, rotate the session and take POST only for leaving.
sign_in = LoginView.as_view(
    template_name="accounts/sign_in.html",
    authentication_form=SignInForm,
    redirect_authenticated_user=True,
    extra_context={"command": settings.OWN_COMMAND},
)
sign_out = LogoutView.as_view(http_method_names=["post", "options"])


@login_not_required
@require_safe
def to_administration(request: HttpRequest) -> HttpResponseBase:
    """Stands before the administration: one place to sign in, and a clear word for those who may not enter."""
    if request.user.is_authenticated:
        raise PermissionDenied(
            "The administration is for staff. Ask an administrator to give your account staff status."
        )
    return redirect_to_login(request.GET.get("next") or resolve_url("admin:index"), resolve_url("sign_in"))
