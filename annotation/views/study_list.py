"""The list of studies."""

from __future__ import annotations

from typing import NamedTuple

from django.core.paginator import Paginator
from django.db.models import Count, OuterRef, QuerySet, Subquery, Sum
from django.db.models.functions import Coalesce
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from annotation.models import Item, PlayAssignment, PlayScenario, Rater, Role, Study, StudyKind
from annotation.views.access import MANAGE, SEE, need
from simulator.access import User, has_right
from simulator.models import State
from simulator.words.english import spoken

PER_PAGE = 20
_MOST_LEADS = 3


class StudyEntry(NamedTuple):
    """A line of the list; for a play study, its scenarios are the items and its finished runs the answers."""

    study: Study
    items: int
    answers: int
    wanted: int
    people: int
    leads: str
    may_change: bool


@require_safe
def studies(request: HttpRequest) -> HttpResponse:
    need(request.user, SEE)
    page = Paginator(_counted(), PER_PAGE).get_page(request.GET.get("page"))
    entries = [_entry(study, request.user) for study in page.object_list]
    return render(request, "studies/list.html", {"page": page, "entries": entries})


def _counted() -> QuerySet[Study]:
    """Return all studies with their numbers of real items or scenarios, answers or runs, and people."""
    # Subqueries, because joining items and people in one query would multiply their counts.
    real = Item.objects.filter(study=OuterRef("pk"), role=Role.REAL).order_by().values("study")
    scenarios = PlayScenario.objects.filter(study=OuterRef("pk"), is_practice=False).order_by().values("study")
    played = PlayAssignment.objects.filter(
        scenario__study=OuterRef("pk"), is_practice=False, episode__state=State.FINISHED
    )
    runs = played.order_by().values("scenario__study")
    people = Rater.objects.filter(study=OuterRef("pk"), withdrawn_at=None).order_by().values("study")
    return (
        Study.objects.annotate(
            item_count=Coalesce(Subquery(real.annotate(n=Count("pk")).values("n")), 0),
            answer_count=Coalesce(Subquery(real.annotate(n=Sum("answered")).values("n")), 0),
            scenario_count=Coalesce(Subquery(scenarios.annotate(n=Count("pk")).values("n")), 0),
            run_count=Coalesce(Subquery(runs.annotate(n=Count("pk")).values("n")), 0),
            people_count=Coalesce(Subquery(people.annotate(n=Count("pk")).values("n")), 0),
        )
        .prefetch_related("leads")
        .order_by("-pk")
    )


def _entry(study: Study, user: User) -> StudyEntry:
    leads = list(study.leads.all())
    names = [lead.get_full_name() or lead.get_username() for lead in leads]
    more = len(names) - _MOST_LEADS
    shown = [*names[:_MOST_LEADS], *([f"{more} more"] if more > 0 else [])]
    is_play = study.kind == StudyKind.PLAY
    items: int = study.scenario_count if is_play else study.item_count  # type: ignore[attr-defined]
    answers: int = study.run_count if is_play else study.answer_count  # type: ignore[attr-defined]
    people: int = study.people_count  # type: ignore[attr-defined]
    may_change = has_right(user, MANAGE) or any(lead.pk == user.pk for lead in leads)
    return StudyEntry(study, items, answers, items * study.per_item, people, spoken(shown), may_change)
