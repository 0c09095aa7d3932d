"""Traces of episodes with noise: forked, continued, verified, with and without their file."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simulator.episode.loop import Episode
from simulator.episode.rebuild import continue_from, rebuild
from simulator.episode.verify import verify
from simulator.scenario.noise.noise_content import VARIABLE, own_file
from simulator.trace.hashing import content_hash
from simulator.trace.header import TraceError
from simulator.trace.moments import Acted
from tests.simulator.stories.noise_files import written
from tests.simulator.stories.noisy import CHANGES, NOISY, READ, SEND, acts, forked, noise, told
from tests.simulator.stories.players import reckless, wanderer
from tests.simulator.stories.shelf import played, trace_of


@pytest.fixture
def own_noise(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The hash of a file that is set."""
    monkeypatch.setenv(VARIABLE, str(written(tmp_path)))
    return own_file()[0]


@pytest.mark.parametrize("name", sorted(CHANGES))
def test_after_a_fork_to_other_noise_everything_that_comes_can_come(name: str, own_noise: str) -> None:
    parent = played("market_day", **NOISY)
    value = own_noise if name == "noise_content" else CHANGES[name]
    for count in range(1, len(parent.moments) - 1, 5):
        fork = forked(parent, count, **{name: value})
        assert verify(trace_of(fork)).ok
        assert all(act.error is None for act in noise(fork))
        assert not list(changed_records(fork)), "noise brings new records and touches no others"
        made = [record for act in noise(fork) for record in made_by(act)]
        assert len(set(made)) == len(made)


def made_by(act: Acted) -> list[tuple[str, str]]:
    return [(patch.table, patch.id) for patch in act.patches if patch.op == "add" and patch.table.startswith(act.app)]


def changed_records(episode: Episode) -> Iterator[str]:
    for act in noise(episode):
        yield from (patch.table for patch in act.patches if patch.op != "add" and patch.table.startswith(act.app))


def test_a_fork_with_the_same_noise_meets_what_the_parent_met() -> None:
    parent = played("late_train", env_events_per_minute=20)
    for count in range(1, len(parent.moments) - 1):
        fork = forked(parent, count, experiment_name="fork")
        assert [told(act) for act in acts(fork)] == [told(act) for act in acts(parent)]
        assert [act.at for act in acts(fork)] == [act.at for act in acts(parent)]


def test_a_fork_may_bring_noise_to_a_quiet_episode_and_take_it_away() -> None:
    quiet, loud = played("market_day", plays="silent"), played("market_day", **NOISY)
    assert noise(forked(quiet, 6, env_events_per_minute=20))
    after = forked(loud, 12, env_events_per_minute=0)
    assert noise(after)
    assert all(act.n < 12 for act in noise(after))


def test_two_runs_with_noise_are_the_same() -> None:
    options: dict[str, Any] = {"env_events_per_minute": 20, "tool_failure_probability": 0.3}
    assert content_hash(played("late_train", **options).moments) == content_hash(
        played("late_train", **options).moments
    )


@pytest.mark.parametrize("name", ["market_day", "late_train"])
def test_an_episode_with_noise_goes_on_alike_from_every_moment(name: str) -> None:
    episode = played(name, env_events_per_minute=20, tool_failure_probability=0.3)
    trace = trace_of(episode)
    for count in range(len(episode.moments) + 1):
        assert content_hash(continue_from(trace, count).run().moments) == content_hash(episode.moments)


@pytest.mark.all
@settings(max_examples=30)
@given(
    name=st.sampled_from(["late_train", "market_day"]),
    plays=st.sampled_from(["oracle", "eager", "random"]),
    env_events_per_minute=st.sampled_from([0.5, 6, 60]),
    env_events_seed=st.integers(0, 10_000),
    tool_failure_probability=st.sampled_from([0, 0.3, 1]),
    user_iterations=st.integers(1, 3),
    consent=st.sampled_from(["proposal", "standing"]),
    tool_names=st.sampled_from([{}, {SEND: "Chat__away", READ: SEND}]),
)
def test_the_trace_of_any_run_with_noise_verifies(name: str, **options: Any) -> None:
    report = verify(trace_of(played(name, **options)))
    assert {check.state for check in report.checks} == {"ok"}, str(report)


@pytest.mark.all
@settings(max_examples=10)
@given(st.sampled_from(["late_train", "market_day"]), st.integers(0, 10_000))
def test_noise_bears_players_who_do_anything(name: str, seed: int) -> None:
    options: dict[str, Any] = {"consent": "standing", "user_iterations": 3, "max_turns": 20}
    episode = played(
        name,
        wanderer(seed),
        reckless(seed),
        env_events_per_minute=30,
        env_events_seed=seed,
        tool_failure_probability=0.2,
        **options,
    )
    assert episode.ended is not None
    assert episode.ended.reason != "crashed", episode.ended.error
    report = verify(trace_of(episode))
    assert report.ok, str(report)


def test_texts_of_ones_own_come_and_the_trace_names_their_file(own_noise: str) -> None:
    episode = played("market_day", **NOISY, noise_content=own_noise)
    assert {act.args["content"] for act in noise(episode) if act.app == "email"} == {"It struck thirteen."}
    assert trace_of(episode).header.config["noise_content"] == own_noise
    assert verify(trace_of(episode)).ok


def test_without_its_file_a_trace_is_told_and_verified_but_for_what_needs_it(
    own_noise: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    trace = trace_of(played("market_day", **NOISY, noise_content=own_noise))
    monkeypatch.delenv(VARIABLE)
    report = verify(trace)
    assert report.ok
    assert {check.name for check in report.checks if check.state == "left_out"} == {"calls", "loop"}
    wanted = f"The noise comes from a file with the hash {own_noise[:12]}, but {VARIABLE} is not set."
    assert report["calls"].says.startswith(wanted)
    assert tuple(rebuild(trace).moments) == trace.moments


def test_without_its_file_a_trace_cannot_go_on(own_noise: str, monkeypatch: pytest.MonkeyPatch) -> None:
    trace = trace_of(played("market_day", **NOISY, noise_content=own_noise))
    monkeypatch.setenv(VARIABLE, "/nowhere/noise.json")
    with pytest.raises(TraceError, match=r"cannot continue without its noise.*/nowhere/noise\.json cannot be read"):
        continue_from(trace, 5)


def test_the_file_of_a_fork_is_missed_too(own_noise: str, monkeypatch: pytest.MonkeyPatch) -> None:
    trace = trace_of(forked(played("market_day", **NOISY), 8, noise_content=own_noise))
    monkeypatch.delenv(VARIABLE)
    report = verify(trace)
    assert report.ok
    assert report["loop"].state == "left_out"
    continue_from(trace, 8)


def test_a_file_that_no_noise_needs_is_not_missed() -> None:
    trace = trace_of(played("market_day", plays="silent", noise_content="0" * 64))
    assert {check.state for check in verify(trace).checks} == {"ok"}


def test_a_run_whose_file_is_missing_ends_and_says_so() -> None:
    episode = played("market_day", **NOISY, noise_content="0" * 64)
    assert episode.ended is not None
    assert episode.ended.reason == "crashed"
    assert VARIABLE in episode.ended.error
