"""The view that sends a run as a file."""

from __future__ import annotations

from typing import cast

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from replay.formats import FORMATS, CannotExport, FormatName
from replay.jobs.exporting import exported
from simulator.access import SEE, episode_for, need

MAY_NOT = (
    "You are not allowed to download runs, because their files contain private parts such as thoughts. "
    "Ask an administrator to add you to the group “viewer”."
)


@require_safe
def download(request: HttpRequest, pk: int, name: str) -> HttpResponse:
    need(request.user, SEE, MAY_NOT)
    row = episode_for(request, pk)
    if name not in FORMATS:
        raise Http404(f"Unknown format “{name}”. Known formats: {', '.join(FORMATS)}.")
    try:
        found = exported(row, cast(FormatName, name))
    except CannotExport as problem:
        return render(request, "trace/cannot_export.html", {"episode": row, "problem": problem}, status=409)
    response = HttpResponse(found.data, content_type=found.media_type)
    # Texts of models may contain scripts, so a browser must save the file and not show it as a page of this site.
    response["Content-Disposition"] = f'attachment; filename="{found.name}"'
    response["X-Content-Type-Options"] = "nosniff"
    return response
