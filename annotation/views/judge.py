"""The page where people judge: the item in hand with its question, and one of the last ten answers to be changed."""

from __future__ import annotations

import json
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from annotation.jobs.claiming import Empty
from annotation.models import Assignment, Rater, StudyState, StudyText, TextKind
from annotation.views.access import rater_for
from annotation.views.ending import ending_page
from annotation.views.judge_hand import Shown, item_json, shown_hand
from annotation.views.judge_own import entries_of, progress_shown
from annotation.views.judge_parts import asking, keys_of, parts_of
from annotation.views.own_page import own_page

_ELSEWHERE = {Empty.CONSENT: "consent", Empty.PRACTICE: "practice"}
KEEP_SHARE = 3
"""The lease is renewed so many times before it ends."""


@require_safe
@never_cache
def annotate(request: HttpRequest, pk: int) -> HttpResponse:
    rater = rater_for(request, pk)
    hand = shown_hand(rater)
    if hand.empty in _ELSEWHERE:
        return redirect(_ELSEWHERE[hand.empty], rater.study_id)
    if hand.empty is not None:
        return ending_page(request, rater, hand.empty, hand.until)
    return judge_page(request, rater, hand.shown)


@require_safe
@never_cache
def judge_item(request: HttpRequest, pk: int, code: str) -> HttpResponse:
    """An item in one's own hands, or one of the last ten answers."""
    rater = rater_for(request, pk)
    row = own_row(rater, code)
    if row.answered_at is None or rater.study.state != StudyState.OPEN:
        # The page says what there is to do, or why nothing can be changed.
        return redirect("annotate", pk)
    entry = next((one for one in entries_of(rater) if one.code == code), None)
    if entry is None:
        raise Http404("Only your last ten answers can be changed.")
    draft = {"given": entry.values, "reason": entry.reason}
    shown = Shown(row.place, row.item, parts_of(row.item, rater.study), draft)
    return judge_page(request, rater, (shown,), editing=True)


@require_safe
@never_cache
def guidelines(request: HttpRequest, pk: int) -> HttpResponse:
    """As a part for the page that asks for it, or as a page of its own."""
    rater = rater_for(request, pk)
    context = {"guidelines": guidelines_of(rater)}
    if request.headers.get("x-part") == "guidelines":
        return render(request, "annotate/_guide.html", context)
    return own_page(request, rater, "annotate/guidelines.html", context)


def judge_page(
    request: HttpRequest, rater: Rater, shown: tuple[Shown, ...], editing: bool = False, problem: str = ""
) -> HttpResponse:
    first = shown[0]
    given = first.draft.get("given") or {}
    parts = first.parts._replace(ask=asking(first.item, rater.study, given)) if given else first.parts
    context: dict[str, Any] = {
        "code": first.item.code,
        "parts": parts,
        "action": _address("answer", rater),
        "given": json.dumps(given),
        "reason": first.draft.get("reason", ""),
        "problem": problem,
        "editing": {"place": first.place} if editing else None,
        "progress": progress_shown(rater),
        "guidelines": guidelines_of(rater),
        "last": entries_of(rater),
        "keys": keys_of(rater.study),
        # What is on the page already is not sent twice.
        "held": json.dumps(
            [item_json(one, with_parts=number > 0) for number, one in enumerate(shown)], ensure_ascii=False
        ),
        "keep": rater.study.lease_seconds // KEEP_SHARE,
    }
    return own_page(request, rater, "annotate/judge.html", context, status=409 if problem else 200)


def own_row(rater: Rater, code: str) -> Assignment:
    """What was once handed to this person; anything else might as well not exist."""
    row = Assignment.objects.select_related("item").filter(rater=rater, item__code=code, item__trouble="").first()
    if row is None:
        raise Http404("There is no such item in your hands.")
    return row


def guidelines_of(rater: Rater) -> StudyText | None:
    return StudyText.objects.filter(study=rater.study_id, kind=TextKind.GUIDELINES).order_by("-version").first()


def _address(name: str, rater: Rater) -> str:
    return reverse(name, args=[rater.study_id])
