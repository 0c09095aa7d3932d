"""Leaving for now, with a way back; and leaving for good, with everything deleted."""

from __future__ import annotations

from django.contrib.auth import logout
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from annotation.jobs import withdrawing
from annotation.jobs.joining import comes_by_link, needs_code
from annotation.jobs.leases import release
from annotation.jobs.links import home_of, link_of, way_back
from annotation.jobs.own import progress_of
from annotation.models import Invitation, Rater
from annotation.views.access import rater_for
from annotation.views.browser_code import forget_code
from annotation.views.own_page import own_page


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def leave(request: HttpRequest, pk: int) -> HttpResponseBase:
    """What was not answered goes back, so that others need not wait for it. Looking at the page gives nothing back."""
    rater = rater_for(request, pk)
    if request.method == "POST":
        release(rater)
        if request.POST.get("forget"):
            shown = {"study": rater.study, "has_code": needs_code(rater)}
            logout(request)
            response = render(request, "join/forgotten.html", shown)
            forget_code(response, rater)
            return response
        if _has_link(rater):
            way_back(rater)
        return redirect("leave", pk)
    own = Invitation.objects.filter(study=rater.study_id, pseudonym=rater.pseudonym, revoked_at=None).first()
    link = link_of(own, home_of(request)) if own is not None and _has_link(rater) else ""
    return own_page(request, rater, "join/leave.html", {"own": progress_of(rater), "link": link})


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def withdraw(request: HttpRequest, pk: int) -> HttpResponse:
    """Delete all answers of the participant. `rater_for` refuses people who know only a panel id."""
    rater = rater_for(request, pk)
    is_guest = isinstance(rater.user, User) and comes_by_link(rater.user)
    if request.method != "POST":
        return own_page(request, rater, "join/withdraw.html", {"own": progress_of(rater), "has_link": is_guest})
    # Withdrawing deletes the account of a guest, so the session has to end as well.
    withdrawing.withdraw(rater)
    if is_guest:
        logout(request)
    response = render(request, "join/withdrawn.html", {"study": rater.study, "has_link": is_guest})
    forget_code(response, rater)
    return response


def _has_link(rater: Rater) -> bool:
    """Return whether a personal link can sign this participant in.

    Panel participants come back by their code, and people with accounts of their own sign in as always.
    """
    return isinstance(rater.user, User) and comes_by_link(rater.user) and not rater.panel_id
