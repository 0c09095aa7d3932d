"""The assistant's clock: the time, and waiting for something to happen."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from simulator.phone.when import LONGEST_DURATION
from tests.simulator.phone.small_phone import NOW, OWNER, SmallPhone, everything, refusal

WAIT = "System__wait_for_notification"


@pytest.fixture
def phone() -> SmallPhone:
    return SmallPhone("lamp")


def test_the_time_is_local_to_the_owner(phone: SmallPhone) -> None:
    assert phone.calls("System__get_current_time") == {
        "current_timestamp": float(NOW),
        "current_datetime": "2026-03-05 08:22:00",
        "current_weekday": "Thursday",
    }
    auckland = SmallPhone(owner=replace(OWNER, time_zone="Pacific/Auckland"), now=NOW + 6 * 3600)
    assert auckland.calls("System__get_current_time")["current_weekday"] == "Friday"


def test_a_wait_that_nothing_ends_is_over_after_its_time(phone: SmallPhone) -> None:
    assert phone.calls(WAIT, timeout=90) == "Waiting."
    assert phone.passes_to("2026-03-05 08:23:29") == 0
    assert phone.passes_to("2026-03-05 08:23:30") == 1
    [notice] = phone.told("assistant")
    assert (notice.kind, notice.text) == ("timeout", "The wait of 90 seconds is over.")
    assert phone.told("user") == []
    assert phone.world.next_alarm() is None


def test_the_end_of_a_wait_does_not_pick_up_a_phone_that_lies_down(phone: SmallPhone) -> None:
    phone.calls(WAIT, timeout=90)
    due = phone.world.next_alarm()
    assert due is not None
    assert not phone.world.apps[due.app].events[due.alarm.event].mark.wakes


def test_news_ends_a_wait(phone: SmallPhone) -> None:
    phone.calls(WAIT, timeout=90)
    phone.happens("lamp", "deliver_lamp", name="Hall")
    assert phone.world.next_alarm() is None
    assert phone.passes_to("2026-03-05 09:00") == 0
    assert [notice.kind for notice in phone.told("assistant")] == ["lamp"]


def test_a_tap_of_the_user_is_news(phone: SmallPhone) -> None:
    phone.calls(WAIT, timeout=90)
    phone.taps("open_app", app_name="Lamps")
    assert phone.world.next_alarm() is None


def test_a_wait_without_a_timeout_is_never_over(phone: SmallPhone) -> None:
    phone.calls(WAIT)
    assert phone.world.next_alarm() is None


def test_a_new_wait_takes_the_place_of_the_old_one(phone: SmallPhone) -> None:
    phone.calls(WAIT, timeout=90)
    phone.world.now += 30
    phone.calls(WAIT, timeout=600)
    due = phone.world.next_alarm()
    assert due is not None and due.alarm.at == NOW + 630
    phone.calls(WAIT)
    assert phone.world.next_alarm() is None


def test_waiting_reads_and_leaves_the_state_as_it_is(phone: SmallPhone) -> None:
    before = phone.world.state_hash()
    done = phone.asks(WAIT, timeout=90)
    assert not done.write
    assert phone.world.state_hash() == before


@pytest.mark.parametrize("timeout", [-1, LONGEST_DURATION + 1, 2**70, "soon", None, 1.5])
def test_an_impossible_timeout_is_refused(phone: SmallPhone, timeout: Any) -> None:
    before = everything(phone.world)
    said = refusal(phone.asks(WAIT, timeout=timeout))
    assert said.startswith("bad_argument") and "timeout" in said
    assert everything(phone.world) == before


def test_a_wait_cannot_end_when_there_is_none(phone: SmallPhone) -> None:
    assert refusal(phone.event("home", "time_out")).startswith("not_waiting")
    phone.calls(WAIT, timeout=90)
    phone.happens("lamp", "deliver_lamp", name="Hall")
    assert refusal(phone.event("home", "time_out")).startswith("not_waiting")
