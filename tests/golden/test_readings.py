"""Every text is read as it was when the engine's version was set."""

from __future__ import annotations

import pytest

from simulator.engine_version import ENGINE_VERSION
from simulator.scenario.library import Library
from tests.golden.readings import changes, readings_of, scenarios_with_texts, stored, stored_version

REMEDY = (
    "If this is on purpose: raise ENGINE_VERSION in simulator/engine_version.py if it was released, "
    "then run: python -m tests.golden.readings"
)


@pytest.fixture(scope="module")
def library() -> Library:
    return Library()


@pytest.mark.parametrize("scenario", scenarios_with_texts())
def test_texts_are_read_as_before(scenario: str, library: Library) -> None:
    before = stored().get(scenario, "")
    found = changes(scenario, before, readings_of(scenario, library))
    assert not found, "\n".join([*found, REMEDY])


def test_every_pinned_scenario_still_has_texts() -> None:
    assert set(stored()) - {"engine"} == set(scenarios_with_texts()), REMEDY


def test_readings_are_pinned_for_the_current_engine() -> None:
    assert stored_version() == ENGINE_VERSION, REMEDY


def test_a_changed_reading_is_named_by_its_line() -> None:
    assert changes("email_notification", "yyn", "yun") == [
        "email_notification.jsonl, line 2: read as unclear, pinned as yes"
    ]
    assert changes("email_notification", "yyn", "yyn") == []
    assert "2 texts, but 3 readings" in changes("email_notification", "yyn", "yy")[0]


def test_changed_readings_of_texts_that_are_kept_aside_are_not_told_one_by_one() -> None:
    assert changes("two_people_of_one_name", "abc", "abd") == [
        "two_people_of_one_name: readings of texts that are kept aside changed, or texts were added or removed"
    ]
