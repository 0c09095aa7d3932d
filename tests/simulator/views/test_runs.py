"""The list of runs: filters, search, order and pages, by address alone and in place."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from simulator.models import State
from simulator.views.runs import PER_PAGE
from tests.markup import markup_of
from tests.simulator.views.cast import ESCAPED, SCRIPT, outcome, person, run, scenario, signed_in

pytestmark = pytest.mark.django_db
QUERIES = 8
"""Session, person, two for rights, scenarios and assistants to choose from, how many there are, and those of a page."""


@pytest.fixture
def client() -> Client:
    return signed_in("viewer")


def _numbers(client: Client, **query: Any) -> list[int]:
    """The runs on the page, in its order."""
    html = markup_of(client.get("/runs/", query))
    row = r'<th scope="row">\s*(?:<input[^>]*>)?\s*<a href="/runs/(\d+)/">'
    return [int(number) for number in re.findall(row, html)]


def test_without_runs_it_says_what_to_do(client: Client) -> None:
    html = markup_of(client.get("/runs/"))
    assert "No runs yet." in html and 'href="/scenarios/"' in html


def test_reasons_tell_times_as_people_do(client: Client) -> None:
    run(reason="Tell Matúš: not done by 2026-06-11 08:40:00.")
    assert "not done by Thu 11 Jun, 08:40." in markup_of(client.get("/runs/"))


def test_where_no_run_is_like_that_it_says_so(client: Client) -> None:
    run()
    html = markup_of(client.get("/runs/", {"q": "nothing at all"}))
    assert "No runs match these filters." in html and "Show all runs" in html


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ({}, [6, 5, 4, 3, 2, 1]),
        ({"state": "failed"}, [3]),
        ({"state": "under_way"}, [5, 4]),
        ({"outcome": "success"}, [6, 1]),
        ({"outcome": "no_success"}, [2]),
        ({"outcome": "none"}, [5, 4, 3]),
        ({"blame": "engine"}, [3]),
        ({"blame": "undetermined"}, [2]),
        ({"blame": "assistant"}, []),
        ({"scenario": "dentist"}, [6]),
        ({"assistant": "silent"}, [2]),
        ({"mine": "1"}, []),
        ({"q": "dentist"}, [6]),
        ({"q": "#4"}, [4]),
        ({"q": "provider"}, [3]),
        ({"q": "SILENT late"}, [2]),
        ({"q": "demo"}, [1]),
        ({"q": "9" * 30}, []),
        ({"q": "%"}, []),
        ({"state": "finished", "outcome": "success", "scenario": "late_train"}, [1]),
    ],
)
def test_filters_and_search_narrow_the_list(client: Client, query: dict[str, str], found: list[int]) -> None:
    run(pk=1, note="Demo")
    run(pk=2, success=False, result=outcome(goals_met=False), assistant_player="silent")
    run(State.FAILED, pk=3, reason="Provider: no answer.")
    run(State.RUNNING, pk=4)
    run(State.QUEUED, pk=5)
    run(pk=6, version=scenario("dentist").current)
    assert _numbers(client, **query) == found


def test_language_models_are_named_and_found_by_name(client: Client) -> None:
    models = {"user_model": {"alias": "small"}, "observe_model": {"alias": "gpt-5"}, "execute_model": {"alias": "o9"}}
    run(pk=1, config=models, assistant_player="llm", user_player="llm")
    run(pk=2)
    for path in ("/runs/", "/", f"/scenarios/{scenario().slug}/"):
        assert 'title="llm (gpt-5 and o9)"' in markup_of(client.get(path))
    assert [_numbers(client, q=word) for word in ("GPT-5", "o9", "smal", "gpt-4")] == [[1], [1], [1], []]


def test_mine_are_those_that_i_have_started() -> None:
    researcher = person("researcher")
    run(pk=1, started_by=researcher)
    run(pk=2)
    client = Client()
    client.force_login(researcher)
    assert _numbers(client, mine="1") == [1]


@pytest.mark.parametrize(
    ("sort", "found"),
    [
        ("run", [1, 2, 3]),
        ("-run", [3, 2, 1]),
        ("seed", [2, 3, 1]),
        ("-seed", [1, 3, 2]),
        ("assistant", [2, 3, 1]),
        ("-turns", [3, 2, 1]),
        ("outcome", [3, 1, 2]),
        ("-outcome", [1, 3, 2]),
        ("ended", [3, 1, 2]),
        ("nonsense", [3, 2, 1]),
        ("config", [3, 2, 1]),
    ],
)
def test_columns_sort_both_ways_with_nothing_at_the_end(client: Client, sort: str, found: list[int]) -> None:
    from datetime import timedelta

    from django.utils import timezone

    now = timezone.now()
    run(pk=1, seed=9, turn=1, assistant_player="silent", ended_at=now)
    run(State.RUNNING, pk=2, seed=1, turn=2, assistant_player="eager")
    run(pk=3, seed=5, turn=3, success=False, ended_at=now - timedelta(hours=1))
    assert _numbers(client, sort=sort) == found


def test_equal_runs_keep_their_order_over_pages(client: Client) -> None:
    told = scenario()
    for _ in range(PER_PAGE * 2 + 5):
        run(version=told.current)
    pages = [_numbers(client, sort="assistant", page=page) for page in (1, 2, 3)]
    assert [len(page) for page in pages] == [PER_PAGE, PER_PAGE, 5]
    together = [number for page in pages for number in page]
    assert together == sorted(together, reverse=True)


@pytest.mark.parametrize("page", ["0", "99", "-1", "x"])
def test_a_page_that_is_not_there_shows_the_nearest(client: Client, page: str) -> None:
    run(pk=1)
    assert _numbers(client, page=page) == [1]


@pytest.mark.parametrize("name", ["state", "outcome", "blame", "scenario", "assistant"])
def test_a_value_that_makes_no_sense_is_told_at_its_field(client: Client, name: str) -> None:
    run(pk=1)
    html = markup_of(client.get("/runs/", {name: SCRIPT}))
    assert f"{name.capitalize()}: “{ESCAPED}” is not in the list and is ignored." in html and "/runs/1/" in html


def test_the_page_keeps_what_was_asked(client: Client) -> None:
    run()
    html = markup_of(client.get("/runs/", {"q": 'a "quoted" word', "state": "finished", "sort": "seed"}))
    assert 'value="a &quot;quoted&quot; word"' in html and '<option value="finished" selected>' in html
    assert '<input type="hidden" name="sort" value="seed" form="filter">' in html


def test_in_place_only_the_list_is_sent(client: Client) -> None:
    run(pk=1)
    headers = {"HX-Request": "true", "HX-Target": "list"}
    response = client.get("/runs/", {"q": "", "state": "finished", "sort": "-run"}, headers=headers)
    html = markup_of(response)
    assert html.lstrip().startswith('<div id="list">') and "<html" not in html and "/runs/1/" in html
    assert response.headers["HX-Push-Url"] == "/runs/?state=finished&sort=-run"
    assert "HX-Target" in response.headers["Vary"]


def test_links_to_other_pages_and_orders_keep_the_filters(client: Client) -> None:
    told = scenario()
    for _ in range(PER_PAGE + 1):
        run(version=told.current)
    html = markup_of(client.get("/runs/", {"state": "finished"}))
    assert 'href="/runs/?state=finished&amp;page=2"' in html and 'href="/runs/?state=finished&amp;sort=-seed"' in html


def test_the_four_parts_are_told_in_words_too(client: Client) -> None:
    run(success=False, result=outcome(goals_met=False))
    run(State.RUNNING)
    html = markup_of(client.get("/runs/"))
    assert "goals met no, clean yes, consented yes, in time yes" in html and "goals met open, clean open" in html


def test_a_miss_names_who_is_to_blame_if_it_is_not_the_assistant(client: Client) -> None:
    missed: dict[str, Any] = {"version": scenario().current, "success": False, "result": outcome(goals_met=False)}
    run(**missed, fault="assistant", fault_rule="assistant_no_offer")
    assert "Blame: " not in markup_of(client.get("/runs/"))
    run(**missed, fault="user", fault_rule="user_refused")
    assert "Blame: User simulator</span>" in markup_of(client.get("/runs/"))


def test_a_run_that_was_stopped_counts_for_nothing(client: Client) -> None:
    run(State.STOPPED, result=outcome(), reason="Nobody was told.")
    html = markup_of(client.get("/runs/"))
    assert "Stopped early" in html and "goals met" not in html.partition("<tbody>")[2].partition("</tbody>")[0]
    assert all(
        "No runs match these filters" in markup_of(client.get("/runs/", {"outcome": kind}))
        for kind in ("success", "no_success")
    )


def test_text_of_models_and_scenarios_is_escaped(client: Client) -> None:
    run(success=False, version=scenario(title=SCRIPT).current, assistant_player=SCRIPT, reason=SCRIPT, note=SCRIPT)
    html = markup_of(client.get("/runs/"))
    assert SCRIPT not in html and ESCAPED in html


def test_many_runs_cost_no_more_queries(client: Client, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    told = scenario()
    run(version=told.current)
    with django_assert_num_queries(QUERIES):
        _numbers(client)
    for _ in range(60):
        run(version=told.current)
    with django_assert_num_queries(QUERIES):
        assert len(_numbers(client)) == PER_PAGE


def test_an_order_that_there_is_not_is_said(client: Client) -> None:
    run()
    html = markup_of(client.get("/runs/", {"sort": "luck"}))
    assert "Runs can’t be sorted by “luck”" in html and 'name="sort" value="-run"' in html


@pytest.mark.parametrize(
    ("before", "asked", "header", "value"),
    [
        ("/runs/", "q=bo", "HX-Replace-Url", "/runs/?q=bo"),
        ("/runs/?q=bo", "q=bo&state=failed", "HX-Push-Url", "/runs/?q=bo&state=failed"),
        ("/runs/?q=bo", "q=bo&state=", "HX-Push-Url", "false"),
    ],
)
def test_one_goes_back_by_filters_and_not_by_letters(
    client: Client, before: str, asked: str, header: str, value: str
) -> None:
    headers = {"HX-Request": "true", "HX-Target": "list", "HX-Current-URL": f"http://testserver{before}"}
    assert client.get(f"/runs/?{asked}", headers=headers).headers[header] == value
