"""The reels of the runs that people look at now: one for each run and process, shared by pages, steps and viewers."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from threading import Lock, RLock
from typing import Any

from django.template.loader import render_to_string

from simulator.jobs.stored import config_of, moments_of, story_of
from simulator.models import Episode as EpisodeRow
from simulator.scenario.load import ScenarioError
from simulator.showing.parts import Told
from simulator.showing.reel import Reel
from simulator.showing.shot import tapped_in
from simulator.showing.telling import breaks
from simulator.views.kept import Kept
from simulator.views.phone import render_phone

MOST_REELS = 32
MOST_MOMENTS = 4000
"""In all reels together, so that a few very long runs do not fill the memory; the one in use always stays."""
MOST_CHARACTERS = 12_000_000
"""Of all phones and details together; a phone has some five thousand."""

kept = Kept(MOST_CHARACTERS)
_reels: OrderedDict[Hashable, SharedReel] = OrderedDict()
_reels_lock = Lock()


class CannotShow(Exception):
    """The phone of a run cannot be built; says why."""


@dataclass
class SharedReel:
    """A reel with its lock, and what was rendered of it: each moment once."""

    key: Hashable
    pk: int
    reel: Reel
    lock: RLock = field(default_factory=RLock)
    items: list[str] = field(default_factory=list)
    """Of each moment what the story shows."""
    marks: list[str] = field(default_factory=list)

    def catch_up(self, count: int) -> None:
        """Take in what was stored since, so that the first `count` moments are there."""
        with self.lock:
            if len(self.reel) >= count or self.reel.broken:
                return
            self.reel.feed(moments_of(self.pk, after=len(self.reel) - 1))
            for n in range(len(self.items), len(self.reel)):
                self.items.append(self.item(n))
                self.marks.append(render_to_string("run/_mark.html", self._shown(n)))

    def item(self, n: int, current: bool = False, private: bool = True) -> str:
        """`private`: with what the players thought, and what was wrong with replies that nobody could read."""
        return render_to_string("run/_moment.html", {**self._shown(n), "current": current, "private": private})

    def public_items(self) -> list[str]:
        """The story without what is private; most moments have nothing of the kind."""
        return [
            self.once("public", n, lambda n=n: self.item(n, private=False)) if self.reel.told[n].has_private else item  # type: ignore[misc]
            for n, item in enumerate(self.items)
        ]

    def mark(self, n: int, current: bool = False) -> str:
        return render_to_string("run/_mark.html", {**self._shown(n), "current": current})

    def phone(self, n: int) -> str:
        """The phone after a moment."""
        return self.once("phone", n, lambda: render_phone(self.reel.shot(n)))

    def tapping(self, n: int) -> str | None:
        """The phone at the instant of the tap that a moment tells of; None if it tells of none."""
        tapped = tapped_in(self.reel.moments[n])
        if tapped is None:
            return None
        return self.once("tapping", n, lambda: render_phone(self.reel.shot(n - 1), tapped))

    def once(self, what: str, of: Hashable, render: Callable[[], str]) -> str:
        """A rendering of a step, or of a value that may be the same for many of them."""
        with self.lock:
            return kept.get((self.key, what, of), render)

    def _shown(self, n: int) -> dict[str, Any]:
        told = self.reel.told[n]
        before: Told | None = self.reel.told[n - 1] if n else None
        return {"told": told, "breaks": breaks(told, before), "run": self.pk}


def reel_of(row: EpisodeRow) -> SharedReel:
    """The reel of a run with all moments that its row counts."""
    # A database that was put back to an earlier state may give the same number to another run.
    key = (row.pk, row.created_at)
    with _reels_lock:
        shared = _reels.get(key)
        if shared is None:
            shared = _reels[key] = SharedReel(key, row.pk, _new_reel(row))
        _reels.move_to_end(key)
        _forget_some(row.moment_count - len(shared.reel))
    shared.catch_up(row.moment_count)
    return shared


def _new_reel(row: EpisodeRow) -> Reel:
    try:
        return Reel(story_of(row.version), config_of(row))
    except (ScenarioError, ValueError) as problem:
        raise CannotShow(str(problem)) from problem


def _forget_some(coming: int) -> None:
    """Let go of those that nobody asked for longest; whoever still holds one may go on with it."""
    moments = coming + sum(len(shared.reel) for shared in _reels.values())
    while len(_reels) > 1 and (len(_reels) > MOST_REELS or moments > MOST_MOMENTS):
        _, forgotten = _reels.popitem(last=False)
        moments -= len(forgotten.reel)
