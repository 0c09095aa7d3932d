"""Building a study: one form for all its settings and texts, new or as it stands."""

from __future__ import annotations

import hashlib
from typing import Any

from django.contrib import messages
from django.contrib.auth.models import User
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from annotation.jobs.studies import BadStudy, change_study, make_study, plan_of
from annotation.markdown import as_html
from annotation.models import Study, StudyState, StudyText
from annotation.plan.schema import SETTINGS, StudyPlan
from annotation.views.access import BUILD, MANAGE, SEE, led_study, need
from annotation.views.build_fixed import fixed_of
from annotation.views.build_form import StudyForm, first_form, form_of, posted_form
from annotation.views.build_leads import leads_named, names_of, set_leads
from annotation.views.checklist import checklist_of
from annotation.views.plan_file import read_upload
from simulator.plans.problems import BadPlan, PlanProblem
from simulator.views.access import User as Reader
from simulator.views.access import has_right

EARLIER = 20
CHANGED = PlanProblem(
    "",
    "Somebody else has changed this study since you opened the page.",
    "Look at it in another tab; if you save again, what stands here takes the place of what they wrote.",
)


@require_http_methods(["GET", "HEAD", "POST"])
def new_study(request: HttpRequest) -> HttpResponse:
    need(request.user, BUILD)
    if request.method != "POST":
        return _page(request, first_form(request.user.get_username()))
    if file := request.FILES.get("yaml"):
        return _loaded(request, file)
    form = posted_form(request.POST)
    try:
        plan, leads = _read(form)
        study = make_study(plan, request.user)
        set_leads(study, leads)
    except (BadPlan, BadStudy) as bad:
        form.problems = _problems(bad)
        return _page(request, form, status=422)
    if plan.samples:
        messages.success(request, f"“{study.title}” is saved as a draft, with the items that its plan draws.")
        return redirect("study_items", study.pk)
    messages.success(request, f"“{study.title}” is saved as a draft. Now draw its items.")
    return redirect("sample_study", study.pk)


@require_http_methods(["GET", "HEAD", "POST"])
def edit_study(request: HttpRequest, pk: int) -> HttpResponse:
    study = led_study(request, pk)
    now, fixed = plan_of(study), fixed_of(study)
    if request.method != "POST":
        return _page(request, form_of(now, names_of(study.leads.all()), fixed), study)
    if (file := request.FILES.get("yaml")) and study.state == StudyState.DRAFT:
        return _loaded(request, file, study)
    form = posted_form(request.POST, fixed, now)
    if request.POST.get("as_of", _mark(study)) != _mark(study):
        form.problems = [CHANGED]
        return _page(request, form, study, status=409)
    try:
        plan, leads = _read(form)
        with transaction.atomic():
            change_study(study, plan, request.user)
            set_leads(study, leads)
    except (BadPlan, BadStudy) as bad:
        form.problems = _problems(bad)
        return _page(request, form, Study.objects.get(pk=study.pk), status=422)
    messages.success(request, "Saved.")
    return redirect("edit_study", study.pk)


@require_POST
def preview_text(request: HttpRequest) -> HttpResponse:
    """A text as people will read it. It is the sender's own, and goes back to nobody else."""
    need(request.user, SEE)
    text = request.POST.get("guidelines") or request.POST.get("consent") or ""
    return HttpResponse(as_html(text) or '<p class="mute">Nothing yet.</p>')


def _read(form: StudyForm) -> tuple[StudyPlan, list[User]]:
    """All that is wrong at once, whichever part it is in."""
    problems: list[PlanProblem] = []
    try:
        leads = leads_named(form.text.get("leads", ""))
    except BadPlan as bad:
        problems += bad.problems
    try:
        plan = form.plan()
    except BadPlan as bad:
        problems[:0] = bad.problems
    if problems:
        raise BadPlan(problems)
    return plan, leads


def _problems(bad: BadPlan | BadStudy) -> list[PlanProblem]:
    if isinstance(bad, BadPlan):
        return list(bad.problems)
    return [PlanProblem("", " ".join(bad.sentences), "")]


def _loaded(request: HttpRequest, file: Any, study: Study | None = None) -> HttpResponse:
    """The form as a file says it; nothing is saved. Of a study that is there already, its items stay."""
    leads = [request.user.get_username()] if study is None else names_of(study.leads.all())
    try:
        plan = read_upload(file)
    except BadPlan as bad:
        form = first_form(leads[0]) if study is None else form_of(plan_of(study), leads)
        return _page(request, form, study, wrong_file=bad.lines, status=422)
    return _page(request, form_of(plan, leads), study, loaded=(file.name or "the file")[:100])


def _page(
    request: HttpRequest, form: StudyForm, study: Study | None = None, status: int = 200, **more: Any
) -> HttpResponse:
    shown: dict[str, Any] = {"form": form, "study": study, **more}
    if study is None:
        shown["earlier"] = _earlier(request.user)
    else:
        form.may_save = study.state != StudyState.CLOSED
        shown |= {"checklist": checklist_of(study), "versions": _versions(study), "as_of": _mark(study)}
    return render(request, "studies/build.html", shown, status=status)


def _earlier(user: Reader) -> list[Study]:
    """Those that somebody may copy, the newest first."""
    rows = Study.objects.all() if has_right(user, MANAGE) else Study.objects.filter(leads=user.pk or 0)
    return list(rows.only("title", "created_at")[:EARLIER])


def _mark(study: Study) -> str:
    """Changes with every setting and text; the form carries it, so that nobody undoes unseen what others did."""
    settings = [getattr(study, name) for name in SETTINGS]
    return hashlib.sha256(repr((settings, sorted(_versions(study).items()))).encode()).hexdigest()[:12]


def _versions(study: Study) -> dict[str, int]:
    """The newest of each text."""
    found: dict[str, int] = {}
    for kind, version in StudyText.objects.filter(study=study).values_list("kind", "version"):
        found[kind] = max(version, found.get(kind, 0))
    return found
