"""Pages for leads about a play study: its progress, one person's runs, and the leaderboard."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from annotation.models import PlayAssignment, Rater, Study, StudyKind, StudyState
from annotation.people.joining import needs_code
from annotation.play_studies.play_progress import play_progress
from annotation.studies.lifecycle import lacks_of
from annotation.views.access import leads, study_for
from annotation.views.play_participant_pages import leaderboard_page


def play_study(request: HttpRequest, study: Study) -> HttpResponse:
    """Show the progress of a play study, or what a draft still lacks."""
    is_lead = leads(request.user, study)
    shown = {**_shown(study, is_lead), "lead_names": _lead_names(study)}
    if study.state == StudyState.DRAFT:
        shown["lacks"] = list(lacks_of(study)) if is_lead else []
    return render(request, "play_studies/study.html", shown)


def play_study_live(request: HttpRequest, study: Study) -> HttpResponse:
    """Send the part of the page that changes while people play."""
    return render(request, "play_studies/_progress.html", _shown(study, leads(request.user, study)))


@require_safe
def leaderboard(request: HttpRequest, pk: int) -> HttpResponse:
    study = study_for(request, pk, StudyKind.PLAY)
    return leaderboard_page(request, study, leads(request.user, study))


def play_person(request: HttpRequest, study: Study, rater: Rater) -> HttpResponse:
    """Show a lead the runs of one person."""
    runs = PlayAssignment.objects.filter(rater=rater).order_by("-is_practice", "place")
    rows = runs.select_related("episode", "scenario__version__scenario").defer("scenario__version__source")
    person = next(one for one in play_progress(study).people if one.rater.pk == rater.pk)
    shown = {"study": study, "is_lead": True, "rater": rater, "person": person, "runs": rows}
    return render(request, "play_studies/person.html", {**shown, "has_code": needs_code(rater)})


def _shown(study: Study, is_lead: bool) -> dict[str, Any]:
    return {
        "study": study,
        "plan": study.play_plan,
        "is_lead": is_lead,
        "progress": play_progress(study),
        "goes_on": study.state == StudyState.OPEN,
    }


def _lead_names(study: Study) -> list[str]:
    return [one.get_full_name() or one.get_username() for one in study.leads.order_by("pk")]
