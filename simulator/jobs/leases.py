"""Who holds a run. A lease is good for one attempt; whoever holds an older one can no longer store anything."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import timedelta
from typing import Any, NamedTuple

from django.conf import settings
from django.db import transaction
from django.db.models import F, Q
from django.db.models.functions import Now
from django.utils import timezone

from simulator import ENGINE_VERSION
from simulator.jobs import hints
from simulator.jobs.statements import Statement, adding, updating
from simulator.models import DecisionPoint, Episode, Failure, Moment, Part, State, Wish
from simulator.models.episode import TO_BE_PLAYED, EpisodeQuerySet

MOST_TRIES = 5


class Fenced(Exception):
    """The run is no longer held: it was taken over, or it is gone."""


class Lease(NamedTuple):
    episode_id: int
    attempt: int


class Claimed(NamedTuple):
    lease: Lease
    row: Episode
    """With its version, and as it is since it is held."""


class Orders(NamedTuple):
    """What people want of a run, as of the last look."""

    wish: str
    pace: float
    steps_left: int | None
    is_held: bool = True
    """False after the run was paused: it is let go."""


class Line(NamedTuple):
    """A moment as the store keeps it."""

    number: int
    text: str
    chain: str
    parts: Mapping[str, str] = {}
    """By hash, what a language model was told in it and maybe never before; kept once for all runs."""


class Ending(NamedTuple):
    """What is stored together with the last moment."""

    fields: Mapping[str, Any]
    points: Sequence[DecisionPoint]


def lease_time() -> timedelta:
    return timedelta(seconds=settings.LEASE_SECONDS)


def expired() -> Q:
    """Running rows nobody beats for. The database's clock counts, so that machines need not agree on the time."""
    return Q(state=State.RUNNING) & (Q(heartbeat_at__lt=Now() - lease_time()) | Q(heartbeat_at=None))


def claim(episode_id: int, worker: str) -> Lease | None:
    """Take a run that waits, or whose holder has died. None if there is nothing to take."""
    with transaction.atomic():
        free = Q(state__in=TO_BE_PLAYED) | expired()
        row = Episode.objects.select_for_update().filter(free, pk=episode_id, tries__lt=MOST_TRIES).first()
        if row is None:
            return None
        # A pause was asked of a worker that died or left before it saw it.
        takes = row.wish != Wish.PAUSE
        Episode.objects.filter(pk=row.pk).update(**(_taken(row, worker) if takes else _PAUSED))
    hints.tell(episode_id)
    return Lease(row.pk, row.attempt + 1) if takes else None


def claim_next(queue: str, worker: str) -> Claimed | None:
    """Take the run of a queue whose turn it is, with all that is needed to play it. None if nothing waits.

    Without a lock: it is looked at first, and taken on condition that it still is what was seen.
    """
    rows = Episode.objects.filter(queue=queue, state__in=TO_BE_PLAYED, tries__lt=MOST_TRIES)
    first = rows.select_related("version").order_by("-priority", "pk")
    while (row := first.first()) is not None:
        takes = row.wish != Wish.PAUSE
        same = rows.filter(pk=row.pk, attempt=row.attempt, wish=row.wish)
        if not same.update(**(_taken(row, worker) if takes else _PAUSED)):
            continue
        if takes:
            # Viewers are not told: the first moments are there in an instant.
            row.attempt, row.tries = row.attempt + 1, row.tries + 1
            return Claimed(Lease(row.pk, row.attempt), row)
        hints.tell(row.pk)
    return None


def blame(lease: Lease, by: int) -> None:
    """Count a death in advance, or take it back: if the process dies now, it dies of this run, not of another one."""
    _update(lease, {"tries": F("tries") + by, "heartbeat_at": Now()})


def store(lease: Lease, lines: Sequence[Line], shown: Mapping[str, Any], ending: Ending | None) -> Orders:
    """Store moments, and with the last of them how the run ended: all of it, or nothing. Raises Fenced."""
    now = timezone.now()
    moments = [
        Moment(episode_id=lease.episode_id, number=line.number, line=line.text, chain=line.chain, stored_at=now)
        for line in lines
    ]
    parts = {name: body for line in lines for name, body in line.parts.items()}
    added = [*adding(moments), *([] if ending is None else adding(ending.points))]
    end = None if ending is None else _ending(lease, lines, {**shown, **ending.fields})
    with transaction.atomic():
        orders = _go_on(lease, lines, shown) if end is None else _end(lease, end)
        for statement in added:
            statement.run()
        keep_parts(parts)
    hints.tell(lease.episode_id)
    return orders


def _go_on(lease: Lease, lines: Sequence[Line], shown: Mapping[str, Any]) -> Orders:
    row = _held(lease)
    if lines and lines[0].number != row.moment_count:
        raise Fenced(f"run {row.pk} has {row.moment_count} moments, {lines[0].number} does not come next")
    orders = _after(row, len(lines))
    wanted = {"wish": orders.wish, "steps_left": orders.steps_left} if orders.is_held else _PAUSED
    _update(lease, {**_stored(row.moment_count, lines), **shown, **wanted})
    return orders


def _ending(lease: Lease, lines: Sequence[Line], fields: Mapping[str, Any]) -> Statement:
    """What people want of a run that is over does not matter any more, so that nobody has to look."""
    count = lines[0].number
    changes = {**_stored(count, lines), **_LET_GO, "ended_at": timezone.now(), **fields}
    return updating(_rows_of(lease).filter(moment_count=count), changes)


def _end(lease: Lease, ending: Statement) -> Orders:
    if not ending.run():
        raise _fenced(lease)
    return Orders(Wish.RUN, 0, None, is_held=False)


def _stored(count: int, lines: Sequence[Line]) -> Mapping[str, Any]:
    return {"moment_count": count + len(lines), "tries": 0, "heartbeat_at": Now()}


def watch(leases: Iterable[Lease]) -> dict[Lease, Orders]:
    """What people want of these runs, in one question; those that are no longer held are missing."""
    held = {lease.episode_id: lease for lease in leases}
    rows = Episode.objects.filter(pk__in=held, state=State.RUNNING).only(*_ORDERS)
    return {held[row.pk]: _after(row, 0) for row in rows if row.attempt == held[row.pk].attempt}


def settle(lease: Lease) -> Orders:
    """Between moments: let go of the run if people want it to pause, and still do."""
    with transaction.atomic():
        orders = _after(_held(lease), 0)
        if not orders.is_held:
            _update(lease, _PAUSED)
    hints.tell(lease.episode_id)
    return orders


def wait_for_person(lease: Lease) -> Orders:
    """Let go until a person has decided, unless somebody meanwhile asked to look again, to pause or to stop."""
    with transaction.atomic():
        orders = _after(_held(lease), 0)
        if orders.is_held and orders.wish == Wish.RUN:
            _update(lease, {**_LET_GO, "state": State.WAITING, "steps_left": orders.steps_left})
            orders = orders._replace(is_held=False)
        elif orders.is_held:
            wish = orders.wish if orders.wish == Wish.STOP else Wish.RUN
            _update(lease, {"heartbeat_at": Now(), "wish": wish, "tries": 0})
        else:
            _update(lease, _PAUSED)
    hints.tell(lease.episode_id)
    return orders


def give_back(lease: Lease, state: State) -> None:
    """Let go of a run that is to be played on by somebody else; what people wanted of it stays."""
    _update(lease, {"state": state, "worker": "", "heartbeat_at": None, "tries": 0})
    hints.tell(lease.episode_id)


def fail(lease: Lease, reason: str, failure: Failure = Failure.ENGINE, used: Mapping[str, Any] | None = None) -> None:
    """Give up a run that cannot be played on, or not now. `used`: what it has cost, if the row does not say it yet."""
    ended = {"state": State.FAILED, "reason": reason, "failure": failure, "ended_at": timezone.now()}
    _update(lease, {**_LET_GO, **ended, **(used or {})})
    hints.tell(lease.episode_id)


def beat(leases: Iterable[Lease]) -> None:
    """Show that these runs are alive."""
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
    # Planned for another engine than plays it now, it must never be found as what that one would have played.
    other = {} if row.engine == ENGINE_VERSION else {"result_key": ""}
    return {
        **other,
        **({"engine": ENGINE_VERSION} if other and not row.moment_count else {}),
        "state": State.RUNNING,
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
    """In one order everywhere, so that runs that store the same parts at once wait for each other in turn."""
    if parts:
        Part.objects.bulk_create([Part(hash=name, body=parts[name]) for name in sorted(parts)], ignore_conflicts=True)


def _after(row: Episode, moments: int) -> Orders:
    """The orders once so many more moments are stored; a pause that was asked for lets go of the run."""
    left = None if row.steps_left is None else max(0, row.steps_left - moments)
    pauses = row.wish != Wish.STOP and (row.wish == Wish.PAUSE or left == 0)
    wish = Wish.RUN if moments and row.wish == Wish.LOOK_AGAIN else row.wish
    return Orders(wish, row.pace, left, not pauses)


def _update(lease: Lease, changes: Mapping[str, Any]) -> None:
    if not _rows_of(lease).update(**changes):
        raise _fenced(lease)


def _rows_of(lease: Lease) -> EpisodeQuerySet:
    """The row, as long as it is held by this lease."""
    return Episode.objects.filter(pk=lease.episode_id, attempt=lease.attempt, state=State.RUNNING)


def _fenced(lease: Lease) -> Fenced:
    return Fenced(f"run {lease.episode_id} is no longer held by attempt {lease.attempt}")
