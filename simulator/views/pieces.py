"""What the page of a run is made of, piece by piece: stretches of its story, the track of a long run, single steps."""

from __future__ import annotations

from typing import Any, NamedTuple

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from simulator.showing import times
from simulator.showing.detail import detail_of
from simulator.templatetags.run import mark_tone
from simulator.views.reels import SharedReel

WHOLE = 200
"""A run with so many moments at most is on its page whole."""
AROUND = 20
"""Of a longer run the page has so many moments before its step and so many from it on."""


class Stretch(NamedTuple):
    """Consecutive moments; `to` is the first one after them."""

    first: int
    to: int


class Window(NamedTuple):
    """What a page shows of a story, with gaps for what it leaves out, and of the strip of marks."""

    items: list[str]
    marks: list[str]


def stretch_around(step: int, count: int) -> Stretch:
    """What the page of a step shows; as much at the ends of a run as in its midst."""
    if count <= WHOLE:
        return Stretch(0, count)
    first = min(max(0, step - AROUND), count - 2 * AROUND)
    return Stretch(first, first + 2 * AROUND)


def window_around(shared: SharedReel, step: int, private: bool) -> Window:
    count = len(shared.reel)
    shown = stretch_around(step, count)
    window = story_of(shared, shown, private)
    if step >= 0:
        window.items[step - shown.first] = shared.current_item(step, private)
        window.marks[step - shown.first] = shared.current_mark(step)
    before, after = (_gap(shared.pk, gap, gap is not None and gap.first == 0) for gap in gaps_beside(shown, count))
    return Window([*before, *window.items, *after], [*before, *window.marks, *after])


def gaps_beside(shown: Stretch, count: int) -> tuple[Stretch | None, Stretch | None]:
    """What is left out before and after a stretch."""
    before = Stretch(0, shown.first) if shown.first else None
    after = Stretch(shown.to, count) if shown.to < count else None
    return before, after


def story_of(shared: SharedReel, stretch: Stretch, private: bool) -> Window:
    """The items and marks of a stretch."""
    steps = range(stretch.first, stretch.to)
    return Window([shared.item(n, private) for n in steps], [shared.mark(n) for n in steps])


def track_of(shared: SharedReel) -> dict[str, Any] | None:
    """Of a run that is longer than its page shows: where turns begin and what decides it lies. None for others."""
    told = shared.reel.told
    if len(told) <= WHOLE:
        return None
    keys = [[one.n, one.shape, mark_tone(one)] for one in told if one.key or one.failed]
    firsts: dict[int, int] = {}
    for one in told:
        firsts.setdefault(one.turn, one.n)
    return {"last": len(told) - 1, "keys": keys, "turns": [n for turn, n in firsts.items() if turn]}


def step_of(shared: SharedReel, n: int, private: bool) -> dict[str, Any]:
    """The phone and the detail of a step; before the first moment there is only the phone."""
    with shared.lock:
        if n < 0:
            return {"n": n, "phone": shared.phone(n), "tapping": None, "detail": "", "head": None}
        # What shows the phone before the step comes first, because going back costs more than going on.
        tapping = shared.tapping(n)
        detail = shared.once("detail", (n, private), lambda: _detail(shared, n, private))
        return {"n": n, "phone": shared.phone(n), "tapping": tapping, "detail": detail, "head": head_of(shared, n)}


def head_of(shared: SharedReel, n: int) -> dict[str, Any]:
    told = shared.reel.told[n]
    return {"turn": told.turn, "turn_limit": shared.reel.turn_limit, "simulated": times.stamp(told.local)}


def without_repeats(steps: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """A phone that looks as it did in the step before is not sent again."""
    return [
        {**step, "phone": None} if index and step["phone"] == steps[index - 1]["phone"] else step
        for index, step in enumerate(steps)
    ]


def _gap(run: int, gap: Stretch | None, is_before: bool) -> list[str]:
    """Leads to the step beside what is shown; a script puts what is missing in its place."""
    if gap is None:
        return []
    last = gap.to - 1
    near = last if is_before else gap.first
    return [render_to_string("run/_gap.html", {"run": run, "gap": gap, "last": last, "near": near})]


def _detail(shared: SharedReel, step: int, private: bool) -> SafeString:
    """What a moment is made of holds the thoughts, so that those who may not read them get it without."""
    shown = {"detail": detail_of(shared.reel, step), "run": shared.pk, "private": private}
    return render_to_string("run/_detail.html", shown)
