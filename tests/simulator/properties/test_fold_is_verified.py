"""Every run verifies: doing each call again, and playing the recorded decisions again, gives the same."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from simulator.episode.verify import verify
from tests.simulator.stories.players import reckless, wanderer
from tests.simulator.stories.shelf import NAMES, played, trace_of


@settings(max_examples=60)
@given(
    name=st.sampled_from(NAMES),
    plays=st.sampled_from(["oracle", "eager", "random"]),
    seed=st.integers(0, 10_000),
    user_iterations=st.integers(1, 3),
    observe_iterations=st.sampled_from([1, 5, 20]),
    execute_iterations=st.sampled_from([1, 10, 40]),
    consent=st.sampled_from(["proposal", "standing"]),
    failing_writes=st.sampled_from([(), (0, 2)]),
)
def test_the_trace_of_any_run_verifies(name: str, **options: Any) -> None:
    report = verify(trace_of(played(name, **options)))
    assert report.ok, str(report)
    assert {check.state for check in report.checks} == {"ok"}


@settings(max_examples=40)
@given(st.sampled_from(NAMES), st.integers(0, 10_000), st.sampled_from(["proposal", "standing"]))
def test_the_trace_of_players_who_do_anything_verifies(name: str, seed: int, consent: str) -> None:
    episode = played(name, wanderer(seed), reckless(seed), consent=consent, user_iterations=3, max_turns=25)
    report = verify(trace_of(episode))
    assert report.ok, str(report)
