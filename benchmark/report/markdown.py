"""The report as Markdown: facts, findings, all figures, breakdowns, and runs not counted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from benchmark.report.data import SweepReport
from benchmark.report.tables import breakdown_lines, facts_of, judged_by_all, left_out_lines
from benchmark.report.words import NO_READER, bounds_of, interval_of, reasons, up_to, value_of
from benchmark.statistics.figure import SweepFigure
from benchmark.statistics.figures import MEASURES, AtK


def markdown_report(report: SweepReport) -> str:
    return "\n".join(_lines(report)) + "\n"


def _lines(report: SweepReport) -> Iterator[str]:
    yield from [f"# {_safe(report.title)}", "", *(f"- {_safe(fact)}" for fact in facts_of(report)), ""]
    yield from ["## Findings", ""]
    yield from (f"- **{_safe(sentence.lead)}** {_safe(sentence.text)}" for sentence in report.sentences)
    yield from ["", report.not_comparable, "", report.intervals, "", "## All figures", ""]
    yield "Value, 95 % interval in brackets, and n: the number of runs, offers, needs, turns or scenarios behind it."
    yield ""
    yield from _table(_figures(report))
    yield from ["", "## Success with k runs, unbiased", "", f"With {_safe(judged_by_all(report))}.", ""]
    yield from [*_table(_at_k(report)), ""]
    for breakdown in report.breakdowns:
        yield from [f"## Success by {breakdown.by}, percent", "", f"With {_safe(judged_by_all(report))}.", ""]
        yield from [*_table(breakdown_lines(report, breakdown)), ""]
    yield from ["## Not counted", ""]
    yield from (f"- {each.words}" for each in report.not_counted)
    if not report.not_counted:
        yield "Every run is counted."
    if report.given_up:
        yield from ["", *_table(left_out_lines(report))]


def _figures(report: SweepReport) -> Iterator[list[str]]:
    yield ["Figure", *(each.label for each in report.configurations)]
    yield ["Kind", *(each.kind for each in report.configurations)]
    yield ["User", *(each.user for each in report.configurations)]
    yield ["Reader", *((report.provenance.reader or NO_READER) for _ in report.configurations)]
    yield ["Success, bounds", *(bounds_of(each.figures.success) for each in report.configurations)]
    yield ["Undecided runs", *(f"{each.figures.totals.undecided:,}" for each in report.configurations)]
    for measure in MEASURES:
        line = [measure.about]
        for each in report.configurations:
            figure = getattr(each.figures, measure.key)
            line.append(f"{_with_interval(figure, measure.unit)}, n {figure.n:,}")
        yield line
    runs = (up_to(each.figures.k, each.figures.k_least) for each in report.configurations)
    yield ["k: counted runs per scenario", *runs]
    yield ["Not counted", *(reasons(each.figures.not_counted) or "0" for each in report.configurations)]


def _at_k(report: SweepReport) -> Iterator[list[str]]:
    yield ["Configuration", "k", "success@k", "success^k", "success@k, lenient", "success^k, lenient", "scenarios"]
    for each in report.configurations:
        yield from ([each.label, *_of_k(at)] for at in each.figures.at_k)


def _of_k(at: AtK) -> list[str]:
    return [str(at.k), *(_with_interval(figure, "share") for figure in _columns(at)), f"{at.any.n:,}"]


def _columns(at: AtK) -> tuple[SweepFigure, ...]:
    return at.any, at.all, at.any_lenient, at.all_lenient


def _with_interval(figure: SweepFigure, unit: str) -> str:
    interval = interval_of(figure, unit)
    return f"{value_of(figure, unit)} ({interval})" if interval else value_of(figure, unit)


def _table(lines: Iterable[list[str]]) -> Iterator[str]:
    heading, *rest = lines
    yield _line(heading)
    yield _line(["---"] * len(heading))
    yield from map(_line, rest)


def _line(words: list[str]) -> str:
    return f"| {' | '.join(_safe(word) for word in words)} |"


def _safe(text: str) -> str:
    """Return a text on one line, escaped for Markdown.

    Names come from people and providers, and must not end a table cell or become markup.
    """
    flat = " ".join(text.split()).replace("\\", "\\\\")
    # Backslashes are escaped above, before this loop adds new ones.
    for sign in "|<>*_`[]":
        flat = flat.replace(sign, f"\\{sign}")
    return flat
