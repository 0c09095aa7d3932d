"""A study's files: exports, imported answers, and its plan as YAML."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable

from asgiref.sync import sync_to_async
from django.conf import settings
from django.core.files.uploadedfile import UploadedFile
from django.core.handlers.asgi import ASGIRequest
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods, require_safe

from annotation.files.answer_export import KINDS, ExportFile, export
from annotation.files.answer_import import BadFile, import_answers
from annotation.models import Study, StudyKind
from annotation.plan.plan_reading import read_plan
from annotation.plan.plan_writing import write_plan
from annotation.plan.schema import StudyPlan
from annotation.play_studies.play_export import PLAY_KINDS, play_export
from annotation.studies.lifecycle import plan_of
from annotation.views.access import led_study
from simulator.plans.plan_file import BadPlan, PlanProblem

NO_FILE = "Choose a file: an export of answers as JSONL, CSV or Parquet."
_TOO_LARGE = "The file is larger than {most} MB. An administrator can raise PARE_MOST_UPLOAD_MB."
MOST_LISTED = 100
MOST_YAML = 5_000_000


@require_safe
def study_export(request: HttpRequest, pk: int, kind: str) -> HttpResponseBase:
    study = led_study(request, pk, None)
    known, make = (PLAY_KINDS, play_export) if study.kind == StudyKind.PLAY else (KINDS, export)
    if kind not in known:
        raise Http404(f"Unknown export “{kind[:40]}”. Choose one of {', '.join(known)}.")
    return streamed(request, make(study, kind, with_panel_ids="panel" in request.GET))


@require_http_methods(["GET", "HEAD", "POST"])
def import_file(request: HttpRequest, pk: int) -> HttpResponse:
    """Import all answers in a file, or none.

    Answers that the study already has, and answers of people who withdrew, are skipped.
    """
    study = led_study(request, pk)
    shown: dict[str, object] = {"study": study, "is_lead": True, "most": settings.MOST_UPLOAD // 1_000_000}
    if request.method != "POST":
        return render(request, "studies/import.html", shown)
    taken = _take(request, study)
    return render(request, "studies/import.html", {**shown, **taken}, status=409 if taken.get("problems") else 200)


def _take(request: HttpRequest, study: Study) -> dict[str, object]:
    file = request.FILES.get("file")
    if file is None:
        return {"problems": [NO_FILE]}
    name = (file.name or "")[:200]
    if (file.size or 0) > settings.MOST_UPLOAD:
        return {"name": name, "problems": [_TOO_LARGE.format(most=settings.MOST_UPLOAD // 1_000_000)]}
    try:
        imported = import_answers(study, file.read())
    except BadFile as bad:
        return {"name": name, "problems": bad.problems}
    more = max(0, len(imported.refused) - MOST_LISTED)
    refused = imported.refused[:MOST_LISTED]
    problems = [] if imported.is_done else ["Nothing was imported."]
    return {"name": name, "imported": imported, "refused": refused, "more": more, "problems": problems}


def streamed(request: HttpRequest, export: ExportFile) -> StreamingHttpResponse:
    """Send an export piece by piece, so that a large study needs little memory."""
    # With an ordinary iterator, Django under ASGI collects everything in memory before it sends anything.
    body = _one_by_one(export.body) if isinstance(request, ASGIRequest) else export.body
    response = StreamingHttpResponse(body, content_type=export.content_type)
    response["Content-Disposition"] = f'attachment; filename="{export.name}"'
    return response


async def _one_by_one(bits: Iterable[bytes]) -> AsyncIterator[bytes]:
    rest = iter(bits)

    @sync_to_async
    def following() -> bytes | None:
        return next(rest, None)

    while (bit := await following()) is not None:
        yield bit


@require_safe
def study_plan(request: HttpRequest, pk: int) -> HttpResponse:
    """Send the plan as YAML. Only leads get the plan: it holds the right answers."""
    plan = plan_of(led_study(request, pk))
    response = HttpResponse(write_plan(plan), content_type="application/yaml; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{file_name(plan.title)}"'
    return response


def file_name(title: str) -> str:
    words = "".join(sign if sign.isascii() and sign.isalnum() else " " for sign in title.lower())
    return f"{'-'.join(words.split())[:80] or 'study'}.yaml"


def read_upload(file: UploadedFile[bytes]) -> StudyPlan:
    name = (file.name or "the file")[:100]
    if (file.size or 0) > MOST_YAML:
        raise BadPlan([PlanProblem("", "The file is larger than 5 MB.", "Choose the plan of a study.")], name)
    try:
        text = str(file.read(), "utf-8")
    except UnicodeDecodeError:
        raise BadPlan(
            [PlanProblem("", "The file is not UTF-8 text.", "Save the file as UTF-8 and try again.")], name
        ) from None
    return read_plan(text, name)
