"""Numbers as people read them: tokens, money, spans of time; and the state of a sweep as a chip."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any
from urllib.parse import urlencode

from django import template
from django.template import Context

from benchmark.models import Sweep, SweepState
from benchmark.views.matrix_filter import MatrixFilter
from benchmark.views.plan_form import PlanForm
from simulator.templatetags.site import Chip

register = template.Library()
_CHIPS = {
    SweepState.RUNNING: Chip("good", "", "Running"),
    SweepState.PAUSED: Chip("warn", "pause", "Paused"),
    SweepState.CANCELLED: Chip("plain", "stop", "Cancelled"),
    SweepState.FINISHED: Chip("plain", "check", "Finished"),
}
_CENTS = 0.995
_FOLDED = ("_max_iterations", "_provider", "_endpoint", "_seed")


@register.inclusion_tag("_chip.html")
def sweep_chip(sweep: Sweep) -> dict[str, Any]:
    return {"chip": _CHIPS[SweepState(sweep.state)]}


@register.filter
def tokens(number: float | None) -> str:
    """`820`, `14.2 k`, `3.6 M`."""
    if not number:
        return "0"
    for size, unit in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if number >= size:
            return f"{number / size:.{0 if number >= 100 * size else 1}f} {unit}"
    return f"{number:.0f}"


@register.filter
def dollars(amount: float | None) -> str:
    """`0`, `$0.0042`, `$0.118`, `$20.76`; small amounts keep two digits that say something."""
    if amount is None:
        return "no price"
    if not amount:
        return "0"
    if amount >= _CENTS:
        return f"${amount:,.2f}"
    return f"${amount:.3f}" if amount >= 0.01 else f"${amount:.2g}" if amount >= 0.0001 else "under $0.0001"


@register.filter
def span(time: timedelta | float | None) -> str:
    """`4 s`, `12 min`, `3 h 20 min`, `2 d 4 h`."""
    if time is None:
        return ""
    seconds = int(time.total_seconds() if isinstance(time, timedelta) else time)
    if seconds < 60:
        return f"{max(seconds, 0)} s"
    minutes = seconds // 60
    if minutes < 60:
        return f"{minutes} min"
    hours, minutes = divmod(minutes, 60)
    if hours < 24:
        return f"{hours} h {minutes} min" if minutes else f"{hours} h"
    days, hours = divmod(hours, 24)
    return f"{days} d {hours} h" if hours else f"{days} d"


@register.filter
def thousands(number: int) -> str:
    """`10 000`: a thin space, which no language takes for a decimal sign."""
    return f"{number:,}".replace(",", "\u202f")


@register.filter
def mark_of(text: str) -> str:
    """Changes when the text does."""
    return hashlib.sha256(text.encode()).hexdigest()[:16]


@register.filter
def cell_key(version: int, configuration: int) -> str:
    """As addresses name a cell of the matrix."""
    return f"{version}-{configuration}"


@register.filter
def marks_in_words(slots: Sequence[tuple[int, int]]) -> str:
    """What the marks of a cell stand for: `one mark a seed: 0, 1, 2`."""
    seeds, runs = sorted({seed for seed, _ in slots}), {run for _, run in slots}
    named = ", ".join(map(str, seeds[:8])) + (" …" if len(seeds) > 8 else "")
    if len(runs) == 1:
        return f"one mark a seed: {named}" if len(seeds) > 1 else f"seed {named}"
    return f"one mark a run, {len(runs)} with each seed: {named}"


@register.inclusion_tag("sweeps/_matrix_head.html", takes_context=True)
def matrix_head(context: Context, name: str, title: str) -> dict[str, Any]:
    """The head of a column that the matrix can be sorted by; sums are wanted from the lowest first."""
    asked: MatrixFilter = context["filter"]
    now = {name: "ascending", f"-{name}": "descending"}.get(asked.sort, "")
    wanted = f"-{name}" if now == "ascending" else name
    classes = {"level": "num", "models": "num edge", "category": ""}.get(name, "")
    address = f"{context['sweep'].get_absolute_url()}?{urlencode({**asked.query, 'sort': wanted})}"
    return {"name": name, "title": title, "sorted": now, "classes": classes, "address": address}


@register.filter
def item(known: Mapping[str, Any], name: str) -> Any:
    return known.get(name, ())


@register.filter
def words(text: str) -> list[str]:
    return text.split()


@register.filter
def has_folded_errors(form: PlanForm) -> bool:
    """Whether something is wrong with a field that is folded away."""
    return any(name == "set" or name.endswith(_FOLDED) for name in form.errors)


@register.inclusion_tag("sweeps/_plan_field.html", takes_context=True)
def plan_field(
    context: Context, name: str, label: str, kind: str = "text", help: str = "", placeholder: str = ""
) -> dict[str, Any]:
    """A field of the launch form that takes text or a number."""
    form: PlanForm = context["form"]
    value, errors = form.text.get(name, ""), form.errors.get(name, [])
    return {
        "name": name,
        "label": label,
        "kind": kind,
        "help": help,
        "placeholder": placeholder,
        "value": value,
        "errors": errors,
    }


@register.filter
def plain(number: float | str) -> str:
    """As people write it: 3, not 3.0."""
    return f"{number:g}" if isinstance(number, float) else str(number)
