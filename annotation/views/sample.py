"""Sampling: the form, what it would draw while one fills it in, the drawing, and batches that are taken back."""

from __future__ import annotations

import random
from typing import Any, NamedTuple

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from annotation.jobs import batches as taking_back
from annotation.jobs.bad_study import BadStudy
from annotation.jobs.candidates import known_models
from annotation.jobs.drawing import draw_batch
from annotation.jobs.sources import finished_runs, scenarios_played, sweeps_to_choose
from annotation.models import Batch, Study, StudyState
from annotation.views.access import led_study
from annotation.views.checklist import checklist_of
from annotation.views.sample_form import KINDS, ORIGINS, SOURCES, SampleForm, first_sample, posted_sample
from annotation.views.sample_shown import Shown, batch_lines, shown
from simulator.phone.wording import counted
from simulator.plans.problems import BadPlan, PlanProblem

_SEEDS = 10_000


class Choices(NamedTuple):
    """What the form offers."""

    finished: int
    sweeps: Any
    scenarios: Any
    models: list[str]
    per_model: list[tuple[str, str]]
    """By model the number that was typed."""
    sources: Any = SOURCES
    kinds: Any = KINDS
    origins: Any = ORIGINS


@require_http_methods(["GET", "HEAD", "POST"])
def sample_study(request: HttpRequest, pk: int) -> HttpResponse:
    study = led_study(request, pk)
    if request.method != "POST":
        return _page(request, study, first_sample(random.randrange(_SEEDS), request.GET.get("sweep", "")))
    form = posted_sample(request.POST)
    if request.POST.get("do") != "draw":
        return _page(request, study, form)
    try:
        batch = draw_batch(study, form.spec(), request.user)
    except BadPlan as bad:
        form.problems = list(bad.problems)
    except BadStudy as bad:
        form.problems = [PlanProblem("", " ".join(bad.sentences), "")]
    else:
        messages.success(request, _drawn(study, batch))
        return redirect("study_items", study.pk)
    return _page(request, study, form, status=422)


@require_POST
def preview_sample(request: HttpRequest, pk: int) -> HttpResponse:
    """The panel beside the form, as it is filled in now."""
    study = led_study(request, pk)
    form = posted_sample(request.POST)
    context = {"study": study, "form": form, "shown": _shown(study, form), "batches": study.batches.exists()}
    return render(request, "studies/_sample_preview.html", context)


@require_POST
def remove_batch(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    study = led_study(request, pk)
    batch = Batch.objects.filter(study=study, number=number).first()
    if batch is None:
        raise Http404(f"Study {pk} has no batch {number}.")
    try:
        count = taking_back.remove_batch(batch)
        messages.success(request, f"Batch {number} is gone, with {counted(count, 'item')}.")
    except BadStudy as bad:
        messages.warning(request, str(bad))
    return redirect("sample_study", study.pk)


def _drawn(study: Study, batch: Batch) -> str:
    is_open = study.state == StudyState.OPEN
    more = "People get them from now on." if is_open else "Now mark some for practice and as gold."
    return f"Batch {batch.number}: {counted(batch.items.count(), 'item')} drawn. {more}"


def _shown(study: Study, form: SampleForm) -> Shown | None:
    """None if something is wrong; the form says what."""
    try:
        return shown(study, form.spec())
    except BadPlan as bad:
        form.problems = list(bad.problems)
        return None


def _page(request: HttpRequest, study: Study, form: SampleForm, status: int = 200) -> HttpResponse:
    context = {
        "study": study,
        "form": form,
        "shown": None if form.problems else _shown(study, form),
        "choices": _choices(form),
        "batches": batch_lines(study),
        "checklist": checklist_of(study),
    }
    return render(request, "studies/sample.html", context, status=status)


def _choices(form: SampleForm) -> Choices:
    models, typed = known_models(), form.per_model
    per_model = [(name, typed.get(name, "")) for name in dict.fromkeys([*models, *typed])]
    return Choices(finished_runs().count(), sweeps_to_choose(), scenarios_played(), models, per_model)
