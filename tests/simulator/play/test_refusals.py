"""People who play see their own side of their own run, and nothing else: at every URL and at both sockets."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from django.urls.converters import IntConverter
from websockets.sync.client import connect
from websockets.typing import Origin

from simulator.agents.policy import WAIT, AssistantView, Decision
from simulator.config import EpisodeConfig
from simulator.consumers.closing import NO_RIGHT
from simulator.jobs.play_job import run_episode
from simulator.jobs.seats import end_blindness, start_play, take_seat
from simulator.jobs.start_run import start_episode
from simulator.models import Episode, Seat, Side, State
from simulator.trace.moments import Envelope
from tests.simulator.consumers.watched import PATIENCE, code_at_the_end, session_of, watching
from tests.simulator.jobs.background import version_of
from tests.simulator.play.table import Player, sat_down
from tests.simulator.stories.shelf import story
from tests.simulator.views.cast import person

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("redis_server")]

GOAL = story("late_train").scenario.user.goal
# The administration and its queues are for people who run the server; they can read the database anyway.
OUT_OF_SCOPE = ("admin", "healthz")
OWN_PAGES = "play/"
# Numbers in addresses that count something inside of a run or a study.
NO_RUNS = ("step", "number", "rater", "invitation")
REFUSED = (403, 404, 405)
WORDS = {"action": "stop", "name": "trace.jsonl", "kind": "csv"}
UNREAD = "We go through chapter two."
THOUGHT = "I suspect that they meet at noon"


def patterns() -> list[tuple[str, Mapping[str, Any]]]:
    """Return every URL of the site as a template with its converters; new URLs are included by themselves."""
    return [
        ("".join(str(part) for part in parts), {name: kind for part in parts for name, kind in part.converters.items()})
        for parts in _walk(get_resolver(), ())
    ]


def _walk(resolver: URLResolver, before: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
    for entry in resolver.url_patterns:
        parts = (*before, entry.pattern)
        if isinstance(entry, URLPattern):
            yield parts
        else:
            yield from _walk(entry, parts)


def addresses(run: int, other: int) -> list[str]:
    """Return all addresses with a number that may be a run's, with this run in each such place at least once."""
    found: set[str] = set()
    for pattern, converters in patterns():
        numbers = [name for name, kind in converters.items() if isinstance(kind, IntConverter) and name not in NO_RUNS]
        if pattern.startswith(OUT_OF_SCOPE) or not numbers:
            continue
        for choice in product((run, other), repeat=len(numbers)):
            if run in choice:
                found.add(_filled(pattern, converters, dict(zip(numbers, choice, strict=True))))
    return sorted(found)


def _filled(pattern: str, converters: Mapping[str, Any], numbers: Mapping[str, int]) -> str:
    for name, kind in converters.items():
        text = str(numbers[name]) if name in numbers else WORDS.get(name, "1")
        # A signed number is an IntConverter of its own.
        text = f"-{text}" if type(kind).__name__ == "SignedNumber" else text
        pattern = re.sub(rf"<[^<>]*\b{name}>", text, pattern)
    assert "<" not in pattern, pattern
    return f"/{pattern}"


def finished() -> int:
    row = start_episode(version_of("late_train"), EpisodeConfig())
    run_episode(row.pk)
    return row.pk


def opened(client: Client, address: str) -> Iterator[Any]:
    answer = client.get(address)
    # Some addresses for POST redirect to the page that they belong to.
    inside = answer.status_code == 302 and not is_to_sign_in(answer)
    yield client.get(address, follow=True) if inside else answer
    yield client.post(address)


def is_to_sign_in(answer: Any) -> bool:
    return "/sign-in/" in answer.headers.get("Location", "")


def test_the_addresses_of_runs_are_known() -> None:
    found = addresses(7, 8)
    assert {"/runs/7/", "/runs/7/1/raw/", "/runs/7/-1/", "/compare/7/8/", "/compare/8/7/", "/play/7/act/"} <= set(found)
    assert "/runs/7/download/trace.jsonl/" in found and "/runs/7/stop/" in found


@pytest.mark.parametrize("side", list(Side))
def test_a_blind_player_with_all_rights_gets_no_other_page_of_the_run(side: Side) -> None:
    player = sat_down("late_train", side, person("administrator"))
    run, before = player.row.pk, player.row.moment_count
    for address in addresses(run, finished()):
        if address.startswith(f"/{OWN_PAGES}"):
            continue
        for answer in opened(player.client, address):
            assert answer.status_code in REFUSED, (address, answer.status_code)
            assert GOAL not in answer.content.decode(), address
    player.row.refresh_from_db()
    assert (player.row.state, player.row.moment_count) == (State.WAITING, before)


def test_pages_that_list_runs_leave_out_the_run_of_a_blind_player() -> None:
    player = sat_down("late_train", Side.ASSISTANT, person("researcher"))
    run = player.row.pk
    asked: dict[str, Any] = {
        "left": run,
        "right": run,
        "run": run,
        "a": run,
        "b": run,
        "q": "train",
        "scenario": "late_train",
    }
    for pattern, converters in patterns():
        if pattern.startswith(OUT_OF_SCOPE) or converters or pattern in ("play/start/", "sign-out/"):
            continue
        both: tuple[dict[str, Any], ...] = ({}, asked)
        for given in both:
            html = player.client.get(f"/{pattern}", given).content.decode(errors="replace")
            assert f'"/runs/{run}/' not in html and GOAL not in html, pattern


def test_a_player_who_has_looked_gets_the_pages_that_the_own_rights_allow() -> None:
    player = sat_down("late_train", Side.ASSISTANT, person("researcher"))
    assert player.client.post(f"/play/{player.row.pk}/look/").status_code == 302
    assert player.client.get(f"/runs/{player.row.pk}/").status_code == 200
    guest = sat_down("late_train", Side.ASSISTANT)
    guest.client.post(f"/play/{guest.row.pk}/look/")
    assert guest.client.get(f"/runs/{guest.row.pk}/").status_code == 403


def test_a_guest_gets_nothing_of_any_run_but_the_own_side() -> None:
    guest, elsewhere = sat_down("late_train"), sat_down("dentist", Side.ASSISTANT)
    for run in (guest.row.pk, elsewhere.row.pk):
        for address in addresses(run, finished()):
            if address.startswith(f"/{OWN_PAGES}{guest.row.pk}/"):
                continue
            for answer in opened(guest.client, address):
                assert answer.status_code in REFUSED, (address, answer.status_code)


@pytest.mark.parametrize("role", ["anonymous", "researcher"])
def test_a_stranger_gets_nothing_of_the_pages_for_playing(role: str) -> None:
    player, stranger = sat_down("late_train"), Client()
    if role != "anonymous":
        stranger.force_login(person(role))
    for address in addresses(player.row.pk, finished()):
        if not address.startswith(f"/{OWN_PAGES}"):
            continue
        for answer in opened(stranger, address):
            is_sent_away = role == "anonymous" and is_to_sign_in(answer)
            assert is_sent_away or answer.status_code in REFUSED, (address, answer.status_code)
            assert GOAL not in answer.content.decode(), address
    assert Seat.objects.get(episode=player.row).is_blind


def test_a_link_opens_only_its_own_seat_and_only_once() -> None:
    starter = person("researcher")
    config = EpisodeConfig(user="human", assistant="human")
    row, token = start_play(version_of("late_train"), config, Side.ASSISTANT, starter)
    run_episode(row.pk)
    first, second = Client(), Client()
    assert first.get(f"/play/join/{token}/").status_code == 200
    assert GOAL not in first.get(f"/play/join/{token}/").content.decode()
    assert first.post(f"/play/join/{token}/").headers["Location"] == f"/play/{row.pk}/"
    assert GOAL in first.get(f"/play/{row.pk}/").content.decode()
    assert second.post(f"/play/join/{token}/").status_code == 409
    assert second.get(f"/play/{row.pk}/").status_code == 302
    for address in addresses(row.pk, finished()):
        if not address.startswith(f"/{OWN_PAGES}"):
            assert {answer.status_code for answer in opened(first, address)} <= set(REFUSED), address


def test_pages_of_the_assistant_contain_neither_the_goal_nor_the_phone() -> None:
    player = sat_down("late_train", Side.ASSISTANT)
    told = 0
    for _ in range(40):
        player.row.refresh_from_db()
        if player.row.is_over:
            break
        for part in ("", "now/"):
            html = player.client.get(f"/play/{player.row.pk}/{part}").content.decode()
            assert GOAL not in html and "data-phone" not in html and "ph-screen" not in html
            # The title of the scenario would tell what it is about.
            assert story("late_train").scenario.title not in html and "late_train" not in html
            told += "Your train is late" in html
        assert player.acts(WAIT).status_code == 202
        run_episode(player.row.pk)
    assert told, "the assistant was told of the mail"


def test_the_assistant_learns_nothing_while_the_user_decides() -> None:
    pair = both_people()
    user, assistant = pair
    assert user.acts("open_app", {"app_name": "Emails"}).status_code == 202
    run_episode(user.row.pk)
    assert assistant.acts(WAIT).status_code == 202
    run_episode(user.row.pk)
    page = f"/play/{user.row.pk}/now/"
    before = without_tokens(assistant.client.get(page).content.decode())
    # A tap that fails is not told, and the assistant has no turn after it that would show anything.
    Episode.objects.filter(pk=user.row.pk).update(summary="The user opens Calendar.", simulated="2026-03-05 09:00:00")
    assert without_tokens(assistant.client.get(page).content.decode()) == before
    assert "data-mine" not in before and 'data-number="-1"' in before
    assert assistant.acts("Emails__list_emails").status_code == 409


def test_pages_of_the_user_contain_nothing_of_what_the_assistant_reads_or_thinks(monkeypatch: Any) -> None:
    class Curious:
        """Reads a mail with a private thought, then stays silent."""

        def decide(self, view: AssistantView) -> Decision:
            if view.calls_left < 5:
                return Decision(WAIT)
            return Decision("Emails__search_emails", {"query": "chapter"}, envelope=Envelope(thought=THOUGHT))

    monkeypatch.setattr("simulator.episode.players.assistant_maker", lambda name: lambda *given: Curious())
    player = sat_down("late_train", Side.USER)
    assert player.acts("open_app", {"app_name": "Calendar"}).status_code == 202
    run_episode(player.row.pk)
    for part in ("", "now/"):
        html = player.client.get(f"/play/{player.row.pk}/{part}").content.decode()
        assert GOAL in html or part
        for secret in (THOUGHT, UNREAD, "search_emails", "Emails__"):
            assert secret not in html, secret


def test_tools_that_write_are_refused_before_the_yes() -> None:
    player = sat_down("late_train", Side.ASSISTANT)
    before = player.row.moment_count
    refused = player.acts("Messages__send_message", {"user_id": "user_1", "content": "Hello"})
    assert refused.status_code == 409 and "not possible now" in refused.json()["message"]
    player.row.refresh_from_db()
    assert (player.row.state, player.row.moment_count) == (State.WAITING, before)


def both_people() -> tuple[Player, Player]:
    """Start a run that two people play, and play it until the user has to decide."""
    starter, second = person("researcher"), User.objects.create_user("second")
    config = EpisodeConfig(user="human", assistant="human")
    row, _ = start_play(version_of("late_train"), config, Side.ASSISTANT, starter)
    take_seat(Seat.objects.get(episode=row, side=Side.USER), second)
    run_episode(row.pk)
    clients = [Client(), Client()]
    for client, user in zip(clients, (second, starter), strict=True):
        client.force_login(user)
    return Player(clients[0], row, Side.USER), Player(clients[1], row, Side.ASSISTANT)


def without_tokens(html: str) -> str:
    return re.sub(r'name="csrfmiddlewaretoken" value="[^"]*"', "", html)


@pytest.mark.django_db(transaction=True)
def test_the_sockets_of_runs_are_closed_to_blind_players_and_open_after_a_look(site: str) -> None:
    player = sat_down("late_train", Side.ASSISTANT, person("researcher"))
    assert player.seat.player is not None
    session = session_of(player.seat.player)
    with watching(site, player.row.pk, session) as socket:
        assert code_at_the_end(socket) == NO_RIGHT
    end_blindness(player.seat)
    with watching(site, player.row.pk, session) as socket:
        assert json.loads(socket.recv(PATIENCE))["frames"]


@pytest.mark.django_db(transaction=True)
def test_the_socket_of_players_says_whose_turn_it_is_and_nothing_else(site: str) -> None:
    player, stranger = sat_down("late_train"), person("administrator")
    assert player.seat.player is not None
    for session in ("", session_of(stranger)):
        with playing(site, player.row.pk, session) as socket:
            assert code_at_the_end(socket) == NO_RIGHT
    with playing(site, player.row.pk, session_of(player.seat.player)) as socket:
        assert json.loads(socket.recv(PATIENCE)) == {"state": "waiting", "yours": True}
    with playing(site, sat_down("dentist").row.pk, session_of(player.seat.player)) as socket:
        assert code_at_the_end(socket) == NO_RIGHT


def playing(site: str, run: int, session: str) -> Any:
    cookie = {"Cookie": f"{settings.SESSION_COOKIE_NAME}={session}"} if session else {}
    address = f"{site.replace('http', 'ws')}/ws/play/{run}/"
    return connect(address, origin=Origin(site), additional_headers=cookie, open_timeout=PATIENCE, close_timeout=1)
