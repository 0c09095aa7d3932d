"""Takes the decisions that people enter for a run, and hands them to the worker that plays the run."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.utils import timezone

from simulator.agents.policy import Decision
from simulator.jobs import notify
from simulator.jobs.queues import enqueue
from simulator.jobs.serialization import storable
from simulator.models import EnteredDecision, Episode, Seat, State
from simulator.models.episode import OVER
from simulator.phone.state import Recipient
from simulator.trace.moments import Envelope

LONGEST_DECISION = 86_400.0


class CannotDecide(Exception):
    """Raised if the run does not wait for this decision. The message says why, and what to do instead."""


class EnteredForRun:
    """The decisions entered for one run. `load` reads the database, so that `take` works in any thread."""

    def __init__(self, episode_id: int) -> None:
        self._episode_id = episode_id
        self._next: EnteredDecision | None = None

    def load(self, number: int) -> None:
        """Read the decision for the step `number`, if a person has entered it."""
        self._next = EnteredDecision.objects.filter(episode_id=self._episode_id, number=number).first()

    def take(self, side: Recipient) -> Decision | None:
        entered = self._next
        if entered is None or entered.side != side:
            return None
        self._next = None
        envelope = Envelope(latency_ms=round(1000 * entered.seconds, 1))
        # Whole seconds, rounded up: with `thinking=measured`, simulated time moves by the real time of a decision.
        return Decision(entered.name, entered.args, thinking_seconds=math.ceil(entered.seconds), envelope=envelope)


def decide(seat: Seat, number: int, name: str, args: Mapping[str, Any], seconds: float | None = None) -> None:
    """Store a person's decision for the step `number`, and queue the run on commit.

    `seconds`: the time that the person took, as the browser measured it; None if it is not known. Raises CannotDecide
    if the run does not wait for this decision, for example because a second tab has decided already.
    """
    with transaction.atomic():
        row = Episode.objects.select_for_update().filter(pk=seat.episode_id).first()
        if row is None:
            raise CannotDecide("This run was deleted. Start a new one.")
        refuse_unless_awaited(row, seat, number)
        # Decisions for earlier steps are in the run's moments.
        EnteredDecision.objects.filter(episode=row, number__lt=number).delete()
        EnteredDecision.objects.create(
            episode=row,
            number=number,
            side=seat.side,
            name=name[:200],
            args=storable(dict(args)),
            seconds=_plausible(seconds, row),
        )
        row.state, row.awaits, row.waits_since = State.QUEUED, "", None
        row.save(update_fields=["state", "awaits", "waits_since"])
        transaction.on_commit(lambda: _go_on(row))


def refuse_unless_awaited(row: Episode, seat: Seat, number: int) -> None:
    """Raise CannotDecide unless the run waits for this person's decision about the step `number`."""
    if row.state in OVER:
        raise CannotDecide("This run is over, so the last action was not carried out. Look at its result.")
    if row.state == State.PAUSED:
        raise CannotDecide("Somebody has paused this run. You can go on when it is resumed.")
    if number != row.moment_count or row.state != State.WAITING:
        raise CannotDecide("The run has moved on, perhaps by your action in another tab. Look again before you act.")
    if row.awaits != seat.side:
        raise CannotDecide("It is not your turn yet. The page shows when it is.")


def _plausible(seconds: float | None, row: Episode) -> float:
    """Return the time of a decision: the browser's, unless it is longer than the wait; then that of the wait."""
    since = row.waits_since
    passed = 0.0 if since is None else max(0.0, (timezone.now() - since).total_seconds())
    if seconds is None or not math.isfinite(seconds) or not 0 <= seconds <= passed:
        seconds = passed
    return min(seconds, LONGEST_DECISION)


def _go_on(row: Episode) -> None:
    notify.tell(row.pk)
    enqueue(row.pk, row.queue, at_front=True)
