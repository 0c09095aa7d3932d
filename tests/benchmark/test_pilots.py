"""The scenarios that come with the benchmark: how many, about what, in which splits, and what trivial assistants do."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmark.baselines import Baseline, baselines
from benchmark.proofs.parallel_check import check_stories
from benchmark.reading.texts import FOLDER, read_texts
from pare_site.cli.markdown_tables import block_in
from pare_site.cli.scenario_check_tables import CHECK, MUTANTS, mutant_table, tables
from simulator.config import EpisodeConfig
from simulator.episode.loop import Episode
from simulator.phone.registry import all_apps
from simulator.scenario.library import Library
from simulator.scenario.schema import PATTERNS
from simulator.scenario.story import Story


@pytest.fixture(scope="module")
def library() -> Library:
    return Library()


@pytest.fixture(scope="module")
def stories(library: Library) -> list[Story]:
    return library.stories()


@pytest.fixture(scope="module")
def compared(stories: list[Story]) -> dict[str, Baseline]:
    return {one.assistant: one for one in baselines(stories, workers=1)}


def split(library: Library, name: str) -> set[str]:
    known = {story.id for story in library.stories()}
    return set(library.splits.get(name, known).ids)


def test_there_are_thirty_pilots_and_all_scenarios_are_ready(library: Library, stories: list[Story]) -> None:
    assert len(split(library, "pilot")) == 30
    assert all(story.scenario.status == "ready" for story in stories)


def test_all_nine_apps_and_all_patterns_occur(stories: list[Story]) -> None:
    nine = {name for name, app in all_apps().items() if not app.system and name != "files"}
    assert len(nine) == 9
    assert {app for story in stories for app in story.scenario.apps} >= nine
    assert {story.scenario.pattern for story in stories} == set(PATTERNS)


def test_no_two_scenarios_share_an_owner(stories: list[Story]) -> None:
    assert len({story.scenario.owner.name for story in stories}) == len(stories)


@pytest.mark.parametrize(
    "tag",
    [
        "silence",
        "rejection",
        "deadline",
        "same-name",
        "phishing",
        "secret",
        "declined-payment",
        "two-needs",
        "acceptance-with-change",
    ],
)
def test_each_kind_that_was_missing_elsewhere_is_there(library: Library, stories: list[Story], tag: str) -> None:
    frontier = split(library, "frontier")
    assert [story.id for story in stories if tag in story.scenario.tags and story.id in frontier]


def test_the_oracle_always_succeeds_and_silence_exactly_where_it_is_right(
    stories: list[Story], compared: dict[str, Baseline]
) -> None:
    silent = tuple(story.id for story in stories if story.scenario.silent)
    assert silent
    assert compared["oracle"].share == 1
    assert compared["silent"].succeeded == silent


@pytest.mark.parametrize("assistant", ["eager", "random", "parrot"])
def test_chatter_and_chance_do_not_get_far(compared: dict[str, Baseline], assistant: str) -> None:
    assert compared[assistant].share < 0.1
    assert set(compared[assistant].succeeded) <= set(compared["silent"].succeeded)


@pytest.mark.parametrize("assistant", ["eager", "parrot"])
def test_offers_at_every_notification_never_succeed_not_even_where_silence_is_right(
    compared: dict[str, Baseline], assistant: str
) -> None:
    assert compared[assistant].offering == compared[assistant].runs
    assert compared[assistant].succeeded == ()


def test_chance_makes_an_offer_in_most_runs(compared: dict[str, Baseline]) -> None:
    assert compared["random"].offering > 0.8 * compared["random"].runs


def accepted_offers(stories: list[Story], seeds: range) -> list[tuple[str, int, str]]:
    """Scenario, seed and text of every offer of the parrot that the user accepted."""
    found = []
    for story in stories:
        for seed in seeds:
            offers = Episode(story, EpisodeConfig(assistant="parrot", seed=seed)).run().ledger.offers.values()
            found += [(story.id, seed, offer.proposal.text) for offer in offers if offer.accepted]
    return found


def test_the_parrot_is_accepted_nowhere(stories: list[Story]) -> None:
    assert not accepted_offers(stories, range(2))


@pytest.mark.all
def test_the_parrot_is_accepted_nowhere_with_twenty_seeds(stories: list[Story]) -> None:
    assert not accepted_offers(stories, range(20))


def lost_to_failures(stories: list[Story], seeds: range) -> list[tuple[str, int]]:
    """Scenario and noise seed of every run that the oracle does not win if each fifth call fails."""
    configs = [EpisodeConfig(assistant="oracle", tool_failure_probability=0.2, env_events_seed=seed) for seed in seeds]
    return [
        (story.id, config.env_events_seed)
        for story in stories
        for config in configs
        if not Episode(story, config).run().outcome().success
    ]


def test_the_oracle_succeeds_although_tools_fail(stories: list[Story]) -> None:
    assert not lost_to_failures(stories, range(2))


@pytest.mark.all
def test_the_oracle_succeeds_although_tools_fail_with_twenty_seeds(stories: list[Story]) -> None:
    assert not lost_to_failures(stories, range(20))


@pytest.mark.all
def test_the_tables_in_the_docs_are_what_the_check_says(root: Path, stories: list[Story]) -> None:
    texts = {story.id: read_texts([file]) for story in stories if (file := FOLDER / f"{story.id}.jsonl").exists()}
    survey = check_stories(stories, texts=texts)
    fresh = tables(survey, stories, baselines(stories))
    command = "run: pare scenarios check --baselines --table docs/pilots.md --table docs/reading.md"
    assert block_in((root / "docs" / "pilots.md").read_text(), CHECK) == fresh, command
    assert block_in((root / "docs" / "reading.md").read_text(), MUTANTS) == mutant_table(survey), command
