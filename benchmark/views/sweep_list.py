"""The list of sweeps."""

from __future__ import annotations

from typing import NamedTuple

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from benchmark.models import Sweep
from benchmark.views.access import SEE, need
from benchmark.views.progress import Progress, progress_by_sweep

PER_PAGE = 20


class SweepEntry(NamedTuple):
    """One row of the list of sweeps."""

    sweep: Sweep
    progress: Progress


@require_safe
def sweeps(request: HttpRequest) -> HttpResponse:
    need(request.user, SEE)
    page = Paginator(Sweep.objects.select_related("started_by"), PER_PAGE).get_page(request.GET.get("page"))
    rows = list(page.object_list)
    # All sweeps of the page at once, so that the number of queries does not grow with them.
    progress = progress_by_sweep(rows)
    shown = {"page": page, "entries": [SweepEntry(row, progress[row.pk]) for row in rows]}
    return render(request, "sweeps/list.html", shown)
