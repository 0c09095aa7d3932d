"""Starting to play: by one click, by the form, by a link, from a step of another run; and who is refused."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from simulator.jobs.play_job import run_episode
from simulator.models import Episode, Seat, Side, State
from tests.simulator.jobs.background import started
from tests.simulator.play.table import sat_down
from tests.simulator.views.cast import person, scenario, signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("redis_server")]


@pytest.fixture
def client() -> Client:
    scenario("late_train")
    return signed_in("researcher")


def _start(client: Client, **fields: Any) -> Any:
    return client.post("/play/start/", {"scenario": "late_train", **fields})


def _with_person(client: Client) -> tuple[Episode, str]:
    """A run in which two people are to play, and the address of the link to its free side."""
    assert _start(client, assistant="human").status_code == 302
    row = Episode.objects.get()
    run_episode(row.pk)
    return row, f"/play/join/{client.session[f'play-link-{row.pk}']}/"


def test_a_scenario_alone_seats_you_as_the_user_with_the_oracle(client: Client) -> None:
    answer = _start(client)
    row = Episode.objects.get()
    assert answer.headers["Location"] == f"/play/{row.pk}/"
    assert (row.user_player, row.assistant_player, row.pace) == ("human", "oracle", 0)
    seat = Seat.objects.get(episode=row)
    assert (seat.side, seat.player) == (Side.USER, User.objects.get(username="researcher"))


def test_home_and_every_scenario_offer_to_play_with_one_click(client: Client) -> None:
    for page in ("/", "/scenarios/", "/scenarios/late_train/"):
        html = client.get(page).content.decode()
        assert "Play it yourself" in html and 'action="/play/start/"' in html
    viewer = signed_in("viewer")
    for page in ("/", "/scenarios/", "/scenarios/late_train/"):
        assert "Play it yourself" not in viewer.get(page).content.decode()


def test_the_form_starts_from_the_address(client: Client) -> None:
    html = client.get("/play/start/?scenario=late_train&side=assistant&seed=7").content.decode()
    assert 'value="late_train" checked' in html and 'name="seed" value="7"' in html
    assert client.get("/play/start/?side=nonsense&seed=x&scenario=none").status_code == 200


def test_the_assistant_is_played_against_the_scripted_user_with_noise(client: Client) -> None:
    _start(client, side="assistant", seed="7", env_events_per_minute="3", assistant="eager")
    row = Episode.objects.get()
    assert (row.user_player, row.assistant_player, row.seed) == ("scripted", "human", 7)
    assert row.config["env_events_per_minute"] == 3


@pytest.mark.parametrize(
    ("fields", "remedy"),
    [
        ({"scenario": "nowhere"}, "There is no scenario “nowhere”. Choose a scenario from the list."),
        ({"side": "both"}, "Choose the user or the assistant."),
        ({"assistant": "nobody"}, "“nobody” is not available. Choose a value from the list."),
        ({"seed": "seven"}, "Enter a whole number of at most 18 digits."),
        ({"env_events_per_minute": "-1"}, "Enter a number from 0 to 600."),
    ],
)
def test_wrong_input_is_kept_and_marked_with_its_remedy(client: Client, fields: dict[str, str], remedy: str) -> None:
    answer = _start(client, **{"seed": "7", **fields})
    html = answer.content.decode()
    assert answer.status_code == 422 and remedy in html and not Episode.objects.exists()
    assert f'value="{fields.get("seed", "7")}"' in html and "The run was not started." in html


def test_people_without_the_right_to_start_runs_are_refused() -> None:
    scenario("late_train")
    for role in ("viewer", "annotator", "nobody"):
        client = signed_in(role)
        assert client.get("/play/start/").status_code == 403
        assert _start(client).status_code == 403
    assert signed_in("anonymous").post("/play/start/", {"scenario": "late_train"}).status_code == 302
    assert not Episode.objects.exists()


def test_normal_runs_refuse_a_person_and_name_the_page_for_playing(client: Client) -> None:
    answer = client.post("/runs/start/", {"scenario": "late_train", "user": "human"})
    assert answer.status_code == 422 and "People can’t play here. Use “Play it yourself”" in answer.content.decode()
    assert not Episode.objects.exists()


def test_a_guest_takes_the_free_side_by_its_link(client: Client) -> None:
    row, link = _with_person(client)
    guest = Client()
    page = guest.get(link).content.decode()
    assert "Play the assistant" in page and "Recorded:" in page and "nothing else" in page
    assert 'href="/runs/"' not in page and "late_train" not in page
    assert not User.objects.filter(username__startswith="player-").exists()
    assert guest.post(link).headers["Location"] == f"/play/{row.pk}/"
    seat = Seat.objects.get(episode=row, side=Side.ASSISTANT)
    assert seat.player is not None and not seat.player.has_usable_password() and not seat.player.get_all_permissions()
    assert guest.get(f"/play/{row.pk}/").status_code == 200
    assert f'href="/play/{row.pk}/"' in guest.get(link).content.decode()
    assert [guest.get(page).status_code for page in (f"/runs/{row.pk}/", "/play/start/")] == [403, 403]


def test_a_taken_side_is_not_given_again(client: Client) -> None:
    row, link = _with_person(client)
    Client().post(link)
    third = Client()
    for answer in (third.get(link), third.post(link), signed_in("viewer").post(link)):
        assert answer.status_code == 409 and "already taken this side" in answer.content.decode()
    assert User.objects.filter(username__startswith="player-").count() == 1
    assert client.get(link).status_code == 409
    assert "You play the other side" not in third.get(link).content.decode()
    assert row.seats.count() == 2


def test_nobody_gets_both_sides_of_a_run(client: Client) -> None:
    _, link = _with_person(client)
    answer = client.post(link)
    assert answer.status_code == 409 and "You play the other side of this run" in answer.content.decode()


def test_an_unknown_link_says_to_ask_for_a_newer_one() -> None:
    answer = Client(headers={"accept": "text/html"}).get("/play/join/abc/")
    assert answer.status_code == 404 and "A newer link may have replaced it" in answer.content.decode()


def test_a_new_link_replaces_the_old_one(client: Client) -> None:
    row, link = _with_person(client)
    assert client.post(f"/play/{row.pk}/invite/").headers["Location"] == f"/play/{row.pk}/"
    newer = f"/play/join/{client.session[f'play-link-{row.pk}']}/"
    assert newer != link
    assert (Client().get(link).status_code, Client().get(newer).status_code) == (404, 200)
    assert signed_in("administrator").post(f"/play/{row.pk}/invite/").status_code == 404


def test_the_link_is_shown_until_the_other_person_has_come(client: Client, rf: Any) -> None:
    from simulator.views.play_invite import invite_of

    row, link = _with_person(client)
    request = rf.get("/")
    request.session = client.session
    seat = Seat.objects.get(episode=row, side=Side.USER)
    shown = invite_of(request, seat)
    assert shown is not None and shown.link.endswith(link) and shown.side == "assistant"
    request.session = {}
    unknown = invite_of(request, seat)
    assert unknown is not None and unknown.link == ""
    Client().post(link)
    assert invite_of(request, seat) is None


def _played_run(**options: Any) -> Episode:
    row = started("late_train", **options)
    run_episode(row.pk)
    row.refresh_from_db()
    return row


def test_a_person_takes_over_at_a_step(client: Client) -> None:
    parent = _played_run()
    html = client.get(f"/runs/{parent.pk}/3/").content.decode()
    assert f'formaction="/runs/{parent.pk}/3/take-over/"' in html and 'id="take-over"' in html
    for side, player in (("user", "human"), ("assistant", "oracle")):
        answer = client.post(f"/runs/{parent.pk}/3/take-over/", {"side": side})
        fork = Episode.objects.filter(parent=parent).first()
        assert fork is not None and answer.headers["Location"] == f"/play/{fork.pk}/"
        assert fork.parent_step == 3 and fork.user_player == (player if side == "user" else "scripted")
        assert fork.seats.get().side == side


def test_taking_over_at_the_end_goes_on_before_the_end(client: Client) -> None:
    parent = _played_run()
    client.post(f"/runs/{parent.pk}/{parent.moment_count - 1}/take-over/", {"side": "user"})
    assert Episode.objects.get(parent=parent).parent_step == parent.moment_count - 2


def test_taking_over_is_refused_without_the_right_or_without_a_side(client: Client) -> None:
    parent = _played_run()
    assert client.post(f"/runs/{parent.pk}/3/take-over/", {"side": "both"}).status_code == 404
    assert client.post(f"/runs/{parent.pk}/999/take-over/", {"side": "user"}).status_code == 409
    viewer = signed_in("viewer")
    assert viewer.post(f"/runs/{parent.pk}/3/take-over/", {"side": "user"}).status_code == 403
    assert 'id="take-over"' not in viewer.get(f"/runs/{parent.pk}/3/").content.decode()
    assert not Episode.objects.filter(parent=parent).exists()


def test_the_fork_form_offers_you_as_a_player(client: Client) -> None:
    parent = _played_run()
    html = client.get(f"/runs/{parent.pk}/3/fork/").content.decode()
    assert html.count("you, on the page for playing") == 2
    answer = client.post(f"/runs/{parent.pk}/3/fork/", {"user": "human"})
    fork = Episode.objects.get(parent=parent)
    assert answer.headers["Location"] == f"/play/{fork.pk}/" and fork.seats.get().side == Side.USER
    both = client.post(f"/runs/{parent.pk}/3/fork/", {"user": "human", "assistant": "human"})
    newest = Episode.objects.filter(parent=parent).latest("pk")
    assert both.headers["Location"] == f"/play/{newest.pk}/" and newest.seats.count() == 2
    assert client.session[f"play-link-{newest.pk}"]


def test_somebody_else_goes_on_in_a_fork_and_the_own_run_is_no_longer_blind() -> None:
    player = sat_down(user=person("researcher"))
    answer = player.client.post(f"/play/{player.row.pk}/hand-over/", {"player": "scripted"})
    fork = Episode.objects.get(parent=player.row)
    assert answer.headers["Location"] == f"/runs/{fork.pk}/" and fork.user_player == "scripted"
    assert fork.parent_step == player.row.moment_count - 1 and not player.seat.is_blind
    Episode.objects.filter(pk=fork.pk).update(pace=0)
    run_episode(fork.pk)
    fork.refresh_from_db()
    player.row.refresh_from_db()
    assert (fork.state, player.row.state) == (State.FINISHED, State.WAITING)


def test_handing_over_is_refused_for_guests_strangers_and_runs_of_two_people(client: Client) -> None:
    guest = sat_down()
    address = f"/play/{guest.row.pk}/hand-over/"
    assert guest.client.post(address, {"player": "scripted"}).status_code == 403
    assert client.post(address, {"player": "scripted"}).status_code == 404
    pair = sat_down(user=person("admin"), assistant="human")
    refused = pair.client.post(f"/play/{pair.row.pk}/hand-over/", {"player": "scripted"})
    assert refused.status_code == 409 and "A person plays the other side" in refused.content.decode()
    wrong = sat_down(user=User.objects.get(username="researcher"))
    answer = wrong.client.post(f"/play/{wrong.row.pk}/hand-over/", {"player": "human"})
    assert answer.status_code == 422 and "“human” can’t go on here" in answer.content.decode()
    assert not Episode.objects.exclude(parent=None).exists()


def test_home_leads_back_to_runs_that_one_plays() -> None:
    player = sat_down(user=person("researcher"))
    html = player.client.get("/").content.decode()
    assert "You are playing" in html and f'href="/play/{player.row.pk}/"' in html
    assert "You are playing" not in signed_in("viewer").get("/").content.decode()
    guest = sat_down()
    assert guest.client.get("/").headers["Location"] == f"/play/{guest.row.pk}/"


def test_a_program_at_an_address_is_a_partner_for_those_who_may_name_servers() -> None:
    scenario("late_train")
    assert _start(signed_in("admin"), address="http://127.0.0.1:8765/").status_code == 302
    assert Episode.objects.get().assistant_player == "http://127.0.0.1:8765/"


def test_a_program_at_an_address_plays_the_user_for_a_person_who_plays_the_assistant() -> None:
    scenario("late_train")
    assert _start(signed_in("admin"), side="assistant", address="http://127.0.0.1:8765/").status_code == 302
    row = Episode.objects.get()
    assert (row.user_player, row.assistant_player) == ("http://127.0.0.1:8765/", "human")


@pytest.mark.parametrize(
    ("role", "address", "remedy"),
    [
        ("researcher", "http://127.0.0.1:8765/", "ask an administrator for the right"),
        ("admin", "my program", "Write an address such as"),
        ("admin", "http://user:secret@127.0.0.1/", "may hold a secret"),
    ],
)
def test_an_address_that_may_not_be_used_is_refused_with_its_remedy(role: str, address: str, remedy: str) -> None:
    scenario("late_train")
    answer = _start(signed_in(role), address=address)
    assert answer.status_code == 422 and remedy in answer.content.decode()
    assert not Episode.objects.exists()
