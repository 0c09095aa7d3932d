"""Template tags of the sweep pages: readable numbers, costs and durations, chips, and fields of the launch form."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any
from urllib.parse import urlencode

from django import template
from django.template import Context

from benchmark.models import Sweep, SweepState
from benchmark.views.matrix_filter import MatrixFilter
from benchmark.views.plan_form import PlanForm
from simulator.rendering.live_parts import change_token
from simulator.templatetags.site import Chip
from simulator.words import money
from simulator.words.times import rough_duration

register = template.Library()
_CHIPS = {
    SweepState.RUNNING: Chip("good", "", "Running"),
    SweepState.PAUSED: Chip("warn", "pause", "Paused"),
    SweepState.CANCELLED: Chip("plain", "stop", "Cancelled"),
    SweepState.FINISHED: Chip("plain", "check", "Finished"),
}
# Fields in the folded part of the launch form, by the ends of their names.
_FOLDED = ("_max_iterations", "_provider", "_endpoint", "_seed")


@register.inclusion_tag("_chip.html")
def sweep_chip(sweep: Sweep) -> dict[str, Any]:
    return {"chip": _CHIPS[SweepState(sweep.state)]}


@register.filter
def tokens(number: float | None) -> str:
    """Return a number of tokens such as `820`, `14.2 k`, `3.6 M`."""
    if not number:
        return "0"
    for size, unit in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if number >= size:
            return f"{number / size:.{0 if number >= 100 * size else 1}f} {unit}"
    return f"{number:.0f}"


@register.filter
def dollars(amount: float | None) -> str:
    """Return an amount such as `$0.118`, or `no price`."""
    return "no price" if amount is None else money.dollars(amount)


@register.filter
def span(time: timedelta | float | None) -> str:
    """Return a duration such as `4 s`, `12 min`, `3 h 20 min`, `2 d 4 h`."""
    if time is None:
        return ""
    return rough_duration(time.total_seconds() if isinstance(time, timedelta) else time)


@register.filter
def thousands(number: int) -> str:
    """Return a number with a thin space between thousands, such as `10 000`."""
    # Not a comma or a full stop, because these are decimal signs in some languages.
    return f"{number:,}".replace(",", "\u202f")


@register.filter
def mark_of(text: str) -> str:
    """Return a token that changes when the text changes, so that the page knows when to update."""
    return change_token(text)


@register.filter
def cell_key(version: int, configuration: int) -> str:
    """Return the key of a matrix cell in page addresses, such as `12-0`."""
    return f"{version}-{configuration}"


@register.filter
def marks_in_words(slots: Sequence[tuple[int, int]]) -> str:
    """Return an explanation of the marks in a cell, such as `one mark per seed: 0, 1, 2`."""
    seeds, runs = sorted({seed for seed, _ in slots}), {run for _, run in slots}
    named = ", ".join(map(str, seeds[:8])) + (" …" if len(seeds) > 8 else "")
    if len(runs) == 1:
        return f"one mark per seed: {named}" if len(seeds) > 1 else f"seed {named}"
    return f"one mark per run, {len(runs)} runs per seed: {named}"


@register.inclusion_tag("sweeps/_matrix_head.html", takes_context=True)
def matrix_head(context: Context, name: str, title: str) -> dict[str, Any]:
    """Render a sortable column head. The first click sorts ascending."""
    asked: MatrixFilter = context["filter"]
    now = {name: "ascending", f"-{name}": "descending"}.get(asked.sort, "")
    # A second click on the same head reverses the order.
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
    """Return whether a field in the collapsed section of the launch form has errors."""
    return any(name == "set" or name.endswith(_FOLDED) for name in form.errors)


@register.inclusion_tag("sweeps/_plan_field.html", takes_context=True)
def plan_field(
    context: Context,
    name: str,
    label: str,
    kind: str = "text",
    help: str = "",
    placeholder: str = "",
    choices: str = "",
) -> dict[str, Any]:
    """Render a text or number field of the launch form. `choices`: id of the HTML list with suggested values."""
    form: PlanForm = context["form"]
    value, errors = form.text.get(name, ""), form.errors.get(name, [])
    return {
        "name": name,
        "label": label,
        "kind": kind,
        "help": help,
        "placeholder": placeholder,
        "choices": choices,
        "value": value,
        "errors": errors,
    }


@register.filter
def plain(number: float | str) -> str:
    """Return a number without needless digits: 3 rather than 3.0."""
    return f"{number:g}" if isinstance(number, float) else str(number)
