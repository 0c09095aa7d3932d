"""The page behind a one-time link: signs in and leads on, or says kindly why not."""

from __future__ import annotations

from django.conf import settings
from django.contrib.auth import login
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from pare_site.sign_in import Standing, redeem, standing
from simulator.jobs.demo import begin_demo
from simulator.views.errors import Problem

_ANOTHER = "For a fresh one, type this in a terminal on the machine that runs PARE Studio:"
_REFUSED = {
    Standing.USED: Problem(410, "This link has been used", "Each link signs in once.", _ANOTHER),
    Standing.EXPIRED: Problem(410, "This link has expired", "Links are good for 24 hours.", _ANOTHER),
    Standing.UNKNOWN: Problem(
        403,
        "This is not a link of ours",
        "Perhaps it was cut off when it was copied, or it is of another PARE Studio.",
        _ANOTHER,
    ),
}


@login_not_required
@never_cache
@require_GET
def enter(request: HttpRequest, token: str) -> HttpResponseBase:
    """Where it leads is ours to say: to the demo that waits for its first viewer, or home."""
    if "prefetch" in request.headers.get("Sec-Purpose", ""):
        # A browser that only looks ahead must not use up the link.
        return HttpResponse(status=503)
    before = standing(token)
    user = redeem(token)
    if user is not None:
        login(request, user)
        demo = begin_demo()
        return redirect("home") if demo is None else redirect(demo)
    if before is Standing.USED and request.user.is_authenticated:
        return redirect("home")
    # If it was good a moment ago, somebody else was quicker.
    problem = _REFUSED[Standing.USED if before is Standing.GOOD else before]
    return render(
        request, "sign_in/refused.html", {"problem": problem, "command": settings.OWN_COMMAND}, status=problem.status
    )
