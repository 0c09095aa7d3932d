"""Time in a run: it never goes back, and local times are right on both sides of a clock change."""

from __future__ import annotations

from datetime import UTC, datetime
from itertools import pairwise
from zoneinfo import ZoneInfo

from simulator.trace.moments import Acted, Moment
from tests.simulator.stories.shelf import played

LUXEMBOURG = ZoneInfo("Europe/Luxembourg")


def night() -> list[Moment]:
    return played("short_night").moments


def test_utc_never_goes_back() -> None:
    times = [moment.at for moment in night()]
    assert times == sorted(times)


def test_local_times_are_those_of_the_owners_clock() -> None:
    for moment in night():
        local = datetime.fromtimestamp(moment.at, UTC).astimezone(LUXEMBOURG)
        assert moment.local == local.strftime("%Y-%m-%d %H:%M:%S")


def test_no_moment_falls_into_the_hour_that_does_not_exist() -> None:
    shown = [moment.local for moment in night()]
    assert any(text < "2026-03-29 02:00" for text in shown)
    assert any(text >= "2026-03-29 03:00" for text in shown)
    assert not any("2026-03-29 02:00" <= text < "2026-03-29 03:00" for text in shown)


def test_one_minute_lies_between_the_last_before_and_the_first_after_the_jump() -> None:
    due = {act.local: act.at for act in night() if isinstance(act, Acted) and act.actor == "environment"}
    assert due["2026-03-29 03:00:00"] - due["2026-03-29 01:59:00"] == 60


def test_what_comes_every_hour_comes_every_3600_seconds() -> None:
    moments = [act for act in night() if isinstance(act, Acted) and "sourdough" in str(act.result)]
    assert len(moments) >= 10
    assert {later.at - earlier.at for earlier, later in pairwise(moments)} == {3600}
    assert [act.local[11:16] for act in moments[:4]] == ["00:30", "01:30", "03:30", "04:30"]
