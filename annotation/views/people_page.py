"""Pages for leads about the people of a study: the list, one person with every answer, and new personal codes."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from annotation.agreement.rater_figures import RaterFigures
from annotation.labelling.answer_checks import questions_of
from annotation.models import Answer, Rater, RaterKind, Role, Study, StudyKind, StudyState
from annotation.people.joining import needs_code
from annotation.people.personal_codes import issue
from annotation.questions import Question
from annotation.results.rating_table import agreement_of
from annotation.results.study_progress import PersonProgress, progress_of
from annotation.views.access import led_study
from annotation.views.item_page import ItemAnswers, item_answers
from annotation.views.play_study_page import play_person

PER_PAGE = 50
SHOWN = ("all", "gold", "fast", "changed", "practice")


class Activity(NamedTuple):
    """The current or last activity of a participant in a few words; `at` is the time of a past activity."""

    words: str
    at: datetime | None = None
    is_live: bool = False
    tone: str = ""


def activity_of(person: PersonProgress, study: Study, has_practice: bool, now: datetime) -> Activity:
    """Return the current or last activity of a person, such as an open item or a withdrawal."""
    rater = person.rater
    if rater.withdrawn_at:
        return Activity("withdrawn", rater.withdrawn_at)
    if person.held_until:
        return Activity(f"item open, {minutes_left(person.held_until, now)} min left", is_live=True)
    if rater.failed_at:
        return Activity("failed the practice", rater.failed_at, tone="warn")
    # `finished_at` alone is not enough: a second batch, a higher quota or a withdrawal gives people more to do.
    if rater.finished_at and (person.answers >= person.of or study.state == StudyState.CLOSED):
        return Activity("finished", rater.finished_at)
    # Imported answers bring raters without an account.
    if rater.user_id is None:
        return Activity("answered elsewhere")
    if has_practice and rater.passed_at is None:
        return Activity("practising" if study.state != StudyState.CLOSED else "never passed the practice")
    return Activity("last seen", rater.last_seen_at) if rater.last_seen_at else Activity("joined", rater.joined_at)


def minutes_left(until: datetime, now: datetime) -> int:
    """Return the minutes left, rounded up and at least 1."""
    return max(1, math.ceil((until - now).total_seconds() / 60))


@require_safe
def study_people(request: HttpRequest, pk: int) -> HttpResponse:
    study = led_study(request, pk, None)
    if study.kind == StudyKind.PLAY:
        return redirect(f"{study.get_absolute_url()}#people")
    progress = progress_of(study)
    has_practice = study.items.filter(role=Role.PRACTICE).exists()
    shown = {"study": study, "is_lead": True, "progress": progress, "people": progress.people}
    return render(request, "studies/people.html", {**shown, "has_practice": has_practice})


@require_POST
def leave_out(request: HttpRequest, pk: int, rater: int) -> HttpResponse:
    """Leave a person out of agreement, or include them again. Their answers are kept and exported."""
    study = led_study(request, pk)
    found = rater_in(study, rater)
    found.left_out = request.POST.get("left_out") == "yes"
    found.save(update_fields=["left_out"])
    name = found.pseudonym
    said = f"{name} is left out of agreement." if found.left_out else f"{name} is included in agreement again."
    messages.success(request, f"{said} All answers are kept.")
    back = request.POST.get("back", "")
    # `back` comes from the form: without this check it could send people to another site.
    if not url_has_allowed_host_and_scheme(back, allowed_hosts=None) or not back.startswith("/studies/"):
        back = study.get_absolute_url()
    return redirect(back)


def rater_in(study: Study, pk: int) -> Rater:
    found = Rater.objects.filter(study=study, pk=pk, kind=RaterKind.PERSON).first()
    if found is None:
        raise Http404(f"This study has no person with the number {pk}. Choose a person from the list of people.")
    return found


@require_safe
def study_person(request: HttpRequest, pk: int, rater: int) -> HttpResponse:
    study = led_study(request, pk, None)
    who = rater_in(study, rater)
    if study.kind == StudyKind.PLAY:
        return play_person(request, study, who)
    progress = progress_of(study)
    person = next(one for one in progress.people if one.rater.pk == who.pk)
    answers = answers_of(study, who)
    show = request.GET.get("show", "all")
    show = show if show in SHOWN else "all"
    # Filtered in Python: revisions of one answer are several rows, and the counts need all of them anyway.
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
    """Explain new personal codes; sending the form makes a code, which is shown once and stored only as a hash."""
    study = led_study(request, pk, None)
    who = rater_in(study, rater)
    if who.withdrawn_at is not None or not needs_code(who):
        raise Http404(f"{who.pseudonym} has no personal code: only people who come from a panel have a code.")
    code = issue(who) if request.method == "POST" else ""
    return render(request, "studies/person_code.html", {"study": study, "is_lead": True, "rater": who, "code": code})


def answers_of(study: Study, rater: Rater) -> list[ItemAnswers]:
    rows = Answer.objects.filter(study=study, rater=rater).select_related("item").order_by("-revision", "pk")
    by_item: defaultdict[int, list[Answer]] = defaultdict(list)
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


def _agrees(study: Study, who: Rater, questions: Sequence[Question]) -> RaterFigures | None:
    """Return this person's figures on the first question; None if they are left out or have no answers."""
    if not questions or who.left_out:
        return None
    whole = agreement_of(study, questions[0].key)
    return next((one for one in whole.people if one.rater == who.pseudonym), None)
