"""Pages that create, edit, copy, open and close a study."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.contrib.auth.models import User
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from annotation.markdown import as_html
from annotation.models import Study, StudyKind, StudyState, StudyText
from annotation.plan.schema import SETTINGS, StudyPlan
from annotation.studies import lifecycle
from annotation.studies.lifecycle import BadStudy, change_study, make_study, plan_of
from annotation.views.access import BUILD, MANAGE, SEE, led_study, need
from annotation.views.checklist import checklist_of
from annotation.views.play_study_builder import copy_as_draft, edit_play_study
from annotation.views.study_files import read_upload
from annotation.views.study_form import (
    StudyForm,
    first_form,
    fixed_of,
    form_of,
    leads_named,
    names_of,
    posted_form,
    set_leads,
)
from simulator.access import User as Reader
from simulator.access import has_right
from simulator.plans.plan_file import BadPlan, PlanProblem
from simulator.rendering.live_parts import change_token

EARLIER = 20
CHANGED = PlanProblem(
    "",
    "Somebody else has changed this study since you opened the page.",
    "Look at the study in another tab. If you save again, your form replaces the other changes.",
)
_OPENED = "The study is open. Everybody with a link can take part now."
_CLOSED = "The study is closed. Everything that people gave is kept."


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
        messages.success(request, f"“{study.title}” is saved as a draft, with the items of its plan.")
        return redirect("study_items", study.pk)
    messages.success(request, f"“{study.title}” is saved as a draft. Now draw its items.")
    return redirect("sample_study", study.pk)


@require_http_methods(["GET", "HEAD", "POST"])
def edit_study(request: HttpRequest, pk: int) -> HttpResponse:
    study = led_study(request, pk, None)
    if study.kind == StudyKind.PLAY:
        return edit_play_study(request, study)
    now, fixed = plan_of(study), fixed_of(study)
    if request.method != "POST":
        return _page(request, form_of(now, names_of(study.leads.all()), fixed), study)
    # Only in a draft: in an open study most keys of a plan are fixed.
    if (file := request.FILES.get("yaml")) and study.state == StudyState.DRAFT:
        return _loaded(request, file, study)
    form = posted_form(request.POST, fixed, now)
    # The page that reports the conflict carries the new mark, so sending the form again overwrites the other changes on
    # purpose.
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
    """Render a text from the form as participants will read it."""
    need(request.user, SEE)
    text = request.POST.get("guidelines") or request.POST.get("consent") or ""
    return HttpResponse(as_html(text) or '<p class="mute">Nothing yet.</p>')


def _read(form: StudyForm) -> tuple[StudyPlan, list[User]]:
    """Return the plan and the leads that the form describes. Raise BadPlan with all problems of both."""
    problems: list[PlanProblem] = []
    try:
        leads = leads_named(form.text.get("leads", ""))
    except BadPlan as bad:
        problems += bad.problems
    try:
        plan = form.plan()
    except BadPlan as bad:
        # Problems of the plan first: its fields are above the leads on the page.
        problems[:0] = bad.problems
    if problems:
        raise BadPlan(problems)
    return plan, leads


def _problems(bad: BadPlan | BadStudy) -> list[PlanProblem]:
    if isinstance(bad, BadPlan):
        return list(bad.problems)
    return [PlanProblem("", " ".join(bad.sentences), "")]


def _loaded(request: HttpRequest, file: Any, study: Study | None = None) -> HttpResponse:
    """Show the form filled from a file, without saving. The items of an existing study stay as they are."""
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
    """Return the newest studies that the user may copy, at most EARLIER."""
    rows = Study.objects.all() if has_right(user, MANAGE) else Study.objects.filter(leads=user.pk or 0)
    return list(rows.only("title", "created_at")[:EARLIER])


def _mark(study: Study) -> str:
    """Return a hash of all settings and texts. With it in the form, leads do not overwrite each other's changes."""
    settings = [getattr(study, name) for name in SETTINGS]
    return change_token(settings, sorted(_versions(study).items()))


def _versions(study: Study) -> dict[str, int]:
    """Return the newest version of each text."""
    found: dict[str, int] = {}
    for kind, version in StudyText.objects.filter(study=study).values_list("kind", "version"):
        found[kind] = max(version, found.get(kind, 0))
    return found


@require_POST
def copy_study(request: HttpRequest, pk: int) -> HttpResponse:
    """Copy a study. Only leads who may build studies can do this: the copy shows right answers of practice and gold."""
    need(request.user, BUILD)
    study = led_study(request, pk, None)
    if study.kind == StudyKind.PLAY:
        return copy_as_draft(request, study)
    copy = lifecycle.copy_study(study, request.user)
    messages.success(request, "This is a copy with the same settings, texts, practice items and gold items.")
    return redirect("edit_study", copy.pk)


@require_POST
def open_study(request: HttpRequest, pk: int) -> HttpResponse:
    study = led_study(request, pk, None)
    do = lifecycle.reopen if study.state == StudyState.CLOSED else lifecycle.open_study
    return _change_state(request, study, do, _OPENED)


@require_POST
def close_study(request: HttpRequest, pk: int) -> HttpResponse:
    return _change_state(request, led_study(request, pk, None), lifecycle.close_study, _CLOSED)


def _change_state(request: HttpRequest, study: Study, do: Callable[[Study], Study], said: str) -> HttpResponse:
    """Open or close a study. If the study is not ready, show the reasons on the page where they can be fixed."""
    try:
        do(study)
    except BadStudy as bad:
        for sentence in bad.sentences:
            messages.warning(request, sentence)
        return redirect("edit_study", study.pk)
    messages.success(request, said)
    return redirect(study)
