"""Pauses, steps, resumes, stops and paces runs: writes the request into the run's row, where the worker reads it."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from django.db import transaction

from simulator.jobs import notify
from simulator.jobs.queues import enqueue
from simulator.models import Episode, Seat, State, Wish
from simulator.models.episode import OVER, TO_BE_PLAYED

FASTEST = 100.0
MOST_STEPS = 1000
_AT_REST = (State.PAUSED, State.WAITING)
_CONTROLLED = ("state", "wish", "steps_left", "pace")
# Columns that are cleared when a failed run is resumed.
_TAKEN_BACK: Mapping[str, Any] = {
    "reason": "",
    "failure": "",
    "ended_at": None,
    "overruled_fault": "",
    "overruled_by": None,
    "overruled_at": None,
    "overruled_note": "",
}
Change: TypeAlias = Callable[[Episode], None]


class CannotControl(Exception):
    """Raised for a request that the run can't follow now. The message says why, and what to do instead."""


def pause(row: Episode) -> None:
    """Pause the run after the current moment, or at once if no worker plays it."""
    _change(row, _pause)


def resume(row: Episode) -> None:
    """Let the run continue: after a pause, after a person decided, or after the cause of a failure was fixed."""
    _change(row, _resume)


def step(row: Episode, count: int = 1) -> None:
    """Play `count` more moments, then pause. The counts of several calls add up."""
    if not 1 <= count <= MOST_STEPS:
        raise CannotControl(f"You can play 1 to {MOST_STEPS} steps at a time, not {count}.")
    _change(row, lambda now: _step(now, count))


def stop(row: Episode) -> None:
    """End the run after the current moment. The moments of the run are kept."""
    _change(row, _stop)


def set_pace(row: Episode, pace: float) -> None:
    """Set the moments per second; 0 is as fast as possible."""
    wanted = checked_pace(pace)
    _change(row, lambda now: setattr(now, "pace", wanted))


def checked_pace(pace: float) -> float:
    if not math.isfinite(pace) or not 0 <= pace <= FASTEST:
        raise CannotControl(f"Set a pace from 0 (as fast as possible) to {FASTEST:g} steps per second, not {pace:g}.")
    return pace


def _pause(now: Episode) -> None:
    _refuse_if_stopping(now)
    now.steps_left = None
    if now.state == State.RUNNING:
        now.wish = Wish.PAUSE
    else:
        now.state, now.wish = State.PAUSED, Wish.RUN


def _resume(now: Episode) -> None:
    _refuse_if_stopping(now)
    now.steps_left = None
    if now.is_resumable:
        # While the run was over, its players could see both sides.
        blind = Seat.objects.filter(episode=now, looked_at=None)
        blind.update(looked_at=max(0, now.moment_count - 1))
        now.state, now.wish = State.QUEUED, Wish.RUN
        for name, value in _TAKEN_BACK.items():
            setattr(now, name, value)
    elif now.state == State.RUNNING:
        # The worker may have just found that no person has decided, and be about to release the run.
        now.wish = Wish.LOOK_AGAIN
    else:
        _queue(now, Wish.RUN)


def _step(now: Episode, count: int) -> None:
    _refuse_if_stopping(now)
    now.steps_left = (now.steps_left or 0) + count
    if now.state == State.RUNNING:
        now.wish = Wish.LOOK_AGAIN
    else:
        _queue(now, Wish.RUN)


def _stop(now: Episode) -> None:
    if now.state == State.RUNNING:
        now.wish = Wish.STOP
    else:
        _queue(now, Wish.STOP)


def _queue(now: Episode, wish: Wish) -> None:
    now.wish = wish
    if now.state in _AT_REST:
        now.state = State.QUEUED


def _refuse_if_stopping(now: Episode) -> None:
    if now.wish == Wish.STOP:
        raise CannotControl(f"Run {now.pk} is being stopped. Start a new run instead.")


def _change(row: Episode, change: Change) -> None:
    """Change the row under a lock, so that a worker storing at the same time sees all of the change or none of it."""
    with transaction.atomic():
        now = Episode.objects.select_for_update().filter(pk=row.pk).first()
        if now is None:
            raise CannotControl(f"Run {row.pk} was deleted. Choose a different run from the list of runs.")
        continues = change is _resume and now.is_resumable
        if now.state in OVER and not continues:
            _refuse_or_ignore(now, change)
            return
        was_at_rest = now.state in _AT_REST or continues
        changed = (*_CONTROLLED, *_TAKEN_BACK) if continues else _CONTROLLED
        change(now)
        now.save(update_fields=changed)
        # Someone is waiting for this run, so it goes before runs that were queued in bulk.
        at_front = was_at_rest or now.wish == Wish.STOP
        transaction.on_commit(lambda: _tell(now, at_front))
    for name in changed:
        setattr(row, name, getattr(now, name))


def _refuse_or_ignore(now: Episode, change: Change) -> None:
    """Ignore a second request to stop a run; refuse all other requests about a run that is over."""
    if not (now.state == State.STOPPED and change is _stop):
        if now.state == State.ABANDONED:
            raise CannotControl(
                f"Run {now.pk} is over (abandoned). Its player did not come back. "
                "Fork it at its last step to go on from there, or start a new run."
            )
        over = f"Run {now.pk} is over ({State(now.state).label.lower()})"
        remedy = "Fix the cause, then resume the run" if now.is_resumable else "Step through the run"
        raise CannotControl(f"{over}. {remedy}, or start a new run.")


def _tell(now: Episode, at_front: bool) -> None:
    notify.tell(now.pk)
    if now.state in TO_BE_PLAYED:
        enqueue(now.pk, now.queue, at_front)
