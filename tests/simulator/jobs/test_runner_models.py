"""Runs whose players ask language models: what is stored of it, what it costs, and what happens when one fails."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from simulator.agents.registry import ASSISTANTS
from simulator.config import EpisodeConfig
from simulator.episode.recording import record
from simulator.episode.verify import verify
from simulator.jobs import control
from simulator.jobs.leases import claim
from simulator.jobs.play_job import run_episode
from simulator.jobs.runner import Runner
from simulator.jobs.serialization import moments_of, trace_bytes_of, trace_of
from simulator.models import Episode, Failure, Moment, Part, State
from simulator.trace.exchange_parts import parts_brought, parts_used
from simulator.trace.moments import Acted
from simulator.trace.trace_reader import parse_trace
from simulator.trace.trace_writer import trace_bytes
from tests.simulator import talking
from tests.simulator.jobs.background import assert_whole, started
from tests.simulator.stories.shelf import story
from tests.simulator.talking import talkers

pytestmark = pytest.mark.django_db


@pytest.fixture
def players() -> Iterator[dict[str, Any]]:
    with talkers() as named:
        yield named


def played(**options: Any) -> Episode:
    row = started("late_train", **options)
    run_episode(row.pk)
    row.refresh_from_db()
    return row


def played_on(row: Episode) -> Episode:
    """As if somebody had resumed it."""
    Episode.objects.filter(pk=row.pk).update(state=State.QUEUED, failure="", reason="", ended_at=None)
    run_episode(row.pk)
    row.refresh_from_db()
    return row


def decisions(row: Episode) -> int:
    acts = (moment for moment in moments_of(row.pk) if isinstance(moment, Acted))
    return sum(act.envelope is not None for act in acts)


def test_lines_are_stored_without_parts_and_each_part_once(players: dict[str, Any]) -> None:
    row = played(**players)
    moments = moments_of(row.pk)
    assert not any(parts_brought(moment) for moment in moments)
    assert set(Part.objects.values_list("hash", flat=True)) == {
        name for moment in moments for name in parts_used(moment)
    }
    before = Part.objects.count()
    played(**players)
    assert Part.objects.count() == before


def test_an_export_is_the_file_that_the_command_line_would_write(players: dict[str, Any]) -> None:
    row = played(**players)
    episode = record(story("late_train"), EpisodeConfig(**players)).episode
    assert trace_bytes_of(row) == trace_bytes(episode)
    assert row.result is not None
    assert row.result["sha256"] == parse_trace(trace_bytes(episode)).sha256
    assert verify(trace_of(row)).ok


def test_ten_turns_stay_under_two_megabytes_in_the_store(players: dict[str, Any]) -> None:
    row = played(**players)
    assert row.turn >= 10
    lines = sum(map(len, Moment.objects.values_list("line", flat=True)))
    parts = sum(map(len, Part.objects.values_list("body", flat=True)))
    assert lines + parts < 2_000_000


def test_the_row_sums_up_tokens_and_cost(players: dict[str, Any]) -> None:
    row = played(**players)
    calls = decisions(row)
    assert (row.tokens_in, row.tokens_out) == (900 * calls, 100 * calls)
    assert row.cost == pytest.approx(0.002 * calls)


def test_a_run_without_models_has_no_cost() -> None:
    row = played()
    assert (row.tokens_in, row.tokens_out, row.cost, row.failure) == (0, 0, None, "")


@pytest.mark.parametrize("kind", ["provider", "setup", "budget"])
def test_a_player_who_fails_leaves_all_that_was_played_and_no_end(kind: str) -> None:
    with talkers(fails_at=3, kind=kind) as named:
        row = played(**named)
    assert_whole(row)
    assert (row.state, row.failure) == (State.FAILED, kind)
    assert row.reason == "The provider of small answered 503 five times. Try again later."
    assert (row.result, row.success, row.worker, row.tries) == (None, None, "", 0)
    assert row.ended_at is not None
    assert row.tokens_in == 900 * decisions(row)
    last = moments_of(row.pk)[-1]
    assert last.envelope is not None, "the last that was stored is the decision before the one that failed"
    assert trace_of(row).result is None


def test_a_run_that_is_resumed_comes_to_what_it_would_have_come_to() -> None:
    with talkers(fails_at=3) as named:
        row = played(**named)
    with talkers() as named:
        row = played_on(row)
        whole = record(story("late_train"), EpisodeConfig(**named)).episode
    assert (row.state, row.failure) == (State.FINISHED, "")
    assert trace_bytes_of(row) == trace_bytes(whole)
    assert row.result is not None
    assert row.result["sha256"] == trace_of(row).sha256


def test_one_by_one_every_reply_is_stored_before_a_model_is_asked_again(players: dict[str, Any]) -> None:
    lease = claim(started("late_train", **players).pk, "here:1")
    assert lease is not None
    runner = Runner(lease, at_once=1)
    before = 0
    while runner.advance():
        before += 1
        assert Moment.objects.count() == before


def test_whoever_asked_to_stop_while_a_provider_fails_gets_a_run_that_is_stopped() -> None:
    with talkers(fails_at=0) as named:
        row = started("late_train", **named)
        lease = claim(row.pk, "here:1")
        assert lease is not None
        runner = Runner(lease)
        control.stop(row)
        while runner.advance():
            pass
    row.refresh_from_db()
    assert (row.state, row.failure) == (State.STOPPED, "")


def test_a_part_under_a_false_name_is_not_kept() -> None:
    class Liar(talking.Talker):
        def _envelope(self, view: Any, decision: Any) -> Any:
            envelope = super()._envelope(view, decision)
            for name in list(envelope.parts)[:1]:
                envelope.parts[name] = {"role": "user", "text": "It was never so."}
            return envelope

    with talkers() as named:
        made = ASSISTANTS[talking.NAME]
        ASSISTANTS[talking.NAME] = lambda *given: Liar(made(*given)._inner)  # type: ignore[attr-defined]
        row = played(**named)
    assert row.state == State.FINISHED
    assert not Part.objects.filter(body__contains="never so").exists()
    assert verify(trace_of(row))["exchanges"].state == "wrong"


def test_a_crash_of_the_engine_is_no_failure_of_a_provider() -> None:
    row = played(assistant="test_clumsy")
    assert (row.state, row.failure) == (State.FAILED, Failure.ENGINE)


def test_a_player_who_is_no_longer_known_is_a_matter_of_setup() -> None:
    with talkers() as named:
        row = started("late_train", **named)
    run_episode(row.pk)
    row.refresh_from_db()
    assert (row.state, row.failure) == (State.FAILED, Failure.SETUP)
    assert "no user called" in row.reason


def test_parts_survive_text_that_databases_dislike(players: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(talking, "SCREEN", "A \0 and a \N{SNOWMAN}.")
    row = played(**players)
    assert verify(trace_of(row)).ok
