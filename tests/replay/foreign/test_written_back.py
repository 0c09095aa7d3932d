"""A foreign run that was imported into the store and taken out again."""

from __future__ import annotations

import json

import pytest

from replay.formats import FormatName
from replay.jobs.exporting import exported
from replay.jobs.importing import import_file
from tests.replay.foreign.runs import evening, tour
from tests.replay.foreign.transcripts import lite

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("data", "form"),
    [(evening().bytes(), "hf"), (tour().bytes(), "hf"), (lite(), "lite")],
    ids=["evening", "tour", "transcript"],
)
def test_it_says_what_it_said(data: bytes, form: FormatName) -> None:
    before = json.loads(data)
    after = json.loads(exported(import_file(data, "run.json").row, form).data)
    for name in before.keys() - {"world_logs", "completed_events"}:
        assert after[name] == before[name]
    polls = [event for event in before.get("completed_events", ()) if event["event_type"] == "CONDITION"]
    kept = [event for event in before.get("completed_events", ()) if event not in polls]
    assert after.get("completed_events", []) == kept
