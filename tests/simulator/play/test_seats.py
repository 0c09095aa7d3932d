"""Who gets which side of a run: by starting it, by a link, or by taking it over."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import AnonymousUser, User
from django.test import Client

from simulator.config import EpisodeConfig
from simulator.jobs import control
from simulator.jobs.play_job import run_episode
from simulator.jobs.seats import CannotSit, end_blindness, new_link, seat_of_link, start_play, take_over, take_seat
from simulator.models import Episode, Seat, Side, State
from tests.simulator.jobs.background import started, version_of
from tests.simulator.play.table import Player, sat_down

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("redis_server")]
BOTH = EpisodeConfig(user="human", assistant="human")


@pytest.fixture
def ruth() -> User:
    return User.objects.create_user("ruth")


@pytest.fixture
def omar() -> User:
    return User.objects.create_user("omar")


def test_the_other_side_is_free_for_whoever_gets_the_link(ruth: User, omar: User) -> None:
    row, token = start_play(version_of("late_train"), BOTH, Side.USER, ruth)
    free = seat_of_link(token)
    assert free is not None and (free.side, free.player) == (Side.ASSISTANT, None)
    take_seat(free, omar)
    sides = dict(Seat.objects.filter(episode=row).values_list("side", "player__username"))
    assert sides == {"user": "ruth", "assistant": "omar"}


def test_a_link_gives_its_seat_to_one_person_only(ruth: User, omar: User) -> None:
    token = start_play(version_of("late_train"), BOTH, Side.USER, ruth).token
    seat = seat_of_link(token)
    assert seat is not None
    take_seat(seat, omar)
    assert take_seat(seat, omar).player == omar
    with pytest.raises(CannotSit, match="already taken"):
        take_seat(seat, User.objects.create_user("ines"))


def test_nobody_plays_both_sides_or_without_an_account(ruth: User) -> None:
    seat = seat_of_link(start_play(version_of("late_train"), BOTH, Side.USER, ruth).token)
    assert seat is not None
    with pytest.raises(CannotSit, match="other side"):
        take_seat(seat, ruth)
    with pytest.raises(CannotSit, match="Sign in"):
        take_seat(seat, AnonymousUser())


def test_a_new_link_replaces_the_old_one(ruth: User, omar: User) -> None:
    old = start_play(version_of("late_train"), BOTH, Side.USER, ruth).token
    seat = seat_of_link(old)
    assert seat is not None
    fresh = new_link(seat)
    assert seat_of_link(old) is None and seat_of_link(fresh) == seat
    take_seat(seat, omar)
    with pytest.raises(CannotSit):
        new_link(seat)


@pytest.mark.parametrize("token", ["", "x", "0" * 40])
def test_an_unknown_link_leads_nowhere(token: str) -> None:
    assert seat_of_link(token) is None


def test_a_run_that_is_over_has_no_free_seat(ruth: User, omar: User) -> None:
    row, token = start_play(version_of("late_train"), BOTH, Side.USER, ruth)
    control.stop(row)
    run_episode(row.pk)
    seat = seat_of_link(token)
    assert seat is not None
    with pytest.raises(CannotSit, match="over"):
        take_seat(seat, omar)


def test_a_person_takes_over_a_run_after_a_step(ruth: User) -> None:
    parent = started("late_train")
    run_episode(parent.pk)
    parent.refresh_from_db()
    seated = take_over(parent, 3, EpisodeConfig(user="human"), Side.USER, ruth)
    run_episode(seated.row.pk)
    seated.row.refresh_from_db()
    assert (seated.row.state, seated.row.awaits) == (State.WAITING, "user")
    assert (seated.row.parent, seated.row.parent_step) == (parent, 3)


def test_looking_at_the_other_side_is_noted_once_with_its_step(ruth: User) -> None:
    player = sat_down(user=ruth)
    seat = player.seat
    assert seat.is_blind
    end_blindness(seat)
    first = seat.looked_at
    player.acts("put_phone_down")
    run_episode(player.row.pk)
    end_blindness(seat)
    assert not seat.is_blind and seat.looked_at == first


def test_two_people_play_one_run_in_turn(ruth: User, omar: User) -> None:
    row, token = start_play(version_of("late_train"), BOTH, Side.USER, ruth)
    run_episode(row.pk)
    seat = seat_of_link(token)
    assert seat is not None
    take_seat(seat, omar)
    players = {}
    for side, person in ((Side.USER, ruth), (Side.ASSISTANT, omar)):
        players[side] = sat_at(row.pk, side, person)
    row.refresh_from_db()
    for _ in range(6):
        waiting, other = players[Side(row.awaits)], players[Side.USER if row.awaits != "user" else Side.ASSISTANT]
        assert other.acts("put_phone_down").status_code == 409
        idle = "put_phone_down" if row.awaits == "user" else "PAREAgentUserInterface__wait"
        assert waiting.acts(idle).status_code == 202
        run_episode(row.pk)
        row.refresh_from_db()
        if row.state != State.WAITING:
            break
    assert row.moment_count > 3


def sat_at(run: int, side: Side, person: User) -> Player:
    client = Client()
    client.force_login(person)
    return Player(client, Episode.objects.get(pk=run), side)


def test_a_link_gives_no_seat_again_after_its_player_was_deleted(ruth: User, omar: User) -> None:
    token = start_play(version_of("late_train"), BOTH, Side.USER, ruth).token
    seat = seat_of_link(token)
    assert seat is not None
    take_seat(seat, omar)
    omar.delete()
    with pytest.raises(CannotSit, match="already taken"):
        take_seat(seat, User.objects.create_user("ines"))
