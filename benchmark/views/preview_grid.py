"""Draws a plan as SVG: a row per configuration, a square per scenario."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe

from benchmark.jobs.sweep_start import Preview
from simulator.words.english import cut

_WIDTH, _NAMES, _ROW = 438.0, 116.0, 18
_WIDEST = 11.5
# Smallest width of a square with its gap; if squares of this width do not fit, each row becomes one bar.
_NARROWEST = 3.0
MOST_ROWS = 24
_LONGEST_NAME = 18


def grid_svg(seen: Preview, is_cached: Sequence[bool]) -> SafeString:
    """Return an SVG of the plan: one row per configuration, one square per scenario.

    A square is filled if all its runs are cached, half filled if only some are cached, and open if none is cached.
    """
    counts: dict[tuple[int, str], list[int]] = defaultdict(lambda: [0, 0])
    for cell, known in zip(seen.cells, is_cached, strict=True):
        counts[cell.configuration, cell.scenario][0] += known
        counts[cell.configuration, cell.scenario][1] += 1
    slugs = [ref.slug for ref in seen.scenarios]
    step = min(_WIDEST, (_WIDTH - _NAMES) / max(1, len(slugs)))
    rows = []
    for number, configuration in enumerate(seen.configurations[:MOST_ROWS]):
        top = number * _ROW
        kind = "name " if configuration.kind == "model" else ""
        rows.append(f'<text class="{kind}end-a" x="{_NAMES - 8:g}" y="{top + 14}">{_name(configuration.label)}</text>')
        cells = [counts[number, slug] for slug in slugs]
        rows.append(_squares(cells, step, top) if step >= _NARROWEST else _bar(cells, top))
    height = min(len(seen.configurations), MOST_ROWS) * _ROW + 4
    says = (
        f"Grid of {len(seen.configurations)} configurations by {len(slugs)} scenarios; "
        "filled squares are cached, half-filled squares partly cached, open squares will be played"
    )
    return mark_safe(
        f'<svg class="plot gridmap" viewBox="0 0 {_WIDTH:g} {height}" role="img" aria-label="{says}">'
        f"{''.join(rows)}</svg>"
    )


def _squares(cells: Sequence[Sequence[int]], step: float, top: int) -> str:
    width = step - min(2.5, step / 4)
    drawn = []
    for place, (known, all_of_them) in enumerate(cells):
        left = _NAMES + place * step
        kind = "have" if known == all_of_them else "torun"
        drawn.append(_rect(kind, left, top + 4.5, width, 11))
        if 0 < known < all_of_them:
            # Fill the lower half: only some of the scenario's runs are cached.
            drawn.append(_rect("have", left, top + 10, width, 5.5))
    return "".join(drawn)


def _bar(cells: Sequence[Sequence[int]], top: int) -> str:
    room = _WIDTH - _NAMES - 2
    known, total = sum(cell[0] for cell in cells), sum(cell[1] for cell in cells)
    share = room * known / max(1, total)
    return _rect("have", _NAMES, top + 4.5, share, 11) + _rect("torun", _NAMES + share, top + 4.5, room - share, 11)


def _rect(kind: str, x: float, y: float, width: float, height: float) -> str:
    return f'<rect class="{kind}" x="{x:.1f}" y="{y:g}" width="{max(width, 0):.1f}" height="{height:g}" rx="2"/>'


def _name(label: str) -> str:
    short = cut(label, _LONGEST_NAME)
    return str(conditional_escape(short))
