"""Draws the rates of people and of a simulated user side by side as SVG."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe

from benchmark.fidelity.figures import FidelityFigure
from benchmark.fidelity.words import shown_side
from simulator.statistics.figure import Figure

_LEFT, _RIGHT, _WIDTH, _ROW, _TOP = 170.0, 640.0, 720, 46, 14


def rates_svg(figures: Sequence[FidelityFigure]) -> SafeString:
    """Return an SVG with two marks per rate, a disc for people and an open square for the simulated user."""
    low = _TOP + len(figures) * _ROW
    rows = "".join(_row(figure, _TOP + place * _ROW + 14) for place, figure in enumerate(figures))
    title = "Rates of people and of the simulated user with 95 % intervals; the values are in the tables below"
    return mark_safe(
        f'<svg class="plot" viewBox="0 0 {_WIDTH} {low + 24}" role="img" aria-label="{title}">{_axis(low)}{rows}</svg>'
    )


def _x(share: float) -> float:
    return _LEFT + share * (_RIGHT - _LEFT)


def _axis(low: int) -> str:
    lines = []
    for step in range(0, 101, 20):
        x = f"{_x(step / 100):.1f}"
        lines.append(f'<line class="grid" x1="{x}" x2="{x}" y1="4" y2="{low}"/>')
        lines.append(f'<text class="mid" x="{x}" y="{low + 18}">{step} %</text>')
    return "".join(lines)


def _row(figure: FidelityFigure, y: int) -> str:
    title = conditional_escape(figure.title)
    name = f'<text class="name end-a" x="{_LEFT - 14:g}" y="{y + 11}">{title}</text>'
    return f"{name}{_mark(figure.people, y, '')}{_mark(figure.simulated, y + 15, 'base')}"


def _mark(side: Figure | None, y: int, kind: str) -> str:
    if side is None or side.value is None:
        return ""
    x = _x(side.value)
    low, high = (_x(side.value if end is None else end) for end in (side.low, side.high))
    dot = (
        f'<rect class="dot" x="{x - 5:.1f}" y="{y - 5}" width="10" height="10"/>'
        if kind
        else f'<circle class="dot" cx="{x:.1f}" cy="{y}" r="6"/>'
    )
    # The number is right of both the dot and the whisker, so that it never covers them.
    text = f'<text x="{max(x + 10, high + 8):.1f}" y="{y + 4}">{shown_side(side, "share")}</text>'
    whisker = f'<line class="whisker" x1="{low:.1f}" x2="{high:.1f}" y1="{y}" y2="{y}"/>'
    return f'<g class="{kind}">{whisker}{dot}{text}</g>'
