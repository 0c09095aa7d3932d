"""A study's data as files, and files of answers taken in."""

from __future__ import annotations

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.views.decorators.http import require_http_methods, require_safe

from annotation.jobs.exporting import KINDS, export
from annotation.jobs.importing import BadFile, import_answers
from annotation.models import Study
from annotation.views.access import led_study
from annotation.views.streaming import streamed

NO_FILE = "No file was chosen. Choose one that a study was exported to: JSONL, CSV or Parquet."
_TOO_LARGE = "The file is larger than {most} MB. An administrator can raise PARE_MOST_UPLOAD_MB."
MOST_LISTED = 100


@require_safe
def study_export(request: HttpRequest, pk: int, kind: str) -> HttpResponseBase:
    study = led_study(request, pk)
    if kind not in KINDS:
        raise Http404(f"A study cannot be exported as “{kind[:40]}”. It can as {', '.join(KINDS)}.")
    return streamed(request, export(study, kind, with_panel_ids="panel" in request.GET))


@require_http_methods(["GET", "HEAD", "POST"])
def import_file(request: HttpRequest, pk: int) -> HttpResponse:
    """Everything in a file is taken in, or nothing; what is here already is passed over."""
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
    problems = [] if imported.is_done else ["Nothing of it was taken in."]
    return {"name": name, "imported": imported, "refused": refused, "more": more, "problems": problems}
