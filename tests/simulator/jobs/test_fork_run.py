"""Forking runs in the store: what is taken over, what is queued, what comes of it, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import transaction

from simulator.agents.registry import ASSISTANTS, UnknownPlayer
from simulator.config import EpisodeConfig
from simulator.episode.rebuild import rebuild
from simulator.episode.verify import verify
from simulator.jobs import control
from simulator.jobs.control import CannotControl
from simulator.jobs.decision_rows import rebuild_points
from simulator.jobs.fork_run import CannotFork, fork_episode
from simulator.jobs.play_job import run_episode
from simulator.jobs.queues import waiting_in
from simulator.jobs.serialization import moments_of, trace_bytes_of, trace_of
from simulator.models import DecisionPoint, Episode, Moment, Queue, State
from simulator.trace.moments import Acted, Ended, Forked
from tests.simulator.jobs.background import assert_whole, started
from tests.simulator.talking import talkers

pytestmark = pytest.mark.django_db


def played(name: str = "late_train", **options: Any) -> Episode:
    return _run(started(name, **options))


def forked(parent: Episode, step: int, **options: Any) -> Episode:
    own = {key: options.pop(key) for key in ("queue", "pace", "user", "note", "hold") if key in options}
    config = EpisodeConfig.model_validate({**parent.config_now, **options})
    return fork_episode(parent, step, config, **own)


def _run(row: Episode) -> Episode:
    run_episode(row.pk)
    row.refresh_from_db()
    return row


def test_a_fork_takes_over_the_steps_and_says_where_it_comes_from() -> None:
    parent = played(assistant="silent", seed=4)
    ada = User.objects.create_user("ada")
    row = forked(parent, 9, assistant="oracle", seed=7, max_turns=30, pace=2, user=ada, note="What if", hold=True)
    row.refresh_from_db()
    assert (row.parent, row.parent_step, row.version) == (parent, 9, parent.version)
    assert (row.config, row.config_hash, row.engine) == (parent.config, parent.config_hash, parent.engine)
    assert row.config_now == EpisodeConfig(assistant="oracle", seed=7, max_turns=30).model_dump(mode="json")
    assert (row.user_player, row.assistant_player, row.seed, row.turn_limit) == ("scripted", "oracle", 7, 30)
    assert (row.state, row.queue, row.pace, row.note, row.started_by) == (State.PAUSED, "live", 2, "What if", ada)
    assert (row.moment_count, row.tokens_in, row.cost, row.result, row.imported) == (11, 0, None, None, None)
    assert row.summary == f"Forked from run {parent.pk} after step 9."
    taken_over, own = moments_of(row.pk)[:10], moments_of(row.pk)[10:]
    assert taken_over == moments_of(parent.pk)[:10]
    assert (row.turn, row.simulated) == (taken_over[-1].turn, taken_over[-1].local)
    (moment,) = own
    assert isinstance(moment, Forked)
    assert (moment.parent, moment.parent_moment, moment.at) == (f"run {parent.pk}", 9, taken_over[-1].at)
    assert_whole(row)


def test_a_fork_is_played_to_its_end_and_its_trace_verifies() -> None:
    parent = played(assistant="silent", env_events_per_minute=20)
    row = _run(forked(parent, 9, assistant="oracle", seed=7, env_events_per_minute=6))
    assert_whole(row)
    assert (row.state, parent.success, row.success) == (State.FINISHED, False, True)
    trace = trace_of(row)
    report = verify(trace)
    assert {check.state for check in report.checks} == {"ok"}, str(report)
    assert row.result is not None
    assert rebuild(trace).world.state_hash() == row.result["state_hash"]
    assert trace.header.seed == parent.seed
    assert trace_bytes_of(row).startswith(trace_bytes_of(parent).splitlines(True)[0])


def test_with_the_same_config_a_fork_comes_to_what_its_parent_came_to() -> None:
    parent = played()
    row = _run(forked(parent, 9))
    assert row.result is not None and parent.result is not None
    assert row.result["outcome"] == parent.result["outcome"]
    assert row.moment_count == parent.moment_count + 1
    assert row.turn == parent.turn


def test_its_decision_points_are_those_of_the_whole_run() -> None:
    parent = played()
    row = _run(forked(parent, 14))
    kinds = [(point.kind, point.turn, point.final) for point in row.decision_points.all()]
    assert kinds == [(point.kind, point.turn, point.final) for point in parent.decision_points.all()]
    assert rebuild_points(row) == len(kinds) == DecisionPoint.objects.filter(episode=row).count()


def test_from_the_end_all_steps_before_it_are_taken_over() -> None:
    parent = played(assistant="silent", max_turns=3)
    last = parent.moment_count - 1
    row = _run(forked(parent, last, max_turns=5))
    assert row.parent_step == last - 1
    assert isinstance(moments_of(row.pk)[last], Forked)
    assert row.turn == 5


def test_a_fork_of_a_fork_has_its_fork_as_parent_and_the_first_header() -> None:
    parent = played(assistant="silent")
    child = _run(forked(parent, 6, assistant="eager"))
    row = _run(forked(child, 11, seed=5))
    assert (row.parent, row.parent_step, row.config) == (child, 11, parent.config)
    assert (row.assistant_player, row.seed) == ("eager", 5)
    assert verify(trace_of(row)).ok


def test_a_run_that_still_goes_on_can_be_forked_and_is_not_disturbed() -> None:
    parent = started(hold=True)
    control.step(parent, 8)
    _run(parent)
    assert parent.state == State.PAUSED
    row = _run(forked(parent, 5, assistant="silent"))
    assert row.state == State.FINISHED
    control.resume(parent)
    assert _run(parent).state == State.FINISHED
    assert verify(trace_of(parent)).ok


def test_a_fork_can_be_paused_stopped_and_controlled_like_any_run() -> None:
    row = forked(played(), 5, hold=True)
    control.step(row, 2)
    assert _run(row).state == State.PAUSED
    assert row.moment_count == 9
    control.stop(row)
    assert _run(row).state == State.STOPPED
    assert isinstance(moments_of(row.pk)[-1], Ended)


def test_what_models_cost_before_was_paid_by_the_parent() -> None:
    with talkers() as named:
        parent = _run(started("late_train", **named))
        row = _run(forked(parent, 12))
    assert parent.cost is not None and row.cost is not None
    acts = [moment for moment in moments_of(row.pk)[14:] if isinstance(moment, Acted)]
    calls = sum(act.envelope is not None for act in acts)
    assert calls > 0 and (row.tokens_in, row.tokens_out) == (900 * calls, 100 * calls)
    assert row.cost == pytest.approx(0.002 * calls)
    assert row.tokens_in < parent.tokens_in
    assert verify(trace_of(row)).ok


def test_a_fork_to_a_player_who_waits_outside_goes_to_the_queue_of_those() -> None:
    parent = played()
    assert forked(parent, 5, assistant="http://127.0.0.1:9/").queue == Queue.MODELS
    assert forked(parent, 5, queue=Queue.BATCH).queue == Queue.BATCH


def test_a_player_of_the_parent_who_is_gone_does_not_keep_others_from_playing_on() -> None:
    ASSISTANTS["test_gone"] = ASSISTANTS["silent"]
    parent = played(assistant="test_gone")
    del ASSISTANTS["test_gone"]
    assert _run(forked(parent, 5, assistant="oracle")).state == State.FINISHED
    with pytest.raises(UnknownPlayer):
        forked(parent, 5)


@pytest.mark.parametrize("step", [-1, 999])
def test_a_step_that_is_not_there_is_refused_and_nothing_is_stored(step: int) -> None:
    parent = played()
    with pytest.raises(CannotFork, match=f"Run {parent.pk} has no step {step}"):
        forked(parent, step)
    assert Episode.objects.count() == 1


def test_what_another_system_played_is_refused_with_what_to_do_instead() -> None:
    parent = played()
    parent.imported = {"format": "hf", "file": "x.json", "said": {}, "warnings": []}
    with pytest.raises(CannotFork, match=r"played by another system.*Start a run"):
        forked(parent, 3)
    parent.imported = {"format": "pare.trace", "file": "x.jsonl", "said": {}, "warnings": []}
    assert forked(parent, 3).imported is None


def test_a_pace_that_cannot_be_kept_is_refused_and_nothing_is_stored() -> None:
    parent = played()
    with pytest.raises(CannotControl):
        forked(parent, 3, pace=-1)
    assert Episode.objects.count() == 1


def test_moments_that_were_tampered_with_are_not_taken_over() -> None:
    parent = played()
    Moment.objects.filter(episode=parent, number=4).update(chain="0" * 64)
    with pytest.raises(CannotFork, match="The stored step 4 was changed after it was played"):
        forked(parent, 6)
    assert Episode.objects.count() == 1
    assert forked(parent, 3).moment_count == 5


def test_a_run_that_ended_before_it_began_cannot_be_forked() -> None:
    parent = played()
    Moment.objects.filter(episode=parent, number__lt=parent.moment_count - 1).delete()
    Moment.objects.filter(episode=parent).update(number=0)
    with pytest.raises(CannotFork, match="Start a new run"):
        forked(parent, 0)


@pytest.mark.django_db(transaction=True)
def test_a_fork_is_enqueued_once_it_is_committed_unless_it_is_held() -> None:
    parent = played()
    with transaction.atomic():
        row = forked(parent, 3, queue=Queue.BATCH)
        assert waiting_in("batch") == set()
    assert waiting_in("batch") == {row.pk}
    forked(parent, 3, hold=True)
    assert waiting_in("live") == {parent.pk}


def test_a_fork_outlives_its_parent() -> None:
    parent = played()
    row = forked(parent, 5)
    parent.delete()
    row.refresh_from_db()
    assert (row.parent, row.parent_step) == (None, 5)
    assert _run(row).state == State.FINISHED
