"""How imported runs look: on their page, in lists, and on the page of their scenario."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from django.conf import LazySettings
from django.test import Client

from replay.foreign.detecting import read_any
from replay.foreign.lite import write_lite
from replay.jobs.importing import import_file
from simulator.engine_version import ENGINE_VERSION
from simulator.models import Episode
from tests.markup import markup_of
from tests.replay.files import own
from tests.replay.foreign.runs import evening
from tests.simulator.views.cast import ESCAPED, SCRIPT, run, signed_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def client() -> Client:
    return signed_in("researcher")


def _foreign(name: str = "kiln_evening_run_1.json", **annotation: Any) -> Episode:
    data = evening().data()
    data["metadata"]["annotation"] = {"validation_decision": "Invalid", **annotation}
    return import_file(json.dumps(data).encode(), name).row


def _text(client: Client, address: str, **query: str) -> str:
    html = markup_of(client.get(address, query))
    return " ".join(re.sub(r"<[^>]+>", " ", html).split()).replace(" .", ".").replace(" ,", ",")


def test_the_page_of_a_foreign_run_says_where_it_comes_from_and_what_was_said_of_it(client: Client) -> None:
    row = _foreign()
    text = _text(client, row.get_absolute_url())
    assert "Imported from kiln_evening_run_1.json, in the format “hf” of the original PARE" in text
    assert "The original validator judged this run as Invalid. PARE Studio does not judge runs of other systems" in text
    assert "could not be shown on the phone" in text
    assert "Goals met" not in text and "Blame" not in text


def test_nothing_about_it_can_be_controlled(client: Client) -> None:
    row = _foreign()
    html = markup_of(client.get(row.get_absolute_url()))
    assert 'id="control-go"' not in html and 'class="pace"' not in html and "blame/" not in html
    response = client.post(f"/runs/{row.pk}/resume/")
    row.refresh_from_db()
    assert (response.status_code, row.state) == (302, "finished")


def test_a_run_that_broke_down_elsewhere_says_so(client: Client) -> None:
    data = evening().data()
    data["metadata"]["definition"] |= {"has_exception": True, "exception_type": "KeyError", "exception_message": "kiln"}
    row = import_file(json.dumps(data).encode(), "a.json").row
    text = _text(client, row.get_absolute_url())
    assert "The run ended with an error: KeyError kiln" in text
    assert row.state == "finished" and row.failure == ""


def test_a_trace_of_ours_is_judged_like_any_run(client: Client) -> None:
    row = import_file(own(), "last week.jsonl").row
    text = _text(client, row.get_absolute_url())
    assert f"Imported from last week.jsonl, a trace that was recorded with engine version {ENGINE_VERSION}." in text
    assert "Goals met Yes" in text


def test_a_run_that_was_played_here_says_nothing_of_an_origin(client: Client) -> None:
    assert 'aria-label="Origin"' not in markup_of(client.get(run().get_absolute_url()))


def test_public_reading_opens_imported_traces_of_ours_but_not_of_other_systems(settings: LazySettings) -> None:
    settings.PUBLIC_READ = True
    anonymous = signed_in("anonymous")
    foreign, ours = _foreign("secret plan.json"), import_file(own(), "secret trace.jsonl").row
    refused = anonymous.get(foreign.get_absolute_url())
    assert refused.status_code == 404 and "Sign in to see runs that are not public" in markup_of(refused)
    html = markup_of(anonymous.get(ours.get_absolute_url()))
    assert "recorded with engine version" in html
    assert "secret" not in html
    listed = markup_of(anonymous.get("/runs/"))
    assert ours.get_absolute_url() in listed and foreign.get_absolute_url() not in listed


def test_what_a_file_says_is_shown_as_text(client: Client) -> None:
    row = _foreign(f"{SCRIPT[:10]}.json", validation_decision=SCRIPT)
    for address in (row.get_absolute_url(), "/runs/", "/"):
        html = markup_of(client.get(address))
        assert SCRIPT not in html
        assert ESCAPED in html


def test_lists_mark_imported_runs(client: Client) -> None:
    _foreign()
    import_file(own(), "a.jsonl")
    run()
    for address in ("/runs/", "/"):
        html = markup_of(client.get(address))
        assert len(re.findall(r'<span class="chip plain">.{0,200}Imported</span>', html)) == 1
        assert html.count('<span class="tag">Imported</span>') == 1
        assert "The original validator judged this run as Invalid." in html


@pytest.mark.parametrize(("origin", "found"), [("", 3), ("imported", 2), ("here", 1)])
def test_the_list_can_show_imported_runs_alone(client: Client, origin: str, found: int) -> None:
    _foreign()
    import_file(own(), "a.jsonl")
    run()
    html = markup_of(client.get("/runs/", {"origin": origin}))
    assert html.count('<th scope="row">') == found


def test_foreign_runs_are_neither_found_among_successes_nor_among_misses(client: Client) -> None:
    _foreign()
    for query in ({"outcome": "success"}, {"outcome": "no_success"}, {"blame": "engine"}, {"state": "failed"}):
        assert "No runs match these filters." in _text(client, "/runs/", **query)
    assert "The original validator" in _text(client, "/runs/", outcome="none")


def test_the_page_of_a_foreign_scenario_claims_nothing_about_what_was_expected(client: Client) -> None:
    row = _foreign()
    text = _text(client, f"/scenarios/{row.version.scenario.slug}/")
    assert "known only from imported runs of another system" in text
    assert "What would help" not in text and "What counts" not in text
    assert "Run with other options" not in text
    assert "Kiln evening" in _text(client, "/scenarios/")


def test_a_scenario_of_ours_that_came_with_a_run_is_told_in_full(client: Client) -> None:
    import_file(own(), "a.jsonl")
    text = _text(client, "/scenarios/dentist/")
    assert "The file of this scenario has been missing" in text
    assert "What would help" in text and "What counts" in text
    assert client.post("/runs/start/", {"scenario": "dentist"}).status_code == 422


def test_a_transcript_has_a_note_in_place_of_the_phone(client: Client) -> None:
    row = import_file(write_lite(read_any(evening().bytes(), "kiln.json").trace), "kiln.lite.json").row
    assert row.is_foreign and not row.has_phone
    html = markup_of(client.get(row.get_absolute_url()))
    assert "This is a transcript" in html and "data-phone" not in html
    steps = client.get(f"/runs/{row.pk}/slice/", {"from": 0, "count": 5}).json()["steps"]
    assert "This is a transcript" in steps[0]["phone"]
    assert all(step["phone"] is None and step["tapping"] is None for step in steps[1:])
