"""The fidelity report for terminals: tables of at most 100 columns."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from benchmark.fidelity.figures import FidelityFigure, Section
from benchmark.fidelity.report import FidelityReport
from benchmark.fidelity.words import (
    facts,
    shown,
    shown_interval,
    shown_needed,
    shown_noise,
    shown_p,
    shown_side,
    shown_value,
    user_title,
)

WIDTH = 100
_TITLE = 29
_HEAD = ("people", "simulated", "value", "95 % interval", "n", "chance", "halves", "needed")
_WIDTHS = (6, 9, 6, 14, 6, 10, 6, 6)
_FOOT = (
    "Value: simulated user minus people, or the distance between them. Chance: what two samples of one population "
    "would reach. Halves: one half of the people against the other half. needed: n for a narrow interval. "
    "Shares differ in percentage points; JSD and cross-entropy are in nats. !: n is below the least n of the figure. "
    "Intervals draw whole people."
)


def text_report(report: FidelityReport) -> str:
    """Return the report as text."""
    return "\n".join(_lines(report)) + "\n"


def _lines(report: FidelityReport) -> Iterator[str]:
    title = f"Fidelity of {user_title(report.user)}"
    yield from [title, "=" * len(title)]
    yield from textwrap.wrap(f"{'. '.join(_capital(fact) for fact in facts(report))}.", WIDTH)
    for warning in report.warnings:
        yield from textwrap.wrap(warning, WIDTH, initial_indent="! ", subsequent_indent="  ")
    for section in report.sections:
        yield ""
        yield from _section(section)
    yield ""
    yield from textwrap.wrap(_FOOT, WIDTH)


def _section(section: Section) -> Iterator[str]:
    yield section.title
    yield "-" * len(section.title)
    if section.missing:
        yield from textwrap.wrap(section.missing, WIDTH)
        return
    yield from _row("", *_HEAD)
    for figure in section.figures:
        yield from _row(
            f"{figure.title}{' !' if figure.is_small else ''}",
            shown_side(figure.people, figure.unit),
            shown_side(figure.simulated, figure.unit),
            shown_value(figure),
            shown_interval(figure),
            f"{figure.n:,}",
            shown_noise(figure),
            shown(figure.ceiling, figure.unit),
            shown_needed(figure),
        )
    for figure in section.figures:
        if text := _remark(figure):
            yield from textwrap.wrap(text, WIDTH, initial_indent="  ", subsequent_indent="  ")


def _remark(figure: FidelityFigure) -> str:
    p = "" if figure.p is None else shown_p(figure.p)
    text = "; ".join(part for part in (p, figure.note) if part)
    return f"{figure.title}: {text}." if text else ""


def _row(title: str, *cells: str) -> Iterator[str]:
    """Yield a line of the table; a long title has a line of its own, because it may be a name that people copy."""
    if len(title) > _TITLE:
        yield title
        title = ""
    fitted = (cell.rjust(width) for cell, width in zip(cells, _WIDTHS, strict=True))
    yield f"{title.ljust(_TITLE)} {' '.join(fitted)}".rstrip()


def _capital(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}"
