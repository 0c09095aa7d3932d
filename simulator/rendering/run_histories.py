"""Histories of the runs that people are looking at: one per run and process, shared by all pages and viewers."""

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

from simulator.jobs.serialization import config_of, lines_of, moment_of, story_of
from simulator.models import Episode as EpisodeRow
from simulator.rendering.byte_cache import Kept
from simulator.rendering.moment_html import item_html, mark_html
from simulator.rendering.phone_html import render_phone
from simulator.scenario.load import ScenarioError
from simulator.showing.run_history import RunHistory
from simulator.showing.tap_highlight import tap_in
from simulator.showing.tell import Breaks, breaks
from simulator.showing.told_moment import ToldMoment
from simulator.trace.moments import Moment

MOST_HISTORIES = 32
# Maximum number of characters of stored moments in all histories together. The history in use stays even if it has
# more. A history takes five to six times as many bytes of memory as it has characters. The limit is enough for a busy
# run of 5,000 moments and `MOST_HISTORIES` ordinary runs, or for three long runs in which little happens.
MOST_STORED = 8_000_000
# Assumed size of a moment that has not been read yet, in characters.
_USUAL = 1000
# Maximum number of bytes of cached HTML from all histories. The HTML of one phone takes about eight thousand bytes.
MOST_BYTES = 8_000_000

kept = Kept(MOST_BYTES)
_histories: OrderedDict[Hashable, SharedHistory] = OrderedDict()
_histories_lock = Lock()


class CannotShow(Exception):
    """Raised if the phone of a run can't be built; the message says why."""


@dataclass
class SharedHistory:
    """A history with its lock; the HTML of its moments is cached."""

    key: Hashable
    pk: int
    history: RunHistory
    has_phone: bool = True
    stored: int = 0
    """Size of the stored moments, in characters."""
    lock: RLock = field(default_factory=RLock)

    def __post_init__(self) -> None:
        self._address = reverse("run", args=[self.pk])

    def catch_up(self, count: int) -> None:
        """Read moments that were stored since the last read, so that the history has at least `count` moments."""
        with self.lock:
            if len(self.history) >= count or self.history.broken:
                return
            with _no_garbage_collection():
                self.history.feed(self._moments_after(len(self.history) - 1))

    def _moments_after(self, n: int) -> Iterator[Moment]:
        for line in lines_of(self.pk, n):
            self.stored += len(line)
            yield moment_of(line)

    def item(self, n: int, private: bool = True) -> str:
        """Return a moment as an item of the story. `private`: include the moment's private text."""
        private = private or not self.history.told[n].has_private
        return self.once("item", (n, private), lambda: item_html(*self._told(n), private, current=False))

    def current_item(self, n: int, private: bool) -> str:
        return item_html(*self._told(n), private, current=True)

    def mark(self, n: int) -> str:
        """Return a moment as a mark on the strip."""
        return self.once("mark", n, lambda: mark_html(*self._told(n), current=False))

    def current_mark(self, n: int) -> str:
        return mark_html(*self._told(n), current=True)

    def phone(self, n: int) -> str:
        """Return the phone after a moment, or a note if the run was recorded without a phone."""
        if not self.has_phone:
            return self.once("phone", "none", lambda: render_to_string("run/_no_phone.html"))
        return self.once("phone", n, lambda: render_phone(self.history.picture(n)))

    def tapping(self, n: int) -> str | None:
        """Return the phone at the instant of a moment's tap; None if the moment has no tap or the run has no phone."""
        tapped = tap_in(self.history.moments[n]) if self.has_phone else None
        if tapped is None:
            return None
        return self.once("tapping", n, lambda: render_phone(self.history.picture(n - 1), tapped))

    def once(self, what: str, of: Hashable, render: Callable[[], SafeString]) -> SafeString:
        """Return HTML from the cache, or render and cache it. `of`: the step or the value that the HTML shows."""
        with self.lock:
            return kept.get((self.key, what, of), render)

    def _told(self, n: int) -> tuple[ToldMoment, Breaks, str]:
        """Return a moment in words, the headings before it, and the URL of its step."""
        told = self.history.told[n]
        return told, breaks(told, self.history.told[n - 1] if n else None), f"{self._address}{n}/"


def history_of(row: EpisodeRow) -> SharedHistory:
    """Return the shared history of a run, with at least `row.moment_count` moments."""
    # The creation time is part of the key: after the restore of a backup, another run may get the same number.
    key = (row.pk, row.created_at)
    with _histories_lock:
        shared = _histories.get(key)
        if shared is None:
            shared = _histories[key] = SharedHistory(key, row.pk, _new_history(row), row.has_phone)
        _histories.move_to_end(key)
        _forget_some(_USUAL * (row.moment_count - len(shared.history)))
    shared.catch_up(row.moment_count)
    return shared


@contextmanager
def _no_garbage_collection() -> Iterator[None]:
    """Pause garbage collection while moments are read.

    Collecting would take a sixth of the reading time and free nothing, because histories stay in use.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def _new_history(row: EpisodeRow) -> RunHistory:
    try:
        return RunHistory(story_of(row.version), config_of(row))
    except (ScenarioError, ValueError) as problem:
        raise CannotShow(str(problem)) from problem


def _forget_some(coming: int) -> None:
    """Drop the least recently used histories until the limits are met. Callers can still use a dropped history."""
    stored = coming + sum(shared.stored for shared in _histories.values())
    while len(_histories) > 1 and (len(_histories) > MOST_HISTORIES or stored > MOST_STORED):
        _, forgotten = _histories.popitem(last=False)
        stored -= forgotten.stored
