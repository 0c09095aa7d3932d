"""The page behind a link: what this is, what one agrees to, and one button. Looking at it makes nothing."""

from __future__ import annotations

from typing import Any, NamedTuple

from django.contrib.auth import login
from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from annotation.jobs.joining import Arrival, Door, NoPlace, arrival, comes_by_link, consent_text, join
from annotation.jobs.links import invitation_of
from annotation.jobs.pseudonyms import WORDS, new_pseudonym
from annotation.models import Invitation, Rater
from annotation.views.doors import CUT_OFF, SIGN_IN, shut_page
from annotation.views.outline import outline_of

_CHANGED = "The text below was changed while you were reading. Please look at it once more."


class Visit(NamedTuple):
    """One request: who sits at the browser, and whom the link stands for."""

    request: HttpRequest
    invitation: Invitation
    panel_id: str
    door: Door
    known: Rater | None
    here: User | None
    """Whoever is signed in."""
    mine: Rater | None
    """As whom they take part in this very study."""

    @property
    def is_here(self) -> bool:
        """Nothing to ask: this browser is that of the person whom the link stands for."""
        if self.mine is None:
            return False
        if self.invitation.pseudonym:
            return self.mine.pseudonym == self.invitation.pseudonym
        return self.panel_id in ("", self.mine.panel_id)

    @property
    def may_be_me(self) -> bool:
        """Accounts made for a link are for one study; people with their own join with those."""
        is_free = self.known is None and self.mine is None
        return is_free and self.here is not None and not comes_by_link(self.here)


@login_not_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def join_study(request: HttpRequest, token: str) -> HttpResponseBase:
    invitation = invitation_of(token)
    if invitation is None:
        return shut_page(request, CUT_OFF)
    visit = _visit(request, invitation)
    if visit.is_here:
        return redirect("annotate", invitation.study_id)
    if visit.door not in (Door.NEW, Door.KNOWN):
        return shut_page(request, visit.door, invitation.study)
    if visit.known is not None and not (visit.known.user and comes_by_link(visit.known.user)):
        return shut_page(request, SIGN_IN, invitation.study)
    return _come_in(visit) if request.method == "POST" else _page(visit)


def _visit(request: HttpRequest, invitation: Invitation) -> Visit:
    study = invitation.study
    # Of a form that is sent the address is the same, so that the id comes with it.
    given = request.GET.get(study.panel_parameter, "") if study.panel_parameter and not invitation.pseudonym else ""
    panel_id = given.strip()
    found: Arrival = arrival(invitation, panel_id)
    here = request.user if isinstance(request.user, User) else None
    mine = Rater.objects.filter(study=study, user=here, withdrawn_at=None).first() if here else None
    return Visit(request, invitation, panel_id, found.door, found.rater, here, mine)


def _come_in(visit: Visit) -> HttpResponseBase:
    """Whoever is signed in is asked first: nobody is signed out by a click on something else."""
    given = visit.request.POST
    chosen = given.get("as", "")
    if visit.here is not None and chosen != "new" and not (chosen == "me" and visit.may_be_me):
        return _page(visit)
    rater = visit.known
    if rater is None:
        text = consent_text(visit.invitation.study)
        version = text.version if text is not None else 0
        if given.get("version", "") != str(version):
            return _page(visit, _CHANGED)
        account = visit.here if chosen == "me" else None
        try:
            rater = join(visit.invitation, account, visit.panel_id, version, given.get("pseudonym", ""))
        except NoPlace as problem:
            return shut_page(visit.request, problem.door, visit.invitation.study)
    if rater.user is not None and rater.user != visit.here:
        if not comes_by_link(rater.user):
            return shut_page(visit.request, SIGN_IN, visit.invitation.study)
        login(visit.request, rater.user)
    return redirect("annotate", visit.invitation.study_id)


def _page(visit: Visit, changed: str = "") -> HttpResponse:
    study, known = visit.invitation.study, visit.known
    shown: dict[str, Any] = {
        "study": study,
        "outline": outline_of(study),
        "text": consent_text(study),
        "known": known,
        "here": visit.here,
        "is_annotator": visit.here is not None and comes_by_link(visit.here),
        "may_be_me": visit.may_be_me,
        "changed": changed,
        "pseudonym": known.pseudonym if known else _name(visit),
    }
    return render(visit.request, "join/join.html", shown, status=409 if changed else 200)


def _name(visit: Visit) -> str:
    """The same as before if the page is shown again; nothing is kept of it until somebody agrees."""
    shown = visit.request.POST.get("pseudonym", "")
    return visit.invitation.pseudonym or (shown if shown in WORDS else new_pseudonym(visit.invitation.study))
