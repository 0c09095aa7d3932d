"""Copies of studies, and their opening and closing."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from annotation.jobs import studies
from annotation.jobs.bad_study import BadStudy
from annotation.models import Study, StudyState
from annotation.views.access import BUILD, led_study, need

OPENED = "The study is open. Whoever has a link can answer now."
CLOSED = "The study is closed. All answers are kept."


@require_POST
def copy_study(request: HttpRequest, pk: int) -> HttpResponse:
    """For leads: the copy tells the right answers of practice and gold."""
    need(request.user, BUILD)
    copy = studies.copy_study(led_study(request, pk), request.user)
    messages.success(request, "This is a copy with the same settings, texts, practice and gold.")
    return redirect("edit_study", copy.pk)


@require_POST
def open_study(request: HttpRequest, pk: int) -> HttpResponse:
    study = led_study(request, pk)
    do = studies.reopen if study.state == StudyState.CLOSED else studies.open_study
    return _done(request, study, do, OPENED)


@require_POST
def close_study(request: HttpRequest, pk: int) -> HttpResponse:
    return _done(request, led_study(request, pk), studies.close_study, CLOSED)


def _done(request: HttpRequest, study: Study, do: Callable[[Study], Study], said: str) -> HttpResponse:
    """What is missing is told where it can be mended."""
    try:
        do(study)
    except BadStudy as bad:
        for sentence in bad.sentences:
            messages.warning(request, sentence)
        return redirect("edit_study", study.pk)
    messages.success(request, said)
    return redirect(study)
