"""Decisions that people enter become moments like those of any other player, once each."""

from __future__ import annotations

from typing import Any

import pytest

from simulator.jobs.leases import claim, give_back
from simulator.jobs.play_job import run_episode
from simulator.jobs.runner import Runner
from simulator.jobs.serialization import moments_of
from simulator.models import EnteredDecision, Side, State
from simulator.phone.registry import all_apps
from simulator.trace.hashing import content_hash
from simulator.trace.moments import Acted
from tests.simulator.jobs.background import undisturbed
from tests.simulator.play.table import Player, decisions_of, sat_down

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("redis_server")]


@pytest.mark.parametrize("name", ["dentist", "late_train", "short_night"])
def test_decisions_of_a_person_give_the_content_that_the_same_decisions_of_a_policy_give(
    name: str,
) -> None:
    player = sat_down(name)
    for moment in decisions_of(name, "user"):
        assert player.acts(moment.name, moment.args).status_code == 202
        run_episode(player.row.pk)
    player.row.refresh_from_db()
    assert player.row.state == State.FINISHED
    assert player.row.content_hash == content_hash(undisturbed(name).episode.moments)


def test_a_person_as_the_assistant_gives_the_content_of_the_oracle() -> None:
    player = sat_down("late_train", Side.ASSISTANT)
    for moment in decisions_of("late_train", "assistant"):
        prefix = player_prefix(moment)
        answer = player.acts(f"{prefix}__{moment.name}", moment.args)
        assert answer.status_code == 202, answer.content
        run_episode(player.row.pk)
    player.row.refresh_from_db()
    assert (player.row.state, player.row.content_hash) == (
        State.FINISHED,
        content_hash(undisturbed("late_train").episode.moments),
    )


def player_prefix(moment: Acted) -> str:
    return all_apps()[moment.app].prefix


def test_a_second_tab_does_not_decide_the_same_step_again() -> None:
    player = sat_down()
    first = player.row.moment_count
    assert player.acts("put_phone_down", number=first).status_code == 202
    again = player.acts("put_phone_down", number=first)
    assert again.status_code == 409 and "moved on" in again.json()["message"]
    assert EnteredDecision.objects.filter(episode=player.row).count() == 1
    run_episode(player.row.pk)
    late = player.acts("put_phone_down", number=first)
    assert late.status_code == 409


def test_a_decision_survives_a_worker_that_dies_before_it_is_stored() -> None:
    player = sat_down()
    player.acts("put_phone_down")
    # Two workers in a row read the decision; only the second one stores the moment.
    lease = claim(player.row.pk, "here:1")
    assert lease is not None
    runner = Runner(lease)
    runner.prepare()
    runner.make()
    give_back(lease, State.INTERRUPTED)
    run_episode(player.row.pk)
    own = [moment for moment in moments_of(player.row.pk) if isinstance(moment, Acted) and moment.actor == "user"]
    assert [moment.name for moment in own] == ["put_phone_down"]


def test_the_real_time_of_a_decision_stands_beside_it() -> None:
    player = sat_down()
    player.acts("put_phone_down")
    run_episode(player.row.pk)
    own = [moment for moment in moments_of(player.row.pk) if isinstance(moment, Acted) and moment.actor == "user"]
    assert own[0].envelope is not None and own[0].envelope.latency_ms is not None
    assert own[0].envelope.latency_ms >= 0


def test_a_slip_in_a_form_costs_no_turn() -> None:
    player = sat_down()
    answer = player.acts("open_app", {})
    assert answer.status_code == 422
    player.row.refresh_from_db()
    assert player.row.state == State.WAITING


def test_nobody_but_the_player_reaches_the_pages_of_a_seat(client: Any, django_user_model: Any) -> None:
    player = sat_down()
    stranger = Player(client, player.row, player.side)
    client.force_login(django_user_model.objects.create_superuser("owner"))
    pages = ["", "now/", "end/"]
    assert [client.get(f"/play/{player.row.pk}/{page}").status_code for page in pages] == [404, 404, 404]
    assert stranger.acts("put_phone_down").status_code == 404
    assert client.post(f"/play/{player.row.pk}/look/").status_code == 404
