"""Starting runs from the form: the usual values, what is typed, and what is refused without losing it."""

from __future__ import annotations

from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone

from simulator.models import Episode, Queue, State
from tests.simulator.views.cast import ESCAPED, SCRIPT, scenario, signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("redis_server")]


@pytest.fixture
def client() -> Client:
    scenario("late_train")
    return signed_in("researcher")


def _start(client: Client, **fields: Any) -> HttpResponse:
    return client.post("/runs/start/", {"scenario": "late_train", **fields})  # type: ignore[return-value]


def _refused(client: Client, **fields: Any) -> str:
    response = _start(client, **fields)
    assert response.status_code == 422 and not Episode.objects.exists()
    return response.content.decode()


def test_a_scenario_alone_is_enough(client: Client) -> None:
    response = _start(client)
    run = Episode.objects.get()
    assert response.status_code == 302 and response.headers["Location"] == f"/runs/{run.pk}/"
    assert (run.state, run.queue, run.pace) == (State.QUEUED, Queue.LIVE, 2.0)
    assert (run.user_player, run.assistant_player, run.seed) == ("scripted", "oracle", 0)
    assert run.started_by is not None and run.started_by.username == "researcher"


def test_what_is_chosen_is_played(client: Client) -> None:
    _start(client, assistant="eager", seed="-7", env_events_per_minute="2.5", tool_failure_probability="0.1", pace="0")
    run = Episode.objects.get()
    assert (run.assistant_player, run.seed, run.pace) == ("eager", -7, 0.0)
    assert run.config["env_events_per_minute"] == 2.5 and run.config["tool_failure_probability"] == 0.1


@pytest.mark.parametrize(
    ("field", "typed", "remedy"),
    [
        ("seed", "abc", "Enter a whole number of at most 18 digits."),
        ("seed", "1" * 30, "Enter a whole number of at most 18 digits."),
        ("env_events_per_minute", "601", "Enter a number from 0 to 600."),
        ("env_events_per_minute", "nan", "Enter a number from 0 to 600."),
        ("tool_failure_probability", "-1", "Enter a number from 0 to 1."),
        ("assistant", SCRIPT, "is not available"),
        ("user", "llm", "is not available"),
        ("pace", "1000", "not one of the available choices"),
    ],
)
def test_a_mistake_is_told_at_its_field_and_nothing_typed_is_lost(
    client: Client, field: str, typed: str, remedy: str
) -> None:
    html = _refused(client, **{"seed": "41", "env_events_per_minute": "3", field: typed})
    assert remedy in html and 'aria-invalid="true"' in html and "The run was not started" in html
    kept = {"seed": "41", "env_events_per_minute": "3", field: typed}
    for name in ("seed", "env_events_per_minute", "tool_failure_probability"):
        if name in kept:
            assert f'name="{name}" value="{kept[name]}"' in html
    assert SCRIPT not in html


def test_several_mistakes_are_told_together(client: Client) -> None:
    html = _refused(client, seed="x", tool_failure_probability="2", scenario="nowhere")
    assert "Fix the 3 marked fields" in html


def test_a_folded_field_with_a_mistake_is_unfolded(client: Client) -> None:
    assert "<details" in _refused(client, seed="x") and '<details class="full" open>' in _refused(client, seed="x")


def test_an_unknown_scenario_is_named(client: Client) -> None:
    assert f"There is no scenario “{ESCAPED}”." in _refused(client, scenario=SCRIPT)


def test_a_scenario_whose_file_was_removed_cannot_be_started(client: Client) -> None:
    gone = scenario("dentist")
    gone.removed_at = timezone.now()
    gone.save()
    assert "The file of “dentist” was removed" in _refused(client, scenario="dentist")


def test_a_version_that_cannot_be_read_any_more_is_refused(client: Client) -> None:
    scenario("dentist", source='{"id": "dentist"}')
    assert "This scenario can’t be played:" in _refused(client, scenario="dentist")


def test_without_scenarios_it_says_what_to_do() -> None:
    html = _refused(signed_in("researcher"), scenario="", surprise="1")
    assert "There are no scenarios." in html


def test_a_surprise_needs_no_choice(client: Client) -> None:
    response = _start(client, scenario="", surprise="1")
    assert response.status_code == 302
    assert Episode.objects.get().version.scenario.slug == "late_train"


def test_the_form_has_a_page_of_its_own(client: Client) -> None:
    scenario("dentist")
    html = client.get("/runs/start/", {"scenario": "dentist"}).content.decode()
    assert '<option value="dentist" selected>' in html and "The run was not started" not in html


def test_a_first_visit_offers_the_scenario_for_beginners(client: Client) -> None:
    scenario("dentist", tags=["first-steps"])
    assert '<option value="dentist" selected>' in client.get("/runs/start/").content.decode()


def test_forms_of_other_sites_are_refused(client: Client) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.cookies = client.cookies
    response = strict.post("/runs/start/", {"scenario": "late_train"})
    assert response.status_code == 403 and "The form is out of date" in response.content.decode()
    assert not Episode.objects.exists()
