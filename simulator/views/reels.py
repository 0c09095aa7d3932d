"""The reels of the runs that people look at now: one for each run and process, shared by pages, steps and viewers."""

from __future__ import annotations

import gc
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Lock, RLock

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString

from simulator.jobs.stored import config_of, lines_of, moment_of, story_of
from simulator.models import Episode as EpisodeRow
from simulator.scenario.load import ScenarioError
from simulator.showing.parts import Told
from simulator.showing.reel import Reel
from simulator.showing.shot import tapped_in
from simulator.showing.telling import Breaks, breaks
from simulator.trace.moments import Moment
from simulator.views.kept import Kept
from simulator.views.moment_html import item_html, mark_html
from simulator.views.phone import render_phone

MOST_REELS = 32
MOST_STORED = 8_000_000
"""Characters of stored moments in all reels together; the one in use always stays. A reel takes five to six times as
many bytes of memory. This is a run of five thousand moments in which much happens and a hundred ordinary ones, or
three such runs in which little does."""
_USUAL = 1000
"""Characters of a stored moment, as long as nobody has read it."""
MOST_BYTES = 8_000_000
"""Of what was rendered of all of them; a phone has some eight thousand."""

kept = Kept(MOST_BYTES)
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
    has_phone: bool = True
    stored: int = 0
    """Characters that its moments have in the store."""
    lock: RLock = field(default_factory=RLock)

    def __post_init__(self) -> None:
        self._address = reverse("run", args=[self.pk])

    def catch_up(self, count: int) -> None:
        """Take in what was stored since, so that the first `count` moments are there."""
        with self.lock:
            if len(self.reel) >= count or self.reel.broken:
                return
            with _no_garbage_collection():
                self.reel.feed(self._moments_after(len(self.reel) - 1))

    def _moments_after(self, n: int) -> Iterator[Moment]:
        for line in lines_of(self.pk, n):
            self.stored += len(line)
            yield moment_of(line)

    def item(self, n: int, private: bool = True) -> str:
        """What the story shows. `private`: with what the players thought, and what was wrong with replies that nobody
        could read; most moments have nothing of the kind."""
        private = private or not self.reel.told[n].has_private
        return self.once("item", (n, private), lambda: item_html(*self._told(n), private, current=False))

    def current_item(self, n: int, private: bool) -> str:
        return item_html(*self._told(n), private, current=True)

    def mark(self, n: int) -> str:
        """Its place on the strip."""
        return self.once("mark", n, lambda: mark_html(*self._told(n), current=False))

    def current_mark(self, n: int) -> str:
        return mark_html(*self._told(n), current=True)

    def phone(self, n: int) -> str:
        """The phone after a moment; in its place a note, if it is not known what was on it."""
        if not self.has_phone:
            return self.once("phone", "none", lambda: render_to_string("run/_no_phone.html"))
        return self.once("phone", n, lambda: render_phone(self.reel.shot(n)))

    def tapping(self, n: int) -> str | None:
        """The phone at the instant of the tap that a moment tells of; None if it tells of none."""
        tapped = tapped_in(self.reel.moments[n]) if self.has_phone else None
        if tapped is None:
            return None
        return self.once("tapping", n, lambda: render_phone(self.reel.shot(n - 1), tapped))

    def once(self, what: str, of: Hashable, render: Callable[[], SafeString]) -> SafeString:
        """A rendering of a step, or of a value that may be the same for many of them."""
        with self.lock:
            return kept.get((self.key, what, of), render)

    def _told(self, n: int) -> tuple[Told, Breaks, str]:
        """A moment, what stands before it, and its address."""
        told = self.reel.told[n]
        return told, breaks(told, self.reel.told[n - 1] if n else None), f"{self._address}{n}/"


def reel_of(row: EpisodeRow) -> SharedReel:
    """The reel of a run with all moments that its row counts."""
    # A database that was put back to an earlier state may give the same number to another run.
    key = (row.pk, row.created_at)
    with _reels_lock:
        shared = _reels.get(key)
        if shared is None:
            shared = _reels[key] = SharedReel(key, row.pk, _new_reel(row), row.has_phone)
        _reels.move_to_end(key)
        _forget_some(_USUAL * (row.moment_count - len(shared.reel)))
    shared.catch_up(row.moment_count)
    return shared


@contextmanager
def _no_garbage_collection() -> Iterator[None]:
    """What a long run is made of stays; to look for garbage in it again and again takes a sixth of the time."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def _new_reel(row: EpisodeRow) -> Reel:
    try:
        return Reel(story_of(row.version), config_of(row))
    except (ScenarioError, ValueError) as problem:
        raise CannotShow(str(problem)) from problem


def _forget_some(coming: int) -> None:
    """Let go of those that nobody asked for longest; whoever still holds one may go on with it."""
    stored = coming + sum(shared.stored for shared in _reels.values())
    while len(_reels) > 1 and (len(_reels) > MOST_REELS or stored > MOST_STORED):
        _, forgotten = _reels.popitem(last=False)
        stored -= forgotten.stored
