"""The page of one item for leads: the item as annotators see it, with every answer."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from annotation.labelling.answer_checks import questions_of
from annotation.models import Answer, Item, Rater, Role, Study
from annotation.questions import asked_about
from annotation.showing.item_builder import CannotBeShown
from annotation.views.access import led_study
from annotation.views.item_rendering import ItemParts, frames_sent, parts_of


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
    """Send the stored pictures of the phone at the steps up to the judged moment."""
    return frames_sent(item_in(led_study(request, pk), number))


def item_in(study: Study, number: int) -> Item:
    found = Item.objects.select_related("batch").filter(study=study, number=number).first()
    if found is None:
        raise Http404(f"This study has no item {number}. Choose an item from the list of items.")
    return found


def _parts(item: Item, study: Study) -> tuple[ItemParts | None, str]:
    if item.trouble:
        return None, item.trouble
    try:
        return parts_of(item, study), ""
    except CannotBeShown as problem:
        return None, str(problem)


def _judges(study: Study, item: Item) -> list[ItemAnswers]:
    rows = Answer.objects.filter(item=item, rater__withdrawn_at=None).select_related("rater").order_by("pk")
    by_rater: defaultdict[int, list[Answer]] = defaultdict(list)
    for row in rows:
        by_rater[row.rater_id].append(row)
    return [item_answers(study, item, rows[0].rater, rows) for rows in by_rater.values()]


def _neighbours(study: Study, item: Item) -> dict[str, int | None]:
    numbers = Item.objects.filter(study=study).order_by("number").values_list("number", flat=True)
    return {
        "before": numbers.filter(number__lt=item.number).last(),
        "after": numbers.filter(number__gt=item.number).first(),
    }


class Revision(NamedTuple):
    """One revision of a person's answers to an item; all `values` are "" if the revision takes them back."""

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
    """One person's answers to one item, with all revisions."""

    item: Item
    rater: Rater
    revisions: Sequence[Revision]
    """Newest first."""
    is_right: bool | None
    """None for real items, which have no right answer, and for an answer that was taken back."""
    is_fast: bool
    """True for a fast answer to a real item. Fast answers to other items are never counted."""

    @property
    def latest(self) -> Revision:
        return self.revisions[0]


def item_answers(study: Study, item: Item, rater: Rater, rows: Sequence[Answer]) -> ItemAnswers:
    """Return one person's answers to one item. `rows` are all answers of the person about the item."""
    revisions = _revisions(rows)
    latest = revisions[0]
    is_right = None
    # An answer that was taken back is neither right nor wrong.
    if item.role != Role.REAL and item.right_answers and not latest.is_taken_back:
        # Right only if every question that has a right answer was answered correctly.
        is_right = all(latest.values.get(key) == value for key, value in item.right_answers.items())
    fast = not latest.is_taken_back and item.role == Role.REAL and latest.seconds < study.too_fast_seconds
    return ItemAnswers(item, rater, revisions, is_right, fast)


def _revisions(rows: Sequence[Answer]) -> list[Revision]:
    """Group one person's answers to an item by revision, newest first."""
    by_number: defaultdict[int, list[Answer]] = defaultdict(list)
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
