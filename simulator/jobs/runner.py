"""One run in the hands of this process: rebuilt from what is stored, then played on and stored moment by moment."""

from __future__ import annotations

import logging
import time
from itertools import takewhile
from typing import Any, NamedTuple

from simulator.agents.policy import PlayerFailed
from simulator.episode import Episode
from simulator.jobs.endings import Overdue, ending_of, failure_of
from simulator.jobs.leases import Lease, Line, Orders, blame, fail, settle, store, wait_for_person, watch
from simulator.jobs.stored import Damaged, config_of, line_of, moment_of, parts_to_keep, storable, story_of
from simulator.models import Episode as EpisodeRow
from simulator.models import Moment as MomentRow
from simulator.models import State, Wish
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


class Made(NamedTuple):
    """Moments that are not stored yet, and why there are no more. Neither: a person has to decide first."""

    moments: list[Moment]
    failed: PlayerFailed | None = None


class Runner:
    """Advance it when it is due, as long as it is held."""

    def __init__(
        self,
        lease: Lease,
        row: EpisodeRow | None = None,
        *,
        at_once: int = MOST_AT_ONCE,
        longest: float = LONGEST_AT_ONCE,
        is_alone: bool = False,
    ) -> None:
        """`row`: with its version, as it is since it is held; read if it is not given.

        `at_once`, `longest`: how many moments may be made, and for how long, before they are stored.
        `is_alone`: the process holds no other run, so that it is clear of which one it dies.
        """
        self._began = time.monotonic()
        self.lease = lease
        self._at_once, self._longest = at_once, longest
        self._row = row or EpisodeRow.objects.select_related("version").get(pk=lease.episode_id)
        self._rebuild()
        self._people = people_of(self._episode.story)
        self.orders = Orders(self._row.wish, self._row.pace, self._row.steps_left)
        self.due = time.monotonic()
        self._is_proven = is_alone
        """Whether it was advanced since it is held and nothing bad came of it; alone it is blamed from its claim on."""
        self.deaths = self._row.tries - 1
        """Of workers that played it, since its last moment was stored."""
        config = self._episode.config
        self.longest_call = config.call_timeout_seconds * (1 + config.call_retries)
        """Seconds for which whatever its players ask may be silent before that is a failure."""
        if not is_alone:
            blame(lease, -1)

    def check_time(self) -> bool:
        """Whether this process has played it for longer than it may be. Raises Overdue unless it is to be stopped."""
        limit = self._row.deadline_seconds
        if limit is None or time.monotonic() - self._began <= limit:
            return False
        if self._is_to_be_stopped():
            return True
        raise Overdue(
            f"It was not over after {limit:g} seconds, the limit of time for each run. "
            "Give it more time, and play it anew.",
            self._used(),
        )

    def _is_to_be_stopped(self) -> bool:
        """Also if somebody has asked for it since the last look."""
        if self.orders.wish != Wish.STOP:
            wanted = watch([self.lease]).get(self.lease, self.orders)
            self.orders = self.orders._replace(wish=wanted.wish)
        return self.orders.wish == Wish.STOP

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
        self.prepare()
        return self.keep(self.make())

    def prepare(self) -> None:
        """What has to be in the store before anything is made."""
        if not self._is_proven:
            blame(self.lease, 1)
        if self.orders.wish == Wish.STOP:
            self._episode.stop()

    def keep(self, made: Made) -> bool:
        """Store what was made, unless it comes too late. Whether the run is still held."""
        lines = self._lines(made.moments)
        ending = ending_of(self._row, self._episode) if made.moments else None
        is_late = self.check_time()
        if is_late and ending is not None and ending.fields["state"] != State.STOPPED:
            # It came to its end too late to be judged by it, so it is stopped where it was before.
            self._row.refresh_from_db(fields=["moment_count"])
            self._rebuild()
            return True
        if made.moments:
            self.orders = store(self.lease, lines, self._shown(made.moments[-1]), ending)
        if made.failed is not None and self.orders.is_held:
            self.orders = self._give_up(made.failed)
        elif not made.moments:
            self.orders = wait_for_person(self.lease)
        self._is_proven, self.deaths = True, 0
        self.due = self._next_due()
        return self.orders.is_held

    def _next_due(self) -> float:
        """By the clock and not by when the last moment was done, so that a paced run keeps its pace."""
        now = time.monotonic()
        if not self.orders.pace or self.orders.wish == Wish.STOP:
            return now
        due = self.due + _interval(self.orders.pace)
        return due if due > now - _MOST_LAG else now

    def _rebuild(self) -> None:
        """The episode as it is stored."""
        self._chain = ContentHash()
        self._episode = Episode(story_of(self._row.version), config_of(self._row))
        self._replay()

    def _replay(self) -> None:
        if not self._row.moment_count:
            return
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

    def make(self) -> Made:
        """The next moments. May take long and does not touch the store, so that it can be done in another thread."""
        most = 1 if self.orders.pace else min(self._at_once, self.orders.steps_left or self._at_once)
        end = time.monotonic() + self._longest
        made: list[Moment] = []
        try:
            for moment in self._episode.play():
                made.append(moment)
                if len(made) >= most or time.monotonic() >= end:
                    break
        except PlayerFailed as failed:
            return Made(made, failed)
        return Made(made)

    def _give_up(self, failed: PlayerFailed) -> Orders:
        """Until somebody resumes it. Whoever has asked to stop it meanwhile gets that instead."""
        orders = watch([self.lease]).get(self.lease, self.orders)
        if orders.wish == Wish.STOP:
            return orders
        fail(self.lease, *failure_of(failed))
        return orders._replace(is_held=False)

    def _lines(self, made: list[Moment]) -> list[Line]:
        lines = []
        for moment in made:
            self._chain.feed(moment)
            text = line_of(moment, self._chain.digest)
            lines.append(Line(moment.n, text, self._chain.digest, parts_to_keep(moment)))
        return lines

    def _shown(self, last: Moment) -> dict[str, Any]:
        """What lists of runs show of it."""
        return {"turn": last.turn, "simulated": last.local, "summary": self._headline(last), **self._used()}

    def _used(self) -> dict[str, Any]:
        spent = self._episode.spent
        cost = spent.cost if spent.calls > spent.unpriced else None
        return {"tokens_in": spent.tokens_in, "tokens_out": spent.tokens_out, "cost": cost}

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
