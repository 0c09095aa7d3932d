"""Leaving for now, with a way back; and leaving for good, with everything deleted."""

from __future__ import annotations

from django.contrib.auth import logout
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from annotation.jobs import withdrawing
from annotation.jobs.joining import comes_by_link
from annotation.jobs.leases import release
from annotation.jobs.links import home_of, link_of, way_back
from annotation.jobs.own import progress_of
from annotation.models import Invitation, Rater
from annotation.views.access import rater_for
from annotation.views.own_page import own_page


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def leave(request: HttpRequest, pk: int) -> HttpResponseBase:
    """What was not answered goes back, so that others need not wait for it. Looking at the page gives nothing back."""
    rater = rater_for(request, pk)
    if request.method == "POST":
        release(rater)
        if request.POST.get("forget"):
            logout(request)
            return render(request, "join/forgotten.html", {"study": rater.study})
        if _has_link(rater):
            way_back(rater)
        return redirect("leave", pk)
    own = Invitation.objects.filter(study=rater.study_id, pseudonym=rater.pseudonym, revoked_at=None).first()
    link = link_of(own, home_of(request)) if own is not None and _has_link(rater) else ""
    return own_page(request, rater, "join/leave.html", {"own": progress_of(rater), "link": link})


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def withdraw(request: HttpRequest, pk: int) -> HttpResponse:
    rater = rater_for(request, pk)
    has_link = _has_link(rater)
    if request.method != "POST":
        return own_page(request, rater, "join/withdraw.html", {"own": progress_of(rater), "has_link": has_link})
    withdrawing.withdraw(rater)
    if has_link:
        logout(request)
    return render(request, "join/withdrawn.html", {"study": rater.study, "has_link": has_link})


def _has_link(rater: Rater) -> bool:
    """Links sign in accounts that were made for one; people with accounts of their own sign in as always."""
    return isinstance(rater.user, User) and comes_by_link(rater.user)
