"""Rebuilds one run from the store, plays it in this process, and stores its moments."""

from __future__ import annotations

import logging
import time
from collections.abc import Sequence
from typing import Any, NamedTuple

from simulator.agents.human import HUMAN
from simulator.agents.policy import PlayerFailed, UserView
from simulator.episode.loop import Episode
from simulator.jobs.entered_decisions import EnteredForRun
from simulator.jobs.episode_rows import LONGEST_SUMMARY
from simulator.jobs.judge_job import enqueue_own_judge
from simulator.jobs.leases import Lease, Orders, blame, fail, settle, store, wait_for_person, watch
from simulator.jobs.results import Overdue, ending_of, failure_of
from simulator.jobs.serialization import Damaged, config_of, moment_of, storable, stored_moments, story_of
from simulator.models import Episode as EpisodeRow
from simulator.models import Moment as MomentRow
from simulator.models import Side, State, Wish
from simulator.phone.store import Change
from simulator.showing.event_schedule import people_of
from simulator.showing.tell import headline
from simulator.trace.hashing import ContentHash
from simulator.trace.moments import Moment

_log = logging.getLogger(__name__)
MOST_AT_ONCE = 20
LONGEST_AT_ONCE = 0.05
# Seconds by which a run with a pace may be late and still catch up. If it is later, its next moment is due at once.
_MOST_LAG = 1.0


class Made(NamedTuple):
    """New moments that are not stored yet, and the player's failure after them, if any.

    If there are neither moments nor a failure, the run waits for a person's decision.
    """

    moments: list[Moment]
    changes: Sequence[Change] = ()
    """The changes that the last moment made on the phone."""
    failed: PlayerFailed | None = None


class Runner:
    """Plays one run that this process holds. Call `advance` when the run is due."""

    def __init__(
        self,
        lease: Lease,
        row: EpisodeRow | None = None,
        *,
        at_once: int = MOST_AT_ONCE,
        longest: float = LONGEST_AT_ONCE,
        is_alone: bool = False,
    ) -> None:
        """Rebuild the run. `row`: the run's row with its version, as `claim_next` returns it; if None, it is loaded.

        `at_once`, `longest`: number of moments, and number of seconds, after which moments are stored.
        `is_alone`: the process holds no other run, so if the process dies, this run is blamed.
        """
        self._began = time.monotonic()
        self.lease = lease
        self._at_once, self._longest = at_once, longest
        self._row = row or EpisodeRow.objects.select_related("version").get(pk=lease.episode_id)
        self._rebuild()
        self._people = people_of(self._episode.story)
        self.orders = Orders(self._row.wish, self._row.pace, self._row.steps_left)
        self.due = time.monotonic()
        # True if no death has to be counted in advance: the run has advanced since its claim, or it is alone, so that
        # its claim has counted a death already.
        self._is_proven = is_alone
        # Number of workers that died playing this run since its last stored moment.
        self.deaths = self._row.tries - 1
        config = self._episode.config
        # Seconds that a player's request may take, with all retries, before it counts as failed.
        self.longest_call = config.call_timeout_seconds * (1 + config.call_retries)
        if not is_alone:
            blame(lease, -1)

    def check_time(self) -> bool:
        """Return False before the deadline. Later, return True if someone asked to stop the run, else raise Overdue."""
        limit = self._row.deadline_seconds
        if limit is None or time.monotonic() - self._began <= limit:
            return False
        if self._is_to_be_stopped():
            return True
        raise Overdue(
            f"The run was not over after {limit:g} seconds, the time limit for each run. "
            "Raise the limit, then start a new run.",
            self._used(),
        )

    def _is_to_be_stopped(self) -> bool:
        """Return whether someone asked to stop the run, according to the latest requests."""
        if self.orders.wish != Wish.STOP:
            wanted = watch([self.lease]).get(self.lease, self.orders)
            self.orders = self.orders._replace(wish=wanted.wish)
        return self.orders.wish == Wish.STOP

    def follow(self, orders: Orders) -> bool:
        """Follow new requests, and return whether the run is still held. Raises Fenced."""
        if not orders.is_held:
            orders = settle(self.lease)
        if orders.wish == Wish.STOP:
            self.due = time.monotonic()
        elif orders.pace != self.orders.pace:
            self.due = min(self.due, time.monotonic() + _interval(orders.pace))
        self.orders = orders
        return orders.is_held

    def advance(self) -> bool:
        """Play one moment, or several if the run has no pace, and store them. Return whether the run is still held."""
        self.prepare()
        return self.keep(self.make())

    def prepare(self) -> None:
        """Prepare the next moment: count a death of this worker in advance, and pass on a request to stop."""
        if not self._is_proven:
            blame(self.lease, 1)
        if self.orders.wish == Wish.STOP:
            self._episode.stop()
        if HUMAN in (self._episode.config.user, self._episode.config.assistant):
            self._entered.load(len(self._episode.moments))

    def keep(self, made: Made) -> bool:
        """Store the new moments, and return whether the run is still held.

        Past the deadline, raises Overdue or, if someone asked to stop the run, drops moments that end the run in any
        other way.
        """
        moments = stored_moments(made.moments, self._chain)
        ending = ending_of(self._row, self._episode) if made.moments else None
        is_late = self.check_time()
        if is_late and ending is not None and ending.fields["state"] != State.STOPPED:
            # The run reached this end after its deadline, so the end does not count. Stop it at the last stored moment.
            self._row.refresh_from_db(fields=["moment_count"])
            self._rebuild()
            return True
        if made.moments:
            self.orders = store(self.lease, moments, self._shown(made), ending)
            if ending is not None and ending.fields["state"] == State.FINISHED:
                enqueue_own_judge(self._row)
        if made.failed is not None and self.orders.is_held:
            self.orders = self._give_up(made.failed)
        elif not made.moments:
            self.orders = wait_for_person(self.lease, self._awaited_side())
        self._is_proven, self.deaths = True, 0
        self.due = self._next_due()
        return self.orders.is_held

    def _next_due(self) -> float:
        """Return when the next moment is due, in seconds of the monotonic clock.

        The interval starts when the last moment was due, not when it was made, so that the run does not fall behind.
        """
        now = time.monotonic()
        if not self.orders.pace or self.orders.wish == Wish.STOP:
            return now
        due = self.due + _interval(self.orders.pace)
        return due if due > now - _MOST_LAG else now

    def _rebuild(self) -> None:
        """Rebuild the episode from the store."""
        self._chain = ContentHash()
        self._entered = EnteredForRun(self._row.pk)
        self._episode = Episode(story_of(self._row.version), config_of(self._row), entered=self._entered)
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
                raise Damaged(
                    f"The stored step {number} is missing or was changed, so the run can’t continue. Start a new run."
                )
            self._episode.replay([moment])
            number += 1
        if number != self._row.moment_count:
            raise Damaged(
                f"The run should have {self._row.moment_count} stored steps, but it has {number}. Start a new run."
            )

    def make(self) -> Made:
        """Make the next moments. This may take long, but needs no database, so another thread can do it."""
        most = 1 if self.orders.pace else min(self._at_once, self.orders.steps_left or self._at_once)
        end = time.monotonic() + self._longest
        made: list[Moment] = []
        changes: Sequence[Change] = ()
        try:
            for played in self._episode.play():
                made.append(played.moment)
                changes = played.changes
                if len(made) >= most or time.monotonic() >= end:
                    break
        except PlayerFailed as failed:
            return Made(made, changes, failed)
        return Made(made, changes)

    def _give_up(self, failed: PlayerFailed) -> Orders:
        """Mark the run as failed, unless someone asked to stop it. Return people's current requests."""
        orders = watch([self.lease]).get(self.lease, self.orders)
        if orders.wish == Wish.STOP:
            return orders
        fail(self.lease, *failure_of(failed))
        return orders._replace(is_held=False)

    def _awaited_side(self) -> str:
        view = self._episode.awaited
        if view is None:
            return ""
        return Side.USER if isinstance(view, UserView) else Side.ASSISTANT

    def _shown(self, made: Made) -> dict[str, Any]:
        """Return the columns with the progress of a run, for lists of runs."""
        last = made.moments[-1]
        summary = self._headline(last, made.changes)
        return {"turn": last.turn, "simulated": last.local, "summary": summary, **self._used()}

    def _used(self) -> dict[str, Any]:
        spent = self._episode.spent
        cost = spent.cost if spent.calls > spent.unpriced else None
        return {"tokens_in": spent.tokens_in, "tokens_out": spent.tokens_out, "cost": cost}

    def _headline(self, last: Moment, changes: Sequence[Change]) -> str:
        """Return the last moment as a sentence; empty after an error, because a run must not fail for its summary."""
        try:
            sentence = headline(self._episode.world, last, changes, self._people)
            return str(storable(sentence))[:LONGEST_SUMMARY]
        except Exception:
            _log.exception("Moment %s of run %s can't be described in words.", last.n, self._row.pk)
            return ""


def _interval(pace: float) -> float:
    return 1 / pace if pace else 0.0
