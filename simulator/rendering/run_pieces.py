"""Renders pieces of the run page: parts of its story, the track of a long run, single steps, the decision points."""

from __future__ import annotations

from typing import Any, NamedTuple

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from simulator.models import Episode as EpisodeRow
from simulator.rendering.run_histories import SharedHistory
from simulator.showing.decision_list import decision_list
from simulator.showing.step_detail import detail_of
from simulator.templatetags.steps import mark_tone
from simulator.words import times

# Runs with at most this many moments are shown whole.
WHOLE = 200
# For longer runs: number of moments shown before the current step, and from the current step on.
AROUND = 20


class Stretch(NamedTuple):
    """Consecutive moments, from `first` up to the moment before `to`."""

    first: int
    to: int


class StoryWindow(NamedTuple):
    """The story items and strip marks that a page shows. A link at either end stands for moments that are left out."""

    items: list[str]
    marks: list[str]


def stretch_around(step: int, count: int) -> Stretch:
    """Return the moments to show around a step: all moments of a short run, and `2 * AROUND` moments of a long run."""
    if count <= WHOLE:
        return Stretch(0, count)
    first = min(max(0, step - AROUND), count - 2 * AROUND)
    return Stretch(first, first + 2 * AROUND)


def window_around(shared: SharedHistory, step: int, private: bool) -> StoryWindow:
    count = len(shared.history)
    shown = stretch_around(step, count)
    window = story_of(shared, shown, private)
    if step >= 0:
        window.items[step - shown.first] = shared.current_item(step, private)
        window.marks[step - shown.first] = shared.current_mark(step)
    before, after = (_gap(shared.pk, gap, gap is not None and gap.first == 0) for gap in gaps_beside(shown, count))
    return StoryWindow([*before, *window.items, *after], [*before, *window.marks, *after])


def gaps_beside(shown: Stretch, count: int) -> tuple[Stretch | None, Stretch | None]:
    """Return the stretches before and after the shown stretch; None where no moments are left out."""
    before = Stretch(0, shown.first) if shown.first else None
    after = Stretch(shown.to, count) if shown.to < count else None
    return before, after


def story_of(shared: SharedHistory, stretch: Stretch, private: bool) -> StoryWindow:
    """Return the story items and strip marks of consecutive moments."""
    steps = range(stretch.first, stretch.to)
    return StoryWindow([shared.item(n, private) for n in steps], [shared.mark(n) for n in steps])


def track_of(shared: SharedHistory) -> dict[str, Any] | None:
    """Return the turns and key moments for the track, a bar that shows a whole long run; None for shorter runs."""
    told = shared.history.told
    if len(told) <= WHOLE:
        return None
    keys = [[one.n, one.shape, mark_tone(one)] for one in told if one.key or one.failed]
    firsts: dict[int, int] = {}
    for one in told:
        firsts.setdefault(one.turn, one.n)
    return {"last": len(told) - 1, "keys": keys, "turns": [n for turn, n in firsts.items() if turn]}


def step_of(shared: SharedHistory, n: int, private: bool) -> dict[str, Any]:
    """Return the phone and the detail of a step; for -1, only the phone before the first step."""
    with shared.lock:
        if n < 0:
            return {"n": n, "phone": shared.phone(n), "tapping": None, "detail": "", "head": None}
        # The tap comes first, because it needs the phone before the step, and going back costs more than going forward.
        tapping = shared.tapping(n)
        detail = shared.once("detail", (n, private), lambda: _detail(shared, n, private))
        return {"n": n, "phone": shared.phone(n), "tapping": tapping, "detail": detail, "head": head_of(shared, n)}


def head_of(shared: SharedHistory, n: int) -> dict[str, Any]:
    told = shared.history.told[n]
    return {"turn": told.turn, "turn_limit": shared.history.turn_limit, "simulated": times.stamp(told.local)}


def without_repeats(steps: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the steps with None in place of a phone that equals the previous one; this saves most of the data."""
    return [
        {**step, "phone": None} if index and step["phone"] == steps[index - 1]["phone"] else step
        for index, step in enumerate(steps)
    ]


def _gap(run: int, gap: Stretch | None, is_before: bool) -> list[str]:
    """Return a link to the step beside the shown part; a script replaces the link with the missing moments."""
    if gap is None:
        return []
    last = gap.to - 1
    near = last if is_before else gap.first
    return [render_to_string("run/_gap.html", {"run": run, "gap": gap, "last": last, "near": near})]


def _detail(shared: SharedHistory, step: int, private: bool) -> SafeString:
    """Return the detail of a step. `private`: include thoughts."""
    shown = {"detail": detail_of(shared.history, step), "run": shared.pk, "private": private}
    return render_to_string("run/_detail.html", shown)


def decisions_html(row: EpisodeRow, shared: SharedHistory, private: bool) -> str:
    """Return the list of decision points on the run page; it is rendered again only after a change.

    `private`: once the run is over, include the classes of its offers. Earlier, they would give the plot away.
    """
    shows_classes = private and row.is_over and not row.is_foreign
    classes = shared.history.episode.ledger.offers if shows_classes else None
    listed = decision_list(shared.history.decisions.points, row.is_over, classes)
    context = {"listed": listed, "run": shared.pk, "over": row.is_over}
    return shared.once(
        "decisions", (row.is_over, listed), lambda: render_to_string("run/_decision_points.html", context)
    )
