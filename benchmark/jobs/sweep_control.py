"""Controls of a sweep: pause, resume, cancel, retry, priority and limits."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from benchmark.jobs.cell_feeder import finish_if_complete, wake_workers
from benchmark.jobs.spending import spent
from benchmark.jobs.sweep_configurations import configurations_of_sweep
from benchmark.models import Cell, Priority, Sweep, SweepState
from simulator.jobs import control
from simulator.models import Episode, Queue, State, Wish
from simulator.models.episode import OVER, TO_BE_PLAYED
from simulator.words.money import dollars

_KEPT = ("state", "why", "priority", "at_once", "max_cost", "deadline_seconds", "ended_at")
_MOST_COST = 1_000_000
# The same maxima as in plans.
MOST_AT_ONCE = 100_000
LONGEST_DEADLINE = 604_800


class SweepRefusal(Exception):
    """Raised if the sweep's state does not allow an action, or a limit is invalid. The message says what to do."""


def pause(sweep: Sweep) -> None:
    """Pause a sweep, so that it starts no more runs. Raises SweepRefusal if the sweep is not running.

    Runs with models pause too, because they cost money. Other runs continue, because they end within seconds.
    """
    with _locked(sweep) as now:
        if now.state != SweepState.RUNNING:
            raise SweepRefusal(f"Sweep {now.pk} is {_word(now)}. Only a running sweep can be paused.")
        now.state, now.why = SweepState.PAUSED, ""
    _ask(control.pause, _in_flight(sweep).filter(queue=Queue.MODELS))


def resume(sweep: Sweep) -> None:
    """Continue a paused sweep and its paused runs. Raises SweepRefusal if the sweep is not paused."""
    with _locked(sweep) as now:
        if now.state != SweepState.PAUSED:
            remedy = " Retry the failed runs, or start another sweep." if now.is_over else ""
            raise SweepRefusal(f"Sweep {now.pk} is {_word(now)}. Only a paused sweep can be resumed.{remedy}")
        now.state, now.why = SweepState.RUNNING, ""
    _ask(control.resume, _in_flight(sweep).filter(state=State.PAUSED))
    # Runs that were asked to pause but have not done so yet still count as running.
    _ask(control.resume, _in_flight(sweep).filter(state=State.RUNNING, wish=Wish.PAUSE))
    wake_workers(sweep)


def cancel(sweep: Sweep) -> None:
    """Cancel a sweep: start no more runs, and stop those in progress unless another sweep waits for them.

    Finished runs are kept. Raises SweepRefusal if the sweep is over.
    """
    with _locked(sweep) as now:
        if now.is_over:
            raise SweepRefusal(f"Sweep {now.pk} is already {_word(now)}, so there is nothing to cancel.")
        # The last run may have ended just now. Then the sweep is finished, not cancelled.
        if finish_if_complete(now):
            return
        now.state, now.why, now.ended_at = SweepState.CANCELLED, "", timezone.now()
        others = Cell.objects.filter(sweep__state=SweepState.RUNNING, sweep__use_cache=True, episode=None)
        unwanted = _in_flight(now).exclude(pk__in=_wanted_by(others.exclude(sweep=now)))
        rows = list(unwanted)
    for row in rows:
        with suppress(control.CannotControl):
            control.stop(row)


def retry_failed(sweep: Sweep) -> int:
    """Retry runs that failed, were stopped or were abandoned, and return their number.

    If the sweep was cancelled, also play its waiting cells.

    Runs that failed because of a provider continue where they stopped, so that replies that were paid for are kept.
    Other runs start again; their earlier attempts are kept and still count as cost. All retried runs get the current
    time limit. Raises SweepRefusal if the sweep is paused, there is nothing to retry, or the cost limit is reached.
    """
    with _locked(sweep) as now:
        if now.state == SweepState.PAUSED:
            raise SweepRefusal(f"Sweep {now.pk} is paused. Resume it first.")
        cells = Cell.objects.filter(sweep=now, episode__state__in=(State.FAILED, State.STOPPED, State.ABANDONED))
        again = list(cells.select_related("episode").defer("episode__config", "episode__result"))
        if not again and now.state != SweepState.CANCELLED:
            raise SweepRefusal(f"Sweep {now.pk} has no failed or stopped runs to retry.")
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
    """Set the priority of the sweep and of its queued runs."""
    with _locked(sweep) as now:
        now.priority = priority
        _in_flight(now).filter(state__in=TO_BE_PLAYED).update(priority=priority)


def set_limits(sweep: Sweep, *, max_cost: float | None, at_once: int | None, deadline_seconds: float | None) -> None:
    """Set the limits; None means no limit. Raises SweepRefusal for a number that is not allowed.

    A sweep that paused at a limit stays paused until someone resumes it.

    The time limit also applies to queued and paused runs, but not to runs that are being played.
    """
    if max_cost is not None and not (math.isfinite(max_cost) and 0 < max_cost <= _MOST_COST):
        raise SweepRefusal(f"Set a cost limit above 0 and of at most {_MOST_COST:,} dollars.")
    if at_once is not None and at_once < 1:
        raise SweepRefusal("Allow at least 1 run at once. To play no runs, pause the sweep.")
    if at_once is not None and at_once > MOST_AT_ONCE:
        raise SweepRefusal(f"Allow at most {MOST_AT_ONCE:,} runs at once, or leave the field empty for no limit.")
    if deadline_seconds is not None and not 0 < deadline_seconds <= LONGEST_DEADLINE:
        raise SweepRefusal(f"Set a time limit per run above 0 and of at most {LONGEST_DEADLINE:,} seconds (a week).")
    with _locked(sweep) as now:
        now.max_cost, now.at_once, now.deadline_seconds = max_cost, at_once, deadline_seconds
        _in_flight(now).exclude(state=State.RUNNING).update(deadline_seconds=deadline_seconds)
    if sweep.state == SweepState.RUNNING:
        wake_workers(sweep)


def _refuse_if_spent(sweep: Sweep, again: Iterable[Cell]) -> None:
    """Raise SweepRefusal if a paid run is to be retried and the cost limit is reached.

    The feeder checks the limit only for new runs, not for failed runs that continue.
    """
    settings = configurations_of_sweep(sweep)
    if sweep.max_cost is None or all(settings[cell.configuration].is_free for cell in again):
        return
    cost = spent(sweep)
    if cost >= sweep.max_cost:
        raise SweepRefusal(
            f"Sweep {sweep.pk} has cost {dollars(cost)}, and its limit is {dollars(sweep.max_cost)}. "
            "Raise the limit, then retry."
        )


@contextmanager
def _locked(sweep: Sweep) -> Iterator[Sweep]:
    """Yield the sweep's current row, locked; afterwards save it and copy the fields in `_KEPT` to `sweep`.

    Raises SweepRefusal if the sweep was deleted.
    """
    with transaction.atomic():
        now = Sweep.objects.select_for_update().defer("plan", "configurations").filter(pk=sweep.pk).first()
        if now is None:
            raise SweepRefusal(f"Sweep {sweep.pk} is gone: it was deleted. Choose another sweep from the list.")
        yield now
        now.save(update_fields=_KEPT)
        # A resumed sweep may have nothing left to play. Finish it now, without waiting for the caretaker's next check.
        if now.state == SweepState.RUNNING:
            finish_if_complete(now)
    for name in _KEPT:
        setattr(sweep, name, getattr(now, name))


def _in_flight(sweep: Sweep) -> QuerySet[Episode]:
    """Return runs that were created for this sweep and are not over."""
    mine = Cell.objects.filter(sweep=sweep, from_cache=False, episode__isnull=False)
    return Episode.objects.exclude(state__in=OVER).filter(pk__in=mine.values("episode"))


def _wanted_by(cells: QuerySet[Cell]) -> QuerySet[Episode]:
    """Return the runs that these cells wait for: the runs with the keys of these cells."""
    return Episode.objects.exclude(result_key="").filter(result_key__in=cells.values("key"))


def _ask(wish: Callable[[Episode], None], rows: QuerySet[Episode]) -> None:
    """Call `wish`, such as `control.pause`, with each run.

    Skip runs that can't be controlled any more, because they have ended or are being stopped.
    """
    for row in rows.defer("config", "result").order_by("pk"):
        with suppress(control.CannotControl):
            wish(row)


def _word(sweep: Sweep) -> str:
    return SweepState(sweep.state).label.lower()
