"""The compare page: outcomes, both phones, the story turn by turn, and the figures of two runs."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponseBase, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.views.decorators.http import require_safe

from replay.compare_window import Block, pair_at, place_in, window_around
from replay.comparing import Comparison, MomentPair, PairPlace
from replay.divergence_words import verdict_words
from replay.figures import figures
from replay.options_compared import options_that_differ
from replay.views.compared import comparison_of
from replay.views.sides import RunSide, run_side
from simulator.access import episode_for, open_for_reading
from simulator.models import Episode as EpisodeRow
from simulator.rendering.run_histories import CannotShow
from simulator.words.numbers import LARGEST_INTEGER, whole_number

_Shown = Callable[[HttpRequest, RunSide, RunSide], HttpResponseBase]
_START = MomentPair(None, None, same=True)


def _of_two_runs(view: _Shown) -> Callable[..., HttpResponseBase]:
    """Decorate a view that gets two runs. If they can't be shown or compared, give the reason instead."""

    @require_safe
    @open_for_reading
    @wraps(view)
    def shown(request: HttpRequest, left: int, right: int) -> HttpResponseBase:
        one, other = episode_for(request, left), episode_for(request, right)
        if one.pk == other.pk:
            messages.warning(request, f"Run {left} can’t be compared with itself. Choose a different run below.")
            return redirect("compare_with", left)
        if one.version.scenario_id != other.version.scenario_id:
            return render(request, "compare/refused.html", {"left": one, "right": other}, status=409)
        sides = []
        for row in (one, other):
            try:
                sides.append(run_side(request, row))
            except CannotShow as problem:
                return render(request, "run/cannot_show.html", {"pk": row.pk, "problem": problem}, status=409)
        return view(request, *sides)

    return shown


@_of_two_runs
def compare(request: HttpRequest, left: RunSide, right: RunSide) -> HttpResponseBase:
    table = _table(request, left, right)
    at: MomentPair = table["at"]
    shown = {
        "left": {"run": left, "phone": left.shared.phone(at.left_at), "at": at.left_at},
        "right": {"run": right, "phone": right.shared.phone(at.right_at), "at": at.right_at},
        "runs": (left, right),
        "scenario": left.row.version.scenario,
        "title": left.row.version.title,
        "foreign": left.row.is_foreign or right.row.is_foreign,
        "differing": options_that_differ(left.known_config, right.known_config),
        "fork": _fork(left.row, right.row),
        "figures": figures(left.measured, right.measured),
    }
    return render(request, "compare/compare.html", {**table, **shown})


@_of_two_runs
def compare_turns(request: HttpRequest, left: RunSide, right: RunSide) -> HttpResponseBase:
    """Return the table rows around the place in the URL, for a compare page that is already open."""
    table = _table(request, left, right)
    sides = {"left": {"run": left}, "right": {"run": right}}
    return JsonResponse({"rows": render_to_string("compare/_rows.html", {**table, **sides}, request)})


def _table(request: HttpRequest, left: RunSide, right: RunSide) -> dict[str, Any]:
    """Return the template context for the part of the comparison around the place in the URL."""
    found = comparison_of(left, right)
    place = place_in(found, _number(request, "turn"), _number(request, "step"))
    fold = request.GET.get("fold") == "1"
    window = window_around(found, place, fold)
    blocks = [_shown(block, left, right, found, place) for block in window.blocks]
    return {
        "found": found,
        "words": verdict_words(found, left.side, right.side),
        "nothing_yet": not (left.side.moments and right.side.moments),
        "place": place,
        "at": pair_at(found, place) if place else _START,
        "fold": fold,
        "window": window,
        "blocks": blocks,
    }


def _shown(block: Block, left: RunSide, right: RunSide, found: Comparison, place: PairPlace | None) -> dict[str, Any]:
    """Return a block as the table shows it, with the words of each moment."""
    parting = found.divergence.place if found.divergence else None
    rows = []
    for step, pair in enumerate(block.pairs, block.step):
        here = PairPlace(block.turn, step)
        told = {
            "left": None if pair.left is None else left.side.told[pair.left],
            "right": None if pair.right is None else right.side.told[pair.right],
        }
        current = place is not None and (block.holds(place) if block.upto is not None else here == place)
        rows.append({"place": here, "pair": pair, "current": current, "parts": here == parting, **told})
    none = {
        "no_left": all(pair.left is None for pair in block.pairs),
        "no_right": all(pair.right is None for pair in block.pairs),
    }
    return {"block": block, "rows": rows, "height": len(rows) + any(row["parts"] for row in rows), **none}


def _number(request: HttpRequest, name: str) -> int | None:
    return whole_number(request.GET.get(name, ""), LARGEST_INTEGER)


def _fork(left: EpisodeRow, right: EpisodeRow) -> EpisodeRow | None:
    """Return the run that is a fork of the other run; None if neither is."""
    return next((row for row, other in ((left, right), (right, left)) if row.parent_id == other.pk), None)
