"""Stored runs stay readable: traces of earlier engines verify as far as another engine can check them.

Another engine may lead to other moments and judge them in another way, so of old traces only that is checked which does
not depend on the engine's rules: bytes, chain, scenario, configuration, times and the fold of the recorded changes. Of
traces of this engine, calls, loop and outcome are compared as well, and playing them again gives the same hashes.
"""

from __future__ import annotations

import pytest

from simulator.engine_version import ENGINE_VERSION
from simulator.episode.verify import verify
from simulator.trace.hashing import content_hash
from simulator.trace.trace_reader import Trace, parse_trace
from tests.golden.traces import FIRST, Golden, goldens_of, play, scenario_ids, stored, stored_engines

SCENARIOS = scenario_ids()
ENGINES = stored_engines()
INDEPENDENT_OF_THE_ENGINE = {"bytes", "chain", "scenario", "config", "times", "fold"}


def stored_trace(golden: Golden) -> Trace:
    return parse_trace(stored(golden.engine)[golden.file], golden.file)


def test_traces_of_the_first_engine_are_kept() -> None:
    assert FIRST in ENGINES


@pytest.mark.parametrize("engine", ENGINES)
def test_every_pilot_is_stored_with_every_baseline_and_with_noise(engine: str) -> None:
    assert len(SCENARIOS) == 30
    wanted = [golden for scenario in SCENARIOS for golden in goldens_of(engine, scenario)]
    assert set(stored(engine)) == {golden.file for golden in wanted}
    assert {stored_trace(golden).header.engine for golden in wanted[:: len(SCENARIOS)]} == {engine}


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_stored_traces_verify(scenario: str, engine: str) -> None:
    for golden in goldens_of(engine, scenario):
        report = verify(stored_trace(golden))
        assert report.ok, f"{golden.file}: {report}"
        held = {check.name for check in report.checks if check.state == "ok"}
        assert held >= INDEPENDENT_OF_THE_ENGINE, f"{golden.file}: {report}"
        if engine == ENGINE_VERSION:
            assert held >= {"calls", "loop", "outcome"}, f"{golden.file}: {report}"


@pytest.mark.skipif(ENGINE_VERSION not in ENGINES, reason="no traces of this engine: python -m tests.golden.traces")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_playing_again_gives_the_same_hashes_and_outcome(scenario: str) -> None:
    for golden in goldens_of(ENGINE_VERSION, scenario):
        before = stored_trace(golden)
        episode = play(golden)
        after = episode.result()
        assert before.result is not None and after is not None
        assert content_hash(episode.moments) == content_hash(before.moments), golden.file
        assert (after.state_hash, after.outcome) == (before.result.state_hash, before.result.outcome), golden.file
