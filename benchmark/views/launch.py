"""The launch page: the form of a plan, its preview while you fill it in, and the start of the sweep."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_http_methods, require_POST

from benchmark.jobs.sweep_start import start_sweep
from benchmark.models import Sweep
from benchmark.plan.plan_file import read_plan, write_plan
from benchmark.plan.schema import SweepPlan
from benchmark.views.access import START, need
from benchmark.views.launch_permissions import check_reserved
from benchmark.views.launch_preview import LaunchPreview, is_still_true, shown
from benchmark.views.plan_choices import choices
from benchmark.views.plan_form import PlanForm, first_form, form_of, posted_form
from simulator.access import User
from simulator.plans.plan_file import BadPlan, PlanProblem
from simulator.words.numbers import whole_number

MOST_YAML = 1_000_000
_MOST_LOOKS = 3
NOT_SEEN = "Tick “I have checked the number of runs and the cost” first."
CHANGED = "The plan or the cache has changed since you checked. Check the numbers again."


@require_http_methods(["GET", "HEAD", "POST"])
def new_sweep(request: HttpRequest) -> HttpResponse:
    """Show the form, load a plan file into the form, or start a sweep.

    A sweep starts only if the start button was pressed, the plan is valid, and the user has ticked the box that
    confirms the numbers.
    """
    need(request.user, START)
    if request.method != "POST":
        return _page(request, _copied(request))
    # A plan file is uploaded with a separate form that has no other fields.
    plan_file = request.FILES.get("yaml")
    if plan_file is not None:
        return _loaded(request, plan_file)
    form = _posted(request)
    if request.POST.get("do") != "start":
        return _page(request, form)
    return _started(request, form)


@require_POST
def preview_sweep(request: HttpRequest) -> HttpResponse:
    """Render the preview of the form as it is filled in now."""
    need(request.user, START)
    form = _posted(request)
    return render(request, "sweeps/_preview.html", _context(form, _shown(form, request.user)))


@require_POST
def plan_as_yaml(request: HttpRequest) -> HttpResponse:
    """Return the plan in the form as a YAML file, or the form with its problems."""
    need(request.user, START)
    form = _posted(request)
    try:
        return yaml_file(form.plan())
    except BadPlan as bad:
        form.problems = list(bad.problems)
        return _page(request, form, status=422)


def yaml_file(plan: SweepPlan) -> HttpResponse:
    response = HttpResponse(write_plan(plan), content_type="application/yaml; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{file_name(plan)}"'
    return response


def file_name(plan: SweepPlan) -> str:
    words = "".join(sign if sign.isascii() and sign.isalnum() else " " for sign in plan.experiment_name.lower())
    return f"{'-'.join(words.split()) or 'sweep'}.yaml"


def _started(request: HttpRequest, form: PlanForm) -> HttpResponse:
    # Computed again at the moment of starting: the cache and the permissions may have changed since the page was shown.
    now = _shown(form, request.user)
    if now is None:
        return _page(request, form, status=422)
    seen = request.POST.get("seen", "")
    if not seen or not is_still_true(seen, now):
        return _page(request, form, now, refusal=CHANGED if seen else NOT_SEEN, status=422)
    sweep = _start(now.plan, request.user, form)
    return redirect(sweep) if sweep is not None else _page(request, form, status=422)


def _start(plan: SweepPlan, user: User, form: PlanForm) -> Sweep | None:
    try:
        return start_sweep(plan, user)  # type: ignore[arg-type]
    except BadPlan as bad:
        # A scenario may have been removed, or a model list changed, between the check and the start.
        form.problems = list(bad.problems)
        return None


def _shown(form: PlanForm, user: User) -> LaunchPreview | None:
    """Return the preview of a valid plan; otherwise store the problems in the form and return None.

    Each check needs a plan that passes the checks before it. So fields with problems are left out and the other fields
    are checked again, to show all problems at once.
    """
    problems: dict[PlanProblem, None] = {}
    for _ in range(_MOST_LOOKS):
        try:
            plan = form.plan(without={problem.field for problem in problems})
            check_reserved(plan, user)
            found = shown(plan)
        except BadPlan as bad:
            new = [problem for problem in bad.problems if problem not in problems]
            problems |= dict.fromkeys(new)
            # A problem without a field cannot be left out, so another look would only find it again.
            if new and all(problem.field for problem in new):
                continue
        else:
            if not problems:
                return found
        break
    form.problems = list(problems)
    return None


def _copied(request: HttpRequest) -> PlanForm:
    """Return a form copied from the sweep in `?from=`, or the form for a first sweep."""
    number = request.GET.get("from", "")
    if not number:
        return first_form()
    known = Sweep.objects.filter(pk=whole_number(number) or 0).first()
    if known is None:
        form = first_form()
        form.problems = [
            PlanProblem("", f"There is no sweep {number[:40]} to copy.", "The form shows the default plan.")
        ]
        return form
    return form_of(SweepPlan.model_validate(known.plan))


def _loaded(request: HttpRequest, file: UploadedFile[bytes]) -> HttpResponse:
    name = (file.name or "the file")[:100]
    try:
        # `files=False`: a plan from a browser must not make the server read its own files.
        plan = read_plan(_text_of(file), name, files=False).plan
    except BadPlan as bad:
        form = first_form()
        form.problems = list(bad.problems)
        return _page(request, form, wrong_file=bad.lines, status=422)
    return _page(request, form_of(plan), loaded=name)


def _posted(request: HttpRequest) -> PlanForm:
    file = request.FILES.get("scenarios_file")
    if file is None:
        return posted_form(request.POST)
    try:
        return posted_form(request.POST, _text_of(file))
    except BadPlan as bad:
        form = posted_form(request.POST)
        form.problems = [problem._replace(field="scenarios") for problem in bad.problems]
        return form


def _text_of(file: UploadedFile[bytes]) -> str:
    if (file.size or 0) > MOST_YAML:
        raise BadPlan([PlanProblem("", "The file is larger than 1 MB.", "Choose a plan or a list of scenario ids.")])
    try:
        return str(file.read(), "utf-8")
    except UnicodeDecodeError:
        raise BadPlan([PlanProblem("", "The file is not UTF-8 text.", "Save it as UTF-8 and try again.")]) from None


def _page(
    request: HttpRequest, form: PlanForm, now: LaunchPreview | None = None, status: int = 200, **more: Any
) -> HttpResponse:
    shown_now = now or (None if form.problems else _shown(form, request.user))
    context: Mapping[str, Any] = {**_context(form, shown_now), "choices": choices(form), **more}
    response = render(request, "sweeps/new.html", dict(context), status=status)
    patch_vary_headers(response, ("HX-Request",))
    return response


def _context(form: PlanForm, now: LaunchPreview | None) -> dict[str, Any]:
    name = file_name(now.plan) if now is not None else "plan.yaml"
    return {"form": form, "shown": now, "file_name": name}
