"""The store follows the scenario files, and keeps what they said before."""

from __future__ import annotations

from pathlib import Path

import pytest

from simulator.config import EpisodeConfig
from simulator.jobs.play_job import run_episode
from simulator.jobs.scenario_sync import Synced, sync_scenarios
from simulator.jobs.serialization import story_of
from simulator.jobs.start_run import start_episode
from simulator.models import Scenario, ScenarioVersion
from simulator.scenario.library import Library
from tests.simulator.jobs.background import assert_as_undisturbed
from tests.simulator.stories.shelf import story

pytestmark = pytest.mark.django_db
STORIES = Path(__file__).parents[1] / "stories"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    put(tmp_path, "dentist")
    put(tmp_path, "late_train")
    return tmp_path


def put(folder: Path, name: str, old: str = "", new: str = "") -> None:
    text = (STORIES / f"{name}.yaml").read_text(encoding="utf-8")
    assert old in text
    (folder / f"{name}.yaml").write_text(text.replace(old, new, 1) if old else text, encoding="utf-8")


def synced(folder: Path) -> Synced:
    return sync_scenarios(Library([folder]))


def current(name: str) -> ScenarioVersion:
    version = Scenario.objects.get(slug=name).current
    assert version is not None
    return version


def retitle(folder: Path, title: str) -> None:
    put(folder, "dentist", f"title: {story('dentist').scenario.title}", f"title: {title}")


def test_new_files_become_scenarios_with_what_lists_show(folder: Path) -> None:
    assert synced(folder) == Synced(added=("dentist", "late_train"))
    scenario, version = story("dentist").scenario, current("dentist")
    assert version.title == scenario.title
    assert version.content_hash == story("dentist").hash
    assert (version.category, version.difficulty) == (scenario.category, str(scenario.difficulty.rating))
    assert (version.status, version.apps, version.tags) == (scenario.status, list(scenario.apps), list(scenario.tags))
    assert synced(folder) == Synced()


def test_the_stored_source_is_in_the_order_of_the_file(folder: Path) -> None:
    synced(folder)
    assert list(story_of(current("dentist")).source) == list(story("dentist").source)
    assert story_of(current("dentist")).hash == story("dentist").hash


def test_another_content_is_another_version_and_the_old_one_stays(folder: Path) -> None:
    synced(folder)
    before = current("dentist")
    retitle(folder, "Another title")
    assert synced(folder) == Synced(changed=("dentist",))
    assert current("dentist") != before
    assert current("dentist").title == "Another title"
    put(folder, "dentist")
    assert synced(folder) == Synced(changed=("dentist",))
    assert current("dentist") == before
    assert ScenarioVersion.objects.filter(scenario__slug="dentist").count() == 2


def test_a_file_that_goes_is_marked_and_comes_back_unmarked(folder: Path) -> None:
    synced(folder)
    (folder / "dentist.yaml").unlink()
    assert synced(folder) == Synced(removed=("dentist",))
    assert Scenario.objects.get(slug="dentist").removed_at is not None
    assert synced(folder) == Synced()
    put(folder, "dentist")
    assert synced(folder) == Synced(added=("dentist",))
    assert Scenario.objects.get(slug="dentist").removed_at is None
    assert ScenarioVersion.objects.filter(scenario__slug="dentist").count() == 1


def test_a_file_with_faults_leaves_its_scenario_as_it_was(folder: Path) -> None:
    synced(folder)
    before = current("dentist")
    (folder / "dentist.yaml").write_text("id: dentist\n", encoding="utf-8")
    assert synced(folder) == Synced()
    assert current("dentist") == before


def test_a_run_whose_scenario_goes_while_it_is_played_plays_on(folder: Path) -> None:
    synced(folder)
    row = start_episode(current("dentist"), EpisodeConfig())
    (folder / "dentist.yaml").unlink()
    synced(folder)
    run_episode(row.pk)
    assert_as_undisturbed(row, "dentist")


def test_the_standard_library_is_what_is_synced_without_another() -> None:
    assert sync_scenarios().added == tuple(story.id for story in Library.standard().stories())
