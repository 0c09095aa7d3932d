"""The RQ jobs in which a model judges a run after its end. The run's steps and recorded outcome do not change."""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import timedelta
from secrets import token_hex
from typing import TYPE_CHECKING

import redis
from django.db import models, transaction
from django.utils import timezone

from simulator.jobs.queues import queue_named
from simulator.models import Episode, Queue, State, Verdict

if TYPE_CHECKING:
    from simulator.agents.llm.model_reader import JudgeSpending

_log = logging.getLogger(__name__)
_JOB = "simulator.jobs.judge_job.judge"
# Takes the number of a run and the alias of its judge; returns the budget that the run shares with others, or None.
SharedBudget = Callable[[int, str], "JudgeSpending | None"]
_shared_budgets: dict[str, SharedBudget] = {}
_PREFIX = "judge"
_KEEP_FAILED = 24 * 3600
# Maximum number of runs whose judges are queued again at once.
MOST_HINTS = 100
# The requests about one run take less time than this, with all retries.
_LONGEST_READING = timedelta(minutes=30)
_LONGEST_WAIT = timedelta(days=1)


def register_budget(name: str, budget: SharedBudget) -> None:
    """Register a function that finds a run's shared budget. A second call with the same name replaces the function."""
    _shared_budgets[name] = budget


def judge(episode_id: int, alias: str, budget: float | None = None) -> None:
    """Have a model read one run that is over. If the model is unknown or the run can't be judged, log a warning.

    `budget`: limit in US dollars. If it is None, the run shares the budget of its sweep; without a sweep's budget,
    the cost is not limited.
    """
    from simulator.agents.llm.aliases import UnknownModel, choose
    from simulator.agents.llm.model_reader import JudgeModel, JudgeSpending, ModelReader
    from simulator.jobs.finished_run import CannotJudge
    from simulator.jobs.judging import judge_run

    row = Episode.objects.select_related("version__scenario").filter(pk=episode_id).first()
    if row is None:
        return
    try:
        shared = (find(episode_id, alias) for find in _shared_budgets.values()) if budget is None else ()
        spending = next((one for one in shared if one is not None), JudgeSpending(budget))
        reader = ModelReader(JudgeModel(*choose(alias)), spending)
        done = judge_run(row, reader)
    except (UnknownModel, CannotJudge) as problem:
        _log.warning("The judge %s can't read run %s: %s", alias, episode_id, problem)
        return
    _log.info("The judge %s read %s texts of run %s; %s answers failed.", alias, done.texts, episode_id, done.failed)


def judge_once(episode_id: int) -> None:
    """Have the run's own judge read the run, unless the judge has read it or is reading it."""
    # The claim comes first: if the job is queued twice, only one of the two may pay for requests.
    claimed = _unjudged().filter(pk=episode_id).update(judged_at=timezone.now())
    if not claimed:
        return
    row = Episode.objects.only("judge_model", "judge_budget").get(pk=episode_id)
    try:
        judge(episode_id, row.judge_model, row.judge_budget)
    except Exception:
        Episode.objects.filter(pk=episode_id).update(judged_at=None)
        raise


def enqueue_judge(episode_id: int, alias: str, budget: float | None) -> bool:
    """Queue a judge for a run. Return False if Redis can't be reached."""
    return _enqueue(_JOB, episode_id, alias, budget)


def enqueue_own_judge(row: Episode) -> None:
    """Queue the run's own judge after the commit, if the run has a judge. Call this once the run has finished."""
    if row.judge_model:
        transaction.on_commit(lambda: _enqueue(f"{_JOB}_once", row.pk))


def enqueue_unjudged() -> int:
    """Queue the judges of finished runs that wait for their judge and have no job; return how many were queued."""
    waiting = list(_unjudged().order_by("pk").values_list("pk", flat=True)[:MOST_HINTS])
    if not waiting:
        return 0
    try:
        names = [name.rsplit("-", 1)[0] for name in queue_named(Queue.MODELS).get_job_ids()]
    except redis.RedisError as problem:
        _log.warning("Judges wait until Redis is back: %s", problem)
        return 0
    return sum(_enqueue(f"{_JOB}_once", pk) for pk in waiting if f"{_PREFIX}-{pk}" not in names)


def has_waiting_judges() -> bool:
    """Return whether a finished run waits for its judge."""
    return _unjudged().exists()


def _unjudged() -> models.QuerySet[Episode]:
    """Return finished runs whose own judge has not read them and is not reading them."""
    # A run whose worker has stored no outcome after `_LONGEST_READING` counts as not read, because the worker has died.
    read = Verdict.objects.filter(
        episode=models.OuterRef("pk"), key="run:success", rater_kind="model", rater=models.OuterRef("judge_model")
    )
    now = timezone.now()
    # A judge that can't start, such as an unknown model, stores nothing. A day after the run's end, it is given up.
    lost = models.Q(judged_at__lt=now - _LONGEST_READING, ended_at__gt=now - _LONGEST_WAIT) & ~models.Exists(read)
    waiting = Episode.objects.filter(state=State.FINISHED).exclude(judge_model="")
    return waiting.filter(models.Q(judged_at=None) | lost)


def _enqueue(job: str, episode_id: int, *given: object) -> bool:
    try:
        queue_named(Queue.MODELS).enqueue(
            job,
            episode_id,
            *given,
            job_id=f"{_PREFIX}-{episode_id}-{token_hex(4)}",
            job_timeout=-1,
            result_ttl=0,
            failure_ttl=_KEEP_FAILED,
            description=f"judge of run {episode_id}",
        )
    except redis.RedisError as problem:
        _log.warning("The judge of run %s waits until Redis is back: %s", episode_id, problem)
        return False
    return True
