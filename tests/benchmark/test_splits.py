"""The built-in splits contain what their descriptions promise, whichever scenarios are added."""

from __future__ import annotations

import pytest

from simulator.phone.registry import all_apps
from simulator.scenario.library import Library
from simulator.scenario.story import Story

HARD = 4
"""Lowest difficulty in the split `hard`."""


@pytest.fixture(scope="module")
def library() -> Library:
    return Library()


@pytest.fixture(scope="module")
def stories(library: Library) -> dict[str, Story]:
    return {story.id: story for story in library.stories()}


def split(library: Library, name: str) -> set[str]:
    return set(library.splits.get(name, library.ids()).ids)


def test_split_files_have_no_faults_and_a_description(library: Library) -> None:
    assert library.splits.faults(library.ids()) == []
    assert [found.name for found in library.splits.readable() if not found.about] == []


def test_ids_are_sorted(library: Library) -> None:
    assert [found.name for found in library.splits.readable() if list(found.ids) != sorted(found.ids)] == []


def test_every_scenario_is_either_a_published_situation_or_a_new_one(
    library: Library, stories: dict[str, Story]
) -> None:
    full, frontier = split(library, "full"), split(library, "frontier")
    assert not full & frontier
    assert full | frontier == set(stories), "add new scenarios to benchmark/splits/full.txt or frontier.txt"


def test_ablation_is_a_part_of_full(library: Library) -> None:
    assert split(library, "ablation") < split(library, "full")


def test_silence_has_exactly_the_scenarios_without_needs(library: Library, stories: dict[str, Story]) -> None:
    assert split(library, "silence") == {name for name, story in stories.items() if not story.scenario.needs}


def test_hard_has_exactly_the_difficult_scenarios_of_frontier(library: Library, stories: dict[str, Story]) -> None:
    frontier = split(library, "frontier")
    assert split(library, "hard") == {name for name in frontier if stories[name].scenario.difficulty.rating >= HARD}


def test_quick_has_twelve_scenarios_that_use_every_app(library: Library, stories: dict[str, Story]) -> None:
    quick = split(library, "quick")
    # No scenario needs the file store, which is not one of the nine apps.
    nine = {name for name, app in all_apps().items() if not app.system and name != "files"}
    assert len(quick) == 12
    assert {app for name in quick for app in stories[name].scenario.apps} >= nine
    assert quick & split(library, "silence") and quick - split(library, "silence")
