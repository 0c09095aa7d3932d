"""Versions of scenarios that people flag as faulty: who may, what it changes, and that it can be taken back."""

from __future__ import annotations

from typing import Any

import pytest
from django.conf import LazySettings
from django.contrib.admin.models import LogEntry
from django.test import Client

from simulator.models import Scenario, ScenarioVersion
from tests.markup import markup_of
from tests.simulator.views.cast import ESCAPED, SCRIPT, outcome, run, scenario, signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("redis_server")]
NOTE = {"note": "The second event never comes."}
FAULT: dict[str, Any] = {
    "fault": "assistant",
    "fault_rule": "assistant_no_offer",
    "fault_why": "The assistant never made an offer.",
}


@pytest.fixture
def client() -> Client:
    return signed_in("researcher")


def version_of(found: Scenario) -> ScenarioVersion:
    assert found.current is not None
    return ScenarioVersion.objects.get(pk=found.current.pk)


def earlier(found: Scenario) -> ScenarioVersion:
    source = version_of(found).source
    return ScenarioVersion.objects.create(scenario=found, content_hash="a" * 64, source=source, title="As it was")


def test_a_flag_keeps_who_when_and_what(client: Client) -> None:
    found = scenario()
    response = client.post("/scenarios/late_train/flag/", NOTE)
    assert response.headers["Location"] == "/scenarios/late_train/"
    version = version_of(found)
    assert version.flagged_at is not None and version.flagged_by is not None
    assert (version.flag_note, version.flagged_by.get_username()) == (NOTE["note"], "researcher")
    html = markup_of(client.get("/scenarios/late_train/"))
    assert "This version is flagged as faulty." in html and NOTE["note"] in html and "<b>researcher</b>" in html
    assert "/scenarios/late_train/unflag/" in html and "/scenarios/late_train/flag/" not in html


def test_the_flag_can_be_taken_away_and_the_history_stays(client: Client) -> None:
    found = scenario()
    client.post("/scenarios/late_train/flag/", NOTE)
    client.post("/scenarios/late_train/unflag/")
    version = version_of(found)
    assert (version.flagged_at, version.flagged_by, version.flag_note) == (None, None, "")
    client.post("/scenarios/late_train/unflag/")
    told = list(LogEntry.objects.order_by("pk").values_list("change_message", "user__username"))
    assert told == [(f"Flagged: {NOTE['note']}", "researcher"), ("Flag removed.", "researcher")]
    html = markup_of(client.get("/scenarios/late_train/"))
    assert "flagged as faulty." not in html and "/scenarios/late_train/flag/" in html


def test_misses_of_a_flagged_version_are_blamed_on_it_and_only_as_long_as_it_is_flagged(client: Client) -> None:
    found = scenario()
    row = run(version=version_of(found), success=False, result=outcome(goals_met=False), **FAULT)
    fine = run(version=version_of(found))
    client.post("/scenarios/late_train/flag/", NOTE)
    html = markup_of(client.get(f"/runs/{row.pk}/"))
    assert "<b>Scenario</b>" in html and f"“{NOTE['note']}”" in html
    assert 'class="blame' not in markup_of(client.get(f"/runs/{fine.pk}/"))
    client.post("/scenarios/late_train/unflag/")
    assert "<b>Assistant</b>" in markup_of(client.get(f"/runs/{row.pk}/"))


def test_an_earlier_version_is_flagged_by_itself(client: Client) -> None:
    found = scenario()
    old = earlier(found)
    page = f"/scenarios/late_train/?version={old.content_hash[:12]}"
    assert f'value="{old.content_hash}"' in markup_of(client.get(page))
    response = client.post("/scenarios/late_train/flag/", {**NOTE, "version": old.content_hash})
    assert response.headers["Location"] == page
    old.refresh_from_db()
    assert old.flagged_at is not None and version_of(found).flagged_at is None
    assert "flagged</span>" in markup_of(client.get("/scenarios/late_train/"))
    assert client.post("/scenarios/late_train/unflag/", {"version": "b" * 64}).status_code == 404


@pytest.mark.parametrize(
    ("note", "why"),
    [("", "Describe what is wrong."), ("  ", "Describe what is wrong"), ("x" * 501, "Use at most 500 characters.")],
)
def test_a_flag_says_what_is_wrong_and_nothing_is_lost(client: Client, note: str, why: str) -> None:
    found = scenario()
    response = client.post("/scenarios/late_train/flag/", {"note": note})
    html = markup_of(response)
    assert response.status_code == 409 and why in html and note.strip() in html and "<details open>" in html
    assert version_of(found).flagged_at is None


@pytest.mark.parametrize("action", ["flag", "unflag"])
@pytest.mark.parametrize(("role", "status"), [("anonymous", 302), ("nobody", 403), ("viewer", 403)])
@pytest.mark.parametrize("public", [False, True])
def test_others_may_not_flag(settings: LazySettings, role: str, status: int, public: bool, action: str) -> None:
    settings.PUBLIC_READ = public
    found = scenario()
    run(version=version_of(found))
    response = signed_in(role).post(f"/scenarios/late_train/{action}/", NOTE)
    assert response.status_code == status
    assert version_of(found).flagged_at is None and not LogEntry.objects.exists()


def test_a_refusal_says_whom_to_ask() -> None:
    scenario()
    html = markup_of(signed_in("viewer").post("/scenarios/late_train/flag/", NOTE))
    assert "not flag them" in html and "researcher" in html


def test_viewers_read_the_flag_and_get_no_form(client: Client) -> None:
    scenario()
    client.post("/scenarios/late_train/flag/", NOTE)
    html = markup_of(signed_in("viewer").get("/scenarios/late_train/"))
    assert NOTE["note"] in html and "flag/" not in html


def test_public_readers_see_that_it_is_flagged_but_not_by_whom(client: Client, settings: LazySettings) -> None:
    settings.PUBLIC_READ = True
    run(version=version_of(scenario()))
    client.post("/scenarios/late_train/flag/", NOTE)
    html = markup_of(signed_in("anonymous").get("/scenarios/late_train/"))
    assert "This version is flagged as faulty." in html
    assert NOTE["note"] not in html and "researcher" not in html and "flag/" not in html


@pytest.mark.parametrize("action", ["flag", "unflag"])
def test_whoever_only_looks_is_led_to_the_scenario(client: Client, action: str) -> None:
    scenario()
    assert client.get(f"/scenarios/late_train/{action}/").headers["Location"] == "/scenarios/late_train/"


def test_a_scenario_that_is_not_there_is_not_found(client: Client) -> None:
    assert client.post("/scenarios/late_tram/flag/", NOTE).status_code == 404


def test_hostile_notes_are_only_text(client: Client) -> None:
    scenario()
    client.post("/scenarios/late_train/flag/", {"note": SCRIPT})
    html = markup_of(client.get("/scenarios/late_train/"))
    assert SCRIPT not in html and ESCAPED in html
