"""Downloads of a sweep: its rows, its plan, its report."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from benchmark.frames import csv_of, json_of_rows, parquet_of
from benchmark.models import Sweep
from benchmark.plan.schema import SweepPlan
from benchmark.report.as_json import json_report
from benchmark.report.data import SweepReport
from benchmark.report.markdown import markdown_report
from benchmark.result_row import ResultRow
from benchmark.views.access import sweep_for
from benchmark.views.launch import file_name, yaml_file
from benchmark.views.report_page import people_asked, reader_asked, report_for, rows_for


class ExportKind(NamedTuple):
    """A file format and the function that writes it."""

    content_type: str
    ending: str
    of_rows: Callable[[Sequence[ResultRow]], bytes] | None = None
    of_report: Callable[[SweepReport], str] | None = None


KINDS: Mapping[str, ExportKind] = {
    "csv": ExportKind("text/csv; charset=utf-8", "csv", csv_of),
    "json": ExportKind("application/json", "json", json_of_rows),
    "parquet": ExportKind("application/vnd.apache.parquet", "parquet", parquet_of),
    "report.md": ExportKind("text/markdown; charset=utf-8", "md", of_report=markdown_report),
    "report.json": ExportKind("application/json", "report.json", of_report=json_report),
}


@require_safe
def sweep_export(request: HttpRequest, pk: int, kind: str) -> HttpResponse:
    sweep = sweep_for(request, pk)
    if kind not in KINDS:
        raise Http404(f"A sweep can’t be exported as “{kind[:40]}”. Choose one of {', '.join(KINDS)}.")
    how = KINDS[kind]
    if how.of_report is not None:
        content: bytes = how.of_report(report_for(sweep, reader_asked(request, sweep), people_asked(request))).encode()
    else:
        assert how.of_rows is not None
        content = how.of_rows(rows_for(sweep, reader_asked(request, sweep), people_asked(request)))
    response = HttpResponse(content, content_type=how.content_type)
    # `_stem` leaves only ASCII letters and digits, so the name needs no quoting rules.
    response["Content-Disposition"] = f'attachment; filename="{_stem(sweep)}.{how.ending}"'
    return response


@require_safe
def sweep_plan(request: HttpRequest, pk: int) -> HttpResponse:
    return yaml_file(SweepPlan.model_validate(sweep_for(request, pk).plan))


def _stem(sweep: Sweep) -> str:
    return f"{file_name(SweepPlan.model_validate(sweep.plan)).removesuffix('.yaml')}-{sweep.pk}"
