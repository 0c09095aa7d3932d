"""The sampling page: the form with a live preview, drawing a batch, and removing the newest batch."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from annotation.labelling.answer_checks import questions_of
from annotation.models import Batch, Item, Study, StudyState
from annotation.questions import asked_about
from annotation.sampling.drawing import Drawn, left_out_words
from annotation.sampling.spec import SampleSpec
from annotation.sampling.strata import Stratum
from annotation.studies import batches as taking_back
from annotation.studies.batches import PICKED, draw_batch, is_removable, preview_batch
from annotation.studies.candidate_pool import known_models
from annotation.studies.run_sources import finished_runs, scenarios_played, sweeps_to_choose
from annotation.studies.study_error import BadStudy
from annotation.templatetags.studies import deed_word
from annotation.views.access import led_study
from annotation.views.checklist import checklist_of
from annotation.views.sample_form import KINDS, ORIGINS, SOURCES, SampleForm, first_sample, posted_sample
from simulator.plans.plan_file import BadPlan, PlanProblem
from simulator.words.english import counted

# The form suggests a random seed below this number, so that two studies do not draw the same items.
_SEEDS = 10_000
_MOST_RUNS = 20
_OUTCOMES = {"success": "success", "miss": "no success", "unknown": "unknown"}


class SampleChoices(NamedTuple):
    """The values that can be chosen in the form."""

    finished: int
    sweeps: Any
    scenarios: Any
    models: list[str]
    per_model: list[tuple[str, str]]
    """Each model with the number of items typed in the form, or "" if no number was typed."""
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
    """Render the preview beside the form, from the current values of the form."""
    study = led_study(request, pk)
    form = posted_sample(request.POST)
    context = {
        "study": study,
        "form": form,
        "shown": _preview_or_problems(study, form),
        "batches": study.batches.exists(),
    }
    return render(request, "studies/_sample_preview.html", context)


@require_POST
def remove_batch(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    study = led_study(request, pk)
    batch = Batch.objects.filter(study=study, number=number).first()
    if batch is None:
        raise Http404(f"Study {pk} has no batch {number}. Reload the page.")
    try:
        count = taking_back.remove_batch(batch)
        messages.success(request, f"Batch {number} with {counted(count, 'item')} is removed.")
    except BadStudy as bad:
        messages.warning(request, str(bad))
    return redirect("sample_study", study.pk)


def _drawn(study: Study, batch: Batch) -> str:
    is_open = study.state == StudyState.OPEN
    more = "People get the items now." if is_open else "Now mark some items as practice and gold."
    return f"Batch {batch.number}: {counted(batch.items.count(), 'item')} drawn. {more}"


def _preview_or_problems(study: Study, form: SampleForm) -> SamplePreview | None:
    """Return the preview, or None after storing the problems in the form."""
    try:
        return sample_preview(study, form.spec())
    except BadPlan as bad:
        form.problems = list(bad.problems)
        return None


def _page(request: HttpRequest, study: Study, form: SampleForm, status: int = 200) -> HttpResponse:
    context = {
        "study": study,
        "form": form,
        "shown": None if form.problems else _preview_or_problems(study, form),
        "choices": _choices(form),
        "batches": batch_lines(study),
        "checklist": checklist_of(study),
    }
    return render(request, "studies/sample.html", context, status=status)


def _choices(form: SampleForm) -> SampleChoices:
    models, typed = known_models(), form.per_model
    per_model = [(name, typed.get(name, "")) for name in dict.fromkeys([*models, *typed])]
    return SampleChoices(finished_runs().count(), sweeps_to_choose(), scenarios_played(), models, per_model)


class StratumLine(NamedTuple):
    stratum: Stratum
    what: str
    outcomes: str
    """Taken and available items by outcome, in words."""


class ModelStrata(NamedTuple):
    model: str
    lines: Sequence[StratumLine]
    available: int
    taken: int
    wanted: int


class SamplePreview(NamedTuple):
    spec: SampleSpec
    drawn: Drawn
    groups: Sequence[ModelStrata]
    short: Sequence[str]
    left_out: Sequence[str]
    unasked: str
    """Kind of items to draw that no question asks about; "" if there is none."""

    @property
    def taken(self) -> int:
        return len(self.drawn.items)

    @property
    def available(self) -> int:
        return sum(group.available for group in self.groups)

    @property
    def scenarios(self) -> int:
        return len({one.candidate.scenario for one in self.drawn.items})

    @property
    def may_draw(self) -> bool:
        return bool(self.drawn.items) and not self.unasked


class BatchLine(NamedTuple):
    batch: Batch
    items: int
    source: str
    is_removable: bool

    @property
    def spec(self) -> str:
        """Return the stored specification as JSON, with long lists of runs cut."""
        plain = dict(self.batch.spec)
        runs = plain.get("runs") or []
        if len(runs) > _MOST_RUNS:
            plain["runs"] = [*runs[:_MOST_RUNS], f"and {len(runs) - _MOST_RUNS} more"]
        return json.dumps({name: value for name, value in plain.items() if value not in (None, [], {}, "")}, indent=1)


def sample_preview(study: Study, spec: SampleSpec) -> SamplePreview:
    drawn = preview_batch(study, spec)
    groups = [_group(model, list(strata)) for model, strata in groupby(drawn.strata, key=lambda one: one.model)]
    return SamplePreview(
        spec, drawn, groups, list(short_words(drawn)), list(left_out_words(drawn.left_out)), _unasked(study, spec)
    )


def short_words(drawn: Drawn) -> Iterator[str]:
    """Yield a line for each stratum with too few items, such as `petit-8b rejected: 3 missing`."""
    for one in drawn.strata:
        if one.short:
            yield f"{one.model} {deed_word(one.decision)}: {one.short} missing"


def source_words(spec: SampleSpec) -> str:
    """Return where a batch was drawn from, in a few words."""
    said = [spec.source] if spec.source else [counted(len(spec.runs), "run")] if spec.runs else []
    if spec.scenarios:
        said.append(counted(len(spec.scenarios), "scenario"))
    if spec.models:
        said.append(counted(len(spec.models), "model"))
    return ", ".join(said) or "all finished runs"


def batch_lines(study: Study) -> list[BatchLine]:
    counts: dict[int, int] = {}
    # One query for all batches.
    for number in Item.objects.filter(study=study).values_list("batch__number", flat=True):
        counts[number] = counts.get(number, 0) + 1
    batches = Batch.objects.filter(study=study).select_related("made_by").order_by("number")
    return [BatchLine(one, counts.get(one.number, 0), _source(one), is_removable(study, one)) for one in batches]


def _source(batch: Batch) -> str:
    if batch.spec == PICKED:
        return "items picked one by one"
    return source_words(SampleSpec.model_validate(batch.spec)) if batch.spec else "runs"


def _group(model: str, strata: Sequence[Stratum]) -> ModelStrata:
    lines = [StratumLine(one, deed_word(one.decision), _outcomes(one)) for one in strata]
    return ModelStrata(
        model,
        lines,
        sum(one.available for one in strata),
        sum(one.taken for one in strata),
        sum(one.wanted for one in strata),
    )


def _outcomes(stratum: Stratum) -> str:
    return ", ".join(f"{_OUTCOMES[one.outcome]} {one.taken} of {one.available}" for one in stratum.outcomes)


def _unasked(study: Study, spec: SampleSpec) -> str:
    questions = questions_of(study)
    kinds = {"offers": ("offer",), "silences": ("silence",), "both": ("offer", "silence")}[spec.kinds]
    return next((f"{kind}s" for kind in kinds if not asked_about(questions, kind)), "")
