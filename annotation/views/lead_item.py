"""One item for those who lead the study: as annotators see it, and beside it everything that they do not."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Any, NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_safe

from annotation.jobs.preparing import show_of
from annotation.models import Item, Rater, Role, Study, Verdict
from annotation.questions import Question, asked_about
from annotation.showing.building import CannotBeShown
from annotation.views.access import led_study
from annotation.views.judge_parts import Parts, parts_of
from annotation.views.person import Revision, revisions_of

_DAY = 86_400


class Judge(NamedTuple):
    """What one person said about the item."""

    rater: Rater
    revisions: Sequence[Revision]
    is_right: bool | None
    is_fast: bool

    @property
    def latest(self) -> Revision:
        return self.revisions[0]


@require_safe
def study_item(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    study = led_study(request, pk)
    item = item_in(study, number)
    parts, trouble = _parts(item, study)
    questions = tuple(Question.model_validate(one) for one in study.questions)
    shown: dict[str, Any] = {
        "study": study,
        "is_lead": True,
        "item": item,
        "parts": parts,
        "trouble": trouble,
        "questions": asked_about(questions, item.kind),
        "by_key": {question.key: question for question in questions},
        "judges": _judges(study, item),
        **_neighbours(study, item),
    }
    return render(request, "studies/item.html", shown)


@require_safe
def study_item_frames(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """The phone at every step that led there: a JSON list of HTML, packed as it is in the store."""
    item = item_in(led_study(request, pk), number)
    try:
        show = show_of(item)
    except CannotBeShown as problem:
        raise Http404(f"This item cannot be shown. {problem}") from None
    response = HttpResponse(bytes(show.frames), content_type="application/json")
    response["Content-Encoding"] = "gzip"
    patch_cache_control(response, private=True, max_age=_DAY)
    return response


def item_in(study: Study, number: int) -> Item:
    found = Item.objects.select_related("batch").filter(study=study, number=number).first()
    if found is None:
        raise Http404(f"This study has no item {number}.")
    return found


def _parts(item: Item, study: Study) -> tuple[Parts | None, str]:
    if item.trouble:
        return None, item.trouble
    try:
        return parts_of(item, study), ""
    except CannotBeShown as problem:
        return None, str(problem)


def _judges(study: Study, item: Item) -> list[Judge]:
    rows = Verdict.objects.filter(item=item, rater__withdrawn_at=None).select_related("rater").order_by("pk")
    by_rater: defaultdict[int, list[Verdict]] = defaultdict(list)
    for row in rows:
        by_rater[row.rater_id].append(row)
    return [_judge(study, item, rows) for rows in by_rater.values()]


def _judge(study: Study, item: Item, rows: Sequence[Verdict]) -> Judge:
    revisions = revisions_of(rows)
    latest = revisions[0]
    is_right = None
    if item.role != Role.REAL and item.right_answers and not latest.is_taken_back:
        is_right = all(latest.values.get(key) == value for key, value in item.right_answers.items())
    fast = not latest.is_taken_back and latest.seconds < study.too_fast_seconds
    return Judge(rows[0].rater, revisions, is_right, fast and item.role != Role.PRACTICE)


def _neighbours(study: Study, item: Item) -> dict[str, int | None]:
    numbers = Item.objects.filter(study=study).order_by("number").values_list("number", flat=True)
    return {
        "before": numbers.filter(number__lt=item.number).last(),
        "after": numbers.filter(number__gt=item.number).first(),
    }
