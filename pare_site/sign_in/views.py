"""Signing in and out: one-time links, the password form, and the sign-in of the administration pages."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib.auth import login
from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.views import LoginView, LogoutView, redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render, resolve_url
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_safe

from pare_site.sign_in.links import LinkState, link_state, redeem
from simulator.jobs.demo_runs import begin_demo
from simulator.views.error_pages import ErrorPage

_ANOTHER = "For a new link, run this command in a terminal on the machine that runs PARE Studio:"
_REFUSED = {
    LinkState.USED: ErrorPage(410, "This link has been used", "Each link works once.", _ANOTHER),
    LinkState.EXPIRED: ErrorPage(410, "This link has expired", "Links are valid for 24 hours.", _ANOTHER),
    LinkState.UNKNOWN: ErrorPage(
        403,
        "Unknown sign-in link",
        "The link may have been cut off when it was copied, or it belongs to another PARE Studio.",
        _ANOTHER,
    ),
}


@login_not_required
@never_cache
@require_GET
def enter(request: HttpRequest, token: str) -> HttpResponseBase:
    """Sign in by a one-time link, and redirect to the demo run if it has not started yet, else to the start page.

    If the link can't be used, show why. Redirect signed-in people who open a used link to the start page. Links take no
    parameter `next`, so they can't lead to another site.
    """
    if "prefetch" in request.headers.get("Sec-Purpose", ""):
        # A browser that only prefetches the page must not use up the link.
        return HttpResponse(status=503)
    before = link_state(token)
    user = redeem(token)
    if user is not None:
        login(request, user)
        demo = begin_demo()
        return redirect("home") if demo is None else redirect(demo)
    if before is LinkState.USED and request.user.is_authenticated:
        return redirect("home")
    # The link was good a moment ago, so another request has just used it.
    problem = _REFUSED[LinkState.USED if before is LinkState.GOOD else before]
    return render(
        request, "sign_in/refused.html", {"problem": problem, "command": settings.OWN_COMMAND}, status=problem.status
    )


class SignInForm(AuthenticationForm):
    """Django's form with messages that say what to do next."""

    error_messages = {
        "invalid_login": "No active account has this name and password. Both are case-sensitive.",
        "inactive": "This account is not active. Ask an administrator to activate it.",
    }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].label = "Name"


# Django's views check `next` against the host, rotate the session, and accept only POST for signing out.
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
    """Redirect people to our sign-in page instead of the administration's.

    Raises PermissionDenied for people who are signed in, because they are not staff.
    """
    if request.user.is_authenticated:
        raise PermissionDenied(
            "The administration pages are for staff. Ask an administrator to give your account staff status."
        )
    return redirect_to_login(request.GET.get("next") or resolve_url("admin:index"), resolve_url("sign_in"))
