"""Who is to blame on the page of a run: what people see, who may overrule it, and that all of it can be undone."""

from __future__ import annotations

from typing import Any

import pytest
from django.conf import LazySettings
from django.contrib.admin.models import LogEntry
from django.test import Client
from django.utils import timezone

from simulator.models import Episode, ScenarioVersion, State
from tests.markup import markup_of
from tests.simulator.views.cast import ESCAPED, SCRIPT, outcome, person, run, signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("redis_server")]
HTMX = {"HX-Request": "true"}
FAULT: dict[str, Any] = {
    "fault": "user",
    "fault_rule": "user_refused",
    "fault_why": "At step 7 the user rejected the offer for “Warn”: “No.”",
    "fault_moment": 7,
}
SAID = {"party": "scenario", "note": "Nobody could know that."}


@pytest.fixture
def client() -> Client:
    return signed_in("researcher")


def missed(**fields: Any) -> Episode:
    return run(**{"success": False, "result": outcome(goals_met=False), **FAULT, **fields})


def overruled(row: Episode, **fields: Any) -> Episode:
    said = {"overruled_fault": "engine", "overruled_note": "Ours.", "overruled_at": timezone.now(), **fields}
    Episode.objects.filter(pk=row.pk).update(**said)
    row.refresh_from_db()
    return row


def page(client: Client, row: Episode) -> str:
    return markup_of(client.get(f"/runs/{row.pk}/"))


def test_the_page_says_who_by_which_rule_and_where(client: Client) -> None:
    row = missed()
    html = page(client, row)
    assert "User simulator" in html
    assert "The user rejected an offer that the scenario calls welcome." in html
    assert FAULT["fault_why"] in html
    assert f'href="/runs/{row.pk}/7/"' in html


@pytest.mark.parametrize("state", [State.STOPPED, State.PAUSED, State.RUNNING])
def test_where_there_is_nobody_to_blame_nothing_is_said(client: Client, state: State) -> None:
    assert 'class="blame' not in page(client, run(state))
    assert 'class="blame' not in page(client, run(version=ScenarioVersion.objects.get()))


def test_the_part_that_pages_fetch_when_a_run_ends_has_it_too(client: Client) -> None:
    row = missed()
    assert "User simulator" in client.get(f"/runs/{row.pk}/controls/").json()["blame"]
    assert client.get(f"/runs/{run(State.RUNNING, version=row.version).pk}/controls/").json()["blame"].strip() == ""


def test_a_failure_is_told_once(client: Client) -> None:
    html = page(client, run(State.FAILED, failure="provider", reason="The model test-1 does not answer."))
    assert html.count("The model test-1 does not answer.") == 1
    assert "The provider of a model failed, so this run has no outcome" in html
    assert "<b>Provider</b>" in html


@pytest.mark.parametrize(
    ("role", "failure", "offered"),
    [
        ("researcher", "provider", True),
        ("researcher", "setup", True),
        ("researcher", "budget", False),
        ("researcher", "engine", False),
        ("viewer", "provider", False),
    ],
)
def test_resuming_is_offered_to_those_who_may_where_it_can_help(role: str, failure: str, offered: bool) -> None:
    row = run(State.FAILED, failure=failure, reason="It does not answer.")
    assert (f'action="/runs/{row.pk}/resume/"' in page(signed_in(role), row)) is offered


def test_resuming_a_failed_run_leads_back_to_its_page(client: Client) -> None:
    row = run(State.FAILED, failure="provider", reason="It does not answer.")
    response = client.post(f"/runs/{row.pk}/resume/", follow=True)
    row.refresh_from_db()
    assert row.state == State.QUEUED and "Queued" in markup_of(response)


def test_overruling_keeps_who_when_and_why(client: Client) -> None:
    row = missed()
    response = client.post(f"/runs/{row.pk}/blame/", SAID)
    assert response.status_code == 302 and response.headers["Location"] == f"/runs/{row.pk}/"
    row.refresh_from_db()
    assert row.overruled_by is not None and row.overruled_at is not None
    assert (row.overruled_fault, row.overruled_note) == ("scenario", SAID["note"])
    assert (row.overruled_by.get_username(), row.fault) == ("researcher", "user")
    html = page(client, row)
    assert "<b>Scenario</b>" in html and SAID["note"] in html and "<b>researcher</b>" in html
    assert "Blame by the rules: User simulator. The user rejected" in html


def test_in_place_only_the_blame_comes_back(client: Client) -> None:
    row = missed()
    html = markup_of(client.post(f"/runs/{row.pk}/blame/", SAID, headers=HTMX))
    assert "<html" not in html and "<b>Scenario</b>" in html and f"/runs/{row.pk}/blame/undo/" in html


def test_it_can_be_undone_and_the_history_stays(client: Client) -> None:
    row = missed()
    client.post(f"/runs/{row.pk}/blame/", SAID)
    client.post(f"/runs/{row.pk}/blame/undo/")
    row.refresh_from_db()
    assert (row.overruled_fault, row.overruled_note, row.overruled_by, row.overruled_at) == ("", "", None, None)
    assert "<b>User simulator</b>" in page(client, row)
    told = list(LogEntry.objects.order_by("pk").values_list("change_message", "user__username", "object_id"))
    assert told == [
        (f"Blame overruled: Scenario. {SAID['note']}", "researcher", str(row.pk)),
        ("Overruling undone.", "researcher", str(row.pk)),
    ]


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({}, "Choose who is to blame."),
        ({"party": "user"}, "Enter a reason."),
        ({"party": "moon", "note": "x"}, "“moon” is not a party. Choose a party from the list."),
        ({"party": SCRIPT, "note": "x"}, f"“{ESCAPED}” is not a party."),
        ({"party": "user", "note": "x" * 501}, "Use at most 500 characters."),
    ],
)
@pytest.mark.parametrize("headers", [{}, HTMX])
def test_what_makes_no_sense_is_told_and_nothing_is_lost(
    client: Client, headers: dict[str, str], given: dict[str, str], why: str
) -> None:
    row = missed()
    response = client.post(f"/runs/{row.pk}/blame/", given, headers=headers)
    html = markup_of(response)
    assert response.status_code == 409 and why in html
    assert ("<html" in html) is not bool(headers)
    assert given.get("note", "") in html
    row.refresh_from_db()
    assert row.overruled_fault == ""


@pytest.mark.parametrize("address", ["blame/", "blame/undo/"])
@pytest.mark.parametrize("state", [State.FINISHED, State.STOPPED, State.RUNNING])
def test_where_nobody_is_to_blame_nothing_can_be_overruled(client: Client, state: State, address: str) -> None:
    row = run(state)
    html = markup_of(client.post(f"/runs/{row.pk}/{address}", SAID, follow=True))
    assert "it has no blame to overrule" in html
    response = client.post(f"/runs/{row.pk}/{address}", SAID, headers=HTMX)
    assert response.status_code == 409 and "it has no blame to overrule" in markup_of(response)
    row.refresh_from_db()
    assert row.overruled_fault == "" and not LogEntry.objects.exists()


@pytest.mark.parametrize("address", ["blame/", "blame/undo/"])
@pytest.mark.parametrize(("role", "status"), [("anonymous", 302), ("nobody", 403), ("viewer", 403)])
@pytest.mark.parametrize("public", [False, True])
def test_others_may_not_overrule(settings: LazySettings, role: str, status: int, public: bool, address: str) -> None:
    settings.PUBLIC_READ = public
    row = overruled(missed())
    client = signed_in(role)
    assert client.post(f"/runs/{row.pk}/{address}", SAID).status_code == status
    row.refresh_from_db()
    assert (row.overruled_fault, row.overruled_note) == ("engine", "Ours.")


def test_a_refusal_says_whom_to_ask() -> None:
    html = markup_of(signed_in("viewer").post(f"/runs/{missed().pk}/blame/", SAID))
    assert "not overrule it" in html and "researcher" in html


def test_viewers_see_who_overruled_it_but_no_form() -> None:
    row = overruled(missed(), overruled_by=person("researcher"))
    html = page(signed_in("viewer"), row)
    assert "<b>researcher</b>" in html and "Ours." in html and "/blame/" not in html


def test_public_readers_see_the_blame_but_not_who_overruled_it(settings: LazySettings) -> None:
    settings.PUBLIC_READ = True
    row = overruled(missed(), overruled_by=person("researcher"), overruled_note="Ask Zora.")
    html = page(signed_in("anonymous"), row)
    assert "<b>Engine</b>" in html and "Blame by the rules: User simulator" in html
    assert "researcher" not in html and "Zora" not in html and "/blame/" not in html


def test_public_readers_do_not_read_the_note_of_a_flag(settings: LazySettings) -> None:
    settings.PUBLIC_READ = True
    row = missed()
    ScenarioVersion.objects.update(flagged_at=timezone.now(), flag_note="Ask Zora.", flagged_by=person("researcher"))
    assert "“Ask Zora.”" in page(signed_in("viewer"), row)
    html = page(signed_in("anonymous"), row)
    assert "<b>Scenario</b>" in html and "Zora" not in html and "researcher" not in html


@pytest.mark.parametrize("address", ["blame/", "blame/undo/"])
def test_whoever_only_looks_is_led_to_the_run(client: Client, address: str) -> None:
    row = missed()
    assert client.get(f"/runs/{row.pk}/{address}").headers["Location"] == f"/runs/{row.pk}/"


def test_a_run_that_is_not_there_is_not_found(client: Client) -> None:
    assert client.post("/runs/404/blame/", SAID).status_code == 404
    assert client.post("/runs/404/blame/undo/").status_code == 404


def test_hostile_notes_are_only_text(client: Client) -> None:
    row = missed()
    client.post(f"/runs/{row.pk}/blame/", {**SAID, "note": SCRIPT})
    html = page(client, row)
    assert SCRIPT not in html and ESCAPED in html
