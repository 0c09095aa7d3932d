"""Runs stay what they were: stored traces verify, and playing their scenarios again gives the same hashes."""

from __future__ import annotations

import pytest

from simulator.episode.verify import verify
from simulator.trace.hashing import content_hash
from simulator.trace.trace_reader import Trace, parse_trace
from tests.golden.traces import ASSISTANTS, Golden, goldens_of, play, scenario_ids, stored

SCENARIOS = scenario_ids()


def stored_trace(golden: Golden) -> Trace:
    return parse_trace(stored()[golden.file], golden.file)


def test_every_pilot_is_stored_with_every_baseline_and_with_noise() -> None:
    assert len(SCENARIOS) == 30
    assert set(stored()) == {golden.file for scenario in SCENARIOS for golden in goldens_of(scenario)}
    assert len(stored()) == 30 * len(ASSISTANTS) * 2


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_stored_traces_verify(scenario: str) -> None:
    for golden in goldens_of(scenario):
        report = verify(stored_trace(golden))
        assert report.ok, f"{golden.file}: {report}"


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_playing_again_gives_the_same_hashes_and_outcome(scenario: str) -> None:
    for golden in goldens_of(scenario):
        before = stored_trace(golden)
        episode = play(golden)
        after = episode.result()
        assert before.result is not None and after is not None
        assert content_hash(episode.moments) == content_hash(before.moments), golden.file
        assert (after.state_hash, after.outcome) == (before.result.state_hash, before.result.outcome), golden.file
