"""Draws the success of each configuration with its interval as SVG."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe

from benchmark.report.data import ConfigurationReport
from benchmark.report.words import short_bounds_of
from simulator.words.english import cut

# Right of the axis there is room for the longest value, "99.5 to >99.9 %".
_LEFT, _RIGHT, _WIDTH, _ROW, _TOP = 190.0, 612.0, 720, 29, 24
_LONGEST_NAME = 27
_ORACLE = "oracle"


def success_svg(configurations: Sequence[ConfigurationReport]) -> SafeString:
    """Return an SVG: models as discs, baselines as squares, people as rings; a line at the best baseline but oracle."""
    low = _TOP + len(configurations) * _ROW
    parts = [_axis(low), _reference(configurations, low)]
    parts += (_row(each, _TOP + place * _ROW) for place, each in enumerate(configurations))
    title = "Success of each configuration with its 95 % interval; the values are in the table below"
    return mark_safe(
        f'<svg class="plot" viewBox="0 0 {_WIDTH} {low + 42}" role="img" aria-label="{title}">{"".join(parts)}'
        f'<text class="dim mid" x="{(_LEFT + _RIGHT) / 2:g}" y="{low + 36}">successful runs, of counted runs</text>'
        "</svg>"
    )


def _x(share: float) -> float:
    return _LEFT + share * (_RIGHT - _LEFT)


def _axis(low: int) -> str:
    lines = []
    for step in range(0, 101, 20):
        x = f"{_x(step / 100):.1f}"
        lines.append(f'<line class="grid" x1="{x}" x2="{x}" y1="8" y2="{low}"/>')
        lines.append(f'<text class="mid" x="{x}" y="{low + 16}">{step} %</text>')
    return "".join(lines)


def _reference(configurations: Sequence[ConfigurationReport], low: int) -> str:
    """Return the line of the best baseline except oracle, which knows the solution; "" without models or baselines."""
    trivial = [
        (each.figures.success.value, each.label)
        for each in configurations
        if each.kind == "baseline" and each.observe != _ORACLE and each.figures.success.value is not None
    ]
    if not trivial or not any(each.kind == "model" for each in configurations):
        return ""
    share, label = max(trivial, key=lambda pair: pair[0] or 0.0)
    x = f"{_x(share or 0.0):.1f}"
    name = conditional_escape(_short(label))
    return (
        f'<line class="ref" x1="{x}" x2="{x}" y1="8" y2="{low}"/>'
        f'<text class="dim" x="{float(x) + 5:.1f}" y="{low - 4}">{name} baseline</text>'
    )


def _row(each: ConfigurationReport, y: int) -> str:
    figure = each.figures.success
    kind = "" if each.kind == "model" else ' class="base"'
    name = f'<text class="name end-a" x="{_LEFT - 14:g}" y="{y + 4}">{conditional_escape(_short(each.label))}</text>'
    if figure.value is None:
        nothing = f'<text class="dim" x="{_LEFT + 6:g}" y="{y + 4}">no run counted yet</text>'
        return f"<g{kind}>{name}{nothing}</g>"
    low = figure.value if figure.low is None else figure.low
    high = figure.value if figure.high is None else figure.high
    x = _x(figure.value)
    band = ""
    if figure.least is not None and figure.most is not None:
        # A dashed frame from strict to lenient success: the rate is somewhere within.
        start, end = _x(figure.least), _x(figure.most)
        band = f'<rect class="band" x="{start:.1f}" y="{y - 9}" width="{end - start:.1f}" height="18" rx="3"/>'
    whisker = f'<line class="whisker" x1="{_x(low):.1f}" x2="{_x(high):.1f}" y1="{y}" y2="{y}"/>'
    # Models are filled discs, people rings, baselines open squares.
    dot = (
        f'<circle class="dot" cx="{x:.1f}" cy="{y}" r="6"/>'
        if each.kind in ("model", "people")
        else f'<rect class="dot" x="{x - 5:.1f}" y="{y - 5}" width="10" height="10"/>'
    )
    # The number is right of both the dot and the whisker, so that it never covers them.
    value = f'<text x="{max(x + 10, _x(high) + 8):.1f}" y="{y + 4}">{short_bounds_of(figure)}</text>'
    return f"<g{kind}>{name}{band}{whisker}{dot}{value}</g>"


def _short(label: str) -> str:
    return cut(label, _LONGEST_NAME)
