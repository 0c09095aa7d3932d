"""The page of a person who plays the assistant: what it says at each stage."""

from __future__ import annotations

import pytest

from simulator.agents.policy import SAY, WAIT, WAIT_FOR_NOTIFICATION
from simulator.agents.view_json import facts_of
from simulator.jobs.play_job import run_episode
from simulator.jobs.serialization import moments_of
from simulator.models import Side
from simulator.rendering.awaited_views import awaited
from simulator.rendering.run_histories import history_of
from simulator.showing.assistant_feed import feed_of
from tests.simulator.play.table import Player, decisions_of, sat_down

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("redis_server")]


def page(player: Player, part: str = "") -> str:
    return str(player.client.get(f"/play/{player.row.pk}/{part}").content.decode())


def plays(player: Player, name: str, **args: object) -> None:
    answer = player.acts(name, args)
    assert answer.status_code == 202, answer.content
    run_episode(player.row.pk)
    player.row.refresh_from_db()


def accepted() -> Player:
    """Play until the offer about the late train is accepted."""
    player = sat_down("late_train", Side.ASSISTANT)
    for act in decisions_of("late_train", "assistant"):
        if "data-unlocked" in page(player, "now/"):
            return player
        plays(player, SAY if act.args else WAIT, **act.args)
    raise AssertionError("nobody accepted")


def test_the_feed_has_every_notice_that_a_program_is_told() -> None:
    player = sat_down("late_train", Side.ASSISTANT)
    for _ in range(6):
        plays(player, WAIT)
    with awaited(player.row) as found:
        assert found is not None
        facts = facts_of(found.view)
    history = history_of(player.row).history
    told = [line for line in feed_of(history, len(facts.notices), facts.turn) if line.lane != "assistant"]
    assert len(told) == len(facts.notices)
    assert [line.is_new for line in told] == [notice.new for notice in facts.notices]
    for line, notice in zip(told, facts.notices, strict=True):
        assert notice.at == line.local
        assert notice.action is None or line.result == notice.action.result
        assert not notice.title or notice.title in "".join(part.text for part in line.parts)


def test_writing_tools_are_listed_and_locked_until_the_yes() -> None:
    html = page(sat_down("late_train", Side.ASSISTANT))
    assert "data-locked" in html and 'data-tool="Messages__send_message"' in html
    assert "Make the offer" in html and "8 of 8 calls left" in html
    player = accepted()
    html = page(player)
    assert "data-locked" not in html.replace("data-locked]", "") and "15 of 15 calls left" in html
    assert "Send the report" in html and "Yes, please tell Bo." in html


def test_an_accepted_offer_shows_what_was_done_and_a_failed_call_its_reason() -> None:
    player = accepted()
    plays(player, "Messages__send_message", user_id="user_none", content="Late.")
    html = page(player, "now/")
    assert "There is no" in html and ">failed<" in html and "14 of 15 calls left" in html
    plays(player, WAIT_FOR_NOTIFICATION)
    assert "You waited for news" in page(player, "now/")


def test_with_standing_consent_the_tools_that_write_are_open_and_messages_are_reports() -> None:
    player = sat_down("late_train", Side.ASSISTANT, consent="standing")
    html = page(player)
    assert "has agreed to everything in advance" in html and "data-unlocked" in html and ">Act<" in html
    assert "Make the offer" not in html and "Wait for news" in html
    plays(player, SAY, content="I am watching.")
    assert "You reported" in page(player, "now/")
    assert not any(getattr(moment, "error", None) for moment in moments_of(player.row.pk))


def test_looking_shows_the_phone_and_marks_the_run() -> None:
    player = sat_down("late_train", Side.ASSISTANT)
    assert "no longer counts in the results for people" in page(player) and player.seat.is_blind
    player.client.post(f"/play/{player.row.pk}/look/")
    html = page(player)
    assert "data-phone" in html and "not blind since step" in html and "data-phone" in page(player, "now/")
