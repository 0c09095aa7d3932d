"""Requests of the judge page: answers, drafts, lease renewals, and undoing the last answer.

Scripts get JSON, and plain forms get a page. Both get the reason for a refusal as a sentence.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from annotation.labelling.answer_checks import chosen_in, questions_of
from annotation.labelling.answering import answer as take_answer
from annotation.labelling.answering import undo as take_back
from annotation.labelling.item_leases import beat as keep_leases
from annotation.labelling.item_leases import keep_draft
from annotation.labelling.refusals import Refused
from annotation.models import Rater
from annotation.questions import asked_about
from annotation.views.access import rater_for
from annotation.views.item_rendering import RenderedHand, RenderedItem, item_json, parts_of, rendered_hand
from annotation.views.judge_page import (
    entries_html,
    entries_of,
    entry_of,
    guidelines_of,
    judge_page,
    own_row,
    progress_shown,
)

QUESTION = "q_"
_STATUS = 409


def given_in(sent: QueryDict) -> dict[str, str]:
    return {name[len(QUESTION) :]: str(value) for name, value in sent.items() if name.startswith(QUESTION)}


def version_in(sent: QueryDict) -> int | None:
    """Return the version of the guidelines that was shown, or None if the form does not say."""
    text = sent.get("guidelines", "")
    return int(text) if text.isdecimal() and len(text) < 9 else None


def seconds_in(sent: QueryDict) -> float:
    """Return the seconds spent, or 0 if the form has no number."""
    try:
        seconds = float(sent.get("seconds", ""))
    except ValueError:
        return 0
    return seconds if math.isfinite(seconds) else 0


def _refusals_told(view: Callable[[HttpRequest, int], HttpResponse]) -> Callable[[HttpRequest, int], HttpResponse]:
    """Decorate a view: a raised Refused becomes JSON for scripts, or a message on the next page for plain forms."""

    @wraps(view)
    def told(request: HttpRequest, pk: int) -> HttpResponse:
        try:
            return view(request, pk)
        except Refused as problem:
            if _is_script(request):
                return JsonResponse({"problem": str(problem), "kind": problem.kind}, status=_STATUS)
            # Without a script, the next page is the only place to show the refusal.
            messages.warning(request, str(problem))
            return redirect("annotate", pk)

    return told


@require_POST
@_refusals_told
def answer(request: HttpRequest, pk: int) -> HttpResponse:
    """Store an answer and return the next items as JSON; without a script, redirect to the next item."""
    rater, code = rater_for(request, pk), request.POST.get("code", "")
    given, reason = given_in(request.POST), request.POST.get("reason", "")
    if not _is_script(request):
        return _answer_of_form(request, rater, code, given, reason)
    seconds, version = seconds_in(request.POST), version_in(request.POST)
    hand = rendered_hand(rater, lambda: take_answer(rater, code, given, reason, seconds, guidelines=version))
    return JsonResponse(_after_answer(request, rater, code, hand))


@require_POST
@_refusals_told
def undo(request: HttpRequest, pk: int) -> HttpResponse:
    """Take the last answer back and show its item again."""
    rater = rater_for(request, pk)
    held = take_back(rater, request.POST.get("code", ""))
    if not _is_script(request):
        return redirect("annotate", pk)
    shown = RenderedItem(held.assignment.place, held.item, parts_of(held.item, rater.study), held.assignment.draft)
    found = {
        "items": [item_json(shown, held.item.code not in _there(request))],
        "last": entries_html(entries_of(rater)),
    }
    return JsonResponse({**found, "progress": progress_shown(rater)})


@require_POST
@_refusals_told
def draft(request: HttpRequest, pk: int) -> HttpResponse:
    rater = rater_for(request, pk)
    keep_draft(
        rater, request.POST.get("code", ""), {"given": given_in(request.POST), "reason": request.POST.get("reason", "")}
    )
    return HttpResponse(status=204)


@require_POST
@_refusals_told
def beat(request: HttpRequest, pk: int) -> HttpResponse:
    """Renew the leases of items on the screen, and return the version of the guidelines in force."""
    rater = rater_for(request, pk)
    # The page holds two items; a request with many codes does not come from it.
    keep_leases(rater, request.POST.getlist("code")[:10])
    text = guidelines_of(rater)
    return JsonResponse({"guidelines": text.version if text else 0})


def _after_answer(request: HttpRequest, rater: Rater, code: str, hand: RenderedHand) -> dict[str, Any]:
    there = _there(request)
    found: dict[str, Any] = {
        "items": [item_json(one, one.item.code not in there) for one in hand.shown],
        "empty": hand.empty,
        "entry": entries_html([entry_of(rater, code, given_in(request.POST), request.POST.get("reason", ""))]),
    }
    # Computing progress doubles the time of the request, so the page asks only with every fifth answer and at the end.
    if request.POST.get("progress") != "0":
        found["progress"] = progress_shown(rater)
    return found


def _answer_of_form(request: HttpRequest, rater: Rater, code: str, given: dict[str, str], reason: str) -> HttpResponse:
    """Store an answer from a browser without JavaScript.

    Such a browser sends the answer to one question at a time; the draft in the assignment keeps the answers so far.
    """
    row = own_row(rater, code)
    is_edit = row.answered_at is not None
    given = {**(row.draft.get("given") or {}), **given}
    wanted = asked_about(questions_of(rater.study), row.item.kind)
    if any(question.key not in given for question in wanted) and not is_edit:
        keep_draft(rater, code, {"given": given, "reason": reason})
        return redirect("annotate", rater.study_id)
    try:
        take_answer(rater, code, given, reason, seconds_in(request.POST), guidelines=version_in(request.POST))
    except Refused as problem:
        # A bad answer can be corrected in place. Other refusals mean that the item is lost.
        if problem.kind != "bad_answer":
            raise
        shown = RenderedItem(row.place, row.item, parts_of(row.item, rater.study), {"given": given, "reason": reason})
        return judge_page(request, rater, (shown,), is_edit, str(problem))
    said = ", ".join(choice.label for choice in chosen_in(rater.study, given))
    messages.success(request, f"Item {row.place}: {said}")
    return redirect("annotate", rater.study_id)


def _there(request: HttpRequest) -> set[str]:
    """Return the codes of the items that the page already holds."""
    return set(request.POST.getlist("have"))


def _is_script(request: HttpRequest) -> bool:
    return "application/json" in request.headers.get("accept", "")
