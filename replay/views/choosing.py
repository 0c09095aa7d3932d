"""The page that lists runs to compare with: other runs of the same scenario, most closely related first."""

from __future__ import annotations

from typing import NamedTuple

from django.contrib import messages
from django.db.models import Case, IntegerField, Value, When
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_safe

from replay.options_compared import OptionPair, options_that_differ
from replay.views.sides import config_for
from simulator.access import episode_for, open_for_reading, visible_episodes
from simulator.models import Episode as EpisodeRow
from simulator.models.episode import EpisodeQuerySet
from simulator.words.numbers import whole_number

# Maximum number of runs in the list. Each row compares two whole configs, and nobody reads a longer list.
MOST = 50


class RunToCompare(NamedTuple):
    run: EpisodeRow
    why: str
    differing: tuple[OptionPair, ...]


@require_safe
@open_for_reading
def compare_with(request: HttpRequest, pk: int) -> HttpResponseBase:
    row = episode_for(request, pk)
    others = visible_episodes(request.user).filter(version__scenario=row.version.scenario_id).exclude(pk=pk)
    config = config_for(request, row)
    choices = [
        RunToCompare(other, _why(row, other), options_that_differ(config, config_for(request, other)))
        for other in _most_useful_first(row, others)[:MOST]
    ]
    return render(request, "compare/choose.html", {"episode": row, "choices": choices, "count": others.count()})


@require_safe
@open_for_reading
def compare_chosen(request: HttpRequest) -> HttpResponse:
    """Redirect to the comparison of two runs chosen in a form: parameter `run` twice, or `left` and `right`."""
    given = request.GET.getlist("run") or [request.GET.get("left", ""), request.GET.get("right", "")]
    # People also type numbers as #12.
    words = [text.strip().removeprefix("#") for text in given if text.strip()]
    numbers = [number for word in words if (number := whole_number(word)) is not None]
    if len(numbers) == len(words) == 2:
        return redirect("compare", *numbers)
    if len(words) == 2 and numbers and words[0] == str(numbers[0]):
        messages.warning(request, f"“{words[1][:40]}” is not a run number. Enter a number such as {numbers[0]}.")
        return redirect("compare_with", numbers[0])
    if len(numbers) == len(words) == 1:
        messages.warning(request, "Choose a second run to compare with.")
        return redirect("compare_with", numbers[0])
    messages.warning(request, f"Select exactly two runs to compare; you selected {len(words) or 'none'}.")
    return redirect(_back(request))


def _back(request: HttpRequest) -> str:
    """Return the page that the form was sent from, or the list of runs if that page is not on this site."""
    came_from = request.headers.get("Referer", "")
    allowed = url_has_allowed_host_and_scheme(came_from, {request.get_host()}, require_https=request.is_secure())
    return came_from if allowed else "runs"


def _most_useful_first(row: EpisodeRow, others: EpisodeQuerySet) -> EpisodeQuerySet:
    """Return the runs, most closely related first, and newest first among equally related runs.

    The order is: parent, forks, other forks of the parent, same version and seed, same version, other runs.
    """
    siblings = [When(parent=row.parent_id, then=Value(2))] if row.parent_id else []
    rank = Case(
        # Runs are numbered from 1, so 0 matches none.
        When(pk=row.parent_id or 0, then=Value(0)),
        When(parent=row.pk, then=Value(1)),
        *siblings,
        When(version=row.version_id, seed=row.seed, then=Value(3)),
        When(version=row.version_id, then=Value(4)),
        default=Value(5),
        output_field=IntegerField(),
    )
    ranked = others.annotate(closeness=rank).order_by("closeness", "-pk")
    return ranked.select_related("version").defer("version__source")


def _why(row: EpisodeRow, other: EpisodeRow) -> str:
    """Return a phrase that says how the other run is related to this run."""
    if other.pk == row.parent_id:
        return f"Parent, equal up to step {row.parent_step}"
    if other.parent_id == row.pk:
        return f"Forked from this run after step {other.parent_step}"
    if row.parent_id and other.parent_id == row.parent_id:
        return f"Forked from the same run after step {other.parent_step}"
    if other.version_id != row.version_id:
        return "Different version of the scenario"
    if other.seed != row.seed:
        return "Different seed"
    changed = [
        word
        for word, differs in (
            ("user", other.user_player != row.user_player),
            ("assistant", other.assistant_player != row.assistant_player),
        )
        if differs
    ]
    return f"Same seed, different {' and '.join(changed)}" if changed else "Same seed and players"
