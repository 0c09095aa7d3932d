"""How a scenario file writes events."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from simulator.phone import when
from simulator.phone.apps.calendar.records import Event
from simulator.phone.apps.calendar.seeds import EventSeed
from simulator.phone.plot import SeedClock, SeedError
from tests.simulator.phone.apps.calendar_phone import Phone
from tests.simulator.phone.small_phone import NOW, TZ


def planted(**seed: Any) -> Event:
    phone = Phone([{"label": "it", "title": "Talk", "start": "09:00", **seed}])
    return phone.entry("it")


def test_times_are_relative_to_the_start_of_the_scenario() -> None:
    event = planted(start="+1d 09:00", end="+1d 10:15")
    assert (when.show(event.start, TZ), when.show(event.end, TZ)) == ("2026-03-06 09:00:00", "2026-03-06 10:15:00")


def test_minutes_stand_in_for_the_end() -> None:
    event = planted(minutes=45)
    assert event.end - event.start == 45 * 60


def test_without_an_end_an_event_takes_an_hour() -> None:
    event = planted()
    assert event.end - event.start == when.HOUR


def test_people_are_written_by_label_by_name_or_as_the_owner() -> None:
    event = planted(attendees=["owner", "bo", "Cy Roth", "Odile Marchand", "Bo Ek"])
    assert event.attendees == ("Ada Lind", "Bo Ek", "Cy Roth", "Odile Marchand")


def test_all_other_fields_are_kept() -> None:
    event = planted(tag="work", description="Slides.", location="Hall")
    assert (event.tag, event.description, event.location, event.created_by) == ("work", "Slides.", "Hall", "")


def test_a_label_names_the_event_and_ids_say_nothing() -> None:
    phone = Phone()
    assert phone.plot.labels["review"] == ("calendar.event", phone.id("review"))
    assert len({event.id for event in phone.events()}) == 3
    assert all(event.id.startswith("cal_") for event in phone.events())


def test_a_misspelt_label_is_refused_with_the_known_ones() -> None:
    with pytest.raises(SeedError, match="nobody is called 'boo'; people are: bo, cy") as caught:
        planted(attendees=["boo"])
    assert caught.value.field == "attendees"


def test_an_end_before_the_start_is_refused_with_the_remedy() -> None:
    with pytest.raises(SeedError, match="write a later end") as caught:
        planted(start="09:00", end="08:00")
    assert caught.value.field == "end"


@pytest.mark.parametrize(
    "wrong",
    [{"end": "10:00", "minutes": 5}, {"minutes": 0}, {"start": "soon"}, {"title": ""}, {"who": "Bo"}, {"end": "late"}],
)
def test_a_wrong_seed_is_refused(wrong: dict[str, Any]) -> None:
    seed = {"title": "Talk", "start": "09:00", **wrong}
    with pytest.raises(ValidationError):
        EventSeed.model_validate(seed, context=SeedClock(NOW, TZ))
