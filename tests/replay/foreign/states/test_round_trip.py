"""Our phone written in the foreign shape and read again is the same phone, as far as that shape can say."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from replay.foreign.states import Built, app_states, scenario_of
from replay.foreign.states.clock import told_time
from simulator.phone.apps.email.records import Mail
from simulator.phone.apps.files import File
from simulator.phone.apps.messaging.records import OWNER_ID, Conversation, Message, User
from simulator.scenario.load import from_source, load_file
from simulator.scenario.story import Story
from tests.replay.foreign.states.phones import said

SCENARIOS = sorted((Path(__file__).parents[4] / "benchmark" / "scenarios").glob("*.yaml"))


def _again(story: Story) -> Built:
    states = json.loads(json.dumps(app_states(story.blank)))
    return scenario_of(states, story.id, told_time(story.start, story.tz))


def _paths(story: Story) -> set[str]:
    return (
        {file.path for file in story.blank.store.all(File).values() if file.path}
        if "files" in story.blank.apps
        else set()
    )


@pytest.mark.parametrize("file", SCENARIOS, ids=lambda file: file.stem)
def test_every_phone_of_the_benchmark_comes_back(file: Path) -> None:
    story = load_file(file)
    again = _again(story)
    assert said(again.story.blank) == said(story.blank)
    assert _paths(again.story) == _paths(story)
    assert again.story.blank.show(again.story.start) == story.blank.show(story.start)
    assert set(again.story.blank.apps) >= set(story.blank.apps) - {"files"}


def test_what_comes_back_loads_from_its_source_alone() -> None:
    again = _again(load_file(SCENARIOS[0]))
    loaded = from_source(json.loads(json.dumps(again.source)))
    assert loaded.blank.state_hash() == again.story.blank.state_hash()


def test_every_record_can_be_found_by_its_foreign_id() -> None:
    story = load_file(next(file for file in SCENARIOS if file.stem == "group_purchase_coordinator"))
    again = _again(story)
    for cls in (Mail, Conversation, Message, User):
        for old in story.blank.store.all(cls).values():
            ours = again.ids.get((cls.table, old.id))
            assert ours is not None
            assert again.story.blank.store.get(cls, ours) is not None
    assert again.ids.get((User.table, OWNER_ID)) == OWNER_ID


def test_the_apps_are_known_by_their_published_names() -> None:
    story = load_file(next(file for file in SCENARIOS if file.stem == "group_purchase_coordinator"))
    apps = _again(story).apps
    assert apps == {
        "PAREAgentUserInterface": "assistant",
        "System": "home",
        "Emails": "email",
        "Messages": "messaging",
        "Shopping": "shopping",
    }
