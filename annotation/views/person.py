"""What one person answered, the latest first, with everything they thought of before."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from annotation.agreement.people import Person
from annotation.jobs.progress import progress_of
from annotation.jobs.ratings import agreement_of
from annotation.models import Item, Rater, Role, Study, Verdict
from annotation.questions import Question
from annotation.views.access import led_study
from annotation.views.people import rater_in

PER_PAGE = 50
SHOWN = ("all", "gold", "fast", "changed", "practice")


class Revision(NamedTuple):
    """One answer to an item, to all of its questions. `values` are empty where it was taken back."""

    number: int
    at: datetime
    seconds: float
    values: Mapping[str, str]
    reason: str
    guidelines: int
    attempt: int

    @property
    def is_taken_back(self) -> bool:
        return not any(self.values.values())


class ItemAnswers(NamedTuple):
    item: Item
    revisions: Sequence[Revision]
    """The latest first."""
    is_right: bool | None
    """Of gold and practice."""
    is_fast: bool

    @property
    def latest(self) -> Revision:
        return self.revisions[0]


@require_safe
def study_person(request: HttpRequest, pk: int, rater: int) -> HttpResponse:
    study = led_study(request, pk)
    who = rater_in(study, rater)
    progress = progress_of(study)
    person = next(one for one in progress.people if one.rater.pk == who.pk)
    answers = answers_of(study, who)
    show = request.GET.get("show", "all")
    show = show if show in SHOWN else "all"
    page = Paginator([one for one in answers if _is_shown(one, show)], PER_PAGE).get_page(request.GET.get("page"))
    questions = [Question.model_validate(one) for one in study.questions]
    shown = {
        "study": study,
        "is_lead": True,
        "rater": who,
        "person": person,
        "page": page,
        "show": show,
        "counts": [(name, sum(_is_shown(one, name) for one in answers)) for name in SHOWN],
        "questions": {question.key: question for question in questions},
        "agrees": _agrees(study, who, questions),
        "has_practice": study.items.filter(role=Role.PRACTICE).exists(),
    }
    return render(request, "studies/person.html", shown)


def answers_of(study: Study, rater: Rater, item: Item | None = None) -> list[ItemAnswers]:
    rows = Verdict.objects.filter(study=study, rater=rater).select_related("item").order_by("-revision", "pk")
    by_item: defaultdict[int, list[Verdict]] = defaultdict(list)
    for row in rows if item is None else rows.filter(item=item):
        by_item[row.item_id].append(row)
    found = [_item_answers(study, rows) for rows in by_item.values()]
    return sorted(found, key=lambda one: one.latest.at, reverse=True)


def revisions_of(rows: Sequence[Verdict]) -> list[Revision]:
    """Of one person and one item, the latest first."""
    by_number: defaultdict[int, list[Verdict]] = defaultdict(list)
    for row in rows:
        by_number[row.revision].append(row)
    return [
        Revision(
            number,
            said[0].given_at,
            said[0].seconds,
            {row.key: row.value for row in said},
            next((row.reason for row in said if row.reason), ""),
            said[0].guidelines,
            said[0].attempt,
        )
        for number, said in sorted(by_number.items(), reverse=True)
    ]


def _item_answers(study: Study, rows: Sequence[Verdict]) -> ItemAnswers:
    item, revisions = rows[0].item, revisions_of(rows)
    latest = revisions[0]
    is_right = None
    if item.role != Role.REAL and item.right_answers and not latest.is_taken_back:
        is_right = all(latest.values.get(key) == value for key, value in item.right_answers.items())
    fast = not latest.is_taken_back and item.role == Role.REAL and latest.seconds < study.too_fast_seconds
    return ItemAnswers(item, revisions, is_right, fast)


def _is_shown(one: ItemAnswers, show: str) -> bool:
    if show == "practice" or one.item.role == Role.PRACTICE:
        return show == "practice" and one.item.role == Role.PRACTICE
    return {
        "all": True,
        "gold": one.item.role == Role.GOLD,
        "fast": one.is_fast,
        "changed": len(one.revisions) > 1,
    }[show]


def _agrees(study: Study, who: Rater, questions: Sequence[Question]) -> Person | None:
    """How often this person says what others say; nothing about those who are left out or gone."""
    if not questions or who.left_out:
        return None
    whole = agreement_of(study, questions[0].key)
    return next((one for one in whole.people if one.rater == who.pseudonym), None)
