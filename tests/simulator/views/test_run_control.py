"""Pausing, stepping, resuming, stopping and pacing by people."""

from __future__ import annotations

import pytest
from django.test import Client

from simulator.models import Episode, State
from tests.simulator.views.cast import ESCAPED, SCRIPT, run, signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("redis_server")]
HTMX = {"HX-Request": "true"}


@pytest.fixture
def client() -> Client:
    return signed_in("researcher")


@pytest.mark.parametrize(
    ("before", "action", "fields", "after"),
    [
        (State.RUNNING, "pause", {}, {"state": "running", "wish": "pause"}),
        (State.QUEUED, "pause", {}, {"state": "paused", "wish": "run"}),
        (State.PAUSED, "resume", {}, {"state": "queued", "wish": "run"}),
        (State.PAUSED, "step", {}, {"state": "queued", "steps_left": 1}),
        (State.PAUSED, "step", {"count": "5"}, {"state": "queued", "steps_left": 5}),
        (State.RUNNING, "stop", {}, {"state": "running", "wish": "stop"}),
        (State.RUNNING, "pace", {"pace": "0.5"}, {"pace": 0.5}),
    ],
)
def test_the_run_is_asked_and_the_way_leads_back(
    client: Client, before: State, action: str, fields: dict[str, str], after: dict[str, object]
) -> None:
    row = run(before)
    response = client.post(f"/runs/{row.pk}/{action}/", fields)
    assert response.status_code == 302 and response.headers["Location"] == f"/runs/{row.pk}/"
    row.refresh_from_db()
    assert {name: getattr(row, name) for name in after} == after


def test_in_place_the_controls_come_back_as_they_are_now(client: Client) -> None:
    row = run(State.RUNNING)
    html = client.post(f"/runs/{row.pk}/pause/", headers=HTMX).content.decode()
    assert 'id="controls"' in html and "Pausing" in html and "<html" not in html


def test_a_paused_run_offers_to_resume(client: Client) -> None:
    row = run(State.QUEUED)
    html = client.post(f"/runs/{row.pk}/pause/", headers=HTMX).content.decode()
    assert f"/runs/{row.pk}/resume/" in html and "Paused" in html


@pytest.mark.parametrize(
    ("state", "action", "fields", "why"),
    [
        (State.FINISHED, "pause", {}, "is over (finished)"),
        (State.FAILED, "stop", {}, "is over (failed)"),
        (State.PAUSED, "step", {"count": "x"}, "is not a number of steps"),
        (State.PAUSED, "step", {"count": "0"}, "steps at a time, not 0"),
        (State.PAUSED, "step", {"count": "9" * 5000}, "is not a number of steps"),
        (State.RUNNING, "pace", {"pace": ""}, "is not a pace"),
        (State.RUNNING, "pace", {"pace": "nan"}, "not nan"),
        (State.RUNNING, "pace", {"pace": "-1"}, "not -1"),
        (State.RUNNING, "pace", {"pace": SCRIPT}, ESCAPED),
    ],
)
def test_a_refusal_says_why(client: Client, state: State, action: str, fields: dict[str, str], why: str) -> None:
    row = run(state)
    response = client.post(f"/runs/{row.pk}/{action}/", fields, headers=HTMX)
    assert response.status_code == 409 and why in response.content.decode()
    assert Episode.objects.get().state == state


def test_without_scripts_a_refusal_stands_on_the_page_of_the_run(client: Client) -> None:
    row = run(State.STOPPED)
    html = client.post(f"/runs/{row.pk}/pause/", follow=True).content.decode()
    assert f"Run {row.pk} is over (stopped)." in html


def test_an_unknown_run_is_named(client: Client) -> None:
    response = client.post("/runs/77/pause/")
    assert response.status_code == 404 and "There is no run 77." in response.content.decode()


def test_an_unknown_action_is_named_with_those_that_there_are(client: Client) -> None:
    row = run(State.RUNNING)
    response = client.post(f"/runs/{row.pk}/explode/")
    assert response.status_code == 404
    assert "Known actions: pause, resume, step, stop, pace." in response.content.decode()


def test_looking_changes_nothing(client: Client) -> None:
    row = run(State.RUNNING)
    assert client.get(f"/runs/{row.pk}/stop/").headers["Location"] == f"/runs/{row.pk}/"
    assert client.get(f"/runs/{row.pk}/explode/").status_code == 404
    row.refresh_from_db()
    assert row.wish == "run"
