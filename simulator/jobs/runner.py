"""One run in the hands of this process: rebuilt from what is stored, then played on and stored moment by moment."""

from __future__ import annotations

import logging
import time
from itertools import takewhile
from typing import Any

from simulator.episode import Episode
from simulator.jobs.endings import ending_of
from simulator.jobs.leases import Lease, Line, Orders, blame, settle, store, wait_for_person
from simulator.jobs.stored import config_of, line_of, moment_of, storable, story_of
from simulator.models import Episode as EpisodeRow
from simulator.models import Moment as MomentRow
from simulator.models import Wish
from simulator.phone.store import Change
from simulator.showing.schedule import people_of
from simulator.showing.telling import headline
from simulator.trace.hashing import ContentHash
from simulator.trace.moments import Moment

_log = logging.getLogger(__name__)
LONGEST_SUMMARY = 300
MOST_AT_ONCE = 20
LONGEST_AT_ONCE = 0.05
_MOST_LAG = 1.0
"""Seconds by which a paced run may be late and still catch up; after more than that it goes on from now."""


class Damaged(Exception):
    """What is stored of a run does not fit together."""


class Runner:
    """Advance it when it is due, as long as it is held."""

    def __init__(self, lease: Lease) -> None:
        self.lease = lease
        self._row = EpisodeRow.objects.select_related("version").get(pk=lease.episode_id)
        self._chain = ContentHash()
        self._episode = Episode(story_of(self._row.version), config_of(self._row))
        self._people = people_of(self._episode.story)
        self._replay()
        self.orders = Orders(self._row.wish, self._row.pace, self._row.steps_left)
        self.due = time.monotonic()
        self._is_proven = False
        """Whether it was advanced since it is held, and nothing bad came of it."""
        blame(lease, -1)

    def follow(self, orders: Orders) -> bool:
        """Take new orders. Whether the run is still held; raises Fenced if somebody else holds it."""
        if not orders.is_held:
            orders = settle(self.lease)
        if orders.wish == Wish.STOP:
            self.due = time.monotonic()
        elif orders.pace != self.orders.pace:
            self.due = min(self.due, time.monotonic() + _interval(orders.pace))
        self.orders = orders
        return orders.is_held

    def advance(self) -> bool:
        """Play one moment, or many if there is no pace, and store them. Whether the run is still held."""
        if not self._is_proven:
            blame(self.lease, 1)
        if self.orders.wish == Wish.STOP:
            self._episode.stop()
        made = self._make()
        self.orders = self._store(made) if made else wait_for_person(self.lease)
        self._is_proven = True
        self.due = self._next_due()
        return self.orders.is_held

    def _next_due(self) -> float:
        """By the clock and not by when the last moment was done, so that a paced run keeps its pace."""
        now = time.monotonic()
        if not self.orders.pace or self.orders.wish == Wish.STOP:
            return now
        due = self.due + _interval(self.orders.pace)
        return due if due > now - _MOST_LAG else now

    def _replay(self) -> None:
        stored = MomentRow.objects.filter(episode_id=self._row.pk).order_by("number")
        number = 0
        for place, line, chain in stored.values_list("number", "line", "chain"):
            moment = moment_of(line)
            self._chain.feed(moment)
            if place != number or moment.n != number or chain != self._chain.digest:
                raise Damaged(f"The stored moment {number} is missing or was changed; the run cannot go on from it.")
            self._episode.replay([moment])
            number += 1
        if number != self._row.moment_count:
            raise Damaged(f"{self._row.moment_count} moments were stored, but {number} are there.")

    def _make(self) -> list[Moment]:
        """The next moments; none if a person has to decide first."""
        most = 1 if self.orders.pace else min(MOST_AT_ONCE, self.orders.steps_left or MOST_AT_ONCE)
        end = time.monotonic() + LONGEST_AT_ONCE
        made: list[Moment] = []
        for moment in self._episode.play():
            made.append(moment)
            if len(made) >= most or time.monotonic() >= end:
                break
        return made

    def _store(self, made: list[Moment]) -> Orders:
        lines = []
        for moment in made:
            self._chain.feed(moment)
            lines.append(Line(moment.n, line_of(moment, self._chain.digest), self._chain.digest))
        return store(self.lease, lines, self._shown(made[-1]), ending_of(self._row, self._episode))

    def _shown(self, last: Moment) -> dict[str, Any]:
        """What lists of runs show of it."""
        return {"turn": last.turn, "simulated": last.local, "summary": self._headline(last)}

    def _headline(self, last: Moment) -> str:
        """A run must not fail because nobody found words for it."""
        try:
            touched = reversed(self._episode.ledger.effects)
            effects = list(takewhile(lambda effect: effect.moment == last.n, touched))
            changes = [Change(effect.table, effect.id, effect.old, effect.new) for effect in reversed(effects)]
            sentence = headline(self._episode.world, last, changes, self._people)
            return str(storable(sentence))[:LONGEST_SUMMARY]
        except Exception:
            _log.exception("There are no words for moment %s of run %s.", last.n, self._row.pk)
            return ""


def _interval(pace: float) -> float:
    return 1 / pace if pace else 0.0
