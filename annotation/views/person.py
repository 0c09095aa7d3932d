"""What one person answered, the latest first, with everything they thought of before."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from annotation.agreement.people import Person
from annotation.jobs.checking import questions_of
from annotation.jobs.joining import needs_code
from annotation.jobs.personal_codes import issue
from annotation.jobs.progress import progress_of
from annotation.jobs.ratings import agreement_of
from annotation.models import Rater, Role, Study, Verdict
from annotation.questions import Question
from annotation.views.access import led_study
from annotation.views.people import rater_in
from annotation.views.revisions import ItemAnswers, item_answers

PER_PAGE = 50
SHOWN = ("all", "gold", "fast", "changed", "practice")


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
    questions = questions_of(study)
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
        "has_code": needs_code(who),
        "has_practice": study.items.filter(role=Role.PRACTICE).exists(),
    }
    return render(request, "studies/person.html", shown)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def issue_code(request: HttpRequest, pk: int, rater: int) -> HttpResponse:
    """Explain what a new personal code does; sending the form makes one, shown once and stored only as a hash."""
    study = led_study(request, pk)
    who = rater_in(study, rater)
    if who.withdrawn_at is not None or not needs_code(who):
        raise Http404(f"{who.pseudonym} has no personal code: only people who come from a panel have one.")
    code = issue(who) if request.method == "POST" else ""
    return render(request, "studies/person_code.html", {"study": study, "is_lead": True, "rater": who, "code": code})


def answers_of(study: Study, rater: Rater) -> list[ItemAnswers]:
    rows = Verdict.objects.filter(study=study, rater=rater).select_related("item").order_by("-revision", "pk")
    by_item: defaultdict[int, list[Verdict]] = defaultdict(list)
    for row in rows:
        by_item[row.item_id].append(row)
    found = [item_answers(study, rows[0].item, rater, rows) for rows in by_item.values()]
    return sorted(found, key=lambda one: one.latest.at, reverse=True)


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
