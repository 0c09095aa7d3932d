"""Trivial assistants over a few stories: everyone plays all of them, and the sums add up."""

from __future__ import annotations

import pytest

from benchmark.baselines import SEEDS, baselines
from simulator.scenario.load import from_source
from tests.benchmark.proofs.story import SILENT, SOUND


@pytest.mark.parametrize("workers", [1, 2])
def test_every_assistant_plays_every_story(workers: int) -> None:
    found = {one.assistant: one for one in baselines([from_source(SOUND), from_source(SILENT)], workers)}
    assert list(found) == ["oracle", "silent", "eager", "random", "parrot"], "those that need no model"
    assert found["oracle"].runs == found["silent"].runs == 2
    assert found["random"].runs == found["parrot"].runs == 2 * len(SEEDS)
    assert (found["oracle"].successes, found["oracle"].accepted) == (2, 1)
    assert found["silent"].succeeded == ("nothing_to_do",)
    assert found["silent"].share == 0.5
    assert {one.played_with for one in found.values()} == {"user scripted, reader rules"}


def test_without_stories_nothing_is_claimed() -> None:
    assert all(one.share == 0.0 and one.runs == 0 for one in baselines([], workers=1))
