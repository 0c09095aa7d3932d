"""Pages of one participant: consent, own studies and answers, personal code, leaving and withdrawing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from annotation.labelling.answer_checks import chosen_in
from annotation.labelling.answering import EDITABLE
from annotation.labelling.item_leases import release
from annotation.labelling.own_progress import OwnAnswer, OwnProgress, last_answers, progress_of
from annotation.models import Invitation, Item, Rater, Role, StudyKind, StudyState
from annotation.people import withdrawal
from annotation.people.invite_links import home_of, link_of, way_back
from annotation.people.joining import agree, comes_by_link, consent_text, needs_code
from annotation.people.personal_codes import as_code, new_code, renew
from annotation.play_studies.assignment import own_play
from annotation.questions import Choice
from annotation.views.access import LOCKED_OUT, rater_for
from annotation.views.browser_code import FIELD, forget_code, held_code, is_locked_out, keep_code, own_code
from simulator.views.error_pages import PageRefusal

PAGE = 50
MOST = 10_000


def own_page(
    request: HttpRequest, rater: Rater, template: str, shown: Mapping[str, Any], status: int = 200
) -> HttpResponse:
    """Render a page of a participant. If they just got a personal code, also store the code in a cookie."""
    own = own_code(request, rater)
    # For the navigation, which links to the practice only if there is any.
    has_practice = Item.objects.filter(study=rater.study_id, role=Role.PRACTICE, trouble="").exists()
    known = {"rater": rater, "has_practice": has_practice, "own_code": own}
    response = render(request, template, {**known, **shown}, status=status)
    if own.is_new:
        keep_code(response, rater, own.code)
    return response


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def consent(request: HttpRequest, pk: int) -> HttpResponseBase:
    """Show the consent text and record consent to this version; ask again if the text has changed since."""
    rater = rater_for(request, pk, None)
    text = consent_text(rater.study)
    if text is None:
        return redirect("annotate", pk)
    if request.method == "POST" and request.POST.get("version") == str(text.version):
        agree(rater, text.version)
        return redirect("annotate", pk)
    # The page can be read again at any time; then it shows when they agreed.
    has_agreed = rater.consent_version == text.version
    shown = {"text": text, "has_agreed": has_agreed, "is_again": rater.consent_version is not None}
    return own_page(request, rater, "join/consent.html", shown)


class OwnStudy(NamedTuple):
    rater: Rater
    own: OwnProgress


class OwnAnswerRow(NamedTuple):
    own: OwnAnswer
    chosen: list[Choice]
    can_edit: bool


@never_cache
@require_safe
def my_studies(request: HttpRequest) -> HttpResponse:
    user = request.user
    raters = Rater.objects.select_related("study").filter(user=user if isinstance(user, User) else None)
    own = [
        rater for rater in raters.filter(withdrawn_at=None).order_by("-joined_at") if not is_locked_out(request, rater)
    ]
    parts = [OwnStudy(rater, _progress(rater)) for rater in own]
    return render(request, "join/my_studies.html", {"parts": parts, "rater": None})


@never_cache
@require_safe
def my_answers(request: HttpRequest, pk: int) -> HttpResponseBase:
    """List the participant's answers, newest first. Answers that can still be changed link to the judge page."""
    rater = rater_for(request, pk, None)
    if rater.study.kind == StudyKind.PLAY:
        # The page of a play study lists the person's runs.
        return redirect("annotate", pk)
    count = _count(request.GET.get("count", ""))
    # One more than is shown, to know whether there are more.
    own = last_answers(rater, count + 1)
    can_edit = rater.study.state == StudyState.OPEN
    answers = [
        OwnAnswerRow(one, chosen_in(rater.study, one.values), can_edit and number < EDITABLE)
        for number, one in enumerate(own[:count])
    ]
    shown = {"answers": answers, "more": count + PAGE if len(own) > count else None}
    return own_page(request, rater, "join/my_answers.html", {**shown, "editable": EDITABLE if can_edit else 0})


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def personal_code(request: HttpRequest, pk: int) -> HttpResponseBase:
    """Show the personal code of a panel participant; sending the form replaces the code."""
    rater = rater_for(request, pk, None)
    if not needs_code(rater):
        raise Http404("Only people who come from a panel have a personal code. Use your personal link to come back.")
    fresh = as_code(request.POST.get(FIELD, "")) or new_code()
    if request.method != "POST":
        return own_page(request, rater, "join/personal_code.html", {"fresh": fresh})
    # If the form was sent twice, the participant's code is already the new one.
    if held_code(request, rater) != fresh and not renew(rater, fresh):
        messages.warning(request, "Your code was replaced elsewhere in the meantime, so it was not replaced again.")
        return redirect("personal_code", pk)
    messages.success(
        request, "This is your new code. The old code no longer works, and your other browsers need the new code."
    )
    response = redirect("personal_code", pk)
    keep_code(response, rater, fresh)
    return response


def _count(text: str) -> int:
    return max(PAGE, min(int(text), MOST)) if text.isdecimal() and len(text) < 9 else PAGE


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def leave(request: HttpRequest, pk: int) -> HttpResponseBase:
    """Explain how to come back. Sending the form releases unanswered items, so that others need not wait for them."""
    rater = rater_for(request, pk, None)
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
    return own_page(request, rater, "join/leave.html", {"own": _progress(rater), "link": link})


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def withdraw(request: HttpRequest, pk: int) -> HttpResponse:
    """Explain withdrawing; sending the form deletes all answers. A panel participant's browser must hold their code."""
    rater = rater_for(request, pk, None)
    is_guest = isinstance(rater.user, User) and comes_by_link(rater.user)
    if request.method != "POST":
        return own_page(request, rater, "join/withdraw.html", {"own": _progress(rater), "has_link": is_guest})
    # Somebody who joined before there were codes gets a code with the page above. Without this check, anybody who once
    # signed in with that person's panel id could delete the person's answers.
    if needs_code(rater) and not held_code(request, rater):
        raise PageRefusal(LOCKED_OUT)
    # Withdrawing deletes the account of a guest, so the session has to end as well.
    withdrawal.withdraw(rater)
    if is_guest:
        logout(request)
    response = render(request, "join/withdrawn.html", {"study": rater.study, "has_link": is_guest})
    forget_code(response, rater)
    return response


def _progress(rater: Rater) -> OwnProgress:
    """Return the participant's progress in items, or in runs if they play."""
    if rater.study.kind != StudyKind.PLAY:
        return progress_of(rater)
    own = own_play(rater)
    return OwnProgress(own.finished, own.of, None, None)


def _has_link(rater: Rater) -> bool:
    """Return whether a personal link can sign this participant in.

    Panel participants come back with their code, and people with accounts sign in as usual.
    """
    return isinstance(rater.user, User) and comes_by_link(rater.user) and not rater.panel_id
