"""What people may ask of a sweep: pause, resume, cancel, play again what failed, another priority, other limits."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from benchmark.jobs.feeding import finish_if_over
from benchmark.jobs.money import spent
from benchmark.jobs.settings import settings_of
from benchmark.jobs.waking import wake_workers
from benchmark.models import Cell, Priority, Sweep, SweepState
from simulator.jobs import control
from simulator.models import Episode, Queue, State, Wish
from simulator.models.episode import OVER, TO_BE_PLAYED

_KEPT = ("state", "why", "priority", "at_once", "max_cost", "deadline_seconds", "ended_at")
_MOST_COST = 1_000_000
MOST_AT_ONCE = 100_000
LONGEST_DEADLINE = 604_800
"""As plans have it."""


class NotNow(Exception):
    """The sweep cannot do that as it stands: why, and what to do instead."""


def pause(sweep: Sweep) -> None:
    """Begin nothing more. Runs with models pause too, for they cost; the others come to their end, which is soon."""
    with _locked(sweep) as now:
        if now.state != SweepState.RUNNING:
            raise NotNow(f"Sweep {now.pk} is {_word(now)}; only one that is running can be paused.")
        now.state, now.why = SweepState.PAUSED, ""
    _ask(control.pause, _in_flight(sweep).filter(queue=Queue.MODELS))


def resume(sweep: Sweep) -> None:
    """Go on; runs of it that are paused go on as well."""
    with _locked(sweep) as now:
        if now.state != SweepState.PAUSED:
            remedy = " Retry what failed in it, or start another one." if now.is_over else ""
            raise NotNow(f"Sweep {now.pk} is {_word(now)}; only one that is paused can be resumed.{remedy}")
        now.state, now.why = SweepState.RUNNING, ""
    _ask(control.resume, _in_flight(sweep).filter(state=State.PAUSED))
    # One that was told to pause and has not yet done so.
    _ask(control.resume, _in_flight(sweep).filter(state=State.RUNNING, wish=Wish.PAUSE))
    wake_workers(sweep)


def cancel(sweep: Sweep) -> None:
    """Begin nothing more and stop what is under way, unless another sweep waits for it. What is there stays."""
    with _locked(sweep) as now:
        if now.is_over:
            raise NotNow(f"Sweep {now.pk} is {_word(now)} already; nothing of it is left to cancel.")
        if finish_if_over(now):
            return
        now.state, now.why, now.ended_at = SweepState.CANCELLED, "", timezone.now()
        others = Cell.objects.filter(sweep__state=SweepState.RUNNING, sweep__use_cache=True, episode=None)
        unwanted = _in_flight(now).exclude(pk__in=_wanted_by(others.exclude(sweep=now)))
        rows = list(unwanted)
    for row in rows:
        with suppress(control.CannotControl):
            control.stop(row)


def retry_failed(sweep: Sweep) -> int:
    """Play again what failed or was stopped; gives how many cells that is. A cancelled sweep goes on altogether.

    What failed of something outside goes on where it stands, so that replies that are paid for are kept. The rest is
    played anew. Its first attempt stays, and what that has cost still counts. All have the deadline that holds now.
    """
    with _locked(sweep) as now:
        if now.state == SweepState.PAUSED:
            raise NotNow(f"Sweep {now.pk} is paused. Resume it first.")
        cells = Cell.objects.filter(sweep=now, episode__state__in=(State.FAILED, State.STOPPED))
        again = list(cells.select_related("episode").defer("episode__config", "episode__result"))
        if not again and now.state != SweepState.CANCELLED:
            raise NotNow(f"Nothing in sweep {now.pk} has failed or was stopped.")
        _refuse_if_spent(now, again)
        anew = [cell for cell in again if cell.episode is not None and not cell.episode.is_resumable]
        for cell in anew:
            cell.earlier = [*cell.earlier, cell.episode_id]
            cell.episode, cell.from_cache = None, False
        Cell.objects.bulk_update(anew, ["earlier", "episode", "from_cache"], batch_size=200)
        now.state, now.why, now.ended_at = SweepState.RUNNING, "", None
        kept = Episode.objects.filter(pk__in=[cell.episode_id for cell in again if cell.episode_id is not None])
        kept.update(deadline_seconds=now.deadline_seconds)
        _ask(control.resume, kept)
    wake_workers(sweep)
    return len(again)


def prioritise(sweep: Sweep, priority: Priority) -> None:
    """Also of the runs that wait already."""
    with _locked(sweep) as now:
        now.priority = priority
        _in_flight(now).filter(state__in=TO_BE_PLAYED).update(priority=priority)


def set_limits(sweep: Sweep, *, max_cost: float | None, at_once: int | None, deadline_seconds: float | None) -> None:
    """None: no limit. A sweep that has paused because of a limit is resumed by people.

    The deadline holds for runs that are taken up from now on, not for those that are being played.
    """
    if max_cost is not None and not (math.isfinite(max_cost) and 0 < max_cost <= _MOST_COST):
        raise NotNow(f"The limit on cost is an amount above 0 and up to {_MOST_COST:,} dollars.")
    if at_once is not None and at_once < 1:
        raise NotNow("At least one run must be allowed at once; pause the sweep to play none.")
    if at_once is not None and at_once > MOST_AT_ONCE:
        raise NotNow(f"Up to {MOST_AT_ONCE:,} runs can be allowed at once; without a limit, as many as workers play.")
    if deadline_seconds is not None and not 0 < deadline_seconds <= LONGEST_DEADLINE:
        raise NotNow(f"The deadline of a run is above 0 and up to {LONGEST_DEADLINE:,} seconds, which is a week.")
    with _locked(sweep) as now:
        now.max_cost, now.at_once, now.deadline_seconds = max_cost, at_once, deadline_seconds
        _in_flight(now).exclude(state=State.RUNNING).update(deadline_seconds=deadline_seconds)
    if sweep.state == SweepState.RUNNING:
        wake_workers(sweep)


def _refuse_if_spent(sweep: Sweep, again: Iterable[Cell]) -> None:
    """What goes on in place is not asked for its cost again, so the money is looked at before."""
    settings = settings_of(sweep)
    if sweep.max_cost is None or all(settings[cell.configuration].is_free for cell in again):
        return
    cost = spent(sweep)
    if cost >= sweep.max_cost:
        raise NotNow(
            f"Sweep {sweep.pk} has cost ${cost:,.2f}, and its limit is ${sweep.max_cost:,.2f}. "
            "Raise the limit, then retry."
        )


@contextmanager
def _locked(sweep: Sweep) -> Iterator[Sweep]:
    """The row as it is now, held against those who feed and steer; stored at the end, and told to the caller's row."""
    with transaction.atomic():
        now = Sweep.objects.select_for_update().defer("plan", "configurations").filter(pk=sweep.pk).first()
        if now is None:
            raise NotNow(f"Sweep {sweep.pk} is gone. Choose another one from the list of sweeps.")
        yield now
        now.save(update_fields=_KEPT)
        if now.state == SweepState.RUNNING:
            finish_if_over(now)
    for name in _KEPT:
        setattr(sweep, name, getattr(now, name))


def _in_flight(sweep: Sweep) -> QuerySet[Episode]:
    """Runs that were made for this sweep and are not over."""
    mine = Cell.objects.filter(sweep=sweep, from_cache=False, episode__isnull=False)
    return Episode.objects.exclude(state__in=OVER).filter(pk__in=mine.values("episode"))


def _wanted_by(cells: QuerySet[Cell]) -> QuerySet[Episode]:
    """Runs that others wait for instead of playing the same once more."""
    return Episode.objects.exclude(result_key="").filter(result_key__in=cells.values("key"))


def _ask(wish: Callable[[Episode], None], rows: QuerySet[Episode]) -> None:
    """Each by itself: one that came to its end meanwhile, or is being stopped, is none of our business."""
    for row in rows.defer("config", "result").order_by("pk"):
        with suppress(control.CannotControl):
            wish(row)


def _word(sweep: Sweep) -> str:
    return SweepState(sweep.state).label.lower()
