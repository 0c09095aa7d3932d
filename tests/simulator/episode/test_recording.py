"""Recording: whatever comes of an episode, there is a trace of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from simulator.agents.policy import AssistantView, Decision
from simulator.config import EpisodeConfig
from simulator.episode.recording import metrics, record
from simulator.episode.verify import verify
from simulator.trace.hashing import content_hash
from simulator.trace.trace_reader import read_trace
from simulator.trace.trace_writer import trace_bytes, write_trace
from tests.simulator.stories.shelf import fresh, story


class Broken:
    def decide(self, view: AssistantView) -> Decision:
        raise RuntimeError("out of ideas")


def test_a_recorded_episode_comes_with_its_outcome_and_hashes() -> None:
    recorded = record(story("dentist"), EpisodeConfig())
    assert recorded.outcome == recorded.episode.outcome()
    assert recorded.content_hash == content_hash(recorded.episode.moments)
    assert recorded.state_hash == recorded.episode.world.state_hash()
    assert recorded.result.metrics == metrics(recorded.episode.moments)


@pytest.mark.parametrize(("plays", "success"), [("oracle", True), ("silent", False)])
def test_success_and_failure_leave_a_trace(tmp_path: Path, plays: str, success: bool) -> None:
    path = tmp_path / "run.jsonl"
    recorded = record(story("dentist"), EpisodeConfig(assistant=plays), path)
    trace = read_trace(path)
    assert trace.result == recorded.result
    assert trace.result is not None
    assert trace.result.outcome is not None
    assert trace.result.outcome.success == success
    assert verify(trace).ok


def test_a_crash_leaves_a_trace(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    recorded = record(story("dentist"), EpisodeConfig(), path, assistant=lambda *_: Broken())
    trace = read_trace(path)
    assert recorded.outcome is None
    assert trace.result is not None
    assert (trace.result.ended, trace.result.error) == ("crashed", "RuntimeError: out of ideas")
    assert verify(trace).ok


def test_a_stopped_episode_leaves_a_trace(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"

    episode = fresh("dentist")
    for moment, _ in episode.play():
        if moment.n == 3:
            episode.stop()
    write_trace(path, episode)
    trace = read_trace(path)
    assert trace.result is not None
    assert trace.result.ended == "stopped"
    assert verify(trace).ok


def test_the_file_written_while_playing_is_the_one_written_after(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    recorded = record(story("late_train"), EpisodeConfig(assistant="random", seed=5), path)
    assert path.read_bytes() == trace_bytes(recorded.episode)
