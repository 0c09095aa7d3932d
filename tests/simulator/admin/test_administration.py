"""The administration: lists that open, rows that nobody changes, and RQ's pages for staff."""

from __future__ import annotations

import pytest
from django.contrib import admin
from django.contrib.auth.models import Permission, User
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from simulator.models import DecisionPoint, Episode, Moment, SignInLink, State
from tests.simulator.views.cast import ESCAPED, SCRIPT, run, scenario, signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("redis_server")]
LISTS = ("scenario", "scenarioversion", "episode", "moment", "decisionpoint", "seat", "playremark")
QUERIES = 9
QUEUES = ("", "queues/0/", "queues/0/failed/", "queues/0/finished/", "queues/0/started/", "workers/0/", "stats.json")


@pytest.fixture
def client() -> Client:
    return signed_in("administrator")


@pytest.fixture
def moment() -> Moment:
    line = f'{{"kind": "acted@1", "actor": "user", "app": "email", "name": "{SCRIPT}"}}'
    return Moment.objects.create(episode=run(), number=3, line=line, chain="c", stored_at=timezone.now())


@pytest.mark.parametrize("name", LISTS)
def test_every_list_opens_and_can_be_searched(client: Client, moment: Moment, name: str) -> None:
    for query in ("", "?q=1", "?q=late"):
        assert client.get(f"/admin/simulator/{name}/{query}").status_code == 200


@pytest.mark.parametrize("name", LISTS)
def test_nothing_can_be_added(client: Client, name: str) -> None:
    assert client.get(f"/admin/simulator/{name}/add/").status_code == 403


def test_a_run_leads_to_its_page_and_shows_what_is_stored(client: Client) -> None:
    row = run(config={"user": SCRIPT}, summary=SCRIPT)
    assert f'href="/runs/{row.pk}/"' in client.get("/admin/simulator/episode/").content.decode()
    html = client.get(f"/admin/simulator/episode/{row.pk}/change/").content.decode()
    assert SCRIPT not in html and ESCAPED in html and '<pre class="raw">' in html and 'name="_save"' not in html


def test_a_run_is_listed_and_found_with_its_models(client: Client) -> None:
    row = run(config={"observe_model": {"alias": "gpt-5"}}, assistant_player="llm")
    for address in ("", "?q=GPT-5", f"{row.pk}/change/"):
        assert "llm (gpt-5)" in client.get(f"/admin/simulator/episode/{address}").content.decode()
    assert "llm (gpt-5)" not in client.get("/admin/simulator/episode/?q=gpt-4").content.decode()


def test_a_moment_is_shown_raw_and_escaped(client: Client, moment: Moment) -> None:
    html = client.get(f"/admin/simulator/moment/{moment.pk}/change/").content.decode()
    assert SCRIPT not in html and ESCAPED in html and f'href="/runs/{moment.episode_id}/3/"' in html


def test_a_moment_is_never_deleted_alone(client: Client, moment: Moment) -> None:
    assert client.post(f"/admin/simulator/moment/{moment.pk}/delete/", {"post": "yes"}).status_code == 403
    assert Moment.objects.exists()


def test_a_run_is_deleted_with_all_its_parts(client: Client, moment: Moment) -> None:
    DecisionPoint.objects.create(episode=moment.episode, number=0, kind="offer", moment=3, turn=1, body={})
    client.post(f"/admin/simulator/episode/{moment.episode_id}/delete/", {"post": "yes"})
    assert not Episode.objects.exists() and not Moment.objects.exists() and not DecisionPoint.objects.exists()


def test_many_runs_are_asked_at_once_and_refusals_are_told(client: Client) -> None:
    going, over = run(State.RUNNING), run(State.FINISHED)
    chosen = {"action": "stop", "_selected_action": [going.pk, over.pk]}
    html = client.post("/admin/simulator/episode/", chosen, follow=True).content.decode()
    going.refresh_from_db()
    assert going.wish == "stop" and "Asked 1 run to stop." in html and f"Run {over.pk} is over" in html


def test_staff_without_the_right_to_control_gets_no_such_action() -> None:
    user = User.objects.create_user("clerk", is_staff=True)
    user.user_permissions.add(Permission.objects.get(codename="view_episode"))
    clerk = Client()
    clerk.force_login(user)
    run(State.RUNNING)
    assert 'value="stop"' not in clerk.get("/admin/simulator/episode/").content.decode()


def test_the_secrets_of_links_are_not_shown() -> None:
    assert not admin.site.is_registered(SignInLink)


def test_more_runs_cost_no_more_queries(client: Client, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    told = scenario()
    run(version=told.current)
    with django_assert_num_queries(QUERIES):
        client.get("/admin/simulator/episode/")
    for _ in range(10):
        run(version=told.current)
    with django_assert_num_queries(QUERIES):
        client.get("/admin/simulator/episode/")


@pytest.mark.parametrize("path", QUEUES)
def test_pages_of_queues_open_for_staff(client: Client, path: str) -> None:
    response = client.get(f"/admin/queues/{path}")
    assert response.status_code == 200
    policy = response.headers["Content-Security-Policy"]
    assert "'unsafe-inline'" not in policy.partition("script-src")[2].partition(";")[0]


@pytest.mark.parametrize("path", ["/", "/runs/", "/admin/", "/admin/simulator/episode/", "/sign-in/"])
def test_no_other_page_relaxes_the_security_policy(client: Client, path: str) -> None:
    policy = client.get(path).headers["Content-Security-Policy"]
    assert "unsafe" not in policy and "script-src 'self'" in policy and "frame-ancestors 'none'" in policy


def test_pages_say_what_browsers_must_not_do(client: Client) -> None:
    headers = client.get("/").headers
    assert headers["X-Frame-Options"] == "DENY" and headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin" and headers["Cross-Origin-Opener-Policy"] == "same-origin"
