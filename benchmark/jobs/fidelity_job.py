"""The RQ job that computes a fidelity report of the studio's runs, and the choice of simulated users."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from secrets import token_hex
from typing import Any, NamedTuple

import msgspec
import redis
from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Min
from django.utils import timezone
from pydantic import ValidationError

from benchmark.fidelity.compare import by_user, compare
from benchmark.fidelity.report import FidelityReport
from benchmark.fidelity.resampling import SCRIPTED, CannotResample, SimulatedUser, user_of
from benchmark.jobs.fidelity_runs import run_trace, runs_by_people, runs_by_simulated_users
from benchmark.models import Fidelity, FidelityState
from simulator.agents.registry import OUTSIDE, UnknownPlayer, waits_outside
from simulator.config import EpisodeConfig
from simulator.jobs.queues import queue_named
from simulator.models import DecisionPoint, Episode, Queue
from simulator.trace.hashing import json_hash
from simulator.trace.header import TraceError

_log = logging.getLogger(__name__)
_JOB = "benchmark.jobs.fidelity_job.compute"
_KEEP_FAILED = 24 * 3600
_NO_REDIS = "Redis can’t be reached, so the job could not be queued. Try again once the site is healthy."
_NO_WORKER = "The report could not be computed; the log of the worker has the error."


class StoredRuns(NamedTuple):
    """The stored runs that a report compares, by number."""

    people: list[int]
    scenarios: set[int]
    decisions: int
    """Offers to people that got a reaction, from the stored decision points."""
    simulated: list[int]

    @property
    def key(self) -> str:
        return json_hash([self.people, self.simulated])


def stored_runs(user: SimulatedUser) -> StoredRuns:
    """Return the numbers of people's runs, and of the runs of this simulated user in the same scenarios."""
    rows = list(runs_by_people().values_list("pk", "version__scenario"))
    people, scenarios = [pk for pk, _ in rows], {scenario for _, scenario in rows}
    theirs = [pk for pk, one in _known_users(scenarios) if one.label == user.label]
    return StoredRuns(people, scenarios, _decisions(people), theirs)


def choices() -> dict[str, SimulatedUser]:
    """Return the simulated users that can be compared, by label: the scripted user, and those with stored runs."""
    scenarios = set(runs_by_people().values_list("version__scenario", flat=True))
    found = {SCRIPTED: SimulatedUser()}
    for _, user in _known_users(scenarios):
        found.setdefault(user.label, user)
    return found


def _known_users(scenarios: Iterable[int]) -> list[tuple[int, SimulatedUser]]:
    """Return the runs of simulated users in these scenarios, by number, with their users."""
    rows = runs_by_simulated_users(scenarios).order_by().filter(forked_config__isnull=True)
    # A sweep has thousands of runs but few configurations, so each configuration is read only once.
    # Anyone may have written an imported file, so the addresses of models and servers in it are not used.
    first = rows.filter(imported__isnull=True).values("config_hash").annotate(first=Min("pk"))
    examples = Episode.objects.filter(pk__in=[row["first"] for row in first]).only("config_hash", "config")
    users = {row.config_hash: user for row in examples if (user := _user_in(row.config)) is not None}
    found = rows.order_by("pk").values_list("pk", "config_hash")
    return [(pk, users[name]) for pk, name in found if name in users]


def _user_in(config: dict[str, Any]) -> SimulatedUser | None:
    try:
        user = user_of(EpisodeConfig.model_validate(config))
    except ValidationError:
        # The configuration of an older version; its runs can be viewed, but not compared.
        return None
    return None if user.player in OUTSIDE and user.model is None else user


def _decisions(people: Iterable[int]) -> int:
    return DecisionPoint.objects.filter(episode__in=list(people), kind="offer").count()


def order_report(user: SimulatedUser, k: int, by: User | None) -> Fidelity:
    """Store and queue a report on a simulated user; a report that is under way is returned instead."""
    runs = stored_runs(user)
    with transaction.atomic():
        newest = Fidelity.objects.select_for_update().filter(user_label=user.label).first()
        if newest is not None and newest.is_under_way:
            return newest
        row = Fidelity.objects.create(
            user_label=user.label,
            # A configuration with this user holds all of it: player, model, style and prompts.
            config=user.config(EpisodeConfig()).model_dump(mode="json"),
            k=1 if user.is_deterministic else k,
            runs_key=runs.key,
            total=len(runs.people),
            started_by=by,
        )
        outside = waits_outside(EpisodeConfig.model_validate(row.config))
        transaction.on_commit(lambda: _enqueue(row, Queue.MODELS if outside else Queue.BATCH))
    return row


def _enqueue(row: Fidelity, queue: str) -> None:
    try:
        queue_named(queue).enqueue(
            _JOB,
            row.pk,
            job_id=f"fidelity-{row.pk}-{token_hex(4)}",
            job_timeout=-1,
            result_ttl=0,
            failure_ttl=_KEEP_FAILED,
            description=f"fidelity of {row.user_label}",
        )
    except redis.RedisError as problem:
        _log.warning("The fidelity report %s can't be queued: %s", row.pk, problem)
        _fail(row.pk, _NO_REDIS)


def compute(pk: int) -> None:
    """Compute a report that was ordered, and store it. A report that another worker has begun is left alone."""
    claimed = Fidelity.objects.filter(pk=pk, state=FidelityState.QUEUED).update(state=FidelityState.RUNNING)
    if not claimed:
        return
    row = Fidelity.objects.get(pk=pk)
    try:
        report = _computed(row)
    except (CannotResample, TraceError, UnknownPlayer) as problem:
        _fail(pk, str(problem))
        return
    except Exception:
        _fail(pk, _NO_WORKER)
        raise
    Fidelity.objects.filter(pk=pk).update(
        state=FidelityState.FINISHED, report=msgspec.to_builtins(report), ended_at=timezone.now()
    )


def _computed(row: Fidelity) -> FidelityReport:
    user = user_of(EpisodeConfig.model_validate(row.config))
    runs = stored_runs(user)
    Fidelity.objects.filter(pk=row.pk).update(runs_key=runs.key, total=len(runs.people))
    people = [run_trace(one) for one in runs_by_people().filter(pk__in=runs.people)]
    wanted = runs_by_simulated_users(runs.scenarios).filter(pk__in=runs.simulated)
    # One after the other: a sweep may have thousands of runs.
    others = (run_trace(one) for one in wanted.iterator(chunk_size=50))

    def told(done: int) -> None:
        Fidelity.objects.filter(pk=row.pk).update(done=done)

    return compare(people, by_user(others, user), user, k=row.k, seed=row.seed, told=told)


def _fail(pk: int, problem: str) -> None:
    Fidelity.objects.filter(pk=pk).update(state=FidelityState.FAILED, problem=problem[:1000], ended_at=timezone.now())
