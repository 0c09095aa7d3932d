"""The page of a sweep: how far it is, what came of each cell, what failed, and what it costs."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_safe

from benchmark.models import Priority, Sweep
from benchmark.templatetags.sweeps import mark_of
from benchmark.views.access import sweep_for
from benchmark.views.cell import panel_for
from benchmark.views.failures import causes_of, stopped_in
from benchmark.views.grid import WORDS, Grid, grid_of
from benchmark.views.matrix import Matrix, cell_in
from benchmark.views.matrix_filter import MatrixFilter
from benchmark.views.plan_words import plan_facts
from benchmark.views.progress import progress_of

_TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="[^"]*"')
EXPORTS = (("csv", "CSV"), ("json", "JSON"), ("parquet", "Parquet"))


class Part(NamedTuple):
    """A part of the page that updates itself, with a mark that changes when it does."""

    html: str
    mark: str


@require_safe
def sweep(request: HttpRequest, pk: int) -> HttpResponse:
    """Whole, or only its matrix, or only the panel of a cell, for a page that has the rest already."""
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
    # The same address gives all of them, so none may be shown from a cache as another.
    patch_vary_headers(response, ("HX-Request", "HX-Target"))
    if target in ("cell", "matrix"):
        response["HX-Replace-Url"] = _address(request)
    return response


@require_safe
def live(request: HttpRequest, pk: int) -> HttpResponse:
    """Those parts that are not as the page has them, and all marks of the matrix."""
    row = sweep_for(request, pk)
    parts, letters = parts_of(request, row), grid_of(row).letters
    changed = [part.html for name, part in parts.items() if part.mark != request.GET.get(name)]
    if not changed and mark_of(letters) == request.GET.get("marks"):
        return HttpResponse(status=204)
    return render(
        request, "sweeps/_changed.html", {"sweep": row, "parts": parts, "changed": changed, "letters": letters}
    )


def parts_of(request: HttpRequest, row: Sweep) -> dict[str, Part]:
    progress = progress_of(row)
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
    return {name: _part(request, f"sweeps/_{name}.html", shown) for name in names}


def _matrix(request: HttpRequest, row: Sweep, grid: Grid) -> dict[str, Any]:
    asked = MatrixFilter(request.GET, row, grid)
    found = asked.found()
    named = (cell_in(request.GET.get(name, "")) for name in ("cell", "beside"))
    matrix = Matrix(grid, found.lines, found.columns, asked.query, [cell for cell in named if cell is not None])
    return {"sweep": row, "grid": grid, "filter": asked, "found": found, "matrix": matrix, "words": WORDS}


def _part(request: HttpRequest, template: str, shown: Mapping[str, Any]) -> Part:
    html = render_to_string(template, dict(shown), request)
    # The token of a form is written otherwise each time; a part that is swapped for it alone would close its dialogs.
    return Part(html, mark_of(_TOKEN.sub("", html)))


def _address(request: HttpRequest) -> str:
    """Without what was left empty."""
    given = urlencode([(name, value) for name, value in request.GET.items() if value])
    return f"{request.path}?{given}" if given else request.path
