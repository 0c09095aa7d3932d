"""The report page of a sweep: findings, success with intervals, all figures, and runs not counted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple
from urllib.parse import urlencode

import msgspec
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from benchmark.jobs.people_rows import has_people, people_rows
from benchmark.jobs.reader_rows import reader_of_sweep, readers_of_sweep, rows_read_by
from benchmark.jobs.sweep_judging import judge_cost
from benchmark.models import Sweep
from benchmark.report.build import report_of
from benchmark.report.data import Breakdown, ConfigurationReport, SweepReport, about_plan
from benchmark.report.tables import judged_by_all, named_facts, repeats_of
from benchmark.report.words import NO_READER, interval_of, short_bounds_of, up_to, value_of
from benchmark.result_row import ResultRow
from benchmark.statistics.figure import SweepFigure
from benchmark.statistics.figures import MEASURES, Measure
from benchmark.statistics.reader import UNREAD
from benchmark.views.access import sweep_for
from benchmark.views.report_plot import success_svg
from simulator.words.english import counted

_GROUPS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("Success", ("success", "success_lenient", "success_unrestrained", "success_if_missed")),
    ("Parts of success", ("goals_met", "clean", "consented", "in_time", "restrained")),
    ("Repeats", ("any_of_k", "any_of_k_lenient", "all_of_k", "all_of_k_lenient")),
    (
        "Offers and reports",
        (
            "offers",
            "acceptance",
            "offer_precision",
            "need_recall",
            "needs_met",
            "proposal",
            "unneeded_offers",
            "correct_silence",
            "honest_report",
        ),
    ),
    ("Effort", ("turns", "reads", "writes", "consent_refusals", "collateral_writes", "extra_acts", "duration")),
    ("Tokens and cost", ("tokens_in", "tokens_out", "cost", "cost_per_success")),
)
_LENIENT = "_lenient"
_STEPS = 5
_SINGULARS = {"successes": "success"}


class FigureValue(NamedTuple):
    """A figure as shown in one table cell."""

    text: str
    interval: str
    basis: str
    """Number of observations behind the value, such as `24 runs` or `8 offers`; empty if there are none."""
    method: str


class FigureLine(NamedTuple):
    """One figure of every configuration."""

    title: str
    about: str
    values: Sequence[FigureValue]


class FigureGroup(NamedTuple):
    """Figures under one heading."""

    title: str
    lines: Sequence[FigureLine]


class HeatCell(NamedTuple):
    """A cell of a breakdown: its success rate, and the strength of its tint from 0 to 5."""

    text: str
    tint: int
    interval: str
    n: int


class HeatRow(NamedTuple):
    """One category, difficulty or app of a breakdown."""

    name: str
    scenarios: int
    n: int
    cells: Sequence[HeatCell]


@require_safe
def sweep_report(request: HttpRequest, pk: int) -> HttpResponse:
    sweep = sweep_for(request, pk)
    with_people = people_asked(request)
    report = report_for(sweep, reader_asked(request, sweep), with_people)
    by = next((each for each in report.breakdowns if each.by == request.GET.get("by")), None)
    chosen = by or (report.breakdowns[0] if report.breakdowns else None)
    shown: dict[str, Any] = {
        "sweep": sweep,
        "report": report,
        "with_people": with_people,
        "query": urlencode({"reader": report.provenance.reader or NO_READER} | ({"people": 1} if with_people else {})),
        "can_show_people": with_people or has_people(sweep),
        "repeats": repeats_of(report),
        "facts": named_facts(report),
        "undecided": any(each.figures.totals.undecided for each in report.configurations),
        "judged_by": judged_by_all(report),
        "reader": report.provenance.reader or NO_READER,
        "readers": readers_of_sweep(sweep),
        "judge_cost": judge_cost(sweep) if sweep.judge_model else None,
        "unread": next((each.runs for each in report.not_counted if each.reason == UNREAD), 0),
        "plot": success_svg(report.configurations),
        "groups": [*_groups(report.configurations)],
        "curves": [*_curves(report.configurations)],
        "breakdown": chosen,
        "warm_lines": [] if chosen is None else _warm_lines(chosen, report.configurations),
    }
    return render(request, "sweeps/report.html", shown)


def reader_asked(request: HttpRequest, sweep: Sweep) -> str:
    """Return the reader that the address names, or else the sweep's default. Raises Http404 for an unknown reader."""
    reader = request.GET.get("reader") or reader_of_sweep(sweep)
    known = readers_of_sweep(sweep)
    if reader not in known:
        raise Http404(f"“{reader[:60]}” has read no run of this sweep. Readers: {', '.join(known)}.")
    return reader


def people_asked(request: HttpRequest) -> bool:
    """Return whether the address asks for the runs of people beside the sweep's own runs."""
    return request.GET.get("people") == "1"


def rows_for(sweep: Sweep, reader: str, with_people: bool) -> list[ResultRow]:
    return [*rows_read_by(sweep, reader), *(people_rows(sweep, reader) if with_people else [])]


def report_for(sweep: Sweep, reader: str, with_people: bool = False) -> SweepReport:
    about = msgspec.structs.replace(about_plan(sweep.name, sweep.plan_hash, sweep.plan), reader=reader)
    return report_of(rows_for(sweep, reader, with_people), about)


def _groups(configurations: Sequence[ConfigurationReport]) -> Iterator[FigureGroup]:
    measures = {measure.key: measure for measure in MEASURES}
    is_doubtful = any(each.figures.totals.undecided for each in configurations)
    for title, keys in _GROUPS:
        chosen = [measures.pop(key) for key in keys]
        # Where every run is decided, lenient figures would only repeat the lines above them.
        shown = [measure for measure in chosen if is_doubtful or not measure.key.endswith(_LENIENT)]
        yield FigureGroup(title, [_line(measure, configurations) for measure in shown])
    # A figure that nobody has put into a group is still shown.
    if measures:
        yield FigureGroup("Other", [_line(measure, configurations) for measure in measures.values()])


def _line(measure: Measure, configurations: Sequence[ConfigurationReport]) -> FigureLine:
    figures: list[SweepFigure] = [getattr(each.figures, measure.key) for each in configurations]
    most = max((each.figures.k for each in configurations), default=0)
    least = min((each.figures.k_least for each in configurations), default=0)
    title = measure.title.replace("of k", f"of {up_to(most, least)}") if most else measure.title
    return FigureLine(title, measure.about, [_value(one, measure.unit, measure.of) for one in figures])


def _value(figure: SweepFigure, unit: str, of: str) -> FigureValue:
    basis = counted(figure.n, _SINGULARS.get(of, of.removesuffix("s")), of, grouped=True) if figure.n else ""
    return FigureValue(value_of(figure, unit), interval_of(figure, unit), basis, figure.method)


def _curves(configurations: Sequence[ConfigurationReport]) -> Iterator[FigureLine]:
    """Yield success@k and success^k for each k above 1, with lenient figures if runs are undecided."""
    for k in sorted({at.k for each in configurations for at in each.figures.at_k if at.k > 1}):
        found = [next((at for at in each.figures.at_k if at.k == k), None) for each in configurations]
        parts: tuple[tuple[str, str], ...] = ((f"Any of {k}", "any"), (f"All of {k}", "all"))
        if any(each.figures.totals.undecided for each in configurations):
            parts += ((f"Any of {k}, lenient", "any_lenient"), (f"All of {k}, lenient", "all_lenient"))
        for title, part in parts:
            about = f"At least one of {k} runs succeeds" if part.startswith("any") else f"All of {k} runs succeed"
            values = [
                FigureValue("none", "", "", "") if at is None else _value(getattr(at, part), "share", "scenarios")
                for at in found
            ]
            yield FigureLine(title, about, values)


def _warm_lines(breakdown: Breakdown, configurations: Sequence[ConfigurationReport]) -> list[HeatRow]:
    return [
        HeatRow(part.name, part.scenarios, part.n, [_warmth(part.cells[each.label]) for each in configurations])
        for part in breakdown.parts
    ]


def _warmth(figure: SweepFigure) -> HeatCell:
    if figure.value is None:
        return HeatCell("none", 0, "", 0)
    # Even the smallest success gets a tint, to tell it from no success.
    tint = 0 if not figure.value else max(1, round(figure.value * _STEPS))
    return HeatCell(short_bounds_of(figure, ""), tint, interval_of(figure, "share"), figure.n)
