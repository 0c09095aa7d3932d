"""The page of a sweep: progress, matrix of results, failures and cost."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_safe

from benchmark.models import Priority, Sweep
from benchmark.report.words import judged_by
from benchmark.views.access import sweep_for
from benchmark.views.cell_panel import panel_for
from benchmark.views.failures import causes_of, stopped_in
from benchmark.views.matrix_data import WORDS, MatrixData, grid_of, users_of
from benchmark.views.matrix_filter import MatrixFilter
from benchmark.views.matrix_html import MatrixHtml, cell_in
from benchmark.views.plan_summary import plan_facts
from benchmark.views.progress import progress_of
from simulator.rendering.live_parts import LivePart, change_token, changed_parts, live_part

EXPORTS = (("csv", "CSV"), ("json", "JSON"), ("parquet", "Parquet"))


@require_safe
def sweep(request: HttpRequest, pk: int) -> HttpResponse:
    """Render the page of a sweep, or only the part that htmx asks for: the matrix or the panel of a cell."""
    row = sweep_for(request, pk)
    target = request.headers.get("HX-Target", "")
    if target == "cell":
        response = render(request, "sweeps/_cell.html", {"sweep": row, "panel": panel_for(request, row)})
    else:
        grid = grid_of(row)
        shown = _matrix(request, row, grid)
        if target == "matrix":
            response = render(request, "sweeps/_matrix.html", shown)
        else:
            parts = parts_of(request, row)
            more = {"parts": parts, "letters": grid.letters, "facts": plan_facts(row), "panel": panel_for(request, row)}
            response = render(request, "sweeps/sweep.html", {**shown, **more})
    # One address gives page, matrix and panel: without Vary, a browser's back button would show a fragment.
    patch_vary_headers(response, ("HX-Request", "HX-Target"))
    # Update the address in the browser, so that a reload or a shared link shows the same filter and cell.
    if target in ("cell", "matrix"):
        response["HX-Replace-Url"] = _address(request)
    return response


@require_safe
def live(request: HttpRequest, pk: int) -> HttpResponse:
    """Return the changed parts of the page and all matrix marks, or status 204 if nothing has changed."""
    row = sweep_for(request, pk)
    parts, letters = parts_of(request, row), grid_of(row).letters
    changed = changed_parts(parts, request.GET.dict())
    if not changed and change_token(letters) == request.GET.get("marks"):
        return HttpResponse(status=204)
    return render(
        request, "sweeps/_changed.html", {"sweep": row, "parts": parts, "changed": changed, "letters": letters}
    )


def parts_of(request: HttpRequest, row: Sweep) -> dict[str, LivePart]:
    progress = progress_of(row)
    # Causes are queried only if a run has failed, because the page asks every two seconds.
    causes = causes_of(row) if progress.failed else ()
    shown = {
        "sweep": row,
        "progress": progress,
        "causes": causes,
        "failed": sum(cause.count for cause in causes),
        "stopped": stopped_in(row) if causes else 0,
        "priorities": Priority.choices,
        "exports": EXPORTS,
    }
    names = ("controls", "progress", "failures", "costs")
    return {name: live_part(request, f"sweeps/_{name}.html", shown) for name in names}


def _matrix(request: HttpRequest, row: Sweep, grid: MatrixData) -> dict[str, Any]:
    asked = MatrixFilter(request.GET, row, grid)
    found = asked.found()
    named = (cell_in(request.GET.get(name, "")) for name in ("cell", "beside"))
    matrix = MatrixHtml(grid, found.lines, found.columns, asked.query, [cell for cell in named if cell is not None])
    shown = {"sweep": row, "grid": grid, "filter": asked, "found": found, "matrix": matrix, "words": WORDS}
    return {**shown, "judged_by": judged_by(users_of(row))}


def _address(request: HttpRequest) -> str:
    """Return the address without empty parameters."""
    given = urlencode([(name, value) for name, value in request.GET.items() if value])
    return f"{request.path}?{given}" if given else request.path
