"""Requests about played runs that must not reach other hosts, break a page, or change how blind a run is."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User

from simulator.jobs import control
from simulator.jobs.play_job import run_episode
from simulator.jobs.seats import end_blindness
from simulator.models import Episode, Failure, Seat, Side, State
from tests.simulator.jobs.background import started
from tests.simulator.play.table import sat_down
from tests.simulator.views.cast import signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("redis_server")]


def finished() -> Episode:
    row = started("late_train")
    run_episode(row.pk)
    row.refresh_from_db()
    return row


def test_taking_over_an_imported_run_asks_no_server_that_only_the_file_names() -> None:
    row = finished()
    row.imported = {"format": "pare.trace"}
    row.config["assistant"] = "http://192.0.2.1/decide"
    row.save()
    answer = signed_in("researcher").post(f"/runs/{row.pk}/3/take-over/", {"side": "user"})
    assert answer.status_code == 409 and "imported file" in answer.content.decode()
    assert not Seat.objects.exists()


def test_taking_over_a_run_whose_other_player_is_gone_says_so() -> None:
    row = finished()
    row.config["assistant"] = "a_policy_that_was_removed"
    row.save()
    answer = signed_in("researcher").post(f"/runs/{row.pk}/3/take-over/", {"side": "user"})
    assert answer.status_code == 409 and "a_policy_that_was_removed" in answer.content.decode()


def test_an_abandoned_run_is_taken_over_after_its_last_step() -> None:
    row = finished()
    last = 4
    row.moments.filter(number__gt=last).delete()
    row.state, row.moment_count = State.ABANDONED, last + 1
    row.save()
    signed_in("researcher").post(f"/runs/{row.pk}/{last}/take-over/", {"side": "user"})
    assert Seat.objects.get().episode.parent_step == last


def test_a_run_resumed_after_a_failure_is_not_blind() -> None:
    player = sat_down()
    Episode.objects.filter(pk=player.row.pk).update(state=State.FAILED, failure=Failure.PROVIDER)
    player.row.refresh_from_db()
    control.resume(player.row)
    assert not player.seat.is_blind


def test_looking_after_the_end_does_not_change_how_blind_the_run_was() -> None:
    player = sat_down()
    control.stop(player.row)
    run_episode(player.row.pk)
    end_blindness(player.seat)
    assert player.seat.is_blind


@pytest.mark.parametrize("page", ["", "now/", "end/"])
def test_a_number_that_no_column_can_hold_leads_nowhere(page: str) -> None:
    assert signed_in("researcher").get(f"/play/{2**63}/{page}").status_code == 404


@pytest.mark.parametrize("number", ["", "x", "-1", "9" * 5000, "٣"])
def test_a_step_that_is_no_number_is_refused_in_words(number: str) -> None:
    player = sat_down()
    answer = player.client.post(f"/play/{player.row.pk}/act/", {"number": number, "action": "put_phone_down"})
    assert answer.status_code == 409 and answer.json()["message"]


def test_brackets_without_end_are_refused_in_words() -> None:
    player = sat_down("late_train", Side.ASSISTANT)
    Episode.objects.filter(pk=player.row.pk).update(config={**player.row.config, "consent": "standing"})
    form = {"number": player.row.moment_count, "action": "Contacts__edit_contact", "arg.updates": "[" * 100_000}
    answer = player.client.post(f"/play/{player.row.pk}/act/", form)
    assert answer.status_code in (409, 422)


def test_a_seat_stays_taken_when_its_player_is_deleted() -> None:
    player = sat_down()
    seat = player.seat
    assert seat.player is not None
    User.objects.filter(pk=seat.player.pk).delete()
    seat.refresh_from_db()
    assert seat.player_id is None and seat.taken_at is not None
