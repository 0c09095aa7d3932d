"""Pages that create, edit and copy a play study."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from annotation.models import Study, StudyState
from annotation.plan.play_schema import PlayStudyPlan
from annotation.play_studies.planning import change_play_study, copy_play_study, make_play_study, play_plan_of
from annotation.studies.lifecycle import lacks_of
from annotation.studies.study_error import BadStudy
from annotation.views.access import BUILD, need
from annotation.views.play_study_form import (
    PlayStudyForm,
    first_play_form,
    fixed_of_play,
    play_form_of,
    posted_play_form,
)
from annotation.views.study_form import leads_named, names_of, set_leads
from simulator.plans.plan_file import BadPlan, PlanProblem
from simulator.rendering.live_parts import change_token

_CHANGED = PlanProblem(
    "",
    "Somebody else has changed this study since you opened the page.",
    "Look at the study in another tab. If you save again, your form replaces the other changes.",
)


@require_http_methods(["GET", "HEAD", "POST"])
def new_play_study(request: HttpRequest) -> HttpResponse:
    need(request.user, BUILD)
    if request.method != "POST":
        return _page(request, first_play_form(request.user.get_username()))
    form = posted_play_form(request.POST)
    try:
        with transaction.atomic():
            leads = leads_named(form.text.get("leads", ""))
            study = make_play_study(form.plan(), request.user)
            set_leads(study, leads)
    except (BadPlan, BadStudy) as bad:
        form.problems = _problems(bad)
        return _page(request, form, status=422)
    messages.success(request, f"“{study.title}” is saved as a draft. Open it when you are ready.")
    return redirect(study)


def edit_play_study(request: HttpRequest, study: Study) -> HttpResponse:
    """Show or save the settings of a study that the user leads."""
    now, fixed = play_plan_of(study), fixed_of_play(study)
    if request.method != "POST":
        return _page(request, play_form_of(now, names_of(study.leads.all()), fixed), study, now=now)
    form = posted_play_form(request.POST, fixed, now)
    if request.POST.get("as_of", _mark(now)) != _mark(now):
        form.problems = [_CHANGED]
        return _page(request, form, study, status=409, now=now)
    try:
        with transaction.atomic():
            leads = leads_named(form.text.get("leads", ""))
            change_play_study(study, form.plan(), request.user)
            set_leads(study, leads)
    except (BadPlan, BadStudy) as bad:
        form.problems = _problems(bad)
        return _page(request, form, Study.objects.get(pk=study.pk), status=422, now=now)
    messages.success(request, "Saved.")
    return redirect("edit_study", study.pk)


def copy_as_draft(request: HttpRequest, study: Study) -> HttpResponse:
    """Copy a play study. If it names something that can't be played any more, say so on its settings page."""
    try:
        copy = copy_play_study(study, request.user)
    except BadPlan as bad:
        messages.warning(request, f"The study can’t be copied. {' '.join(bad.lines)}")
        return redirect("edit_study", study.pk)
    messages.success(request, "This is a copy with the same settings, scenarios and texts.")
    return redirect("edit_study", copy.pk)


def _page(
    request: HttpRequest,
    form: PlayStudyForm,
    study: Study | None = None,
    status: int = 200,
    now: PlayStudyPlan | None = None,
) -> HttpResponse:
    shown: dict[str, Any] = {"form": form, "study": study, "is_lead": True, "lacks": []}
    if study is not None and now is not None:
        form.may_save = study.state != StudyState.CLOSED
        lacks = list(lacks_of(study)) if study.state == StudyState.DRAFT else []
        shown |= {"as_of": _mark(now), "lacks": lacks, "plan": study.play_plan}
    return render(request, "play_studies/build.html", shown, status=status)


def _mark(plan: PlayStudyPlan) -> str:
    """Return a hash of all settings. With it in the form, leads do not overwrite each other's changes."""
    return change_token(plan.model_dump(mode="json"))


def _problems(bad: BadPlan | BadStudy) -> list[PlanProblem]:
    if isinstance(bad, BadPlan):
        return list(bad.problems)
    return [PlanProblem("", " ".join(bad.sentences), "")]
