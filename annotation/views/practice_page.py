"""The practice pages, which show items one by one, each followed by the right answer with an explanation."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import msgspec
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from annotation.labelling.answer_checks import chosen_in, questions_of
from annotation.labelling.practice_rounds import Practice, Practised, answer_practice, practice_items, practise_again
from annotation.labelling.refusals import Refused
from annotation.models import Item, Rater, StudyState
from annotation.people.participants import needs_consent
from annotation.questions import Choice, asked_about
from annotation.showing.item_builder import CannotBeShown
from annotation.views.access import rater_for
from annotation.views.item_rendering import asking, keys_of, parts_of
from annotation.views.judge_page import guidelines_of
from annotation.views.judge_requests import given_in, seconds_in
from annotation.views.participant_pages import own_page


class PracticeReview(NamedTuple):
    """An answered practice item with the right answer."""

    number: int
    one: Practised
    said: list[Choice]
    right: list[Choice]


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def practice(request: HttpRequest, pk: int) -> HttpResponseBase:
    rater = rater_for(request, pk)
    if needs_consent(rater):
        return redirect("consent", pk)
    try:
        if request.method == "POST":
            return _sent(request, rater)
        return _page(request, rater, practice_items(rater))
    except Refused as problem:
        messages.warning(request, str(problem))
        return redirect("annotate", pk)
    except CannotBeShown:
        # The item was set aside, so the practice continues with the next one.
        return redirect("practice", pk)


def _sent(request: HttpRequest, rater: Rater) -> HttpResponseBase:
    if request.POST.get("again"):
        practise_again(rater)
        return redirect("practice", rater.study_id)
    code, reason = request.POST.get("code", ""), request.POST.get("reason", "")
    # Without a script questions come one by one, and the address carries the answers so far.
    given = {**given_in(request.GET), **given_in(request.POST)}
    at = practice_items(rater)
    # Only the current item can be answered question by question; anything else is checked and refused below.
    if at.next is not None and at.next.code == code and _is_open(rater, at.next, given):
        return _asked(request, rater, at, at.next, given, reason)
    try:
        answer_practice(rater, code, given, reason, seconds_in(request.POST))
    except Refused as problem:
        if problem.kind != "bad_answer" or at.next is None:
            raise
        return _asked(request, rater, at, at.next, given, reason, str(problem))
    return redirect(f"{reverse('practice', args=[rater.study_id])}?{urlencode({'after': code})}")


def _page(request: HttpRequest, rater: Rater, at: Practice) -> HttpResponseBase:
    after = request.GET.get("after", "")
    if after:
        return _told(request, rater, at, after)
    if at.next is None:
        return _end(request, rater, at)
    if rater.study.state != StudyState.OPEN:
        return redirect("annotate", rater.study_id)
    return _asked(request, rater, at, at.next, {})


def _asked(
    request: HttpRequest,
    rater: Rater,
    at: Practice,
    item: Item,
    given: dict[str, str],
    reason: str = "",
    problem: str = "",
) -> HttpResponse:
    parts = parts_of(item, rater.study)
    before = {f"q_{key}": value for key, value in given.items()}
    shown: dict[str, Any] = {
        **_place(at, item),
        "parts": parts._replace(ask=asking(item, rater.study, given)) if given else parts,
        "action": f"?{urlencode(before)}" if before else "",
        "given": msgspec.json.encode(given).decode(),
        "reason": reason,
        "problem": problem,
        "guidelines": guidelines_of(rater),
        "keys": keys_of(rater.study),
    }
    return own_page(request, rater, "join/practice.html", shown, status=409 if problem else 200)


def _told(request: HttpRequest, rater: Rater, at: Practice, code: str) -> HttpResponse:
    """Show the right answer to an item. Raise Http404 for items that were not answered yet."""
    review = next((one for one in _reviews(rater, at) if one.one.item.code == code), None)
    if review is None:
        raise Http404("You have not answered this practice item. Answer it first.")
    item = review.one.item
    shown = {**_place(at, item), "parts": parts_of(item, rater.study), "over": True, "review": review, "at": at}
    return own_page(request, rater, "join/practised.html", {**shown, "guidelines": guidelines_of(rater)})


def _end(request: HttpRequest, rater: Rater, at: Practice) -> HttpResponseBase:
    if at.state in ("none", "failed"):
        return redirect("annotate", rater.study_id)
    reviews = _reviews(rater, at)
    shown = {
        "at": at,
        # 100 * 0.55 is 55.00000000000001 in floating point, which `ceil` would round up to 56.
        "needed": math.ceil(at.score.of * at.score.pass_mark - 1e-9),
        "left": at.attempts - at.attempt,
        "reviews": [one for one in reviews if at.state == "passed" or one.one.correct is False],
    }
    return own_page(request, rater, "join/practice_over.html", shown)


def _reviews(rater: Rater, at: Practice) -> list[PracticeReview]:
    return [
        PracticeReview(number, one, chosen_in(rater.study, one.values), chosen_in(rater.study, one.item.right_answers))
        for number, one in enumerate(at.items, 1)
        if one.values
    ]


def _place(at: Practice, item: Item) -> dict[str, Any]:
    codes = [one.item.code for one in at.items]
    answered = sum(bool(one.values) for one in at.items)
    return {"code": item.code, "number": codes.index(item.code) + 1, "of": len(codes), "answered": answered}


def _is_open(rater: Rater, item: Item, given: dict[str, str]) -> bool:
    """Return whether some questions are answered, but not all."""
    wanted = asked_about(questions_of(rater.study), item.kind)
    return bool(given) and any(question.key not in given for question in wanted)
