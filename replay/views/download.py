"""Download a run as a file."""

from __future__ import annotations

from typing import cast

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from replay.formats import FORMATS, CannotExport, FormatName
from replay.jobs.exporting import exported
from simulator.access import SEE, episode_for, need

MAY_NOT = (
    "The files of a run also hold what is private in it, such as thoughts, so they are not open to everybody. "
    "Ask an administrator to put you into the group “viewer”."
)


@require_safe
def download(request: HttpRequest, pk: int, name: str) -> HttpResponse:
    """Send the file as an attachment, never shown in the browser, whatever is in it."""
    need(request.user, SEE, MAY_NOT)
    row = episode_for(request, pk)
    if name not in FORMATS:
        raise Http404(f"Runs cannot be downloaded as “{name}”. There are: {', '.join(FORMATS)}.")
    try:
        found = exported(row, cast(FormatName, name))
    except CannotExport as problem:
        return render(request, "trace/cannot_export.html", {"episode": row, "problem": problem}, status=409)
    response = HttpResponse(found.data, content_type=found.media_type)
    response["Content-Disposition"] = f'attachment; filename="{found.name}"'
    response["X-Content-Type-Options"] = "nosniff"
    return response
