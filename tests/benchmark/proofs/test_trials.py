"""Trials take over what the worked solution has in common with them; nothing may come out otherwise for it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from benchmark.proofs import mutants
from benchmark.proofs.trials import Trial, oracle, play, same_steps
from simulator.episode.loop import Episode
from simulator.scenario.library import Library
from simulator.scenario.load import from_source
from simulator.scenario.story import Story
from simulator.trace.hashing import content_hash
from tests.benchmark.proofs.story import SOUND


def beginning_alike(story: Story, worked: Episode) -> Iterator[Trial]:
    yield from mutants.left_out(story)
    yield from mutants.changed(story, worked)
    yield from mutants.broken(story)


def assert_nothing_differs(story: Story) -> int:
    worked = play(story, Trial("a", "the worked solution", oracle(story.solution))).episode
    trials = list(beginning_alike(story, worked))
    for trial in trials:
        shared, whole = play(story, trial, worked), play(story, trial)
        assert content_hash(shared.episode.moments) == content_hash(whole.episode.moments), trial.what
        assert shared.outcome == whole.outcome, trial.what
    return len(trials)


def test_a_trial_comes_out_the_same_whether_it_is_played_whole_or_from_where_it_differs() -> None:
    assert assert_nothing_differs(from_source(SOUND)) > 8


@pytest.mark.all
@pytest.mark.parametrize("story", Library().stories(), ids=lambda story: story.id)
def test_so_it_is_for_every_scenario(story: Story) -> None:
    assert story.scenario.silent or assert_nothing_differs(story) > 2


def test_steps_that_end_before_the_solution_share_only_themselves() -> None:
    story = from_source(SOUND)
    assert same_steps(story, story.solution[:-1]) == len(story.solution) - 1
    assert same_steps(story, [*story.solution, story.solution[-1]]) == len(story.solution)
