"""Runs as files: the right bytes under the right name, for those who may have them."""

from __future__ import annotations

import json

import pytest
from django.conf import LazySettings

from replay.jobs.importing import import_file
from simulator.jobs import control
from simulator.jobs.play_job import run_episode
from simulator.models import Episode, ScenarioVersion
from tests.replay.files import own
from tests.replay.foreign.runs import evening
from tests.simulator.jobs.background import started
from tests.simulator.views.cast import signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("redis_server")]


@pytest.fixture
def row() -> Episode:
    return import_file(own(), "dentist.jsonl").row


def _under_way() -> Episode:
    row = started("dentist", hold=True)
    control.step(row, 4)
    run_episode(row.pk)
    row.refresh_from_db()
    return row


def test_the_trace_is_the_file_that_was_written(row: Episode) -> None:
    response = signed_in("viewer").get(f"/runs/{row.pk}/download/trace/")
    assert response.status_code == 200
    assert response.content == own()
    assert response["Content-Disposition"] == f'attachment; filename="run_{row.pk}_dentist.jsonl"'
    assert response["X-Content-Type-Options"] == "nosniff"


def test_of_a_run_that_goes_on_there_is_the_trace_so_far() -> None:
    row = _under_way()
    response = signed_in("viewer").get(f"/runs/{row.pk}/download/trace/")
    assert response.content.count(b"\n") == 5
    assert b'"kind":"result"' not in response.content


@pytest.mark.parametrize("name", ["hf", "lite"])
def test_foreign_formats_want_a_whole_run(name: str) -> None:
    row = _under_way()
    response = signed_in("viewer").get(f"/runs/{row.pk}/download/{name}/")
    assert response.status_code == 409
    html = response.content.decode()
    assert "need a run that was played to its end" in html and f"/runs/{row.pk}/download/trace/" in html


def test_a_format_that_is_not_there_is_named_with_those_that_are(row: Episode) -> None:
    response = signed_in("viewer").get(f"/runs/{row.pk}/download/xls/")
    assert response.status_code == 404
    assert "Known formats: trace, readings, html, hf, lite" in response.content.decode()


def test_a_run_that_is_not_there_is_not_found() -> None:
    assert signed_in("viewer").get("/runs/99/download/trace/").status_code == 404


def test_who_may_not_see_what_is_private_gets_no_file(row: Episode, settings: LazySettings) -> None:
    settings.PUBLIC_READ = True
    response = signed_in("nobody").get(f"/runs/{row.pk}/download/trace/")
    assert response.status_code == 403
    assert "private parts such as thoughts" in response.content.decode()


def test_whoever_has_not_signed_in_does_so_first(row: Episode, settings: LazySettings) -> None:
    settings.PUBLIC_READ = True
    response = signed_in("anonymous").get(f"/runs/{row.pk}/download/trace/")
    assert response.status_code == 302 and "/sign-in/" in response["Location"]


def test_the_run_page_offers_what_there_is(row: Episode) -> None:
    html = signed_in("viewer").get(f"/runs/{row.pk}/").content.decode()
    for name in ("trace", "html", "hf", "lite"):
        assert f'href="/runs/{row.pk}/download/{name}/"' in html


def test_of_a_run_that_goes_on_it_offers_the_trace_only() -> None:
    row = _under_way()
    html = signed_in("viewer").get(f"/runs/{row.pk}/").content.decode()
    assert "download/trace/" in html and "download/hf/" not in html


def test_who_reads_publicly_is_offered_nothing(row: Episode, settings: LazySettings) -> None:
    settings.PUBLIC_READ = True
    html = signed_in("anonymous").get(f"/runs/{row.pk}/").content.decode()
    assert "Imported" in html
    assert "/download/" not in html
    assert "dentist.jsonl" not in html


def test_a_run_of_ours_in_the_format_of_the_original_can_be_imported_again(row: Episode) -> None:
    response = signed_in("viewer").get(f"/runs/{row.pk}/download/hf/")
    assert response["Content-Disposition"] == f'attachment; filename="run_{row.pk}_dentist.hf.json"'
    assert response["Content-Type"] == "application/json"
    back = import_file(response.content, "back.json").row
    assert back.is_foreign
    offers = [list(one.decision_points.filter(kind="offer").values_list("final", flat=True)) for one in (row, back)]
    assert offers[0] == offers[1] != []


def test_a_foreign_run_is_given_back_as_it_came() -> None:
    came = evening().data()
    row = import_file(json.dumps(came).encode(), "kiln.json").row
    gone = signed_in("viewer").get(f"/runs/{row.pk}/download/hf/").json()
    for part in ("version", "metadata", "apps", "events"):
        assert gone[part] == came[part]
    polls = [event for event in came["completed_events"] if event["event_type"] != "CONDITION"]
    assert gone["completed_events"] == polls


@pytest.mark.all
@pytest.mark.parametrize("name", ["trace", "hf", "lite"])
def test_a_very_long_text_comes_out_as_it_came_in(name: str) -> None:
    run = evening()
    run.env("Emails", "send_email_to_user_only", sender="bo@quill.example", subject="Log", content="x" * 9_000_000)
    row = import_file(run.bytes(), "evening.json").row
    response = signed_in("viewer").get(f"/runs/{row.pk}/download/{name}/")
    assert response.status_code == 200
    if name == "trace":
        assert import_file(response.content, "again.jsonl") == (row, False)


def test_a_web_page_is_only_ever_a_file(row: Episode) -> None:
    response = signed_in("viewer").get(f"/runs/{row.pk}/download/html/")
    assert response["Content-Disposition"] == f'attachment; filename="run_{row.pk}_dentist.html"'
    assert response["X-Content-Type-Options"] == "nosniff"
    assert response.content.lstrip().lower().startswith(b"<!doctype html>")


def test_a_run_that_cannot_be_shown_gets_no_web_page_but_the_reason(row: Episode) -> None:
    source = row.version.source.replace('"email"', '"telegraph"')
    ScenarioVersion.objects.filter(pk=row.version_id).update(source=source)
    response = signed_in("viewer").get(f"/runs/{row.pk}/download/html/")
    html = response.content.decode()
    assert response.status_code == 409
    assert "telegraph" in html and f"/runs/{row.pk}/download/trace/" in html
