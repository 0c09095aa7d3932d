"""Reminders in a scenario file."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from simulator.phone.apps.reminder import Reminder
from simulator.phone.plot import SeedError
from tests.simulator.phone.small_phone import SmallPhone


def planted(**seed: Any) -> Reminder:
    phone = SmallPhone("reminder").plant("reminder", {"title": "Bread", "due": "09:00", "label": "bread", **seed})
    found = phone.world.store.get(Reminder, phone.id("bread"))
    assert found is not None
    return found


def test_a_seed_becomes_a_reminder() -> None:
    found = planted(description="Two loaves", repeat="week", every=2)
    assert (found.title, found.description, found.repetition_unit, found.repetition_value) == (
        "Bread",
        "Two loaves",
        "week",
        2,
    )
    assert (found.rung, found.time_notified) == (0, None)


def test_a_repetition_without_a_number_is_every_one() -> None:
    assert planted(repeat="day").repetition_value == 1
    assert planted().repetition_value is None


@pytest.mark.parametrize(
    "wrong",
    [{"repeat": "year"}, {"every": 0, "repeat": "day"}, {"every": 10**9, "repeat": "month"}, {"title": ""}, {"due": 9}],
)
def test_a_seed_that_makes_no_sense_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        planted(**wrong)


def test_a_number_without_a_unit_is_refused() -> None:
    with pytest.raises(SeedError, match="add `repeat: day`") as caught:
        planted(every=2)
    assert caught.value.field == "every"


@pytest.mark.parametrize("seed", [{"due": "-13w", "repeat": "week"}, {"due": "-5d", "repeat": "minute"}])
def test_a_repeated_reminder_that_would_never_ring_again_is_refused(seed: dict[str, Any]) -> None:
    with pytest.raises(SeedError, match="before the start; write a later time") as caught:
        planted(**seed)
    assert caught.value.field == "due"


def test_a_repeated_reminder_of_some_weeks_ago_goes_on() -> None:
    found = planted(due="-5w", repeat="week")
    assert found.rung == 5
