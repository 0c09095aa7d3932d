"""Choosing what to compare a run with: the most useful first, and a word for every choice that makes no sense."""

from __future__ import annotations

import re

import pytest
from django.conf import LazySettings
from django.test import Client
from django.utils import timezone

from replay.views import choosing
from simulator.models import Episode, ScenarioVersion, State
from tests.simulator.views.cast import run, scenario, signed_in

pytestmark = pytest.mark.django_db


def offered(page: str, pk: int) -> list[int]:
    return [int(other) for other in re.findall(rf'/compare/{pk}/(\d+)/"', page)]


def page_of(client: Client, row: Episode) -> str:
    answer = client.get(f"/runs/{row.pk}/compare/")
    assert answer.status_code == 200
    return answer.content.decode()


def test_the_family_comes_first_then_what_differs_least() -> None:
    told = scenario()
    version = told.current
    older = ScenarioVersion.objects.create(scenario=told, content_hash="old", source="{}", title="Old")
    parent = run(version=version, pk=1)
    row = run(version=version, pk=2, parent=parent, parent_step=4, seed=5)
    other_version = run(version=older, pk=3, seed=5)
    other_seed = run(version=version, pk=4, seed=6)
    child = run(version=version, pk=5, parent=row, parent_step=7, seed=9)
    sibling = run(version=version, pk=6, parent=parent, parent_step=2, seed=9)
    same_seed = run(version=version, pk=7, seed=5, assistant_player="eager")
    run(version=scenario("dentist").current, pk=8)
    page = page_of(signed_in("viewer"), row)
    expected = [parent, child, sibling, same_seed, other_seed, other_version]
    assert offered(page, row.pk) == [one.pk for one in expected]
    for why in (
        "Parent, equal up to step 4",
        "Forked from this run after step 7",
        "Forked from the same run after step 2",
        "Same seed, different assistant",
        "Different seed",
        "Different version of the scenario",
    ):
        assert why in page


def test_a_lone_run_says_what_to_do() -> None:
    page = page_of(signed_in("viewer"), run())
    assert "This is the only run of its scenario." in page
    assert "/scenarios/late_train/" in page


@pytest.mark.parametrize(("role", "link"), [("researcher", "/runs/import/"), ("viewer", "/scenarios/late_train/")])
def test_where_nothing_can_be_started_another_run_is_to_be_imported(role: str, link: str) -> None:
    row = run()
    row.version.scenario.removed_at = timezone.now()
    row.version.scenario.save()
    page = page_of(signed_in(role), row)
    alone = page[page.index('<div class="empty">') :]
    assert "Import another run of the scenario" in alone
    assert "Start another run" not in alone
    assert f'href="{link}"' in alone


def test_of_very_many_the_first_are_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(choosing, "MOST", 2)
    row = run()
    for _ in range(3):
        run(version=row.version)
    page = page_of(signed_in("viewer"), row)
    assert len(offered(page, row.pk)) == 2
    assert "These are the first 2 of 3 runs." in page


@pytest.mark.parametrize("query", ["left=1&right=2", "run=1&run=2", "left=1&right=%232", "run=1&run=+2+"])
def test_two_numbers_lead_to_the_comparison(query: str) -> None:
    answer = signed_in("viewer").get(f"/compare/?{query}")
    assert (answer.status_code, answer["Location"]) == (302, "/compare/1/2/")


@pytest.mark.parametrize(
    ("query", "goes_to", "said"),
    [
        ("run=1", "/runs/1/compare/", "Choose a second run to compare with."),
        ("left=1&right=abc", "/runs/1/compare/", "“abc” is not a run number."),
        ("", "/runs/", "you selected none."),
        ("run=1&run=2&run=3", "/runs/", "you selected 3."),
        ("left=x&right=y", "/runs/", "Select exactly two runs to compare"),
        ("left=1&right=" + "9" * 30, "/runs/1/compare/", "is not a run number."),
    ],
)
def test_anything_else_is_told_and_leads_back(query: str, goes_to: str, said: str) -> None:
    run(pk=1)
    answer = signed_in("viewer").get(f"/compare/?{query}", follow=True)
    assert answer.redirect_chain == [(goes_to, 302)]
    assert said in answer.content.decode()


def test_one_comes_back_to_the_list_that_was_ticked_but_to_no_other_site() -> None:
    client = signed_in("viewer")
    here = client.get("/compare/", headers={"referer": "http://testserver/scenarios/late_train/"})
    assert here["Location"] == "http://testserver/scenarios/late_train/"
    assert client.get("/compare/", headers={"referer": "http://evil.example/"})["Location"] == "/runs/"


def test_only_those_who_may_see_runs_choose(settings: LazySettings) -> None:
    row = run()
    for address in (f"/runs/{row.pk}/compare/", "/compare/?left=1&right=2"):
        assert signed_in("anonymous").get(address)["Location"].startswith("/sign-in/")
    assert signed_in("nobody").get(f"/runs/{row.pk}/compare/").status_code == 403
    settings.PUBLIC_READ = True
    hidden = run(State.STOPPED, version=row.version)
    shown = run(version=row.version)
    assert offered(page_of(signed_in("anonymous"), row), row.pk) == [shown.pk]
    assert signed_in("anonymous").get(f"/runs/{hidden.pk}/compare/").status_code == 404


def test_it_is_reached_from_the_run_its_scenario_and_the_list() -> None:
    row = run()
    client = signed_in("viewer")
    lists = ("/runs/", "/scenarios/late_train/")
    assert 'form="compare-two"' not in client.get(lists[1]).content.decode()
    run(version=row.version)
    assert f"/runs/{row.pk}/compare/" in client.get(f"/runs/{row.pk}/").content.decode()
    for address in lists:
        page = client.get(address).content.decode()
        assert f'name="run" value="{row.pk}" form="compare-two"' in page
        assert page.count('id="compare-two"') == 1
