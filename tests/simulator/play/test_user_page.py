"""The page on which a person plays the user: what it shows, and what it keeps from the person."""

from __future__ import annotations

import re

import pytest

from simulator.jobs.play_job import run_episode
from simulator.jobs.serialization import moments_of
from simulator.models import Side, State
from simulator.phone.state import UserNotice
from simulator.rendering.phone_html import PlayedPhone, render_played_phone
from simulator.showing.phone_picture import Banner
from simulator.trace.moments import Acted
from tests.markup import one_line
from tests.simulator.play.table import Player, decisions_of, sat_down
from tests.simulator.views.rooms_by_name import shot_of_room

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("redis_server")]


def html_of(player: Player, part: str = "now/") -> str:
    return one_line(player.client.get(f"/play/{player.row.pk}/{part}").content.decode())


def played(player: Player, steps: int) -> None:
    for moment in decisions_of("late_train", "user")[:steps]:
        assert player.acts(moment.name, moment.args).status_code == 202
        run_episode(player.row.pk)
    player.row.refresh_from_db()


def test_the_diary_has_what_the_user_did_and_saw_and_nothing_else() -> None:
    player = sat_down("late_train")
    played(player, 8)
    moments = moments_of(player.row.pk)
    own = [one for one in moments if isinstance(one, Acted) and one.actor == "user"]
    new = [patch for one in moments for patch in one.patches if patch.table == UserNotice.table and patch.op == "add"]
    hidden = [
        one
        for one in moments
        if isinstance(one, Acted) and one.actor == "assistant" and one.name != "send_message_to_user"
    ]
    assert hidden, "the assistant has done something that the user does not see"
    diary = html_of(player).partition('<ol class="diary">')[2].partition("</ol>")[0]
    assert len(re.findall("<li", diary)) == len(own) + len(new)
    assert "You opened" in diary and "The assistant offered" in diary


def test_the_page_has_no_link_to_the_scenario_and_none_of_its_answers() -> None:
    player = sat_down("late_train")
    played(player, 3)
    html = html_of(player, "")
    assert "You sit in a train" in html
    assert "/scenarios/" not in html and "/runs/" not in html
    assert "late_train" not in html and "The late train" not in html
    assert "Cleo" not in html, "the solution and later events stay hidden"


def test_without_a_turn_the_phone_is_still_and_has_no_forms() -> None:
    player = sat_down("late_train")
    assert player.acts("put_phone_down").status_code == 202
    html = html_of(player)
    assert 'id="phone" inert' in html and "Time goes on. Your turn comes next." in html
    assert "data-yours" not in html and "<form" not in html
    assert html.count("disabled") >= 4
    player.row.state = State.PAUSED
    player.row.save()
    assert "Somebody has paused this run." in html_of(player)


def test_a_refused_tap_is_told() -> None:
    player = sat_down("late_train")
    for name, args in (("open_app", {"app_name": "Emails"}), ("start_compose", {}), ("send_composed_email", {})):
        assert player.acts(name, args).status_code == 202
        run_episode(player.row.pk)
    html = html_of(player)
    assert "Not done: Send composed email" in html and "You tried to send" in html
    # The run lets the user try again in the same turn.
    assert "Turn 3 of 20" in html


def test_a_phone_that_lies_down_can_be_picked_up_without_a_turn() -> None:
    player = sat_down("late_train", assistant="silent")
    assert player.acts("put_phone_down").status_code == 202
    run_episode(player.row.pk)
    html = html_of(player)
    locked, _, awake = html.partition('<template id="awake">')
    assert "data-wake" in locked and 'data-tap="open_app"' not in locked
    assert 'data-tap="open_app"' in awake


def test_each_new_notification_has_a_banner() -> None:
    banners = (Banner("email", "Ines: Kiln", "It is hot."), Banner("messaging", "Bo", "Late?"))
    html = render_played_phone(shot_of_room("email", "inbox"), PlayedPhone(banners))
    assert html.count('data-close="banner"') == 2
    assert html.index("Ines: Kiln") < html.index("Late?")


def test_a_person_who_plays_the_assistant_gets_no_phone_of_the_user() -> None:
    player = sat_down("late_train", Side.ASSISTANT)
    assert "data-tap=" not in html_of(player, "")
