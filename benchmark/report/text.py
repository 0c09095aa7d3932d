"""The report for terminals and text files. Paragraphs and tables are at most 100 columns wide."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator

from benchmark.report.data import ConfigurationReport, SweepReport
from benchmark.report.tables import TABLES, breakdown_lines, facts_of, judged_by_all, left_out_lines, lines_of
from benchmark.report.words import NO_READER, NONE, bounds_of, interval_of, reasons, up_to, value_of
from benchmark.statistics.figures import MEASURES

WIDTH = 100
# Five cells of this width fit beside the first two columns.
_CELL = 13
_SHOWN = 20
_GAP = "  "
_NARROWEST = 8
_SIGNS = {"good": "+", "plain": "-", "warn": "!"}


def text_report(report: SweepReport) -> str:
    """Return the report on all configurations."""
    return "\n".join(_lines(report)) + "\n"


def configuration_text(report: SweepReport, label: str) -> str:
    """Return the report on the configuration with this label: every figure with its n and interval."""
    each = next(one for one in report.configurations if one.label == label)
    return "\n".join(_configuration_lines(report, each)) + "\n"


def _lines(report: SweepReport) -> Iterator[str]:
    yield from _heading(report.title)
    yield from _wrapped(". ".join(facts_of(report)) + ".")
    yield ""
    for sentence in report.sentences:
        yield from _wrapped(f"{sentence.lead} {sentence.text}", f"{_SIGNS[sentence.tone]} ", "  ")
    for title, columns in TABLES.items():
        yield from ["", *_wrapped(f"{title} ({judged_by_all(report)})"), *_table(lines_of(report, columns))]
    # Only the first breakdown, which is by category unless rows have none; the Markdown report has all of them.
    for breakdown in report.breakdowns[:1]:
        title = f"Success by {breakdown.by}, percent ({judged_by_all(report)})"
        yield from ["", *_wrapped(title), *_split_table(list(breakdown_lines(report, breakdown)))]
    yield from _left_out(report)
    yield ""
    yield from _footer(report)


def _left_out(report: SweepReport) -> Iterator[str]:
    if not report.given_up:
        return
    heading, *lines = left_out_lines(report)
    yield from ["", "Failed runs"]
    yield from _table([heading, *lines[:_SHOWN]], left=len(heading))
    if len(lines) > _SHOWN:
        yield f"... and {len(lines) - _SHOWN:,} more"


def _configuration_lines(report: SweepReport, each: ConfigurationReport) -> Iterator[str]:
    yield from _heading(f"{report.provenance.name or 'Results'}: {each.label}")
    k = up_to(each.figures.k, each.figures.k_least)
    facts = {
        "Observe model": each.observe,
        "Execute model": each.execute,
        "User": each.user,
        "Reader": report.provenance.reader or NO_READER,
        "Success": bounds_of(each.figures.success),
        "Undecided": f"{each.figures.totals.undecided:,} of {each.figures.counted:,} counted runs",
        "Tool failures": f"{each.tool_failure_probability:g}",
        "Events per minute": f"{each.env_events_per_minute:g}",
        "Split": report.provenance.split or NONE,
        "Scenarios": f"{each.figures.scenarios:,}",
        "Runs": f"{each.figures.runs:,}, of which {each.figures.counted:,} counted (k = {k})",
        "Not counted": reasons(each.figures.not_counted) or NONE,
    }
    yield from (f"{name + ':':<20}{value}" for name, value in facts.items())
    yield ""
    rows = [["Figure", "Value", "95 % interval", "n"]]
    for measure in MEASURES:
        figure = getattr(each.figures, measure.key)
        interval = interval_of(figure, measure.unit)
        rows.append([measure.about, value_of(figure, measure.unit), interval, f"{figure.n:,} {measure.of}"])
    yield from _table(rows)
    yield from ["", "By the published formulas (means over runs, sample standard deviation)"]
    yield from _published(each)
    yield ""
    yield from _footer(report)


def _published(each: ConfigurationReport) -> Iterator[str]:
    found = each.published
    rate = NONE if found.success_rate is None else f"{found.success_rate:.1f} %"
    yield f"  success rate     {rate} +/- {found.success_rate_sem:.1f} (std {found.success_rate_std:.1f})"
    of = f"of {found.total_scenarios}{'' if each.figures.k_least == each.figures.k else f', up to {found.k} runs each'}"
    yield f"  success@{found.k:<8} {found.pass_at_k_percent:.1f} % ({found.pass_at_k} {of})"
    yield f"  success^{found.k:<8} {found.pass_k_percent:.1f} % ({found.pass_k} {of})"
    for title, name in (
        ("proposal rate", "aggregate_proposal_rate"),
        ("acceptance rate", "aggregate_acceptance_rate"),
        ("reads per run", "avg_read_only_actions"),
        ("writes per run", "avg_write_actions"),
    ):
        value, spread, error = (getattr(found, f"{name}{ending}") for ending in ("", "_std", "_sem"))
        yield f"  {title:<16} {value:.3f} +/- {error:.3f} (std {spread:.3f})"


def _heading(title: str) -> list[str]:
    return [title[:WIDTH], "=" * min(len(title), WIDTH)]


def _footer(report: SweepReport) -> Iterator[str]:
    yield from _wrapped(report.not_comparable)
    yield from _wrapped(report.intervals)


def _wrapped(text: str, first: str = "", later: str = "") -> list[str]:
    return textwrap.wrap(text, WIDTH, initial_indent=first, subsequent_indent=later)


def _split_table(lines: list[list[str]]) -> Iterator[str]:
    """Yield a wide table as several tables of five configurations, one below the other."""
    across = 5
    for start in range(2, len(lines[0]), across):
        chosen = [[*line[:2], *(_cut(word, _CELL) for word in line[start : start + across])] for line in lines]
        yield from _table(chosen)


def _table(lines: Iterable[list[str]], left: int = 1) -> Iterator[str]:
    """Yield the lines of a table with aligned columns.

    The first `left` columns hold words and are shortened if the table is too wide.
    """
    flat = [[" ".join(word.split()) for word in line] for line in lines]
    widths = [max(map(len, column)) for column in zip(*flat, strict=True)]
    # Only words are shortened: a number that is cut looks like another number.
    while sum(widths) + len(_GAP) * (len(widths) - 1) > WIDTH:
        widest = max(range(left), key=lambda place: widths[place])
        if widths[widest] <= _NARROWEST:
            break
        widths[widest] -= 1
    for line in flat:
        fitting = [_cut(word, width) for word, width in zip(line, widths, strict=True)]
        words = [word.ljust(width) for word, width in zip(fitting[:left], widths[:left], strict=True)]
        numbers = [word.rjust(width) for word, width in zip(fitting[left:], widths[left:], strict=True)]
        yield _GAP.join([*words, *numbers]).rstrip()[:WIDTH]


def _cut(word: str, width: int) -> str:
    """Shorten a word in the middle, because labels often differ only at their ends."""
    if len(word) <= width:
        return word
    end = (width - 1) // 2
    return f"{word[: width - 1 - end]}…{word[len(word) - end :]}"
