"""The start page: what runs now, what ran last, who plays, and what to do when there is nothing."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from simulator.models import State
from tests.markup import markup_of
from tests.simulator.views.cast import ESCAPED, SCRIPT, run, scenario, signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("redis_server")]
QUERIES = 8
"""Session, person, two for rights, what runs, what ran, scenarios to start."""


def _page(client: Client, path: str = "/") -> str:
    response = client.get(path)
    assert response.status_code == 200
    return markup_of(response)


def _poll(html: str) -> str:
    """The address at which the page asks what has changed."""
    found = re.search(r'hx-get="(/now/[^"]*)"', html)
    assert found is not None
    return found[1].replace("&amp;", "&")


def test_an_empty_site_says_what_to_do() -> None:
    html = _page(signed_in("researcher"))
    assert "No runs are under way." in html and "No runs have ended yet." in html and "Start a run to watch" in html


def test_a_viewer_is_told_who_may_start_runs() -> None:
    html = _page(signed_in("viewer"))
    assert "You can watch runs, but not start them." in html and 'id="start"' not in html
    assert "Start a run and watch." not in html


def test_a_card_says_where_a_run_stands() -> None:
    fields = {"summary": "The user opens Messages.", "turn": 3, "turn_limit": 10, "simulated": "2026-06-11 13:20:40"}
    going = run(State.RUNNING, note="Demo", **fields)
    html = _page(signed_in("viewer"))
    assert f'href="/runs/{going.pk}/"' in html and "Live" in html and "Demo, run" in html
    assert '<progress value="3" max="10" aria-label="Turn 3 of 10">' in html and "Thu 13:20" in html
    assert '<span class="actor user">' in html and "opens Messages." in html


@pytest.mark.parametrize(
    ("state", "word"),
    [
        (State.QUEUED, "Queued"),
        (State.PAUSED, "Paused"),
        (State.WAITING, "Waiting for a person"),
        (State.INTERRUPTED, "Interrupted"),
    ],
)
def test_every_run_that_is_not_over_has_a_card(state: State, word: str) -> None:
    run(state)
    html = _page(signed_in("viewer"))
    assert "now-card" in html and word in html


def test_recent_runs_show_the_outcome_with_its_reason() -> None:
    run(success=False, reason="Second order not cancelled.")
    run(State.FAILED, reason="Provider: no answer in 120 s.")
    html = _page(signed_in("viewer"))
    assert "No success" in html and "Second order not cancelled." in html
    assert "Failed" in html and "Provider: no answer in 120 s." in html


def test_nothing_is_sent_while_nothing_changes() -> None:
    client = signed_in("viewer")
    address = _poll(_page(client))
    assert client.get(address).status_code == 204


def test_only_what_has_changed_is_sent() -> None:
    client = signed_in("viewer")
    going = run(State.RUNNING)
    address = _poll(_page(client))
    going.summary = "The user opens Calendar."
    going.save()
    changed = _page(client, address)
    assert "opens Calendar." in changed and 'id="now"' in changed and 'id="recent"' not in changed
    assert client.get(_poll(changed)).status_code == 204


def test_a_run_that_ends_moves_to_the_recent_ones() -> None:
    client = signed_in("viewer")
    going = run(State.RUNNING)
    address = _poll(_page(client))
    run(State.FINISHED)
    going.delete()
    changed = _page(client, address)
    assert 'id="now"' in changed and 'id="recent"' in changed and "Success" in changed


def test_it_says_when_no_worker_plays() -> None:
    assert "No worker for live runs is running" in _page(signed_in("viewer"))


def test_workers_are_counted() -> None:
    from simulator.jobs.queues import client

    client().set("pare:worker:live:here:1", "1", ex=15)
    client().set("pare:worker:batch:here:2", "1", ex=15)
    try:
        assert "<b>1</b> for live runs, <b>1</b> for batch runs" in _page(signed_in("viewer"))
    finally:
        client().delete("pare:worker:live:here:1", "pare:worker:batch:here:2")


def test_it_says_when_redis_is_away(monkeypatch: pytest.MonkeyPatch) -> None:
    import redis

    from simulator.jobs import worker_registry

    nowhere = redis.Redis(port=1, socket_connect_timeout=0.1)
    monkeypatch.setattr(worker_registry, "client", lambda: nowhere)
    assert "Redis does not answer" in _page(signed_in("viewer"))


def test_text_of_models_and_scenarios_is_escaped() -> None:
    told = scenario(title=SCRIPT)
    run(State.RUNNING, version=told.current, summary=f"The user {SCRIPT}", note=SCRIPT)
    run(success=False, version=told.current, reason=SCRIPT)
    html = _page(signed_in("researcher"))
    assert SCRIPT not in html and html.count(ESCAPED) >= 6


def test_many_runs_cost_no_more_queries(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    client = signed_in("researcher")
    told = scenario()
    for state in (State.RUNNING, State.FINISHED):
        run(state, version=told.current)
    with django_assert_num_queries(QUERIES):
        _page(client)
    for number in range(24):
        run((State.RUNNING, State.FINISHED)[number % 2], version=told.current)
    with django_assert_num_queries(QUERIES):
        _page(client)
