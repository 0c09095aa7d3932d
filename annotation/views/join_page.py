"""The page behind an invite link: the study in brief, the consent text, and one button.

Opening the page changes nothing, because mail programs follow links. If a different browser has already joined with the
same panel id, the page asks for the personal code instead.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from django.contrib.auth import login
from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from annotation.labelling.answer_checks import questions_of
from annotation.models import Invitation, Item, Rater, Role, Study, StudyKind
from annotation.people.invite_links import invitation_of
from annotation.people.joining import Arrival, Door, NoPlace, arrival, comes_by_link, consent_text, join
from annotation.people.personal_codes import TooManyWrong, WrongCode, as_code, enter, is_held, new_code
from annotation.people.pseudonyms import WORDS, new_pseudonym
from annotation.questions import asked_about
from annotation.views.browser_code import FIELD, codes_in, held_code, is_locked_out, keep_code
from annotation.views.closed_links import CUT_OFF, SIGN_IN, closed_link_page
from annotation.views.play_participant_pages import play_outline

# Rough seconds that a careful person needs per item; practice items also have an explanation to read.
_SECONDS, _PRACTICE_SECONDS = 20, 30
# Minutes.
_SITTING = 60
_CHANGED = "The text below changed while you were reading it. Please read the text again."


class Outline(NamedTuple):
    items: int
    practice: int
    minutes: int
    answers: tuple[str, ...]
    """Labels of the choices for an offer; empty if the study asks nothing about offers."""
    has_silences: bool

    @property
    def is_long(self) -> bool:
        """Return whether the study takes more than an hour; the page then gives the time per item, not the total."""
        return self.minutes > _SITTING


def outline_of(study: Study) -> Outline:
    rows = Item.objects.filter(study=study, trouble="")
    real = list(rows.filter(role=Role.REAL).values_list("kind", flat=True))
    practice = rows.filter(role=Role.PRACTICE).count()
    items = len(real) if study.per_person is None else min(len(real), study.per_person)
    # Gold included, as the judge page counts: a total that grows later would reveal that there is gold.
    items += min(rows.filter(role=Role.GOLD).count(), items // max(1, study.gold_every - 1))
    minutes = max(1, math.ceil((items * _SECONDS + practice * _PRACTICE_SECONDS) / 60))
    offered = asked_about(questions_of(study), "offer")
    answers = tuple(choice.label for choice in offered[0].choices) if offered else ()
    return Outline(items, practice, minutes, answers, "silence" in real)


class JoinVisit(NamedTuple):
    """One request to an invite link, with the signed-in account and the participant that the link belongs to."""

    request: HttpRequest
    invitation: Invitation
    panel_id: str
    door: Door
    known: Rater | None
    here: User | None
    """Account that is signed in."""
    mine: Rater | None
    """The signed-in account's participant in this study."""

    @property
    def is_here(self) -> bool:
        """Return whether this browser is already signed in as the participant that the link belongs to."""
        if self.mine is None or is_locked_out(self.request, self.mine):
            return False
        if self.invitation.pseudonym:
            return self.mine.pseudonym == self.invitation.pseudonym
        return self.panel_id in ("", self.mine.panel_id)

    @property
    def may_be_me(self) -> bool:
        """Return whether the signed-in account may join. Accounts made for a link may not: they belong to one study."""
        is_free = self.known is None and self.mine is None
        return is_free and self.here is not None and not comes_by_link(self.here)

    @property
    def somebody_else(self) -> User | None:
        """Return the account that is signed out when the link's participant signs in, or None."""
        is_same = self.known is not None and self.known.user == self.here
        return None if is_same else self.here

    @property
    def fresh_code(self) -> str:
        """Return the code for the browser to store: the code in the form, or a new code if the form has none."""
        # The page puts a code into its form, so a form that is sent twice gives the same code.
        return as_code(self.request.POST.get(FIELD, "")) or new_code()


@login_not_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def join_study(request: HttpRequest, token: str) -> HttpResponseBase:
    """Show the page behind an invite link. Sending its form joins the study, or signs in a known participant."""
    invitation = invitation_of(token)
    if invitation is None:
        return closed_link_page(request, CUT_OFF)
    visit = _visit(request, invitation)
    if visit.is_here:
        return redirect("annotate", invitation.study_id)
    if visit.door == Door.CODE:
        return _come_back(visit) if request.method == "POST" else _code_page(visit)
    if visit.door not in (Door.NEW, Door.KNOWN):
        return closed_link_page(request, visit.door, invitation.study)
    if visit.known is not None and not (visit.known.user and comes_by_link(visit.known.user)):
        return closed_link_page(request, SIGN_IN, invitation.study)
    return _come_in(visit) if request.method == "POST" else _page(visit)


def _visit(request: HttpRequest, invitation: Invitation) -> JoinVisit:
    study = invitation.study
    # The form is sent to the same address, so the panel id comes with it.
    given = request.GET.get(study.panel_parameter, "") if study.panel_parameter and not invitation.pseudonym else ""
    panel_id = given.strip()
    found: Arrival = arrival(invitation, panel_id, *codes_in(request, study.pk))
    here = request.user if isinstance(request.user, User) else None
    mine = Rater.objects.filter(study=study, user=here, withdrawn_at=None).first() if here else None
    return JoinVisit(request, invitation, panel_id, found.door, found.rater, here, mine)


def _come_in(visit: JoinVisit) -> HttpResponseBase:
    """Join or continue, and sign in. A visitor with a different account is first asked which account to use."""
    given = visit.request.POST
    chosen = given.get("as", "")
    if visit.here is not None and chosen != "new" and not (chosen == "me" and visit.may_be_me):
        return _page(visit)
    rater = visit.known
    code = held_code(visit.request, rater) if rater is not None else visit.fresh_code
    if rater is None:
        text = consent_text(visit.invitation.study)
        version = text.version if text is not None else 0
        if given.get("version", "") != str(version):
            return _page(visit, _CHANGED)
        account = visit.here if chosen == "me" else None
        try:
            rater = join(visit.invitation, account, visit.panel_id, version, given.get("pseudonym", ""), code)
        except NoPlace as problem:
            if problem.door == Door.CODE:
                # Another browser has joined with this panel id since `_visit` looked.
                return _code_page(visit)
            return closed_link_page(visit.request, problem.door, visit.invitation.study)
    if rater.user is not None and rater.user != visit.here:
        if not comes_by_link(rater.user):
            return closed_link_page(visit.request, SIGN_IN, visit.invitation.study)
        login(visit.request, rater.user)
    response = redirect("annotate", visit.invitation.study_id)
    if is_held(rater, code):
        keep_code(response, rater, code)
    return response


def _come_back(visit: JoinVisit) -> HttpResponseBase:
    """Sign in a participant who types their personal code."""
    rater, given = visit.known, visit.request.POST
    if rater is None or "code" not in given or (visit.somebody_else is not None and given.get("as") != "new"):
        return _code_page(visit)
    was_issued, fresh = rater.code_issued_at is not None, visit.fresh_code
    try:
        code = enter(rater, given["code"], fresh)
    except WrongCode as problem:
        return _code_page(visit, str(problem), 429 if isinstance(problem, TooManyWrong) else 403)
    login(visit.request, rater.user)
    # A code that a lead issued was just replaced by a new one, so show the new one.
    response = redirect("personal_code" if was_issued else "annotate", visit.invitation.study_id)
    keep_code(response, rater, code)
    return response


def _code_page(visit: JoinVisit, problem: str = "", status: int = 200) -> HttpResponse:
    """Ask for the personal code. The page does not name the participant: a panel id must not reveal a pseudonym."""
    other = visit.somebody_else
    shown: dict[str, Any] = {
        "study": visit.invitation.study,
        "problem": problem,
        "fresh": visit.fresh_code,
        "other": other,
        "is_annotator": other is not None and comes_by_link(other),
    }
    return render(visit.request, "join/code.html", shown, status=status)


def _page(visit: JoinVisit, changed: str = "") -> HttpResponse:
    study, known = visit.invitation.study, visit.known
    shown: dict[str, Any] = {
        "study": study,
        "outline": play_outline(study) if study.kind == StudyKind.PLAY else outline_of(study),
        "text": consent_text(study),
        "known": known,
        "here": visit.here,
        "is_annotator": visit.here is not None and comes_by_link(visit.here),
        "may_be_me": visit.may_be_me,
        "changed": changed,
        "pseudonym": known.pseudonym if known else _name(visit),
        "fresh": visit.fresh_code if visit.panel_id and not known else "",
    }
    return render(visit.request, "join/join.html", shown, status=409 if changed else 200)


def _name(visit: JoinVisit) -> str:
    """Return the pseudonym to show: the same one if the form is shown again. Nothing is stored until somebody joins."""
    shown = visit.request.POST.get("pseudonym", "")
    return visit.invitation.pseudonym or (shown if shown in WORDS else new_pseudonym(visit.invitation.study))
