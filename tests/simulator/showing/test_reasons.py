"""Reasons of an outcome in words for people."""

from __future__ import annotations

import pytest

from simulator.showing.reasons import Reasons
from simulator.showing.scene import Scene
from tests.simulator.showing.played import scenes, story

NAME = "email_reminder_batch_cancellation"


@pytest.fixture(scope="module")
def scene() -> Scene:
    return next(scenes(story(NAME)))


def test_records_go_by_their_names_and_not_by_labels_or_ids(scene: Scene) -> None:
    label, (table, record_id) = next(iter(story(NAME).labels.items()))
    readable = Reasons(story(NAME)).readable
    for written in (f"'{label}'", f"({label})", record_id):
        told = readable(f"It deleted {written}, which nothing accounts for.", scene.look, scene.moment)
        assert scene.called(record_id) in told and written not in told, table


def test_what_is_forbidden_stands_before_the_reason_for_it(scene: Scene) -> None:
    told = Reasons(story(NAME)).readable("Forbidden: Nothing about Sörmland may go.", scene.look, scene.moment)
    assert told.startswith("Forbidden: “") and told.endswith("deleted, because: Nothing about Sörmland may go.")


def test_words_that_name_nothing_stay(scene: Scene) -> None:
    reason = "It made 3 offers; at most 1 should be made ('nothing_such')."
    assert Reasons(story(NAME)).readable(reason, scene.look, scene.moment) == reason
