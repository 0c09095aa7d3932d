"""Stored runs stay readable: traces of earlier engines verify as far as another engine can check them.

The stored traces were made by engine 0.3.0. Engine 0.4.0 reads words, judges needs and offers anew, and rewords
results of tools, so playing a scenario again gives other moments, and the pilots' files have changed as well. What
must still hold is all that does not depend on the engine's rules: bytes, chain, scenario, configuration, times and
the fold of the recorded changes. Calls, loop and outcome are compared again once traces of this engine are stored.
"""

from __future__ import annotations

import pytest

from simulator.engine_version import ENGINE_VERSION
from simulator.episode.verify import verify
from simulator.trace.hashing import content_hash
from simulator.trace.trace_reader import Trace, parse_trace
from tests.golden.traces import ASSISTANTS, Golden, play, scenario_ids, stored, stored_goldens_of

SCENARIOS = scenario_ids()
# Baselines that engine 0.3.0 did not have.
NEWER_ASSISTANTS = {"parrot"}
INDEPENDENT_OF_THE_ENGINE = {"bytes", "chain", "scenario", "config", "times", "fold"}


def stored_trace(golden: Golden) -> Trace:
    return parse_trace(stored()[golden.file], golden.file)


def test_every_pilot_is_stored_with_every_baseline_and_with_noise() -> None:
    assert len(SCENARIOS) == 30
    assert set(stored()) == {golden.file for scenario in SCENARIOS for golden in stored_goldens_of(scenario)}
    assert {file.split(".")[1] for file in stored()} == set(ASSISTANTS) - NEWER_ASSISTANTS
    assert len(stored()) == 30 * (len(ASSISTANTS) - len(NEWER_ASSISTANTS)) * 2


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_stored_traces_verify(scenario: str) -> None:
    for golden in stored_goldens_of(scenario):
        trace = stored_trace(golden)
        report = verify(trace)
        assert report.ok, f"{golden.file}: {report}"
        held = {check.name for check in report.checks if check.state == "ok"}
        assert held >= INDEPENDENT_OF_THE_ENGINE, f"{golden.file}: {report}"
        if trace.header.engine == ENGINE_VERSION:
            assert held >= {"calls", "loop", "outcome"}, f"{golden.file}: {report}"


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_playing_again_gives_the_same_hashes_and_outcome(scenario: str) -> None:
    for golden in stored_goldens_of(scenario):
        before = stored_trace(golden)
        if before.header.engine != ENGINE_VERSION:
            # The same decisions may lead to other moments in another version; that is why the version was raised.
            continue
        episode = play(golden)
        after = episode.result()
        assert before.result is not None and after is not None
        assert content_hash(episode.moments) == content_hash(before.moments), golden.file
        assert (after.state_hash, after.outcome) == (before.result.state_hash, before.result.outcome), golden.file
