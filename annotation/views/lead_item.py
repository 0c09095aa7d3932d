"""One item for those who lead the study: as annotators see it, and beside it everything that they do not."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from annotation.jobs.checking import questions_of
from annotation.models import Item, Study, Verdict
from annotation.questions import asked_about
from annotation.showing.building import CannotBeShown
from annotation.views.access import led_study
from annotation.views.judge_frames import frames_sent
from annotation.views.judge_parts import Parts, parts_of
from annotation.views.revisions import ItemAnswers, item_answers


@require_safe
def study_item(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    study = led_study(request, pk)
    item = item_in(study, number)
    parts, trouble = _parts(item, study)
    questions = questions_of(study)
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
    """The phone at every step that led there."""
    return frames_sent(item_in(led_study(request, pk), number))


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


def _judges(study: Study, item: Item) -> list[ItemAnswers]:
    rows = Verdict.objects.filter(item=item, rater__withdrawn_at=None).select_related("rater").order_by("pk")
    by_rater: defaultdict[int, list[Verdict]] = defaultdict(list)
    for row in rows:
        by_rater[row.rater_id].append(row)
    return [item_answers(study, item, rows[0].rater, rows) for rows in by_rater.values()]


def _neighbours(study: Study, item: Item) -> dict[str, int | None]:
    numbers = Item.objects.filter(study=study).order_by("number").values_list("number", flat=True)
    return {
        "before": numbers.filter(number__lt=item.number).last(),
        "after": numbers.filter(number__gt=item.number).first(),
    }
