"""The page of a run: what it shows at which step, who may see and control it, and what it says of what is not there."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.conf import LazySettings
from django.http import HttpResponse
from django.test import Client

from simulator.config import EpisodeConfig
from simulator.jobs.start_run import start_episode
from simulator.models import Episode, ScenarioVersion, State
from simulator.rendering import run_histories
from tests.markup import markup_of
from tests.simulator.consumers.watched import Watched
from tests.simulator.views.cast import scenario, signed_in

pytestmark = pytest.mark.django_db


def html(client: Client, address: str, status: int = 200) -> str:
    answer: HttpResponse = client.get(address)  # type: ignore[assignment]
    assert answer.status_code == status, answer.content[:400]
    return markup_of(answer)


def current(page: str) -> list[str]:
    """The steps that are marked as the current one: in the story and on the scrubber."""
    return re.findall(r'data-n="(\d+)"[^>]*aria-current="step"', page)


@pytest.fixture
def finished() -> Episode:
    run = Watched()
    run.finish()
    return Episode.objects.get(pk=run.pk)


def test_a_finished_run_opens_at_its_last_step(finished: Episode) -> None:
    page = html(signed_in("viewer"), f"/runs/{finished.pk}/")
    last = finished.moment_count - 1
    assert current(page) == [str(last)] * 2
    assert f"data-step-now>{last}</span>" in page
    assert "data-over" in page and "data-following" not in page


def test_a_live_run_opens_at_its_latest_step_and_follows() -> None:
    run = Watched(moments=4)
    page = html(signed_in("viewer"), f"/runs/{run.pk}/")
    assert current(page) == ["3", "3"]
    assert "data-following" in page and "so far" in page


def test_a_step_has_an_address_of_its_own(finished: Episode) -> None:
    page = html(signed_in("viewer"), f"/runs/{finished.pk}/2/")
    assert current(page) == ["2", "2"]
    assert "<h2>Step 2</h2>" in page
    assert f'href="/runs/{finished.pk}/1/" data-go="back"' in page
    assert f'href="/runs/{finished.pk}/3/" data-go="on"' in page


def test_the_whole_story_is_on_the_page_whatever_the_step(finished: Episode) -> None:
    page = html(signed_in("viewer"), f"/runs/{finished.pk}/0/")
    assert len(re.findall(r'<li class="[^"]*" id="s\d+"', page)) == finished.moment_count
    assert page.count("offer 1")


def test_the_first_and_the_last_step_have_no_way_beyond(finished: Episode) -> None:
    client = signed_in("viewer")
    assert '<a class="btn icon-only" data-go="back"' in html(client, f"/runs/{finished.pk}/0/")
    assert '<a class="btn icon-only" data-go="on"' in html(client, f"/runs/{finished.pk}/{finished.moment_count - 1}/")


def test_a_step_out_of_range_names_the_range_and_leads_to_the_last(finished: Episode) -> None:
    page = html(signed_in("viewer"), f"/runs/{finished.pk}/999/", status=404)
    last = finished.moment_count - 1
    assert f"has steps 0 to {last}" in page and f'href="/runs/{finished.pk}/{last}/"' in page


def test_a_run_that_has_not_begun_says_what_to_wait_for() -> None:
    row = start_episode(scenario().current, EpisodeConfig(), hold=True)  # type: ignore[arg-type]
    client = signed_in("researcher")
    page = html(client, f"/runs/{row.pk}/")
    assert "paused before its first step" in page and "data-phone" in page
    assert "Nothing has happened" in html(client, f"/runs/{row.pk}/0/", status=404)


def test_the_facts_of_a_run_stand_at_its_head(finished: Episode) -> None:
    Episode.objects.filter(pk=finished.pk).update(note="Demo")
    page = html(signed_in("viewer"), f"/runs/{finished.pk}/")
    for fact in ("Demo", "Seed <b>0</b>", "User <b>", "Assistant <b>"):
        assert fact in page


def test_noise_is_told_in_a_few_words(finished: Episode) -> None:
    config = {**finished.config, "env_events_per_minute": 2.0, "tool_failure_probability": 0.25}
    Episode.objects.filter(pk=finished.pk).update(config=config)
    assert "Noise <b>2 a minute, 25 % of calls fail</b>" in html(signed_in("viewer"), f"/runs/{finished.pk}/")


def test_those_who_may_see_the_controls_of_a_run_that_goes_on() -> None:
    run = Watched(moments=2)
    page = html(signed_in("researcher"), f"/runs/{run.pk}/")
    for action in ("pause", "step", "stop", "pace"):
        assert f'hx-post="/runs/{run.pk}/{action}/"' in page


def test_those_who_may_not_see_no_controls() -> None:
    run = Watched(moments=2)
    assert "hx-post" not in html(signed_in("viewer"), f"/runs/{run.pk}/")


def test_a_run_that_is_over_has_no_controls(finished: Episode) -> None:
    assert f'hx-post="/runs/{finished.pk}/' not in html(signed_in("researcher"), f"/runs/{finished.pk}/")


@pytest.mark.parametrize("place", ["", "1/", "1/parts/"])
def test_strangers_are_sent_to_the_sign_in(finished: Episode, place: str) -> None:
    answer = signed_in("anonymous").get(f"/runs/{finished.pk}/{place}")
    assert answer.status_code == 302 and "/sign-in/" in answer["Location"]


@pytest.mark.parametrize("place", ["", "1/", "1/parts/"])
def test_who_has_no_right_is_refused(finished: Episode, place: str) -> None:
    assert signed_in("nobody").get(f"/runs/{finished.pk}/{place}").status_code == 403


@pytest.mark.parametrize("place", ["", "1/", "1/parts/"])
def test_public_reading_opens_finished_runs_and_no_others(
    settings: LazySettings, finished: Episode, place: str
) -> None:
    settings.PUBLIC_READ = True
    client = signed_in("anonymous")
    assert client.get(f"/runs/{finished.pk}/{place}").status_code == 200
    Episode.objects.filter(pk=finished.pk).update(state=State.RUNNING)
    assert client.get(f"/runs/{finished.pk}/{place}").status_code == 404


@pytest.mark.parametrize("place", ["/runs/99999/", "/runs/99999/0/", "/runs/99999/0/parts/"])
def test_an_unknown_run_is_not_found(place: str) -> None:
    assert "There is no run 99999" in html(signed_in("viewer"), place, status=404)


def test_pages_are_only_read(finished: Episode) -> None:
    assert signed_in("researcher").post(f"/runs/{finished.pk}/1/").status_code == 405


def parts(client: Client, run: int, step: int) -> dict[str, Any]:
    found: dict[str, Any] = client.get(f"/runs/{run}/{step}/parts/").json()
    return found


def test_the_parts_of_a_step_are_what_changes_when_one_goes_there(finished: Episode) -> None:
    found = parts(signed_in("viewer"), finished.pk, 1)
    assert found["n"] == 1 and "<h2>Step 1</h2>" in found["detail"] and "data-phone" in found["phone"]
    assert "data-tapped" in found["tapping"]
    assert found["head"]["turn"] == 1


@pytest.mark.parametrize("step", ["-1", "-999", "+999"])
def test_a_number_with_a_sign_is_a_step_that_is_not_there(finished: Episode, step: str) -> None:
    answer = signed_in("viewer").get(f"/runs/{finished.pk}/{step}/")
    assert answer.status_code == 404
    assert f"has no step {int(step)}" in markup_of(answer)


def test_a_step_that_is_not_there_yet_has_no_parts(finished: Episode) -> None:
    answer = signed_in("viewer").get(f"/runs/{finished.pk}/999/parts/")
    assert answer.status_code == 404 and "no step 999" in answer.json()["problem"]


def test_the_page_needs_nothing_inline_and_nothing_from_elsewhere(finished: Episode) -> None:
    page = html(signed_in("viewer"), f"/runs/{finished.pk}/")
    assert not re.search(r"<script(?![^>]*\bsrc=)", page)
    assert not re.search(r'\s(style|on\w+)="', page)
    assert not re.search(r'(src|href)="(https?:)?//', page)


@pytest.mark.parametrize("place", ["", "1/", "1/parts/"])
def test_a_run_whose_scenario_no_longer_loads_says_so(finished: Episode, place: str) -> None:
    source = finished.version.source.replace('"email"', '"telegraph"')
    ScenarioVersion.objects.filter(pk=finished.version_id).update(source=source)
    run_histories._histories.clear()
    page = html(signed_in("viewer"), f"/runs/{finished.pk}/{place}", status=409)
    assert "be shown" in page and "telegraph" in page


@pytest.mark.parametrize("moments", [0, 3])
def test_the_controls_can_be_renewed_at_any_time(moments: int) -> None:
    run = Watched(moments=moments)
    given = signed_in("researcher").get(f"/runs/{run.pk}/controls/").json()["controls"]
    assert 'id="controls"' in given and 'id="control-go"' in given and 'id="control-step"' in given
    assert signed_in("nobody").get(f"/runs/{run.pk}/controls/").status_code == 403
