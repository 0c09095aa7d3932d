"""The page that imports runs. Each file is imported, was imported before, or is refused with a reason."""

from __future__ import annotations

from typing import NamedTuple

from django.conf import settings
from django.contrib.auth.models import AnonymousUser, User
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from replay.foreign.brought import ForeignError
from replay.jobs.imported_fields import shown_name
from replay.jobs.importing import import_file
from simulator.access import START, need
from simulator.models import Episode
from simulator.trace.header import TraceError

MAY_NOT = "You can watch runs, but not import them. Ask an administrator to add you to the group “researcher”."
NO_FILE = "No file was chosen. Choose one or more files, or drop them on the field."


class UploadedTrace(NamedTuple):
    """The result of importing one file."""

    file: str
    row: Episode | None = None
    is_new: bool = False
    refusal: str = ""


@require_http_methods(["GET", "HEAD", "POST"])
def import_run(request: HttpRequest) -> HttpResponse:
    need(request.user, START, MAY_NOT)
    shown = {"most": settings.MOST_UPLOAD // 1_000_000}
    if request.method != "POST":
        return render(request, "trace/import.html", shown)
    taken = [_take(file, request.user) for file in request.FILES.getlist("files")]
    problem = "" if taken else NO_FILE
    # `all` is also True if no file was sent.
    refused = all(one.refusal for one in taken)
    context = {**shown, "taken": taken, "problem": problem}
    return render(request, "trace/import.html", context, status=409 if refused else 200)


def _take(file: UploadedFile[bytes], user: User | AnonymousUser) -> UploadedTrace:
    name = shown_name(file.name or "")
    if (file.size or 0) > settings.MOST_UPLOAD:
        most = settings.MOST_UPLOAD // 1_000_000
        return UploadedTrace(
            name, refusal=f"The file is larger than {most} MB. An administrator can raise PARE_MOST_UPLOAD_MB."
        )
    try:
        row, is_new = import_file(file.read(), name, user)
    except TraceError as error:
        return UploadedTrace(name, refusal=_sentences(error))
    return UploadedTrace(name, row, is_new)


def _sentences(error: TraceError) -> str:
    """Return the place, the problem and the remedy as text. The page shows the file's name beside this text."""
    place = f"Line {error.line}: " if error.line is not None else ""
    if isinstance(error, ForeignError) and error.place:
        place = f"At {error.place}: "
    return f"{place}{error.problem} {error.remedy}"
