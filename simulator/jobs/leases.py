"""Manages leases on runs. Each claim of a run begins a new attempt; leases of older attempts can't store anything."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import timedelta
from typing import Any, NamedTuple

from django.conf import settings
from django.db import transaction
from django.db.models import F, Q
from django.db.models.functions import Now
from django.utils import timezone

from simulator.engine_version import ENGINE_VERSION
from simulator.jobs import notify
from simulator.jobs.prepared_sql import Statement, adding, updating
from simulator.jobs.serialization import StoredMoment
from simulator.models import DecisionPoint, Episode, Failure, Part, State, Wish
from simulator.models.episode import TO_BE_PLAYED, EpisodeQuerySet

# Number of workers that may die in a row on one run before the run counts as the cause.
MOST_TRIES = 5


class Fenced(Exception):
    """Raised if a lease no longer holds its run, or if the moments to store do not follow the stored moments.

    A lease loses its run if another worker claims the run, or if the run is released or deleted.
    """


class Lease(NamedTuple):
    episode_id: int
    attempt: int


class Claimed(NamedTuple):
    lease: Lease
    row: Episode
    """The run's row with its version. `attempt` and `tries` have the values that the claim set."""


class Orders(NamedTuple):
    """People's requests about a run, as they were last read from its row."""

    wish: str
    pace: float
    steps_left: int | None
    is_held: bool = True
    """False if this worker no longer holds the run, or has to release the run because it should pause."""


class Ending(NamedTuple):
    """Columns and decision points that are stored together with the last moment."""

    fields: Mapping[str, Any]
    points: Sequence[DecisionPoint]


def lease_time() -> timedelta:
    return timedelta(seconds=settings.LEASE_SECONDS)


def expired() -> Q:
    """Return a condition that matches running runs whose lease has expired: their heartbeat is too old or missing."""
    # By the database's clock, because the clocks of several machines may differ.
    return Q(state=State.RUNNING) & (Q(heartbeat_at__lt=Now() - lease_time()) | Q(heartbeat_at=None))


def claim(episode_id: int, worker: str) -> Lease | None:
    """Claim a run that waits for a worker, or whose lease has expired.

    Return None if the run can't be claimed, or if it was paused instead because someone asked for a pause.
    """
    with transaction.atomic():
        free = Q(state__in=TO_BE_PLAYED) | expired()
        row = Episode.objects.select_for_update().filter(free, pk=episode_id, tries__lt=MOST_TRIES).first()
        if row is None:
            return None
        # The wish is still PAUSE if the previous worker died or left before it read the request.
        takes = row.wish != Wish.PAUSE
        Episode.objects.filter(pk=row.pk).update(**(_taken(row, worker) if takes else _PAUSED))
    notify.tell(episode_id)
    return Lease(row.pk, row.attempt + 1) if takes else None


def claim_next(queue: str, worker: str) -> Claimed | None:
    """Claim the next run of a queue, and return it with its row. Return None if no run waits.

    Runs that someone asked to pause are paused and passed over. No lock is taken: the claim succeeds only if the run
    still waits, with the same attempt and wish as in the row that was read.
    """
    rows = Episode.objects.filter(queue=queue, state__in=TO_BE_PLAYED, tries__lt=MOST_TRIES)
    first = rows.select_related("version").order_by("-priority", "pk")
    while (row := first.first()) is not None:
        takes = row.wish != Wish.PAUSE
        same = rows.filter(pk=row.pk, attempt=row.attempt, wish=row.wish)
        if not same.update(**(_taken(row, worker) if takes else _PAUSED)):
            continue
        if takes:
            # Viewers are not notified: the first moments follow at once.
            row.attempt, row.tries = row.attempt + 1, row.tries + 1
            return Claimed(Lease(row.pk, row.attempt), row)
        notify.tell(row.pk)
    return None


def blame(lease: Lease, by: int) -> None:
    """Add `by` to the run's count of dead workers: 1 before risky work, in case the process dies; -1 to undo that."""
    _update(lease, {"tries": F("tries") + by, "heartbeat_at": Now()})


def store(lease: Lease, moments: Sequence[StoredMoment], shown: Mapping[str, Any], ending: Ending | None) -> Orders:
    """Store moments, the columns in `shown` and, if the run ends, its ending. Return people's current requests.

    Either everything is stored or nothing. Raises Fenced.
    """
    now = timezone.now()
    parts = {name: body for moment in moments for name, body in moment.parts.items()}
    rows = [moment.row(lease.episode_id, now) for moment in moments]
    added = [*adding(rows), *([] if ending is None else adding(ending.points))]
    end = None if ending is None else _ending(lease, moments, {**shown, **ending.fields})
    with transaction.atomic():
        orders = _go_on(lease, moments, shown) if end is None else _end(lease, end)
        for statement in added:
            statement.run()
        keep_parts(parts)
    notify.tell(lease.episode_id)
    return orders


def _go_on(lease: Lease, moments: Sequence[StoredMoment], shown: Mapping[str, Any]) -> Orders:
    row = _held(lease)
    if moments and moments[0].number != row.moment_count:
        raise Fenced(f"run {row.pk} has {row.moment_count} moments, so moment {moments[0].number} can't be next")
    orders = _after(row, len(moments))
    wanted = {"wish": orders.wish, "steps_left": orders.steps_left} if orders.is_held else _PAUSED
    _update(lease, {**_stored(row.moment_count, moments), **shown, **wanted})
    return orders


def _ending(lease: Lease, moments: Sequence[StoredMoment], fields: Mapping[str, Any]) -> Statement:
    """Prepare the update that ends a run. People's requests no longer matter, so the row need not be read first."""
    count = moments[0].number
    changes = {**_stored(count, moments), **_LET_GO, "ended_at": timezone.now(), **fields}
    return updating(_rows_of(lease).filter(moment_count=count), changes)


def _end(lease: Lease, ending: Statement) -> Orders:
    if not ending.run():
        raise _fenced(lease)
    return Orders(Wish.RUN, 0, None, is_held=False)


def _stored(count: int, moments: Sequence[StoredMoment]) -> Mapping[str, Any]:
    return {"moment_count": count + len(moments), "tries": 0, "heartbeat_at": Now()}


def watch(leases: Iterable[Lease]) -> dict[Lease, Orders]:
    """Return people's requests for these runs, in one query; runs that are no longer held are missing."""
    held = {lease.episode_id: lease for lease in leases}
    rows = Episode.objects.filter(pk__in=held, state=State.RUNNING).only(*_ORDERS)
    return {held[row.pk]: _after(row, 0) for row in rows if row.attempt == held[row.pk].attempt}


def settle(lease: Lease) -> Orders:
    """Pause and release the run if it still has to pause. Return people's current requests. Raises Fenced."""
    with transaction.atomic():
        orders = _after(_held(lease), 0)
        if not orders.is_held:
            _update(lease, _PAUSED)
    notify.tell(lease.episode_id)
    return orders


def wait_for_person(lease: Lease, side: str = "") -> Orders:
    """Release the run until a person has decided, or pause it if it has to pause. Return people's current requests.

    `side`: the side that has to decide. Keep the run if someone asked meanwhile to stop it or to check again.
    Raises Fenced.
    """
    with transaction.atomic():
        orders = _after(_held(lease), 0)
        if orders.is_held and orders.wish == Wish.RUN:
            waits = {"awaits": side, "waits_since": Now()}
            _update(lease, {**_LET_GO, **waits, "state": State.WAITING, "steps_left": orders.steps_left})
            orders = orders._replace(is_held=False)
        elif orders.is_held:
            wish = orders.wish if orders.wish == Wish.STOP else Wish.RUN
            _update(lease, {"heartbeat_at": Now(), "wish": wish, "tries": 0})
        else:
            _update(lease, _PAUSED)
    notify.tell(lease.episode_id)
    return orders


def give_back(lease: Lease, state: State) -> None:
    """Release a run so that a worker can claim it again. People's requests stay stored. Raises Fenced."""
    _update(lease, {"state": state, "worker": "", "heartbeat_at": None, "tries": 0})
    notify.tell(lease.episode_id)


def fail(lease: Lease, reason: str, failure: Failure = Failure.ENGINE, used: Mapping[str, Any] | None = None) -> None:
    """Release a run as failed, because it can't continue now. Raises Fenced.

    `used`: the columns for tokens and cost, if the row does not have them yet.
    """
    ended = {"state": State.FAILED, "reason": reason, "failure": failure, "ended_at": timezone.now()}
    _update(lease, {**_LET_GO, **ended, **(used or {})})
    notify.tell(lease.episode_id)


def beat(leases: Iterable[Lease]) -> None:
    """Renew these leases: store a heartbeat for each run that is still held."""
    held = Q(pk__in=[])
    for lease in leases:
        held |= Q(pk=lease.episode_id, attempt=lease.attempt)
    Episode.objects.filter(held, state=State.RUNNING).update(heartbeat_at=Now())


_ORDERS = ("state", "attempt", "wish", "pace", "steps_left", "moment_count")
_LET_GO: Mapping[str, Any] = {
    "wish": Wish.RUN,
    "steps_left": None,
    "worker": "",
    "heartbeat_at": None,
    "tries": 0,
}
_PAUSED: Mapping[str, Any] = {**_LET_GO, "state": State.PAUSED}


def _taken(row: Episode, worker: str) -> Mapping[str, Any]:
    # A run planned for another engine version must never be reused from the cache as a result of that version.
    other = {} if row.engine == ENGINE_VERSION else {"result_key": ""}
    return {
        **other,
        **({"engine": ENGINE_VERSION} if other and not row.moment_count else {}),
        "state": State.RUNNING,
        "awaits": "",
        "waits_since": None,
        "attempt": row.attempt + 1,
        "tries": row.tries + 1,
        "worker": worker,
        "heartbeat_at": Now(),
        "started_at": row.started_at or timezone.now(),
    }


def _held(lease: Lease) -> Episode:
    rows = Episode.objects.select_for_update().only(*_ORDERS)
    row = rows.filter(pk=lease.episode_id, attempt=lease.attempt).first()
    if row is None or row.state != State.RUNNING:
        raise _fenced(lease)
    return row


def keep_parts(parts: Mapping[str, str]) -> None:
    """Store parts that are not stored yet. The parts are sorted, so that two runs with equal parts can't deadlock."""
    if parts:
        Part.objects.bulk_create([Part(hash=name, body=parts[name]) for name in sorted(parts)], ignore_conflicts=True)


def _after(row: Episode, moments: int) -> Orders:
    """Return people's requests as they will be after `moments` more moments.

    `is_held` is False if the run has to pause now.
    """
    left = None if row.steps_left is None else max(0, row.steps_left - moments)
    pauses = row.wish != Wish.STOP and (row.wish == Wish.PAUSE or left == 0)
    wish = Wish.RUN if moments and row.wish == Wish.LOOK_AGAIN else row.wish
    return Orders(wish, row.pace, left, not pauses)


def _update(lease: Lease, changes: Mapping[str, Any]) -> None:
    if not _rows_of(lease).update(**changes):
        raise _fenced(lease)


def _rows_of(lease: Lease) -> EpisodeQuerySet:
    """Return a query for the run's row, which is empty once this lease no longer holds the run."""
    return Episode.objects.filter(pk=lease.episode_id, attempt=lease.attempt, state=State.RUNNING)


def _fenced(lease: Lease) -> Fenced:
    return Fenced(f"run {lease.episode_id} is no longer held by attempt {lease.attempt}")
