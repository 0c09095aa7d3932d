"""New notices carry the date once midnight has passed."""

from __future__ import annotations

from simulator.agents.llm import news
from simulator.phone.state import AssistantNotice
from tests.simulator.phone.small_phone import NOW, SmallPhone

NOTICE = AssistantNotice(id="1", at=NOW, kind="accepted", app="assistant", text="Your offer was accepted.")
LATER = AssistantNotice(id="2", at=NOW + 16 * 3600, kind="timeout", app="home", text="The wait is over.")


def test_lines_of_today_show_the_clock_alone() -> None:
    told = news.for_assistant(SmallPhone().world, [NOTICE], {}, NOW + 60)
    assert told == "New:\n- 08:22:00 Your offer was accepted."


def test_after_midnight_every_line_shows_its_weekday_and_date() -> None:
    told = news.for_assistant(SmallPhone().world, [NOTICE, LATER], {}, LATER.at)
    assert told.splitlines() == [
        "New:",
        "- Thursday 2026-03-05 08:22:00 Your offer was accepted.",
        "- Friday 2026-03-06 00:22:00 The wait is over.",
    ]
