"""What the page sends: answers, drafts, signs of life, and taking the last answer back.

All of them answer a script with JSON, and a plain form with the page. What cannot be done is told in a sentence.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from annotation.jobs.answering import answer as take_answer
from annotation.jobs.answering import undo as take_back
from annotation.jobs.checking import questions_of
from annotation.jobs.leases import beat as keep_leases
from annotation.jobs.leases import keep_draft
from annotation.jobs.refusing import Refused
from annotation.models import Rater
from annotation.questions import asked_about
from annotation.views.access import rater_for
from annotation.views.judge import guidelines_of, judge_page, own_row
from annotation.views.judge_hand import Shown, ShownHand, item_json, shown_hand
from annotation.views.judge_own import chosen_in, entries_html, entries_of, entry_of, progress_shown
from annotation.views.judge_parts import parts_of
from annotation.views.sent import given_in, seconds_in, version_in

_STATUS = 409


def _refusals_told(view: Callable[[HttpRequest, int], HttpResponse]) -> Callable[[HttpRequest, int], HttpResponse]:
    """Refusals as sentences: for scripts with what is to be shown now, for people on the page they come back to."""

    @wraps(view)
    def told(request: HttpRequest, pk: int) -> HttpResponse:
        try:
            return view(request, pk)
        except Refused as problem:
            if _is_script(request):
                return JsonResponse({"problem": str(problem), "kind": problem.kind}, status=_STATUS)
            messages.warning(request, str(problem))
            return redirect("annotate", pk)

    return told


@require_POST
@_refusals_told
def answer(request: HttpRequest, pk: int) -> HttpResponse:
    """Takes an answer; what comes next is in the response."""
    rater, code = rater_for(request, pk), request.POST.get("code", "")
    given, reason = given_in(request.POST), request.POST.get("reason", "")
    if not _is_script(request):
        return _answer_of_form(request, rater, code, given, reason)
    seconds, version = seconds_in(request.POST), version_in(request.POST)
    hand = shown_hand(rater, lambda: take_answer(rater, code, given, reason, seconds, guidelines=version))
    return JsonResponse(_after_answer(request, rater, code, hand))


@require_POST
@_refusals_told
def undo(request: HttpRequest, pk: int) -> HttpResponse:
    """Takes the last answer back; its item is on the screen again."""
    rater = rater_for(request, pk)
    held = take_back(rater, request.POST.get("code", ""))
    if not _is_script(request):
        return redirect("annotate", pk)
    shown = Shown(held.assignment.place, held.item, parts_of(held.item, rater.study), held.assignment.draft)
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
    """Somebody still sits there. Tells which guidelines hold, so that the page can say when they were changed."""
    rater = rater_for(request, pk)
    keep_leases(rater, request.POST.getlist("code")[:10])
    text = guidelines_of(rater)
    return JsonResponse({"guidelines": text.version if text else 0})


def _after_answer(request: HttpRequest, rater: Rater, code: str, hand: ShownHand) -> dict[str, Any]:
    there = _there(request)
    found: dict[str, Any] = {
        "items": [item_json(one, one.item.code not in there) for one in hand.shown],
        "empty": hand.empty,
        "entry": entries_html([entry_of(rater, code, given_in(request.POST), request.POST.get("reason", ""))]),
    }
    # It takes as long as all the rest, and the page can count to five by itself.
    if request.POST.get("progress") != "0":
        found["progress"] = progress_shown(rater)
    return found


def _answer_of_form(request: HttpRequest, rater: Rater, code: str, given: dict[str, str], reason: str) -> HttpResponse:
    """Without a script one question comes after the other: what was said so far is kept as a draft."""
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
        if problem.kind != "bad_answer":
            raise
        shown = Shown(row.place, row.item, parts_of(row.item, rater.study), {"given": given, "reason": reason})
        return judge_page(request, rater, (shown,), is_edit, str(problem))
    said = ", ".join(choice.label for choice in chosen_in(rater.study, given))
    messages.success(request, f"Item {row.place}: {said}")
    return redirect("annotate", rater.study_id)


def _there(request: HttpRequest) -> set[str]:
    """Items that the page has already."""
    return set(request.POST.getlist("have"))


def _is_script(request: HttpRequest) -> bool:
    return "application/json" in request.headers.get("accept", "")
