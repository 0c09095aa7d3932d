"""What belongs to somebody who takes part: the studies they are in, and their own answers."""

from __future__ import annotations

from typing import NamedTuple

from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from annotation.jobs.answering import EDITABLE
from annotation.jobs.own import OwnAnswer, OwnProgress, last_answers, progress_of
from annotation.models import Rater, StudyState
from annotation.questions import Choice
from annotation.views.access import rater_for
from annotation.views.browser_code import is_locked_out
from annotation.views.judge_own import chosen_in
from annotation.views.own_page import own_page

PAGE = 50
MOST = 10_000


class Part(NamedTuple):
    rater: Rater
    own: OwnProgress


class Answer(NamedTuple):
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
    parts = [Part(rater, progress_of(rater)) for rater in own]
    return render(request, "join/my_studies.html", {"parts": parts, "rater": None})


@never_cache
@require_safe
def my_answers(request: HttpRequest, pk: int) -> HttpResponse:
    """The newest first. Those that can still be changed lead to the page where they were given."""
    rater = rater_for(request, pk)
    count = _count(request.GET.get("count", ""))
    own = last_answers(rater, count + 1)
    can_edit = rater.study.state == StudyState.OPEN
    answers = [
        Answer(one, chosen_in(rater.study, one.values), can_edit and number < EDITABLE)
        for number, one in enumerate(own[:count])
    ]
    shown = {"answers": answers, "more": count + PAGE if len(own) > count else None}
    return own_page(request, rater, "join/my_answers.html", {**shown, "editable": EDITABLE if can_edit else 0})


def _count(text: str) -> int:
    return max(PAGE, min(int(text), MOST)) if text.isdecimal() and len(text) < 9 else PAGE
