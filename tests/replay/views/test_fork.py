"""The page that forks a run: what it says, what it takes over into its fields, what it takes, and what it refuses."""

from __future__ import annotations

import os
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from django.utils.html import escape

from simulator.agents.llm.model_list import FILE_VARIABLE
from simulator.agents.registry import ASSISTANTS
from simulator.config import EpisodeConfig
from simulator.jobs import control
from simulator.jobs.play_job import run_episode
from simulator.language_models import ModelChoice, ModelRoute
from simulator.models import Episode, Moment, Queue, State
from tests.markup import markup_of
from tests.simulator.jobs.background import started, version_of
from tests.simulator.views.cast import SCRIPT, signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("redis_server")]
OWN = ModelChoice(alias="tiny", name="tiny-1", parameters={"temperature": 0.5})
UNLISTED = [
    "model:bedrock/agentcore/arn:aws:bedrock-agentcore:x@evil.example/#:1:runtime/a",
    "model:groq/unlisted",
    "http://127.0.0.1:9/",
]
OWN_ROUTE = ModelRoute(provider="hosted_vllm", endpoint="http://127.0.0.1:9/v1")


@pytest.fixture(autouse=True)
def _no_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in list(os.environ):
        if name.endswith(("_API_KEY", "_TOKEN", "_API_BASE", "_BASE_URL")) or name == FILE_VARIABLE:
            monkeypatch.delenv(name)


@pytest.fixture
def client() -> Client:
    return signed_in("researcher")


def played(**options: Any) -> Episode:
    row = started("late_train", **options)
    run_episode(row.pk)
    row.refresh_from_db()
    return row


def with_config(row: Episode, **options: Any) -> Episode:
    """As if the run had been played so."""
    row.config = EpisodeConfig.model_validate({**row.config, **options}).model_dump(mode="json")
    row.save()
    return row


def page(client: Client, row: Episode, step: int) -> str:
    response = client.get(f"/runs/{row.pk}/{step}/fork/")
    assert response.status_code == 200
    return markup_of(response)


def forked(client: Client, row: Episode, step: int, **fields: Any) -> Episode:
    response = client.post(f"/runs/{row.pk}/{step}/fork/", fields)
    assert response.status_code == 302, markup_of(response)
    made = Episode.objects.get(parent=row)
    assert response.headers["Location"] == f"/runs/{made.pk}/"
    return made


def refused(client: Client, row: Episode, step: int, **fields: Any) -> str:
    response = client.post(f"/runs/{row.pk}/{step}/fork/", fields)
    assert response.status_code == 422 and not Episode.objects.filter(parent=row).exists()
    return markup_of(response)


def test_it_says_what_is_kept_and_shows_what_holds_now(client: Client) -> None:
    row = played(assistant="eager", seed=41, env_events_per_minute=2.5, tool_failure_probability=0.1, max_turns=7)
    html = page(client, row, 9)
    assert "<b>Steps 0 to 9</b> are kept unchanged." in html
    assert 'value="eager" selected' in html and 'value="scripted" selected' in html
    for name, value in {
        "seed": "41",
        "env_events_per_minute": "2.5",
        "tool_failure_probability": "0.1",
        "max_turns": "7",
    }.items():
        assert f'name="{name}" value="{value}"' in html, name
    assert "data-phone" in html


def test_at_the_start_there_is_no_turn_yet_and_whole_numbers_are_written_as_such(client: Client) -> None:
    html = page(client, played(), 0)
    assert "Step 0 is kept unchanged." in html
    assert "Before turn 1, " in html and "Turn 0" not in html
    assert 'name="env_events_per_minute" value="0"' in html


def test_left_as_it_is_it_forks_with_the_same_config(client: Client) -> None:
    row = played(assistant="eager", seed=41, thinking="fixed", user_iterations=2)
    made = forked(client, row, 9)
    assert made.forked_config == row.config
    assert (made.state, made.queue, made.pace, made.parent_step) == (State.QUEUED, Queue.LIVE, 2.0, 9)
    assert made.started_by is not None and made.started_by.username == "researcher"


def test_what_is_changed_holds_from_the_fork_on(client: Client) -> None:
    row = played(assistant="silent", user_iterations=2, max_cost=3)
    fields = {"assistant": "oracle", "seed": "7", "env_events_per_minute": "0.5", "max_turns": "30", "pace": "0"}
    made = forked(client, row, 9, **fields, max_cost="")
    config = EpisodeConfig.model_validate(made.config_now)
    assert (config.assistant, config.seed, config.env_events_per_minute, config.max_turns) == ("oracle", 7, 0.5, 30)
    assert (config.user_iterations, config.max_cost) == (2, None)
    assert (made.seed, made.turn_limit, made.pace, made.config) == (7, 30, 0.0, row.config)


def test_a_fork_is_shown_with_the_config_of_its_own(client: Client) -> None:
    child = forked(client, played(assistant="silent"), 9, assistant="eager", seed="5")
    html = page(client, child, 10)
    assert 'value="eager" selected' in html and 'name="seed" value="5"' in html


@pytest.mark.parametrize(
    ("field", "typed", "remedy"),
    [
        ("seed", "abc", "Enter a whole number of at most 18 digits."),
        ("env_events_per_minute", "601", "Enter a number from 0 to 600."),
        ("max_turns", "0", "Enter a whole number from 1 to 10000."),
        ("max_turns", "2.5", "Enter a whole number from 1 to 10000."),
        ("max_turns", "3", "The kept steps go up to turn 5. Enter at least 5."),
        ("assistant", SCRIPT, "is not available"),
        ("user", "llm", "is not available"),
        ("assistant", "model:gpt-5", "is not available"),
        ("assistant", "http://127.0.0.1:9/", "is not available"),
        ("pace", "1000", "not one of the available choices"),
    ],
)
def test_a_mistake_is_told_at_its_field_and_nothing_typed_is_lost(
    client: Client, field: str, typed: str, remedy: str
) -> None:
    kept = {"seed": "41", "env_events_per_minute": "3", field: typed}
    html = refused(client, played(), 9, **kept)
    assert remedy in html and 'aria-invalid="true"' in html and "The run was not forked. Fix the marked field;" in html
    for name in ("seed", "env_events_per_minute", "max_turns"):
        if name in kept:
            assert f'name="{name}" value="{kept[name]}"' in html
    assert SCRIPT not in html


def test_several_mistakes_are_told_together(client: Client) -> None:
    html = refused(client, played(), 9, seed="9" * 40, max_turns="1", tool_failure_probability="2")
    assert "Fix the 3 marked fields" in html


def test_from_the_end_of_used_up_turns_more_of_them_are_asked_for(client: Client) -> None:
    row = played(assistant="silent", max_turns=3)
    last = row.moment_count - 1
    html = page(client, row, last)
    assert f"<b>Steps 0 to {last - 1}</b>" in html and "Allow more turns below" in html
    told = refused(client, row, last)
    assert "go up to turn 3 and use up all turns. Enter at least 4." in told
    assert forked(client, row, last, max_turns="6").turn_limit == 6


def test_from_a_quiet_end_it_says_that_little_may_come(client: Client) -> None:
    row = played()
    assert "the fork may end soon" in page(client, row, row.moment_count - 1)


def test_a_run_that_goes_on_can_be_forked(client: Client) -> None:
    row = started("late_train", hold=True)
    control.step(row, 6)
    run_episode(row.pk)
    assert "and continues on its own" in page(client, row, 3)
    assert forked(client, row, 3).moment_count == 5
    row.refresh_from_db()
    assert (row.state, row.moment_count) == (State.PAUSED, 6)


# Models and other players outside


def models(**more: Any) -> dict[str, Any]:
    return {
        "assistant": "llm",
        "observe_model": OWN,
        "execute_model": OWN,
        "model_routes": {"tiny": OWN_ROUTE},
        **more,
    }


def test_a_model_that_plays_already_keeps_its_parameters_and_the_way_to_it(client: Client) -> None:
    row = with_config(played(), **models(user_style="lenient"))
    assert '<optgroup label="As before"><option value="model:tiny" selected>tiny</option>' in page(client, row, 5)
    config = EpisodeConfig.model_validate(forked(client, row, 5, seed="3").config_now)
    assert (config.observe_model, config.execute_model, config.model_routes) == (OWN, OWN, {"tiny": OWN_ROUTE})
    assert config.prompt_set and config.user_style == "lenient"


def test_whoever_takes_the_place_of_a_model_leaves_nothing_of_it(client: Client) -> None:
    row = with_config(played(), **models())
    config = EpisodeConfig.model_validate(forked(client, row, 5, assistant="oracle").config_now)
    assert config == EpisodeConfig()


def test_a_new_model_plays_both_stages_unless_another_acts(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "canary")
    row = with_config(played(), **models(execute_model=ModelChoice(alias="other", name="o"), model_routes={}))
    config = EpisodeConfig.model_validate(
        forked(client, row, 5, assistant="model:gpt-5", execute_model="", reply_format="text").config_now
    )
    assert config.observe_model is not None
    assert config.observe_model == config.execute_model
    assert (config.observe_model.alias, config.observe_model.reply_format) == ("gpt-5", "text")
    assert config.model_routes.keys() == {"gpt-5"}


def test_a_model_that_cannot_be_asked_now_is_shown_and_refused_with_the_remedy(client: Client) -> None:
    route = ModelRoute(provider="openai", key_variable="OPENAI_API_KEY")
    row = with_config(played(), **models(model_routes={"tiny": route}))
    assert "tiny (not available)" in page(client, row, 5)
    html = refused(client, row, 5, assistant="model:tiny", seed="12")
    assert "tiny played up to this step, but can’t continue. Set OPENAI_API_KEY in .env" in html
    assert 'name="seed" value="12"' in html
    assert forked(client, row, 5, assistant="silent").assistant_player == "silent"


def test_a_model_whose_name_could_hold_a_host_does_not_play_on(client: Client) -> None:
    odd = ModelChoice(alias="tiny", name="agentcore/arn:aws:bedrock-agentcore:x@evil.example/#:1:runtime/a")
    routes = {"tiny": ModelRoute(provider="bedrock")}
    row = with_config(played(), **models(observe_model=odd, execute_model=odd, model_routes=routes))
    html = refused(client, row, 5, assistant="model:tiny")
    why = "The model&#x27;s name could send the request to a different server: it contains &#x27;arn:&#x27;."
    assert f"can’t continue. {why}" in html
    assert forked(client, row, 5, assistant="silent").assistant_player == "silent"


@pytest.mark.parametrize("side", ["assistant", "user"])
@pytest.mark.parametrize("name", UNLISTED)
def test_nobody_names_a_model_or_a_server_that_is_not_offered(client: Client, side: str, name: str) -> None:
    row = played()
    for people in (client, signed_in("administrator")):
        assert "Choose a value from the list" in refused(people, row, 5, **{side: name})


@pytest.mark.parametrize(("role", "expected"), [("annotator", 403), ("anonymous", 302)])
def test_others_name_no_model_in_a_fork_either(role: str, expected: int) -> None:
    row = played()
    answer = signed_in(role).post(f"/runs/{row.pk}/5/fork/", {"assistant": UNLISTED[0]})
    assert answer.status_code == expected
    assert Episode.objects.count() == 1


def test_a_server_that_plays_already_may_play_on_but_not_one_from_a_file(client: Client) -> None:
    address = "http://127.0.0.1:9/"
    row = with_config(played(), assistant=address)
    row.imported = {"format": "pare.trace", "file": "x.jsonl", "said": {}, "warnings": []}
    row.save()
    assert "Only an imported file names this player" in refused(client, row, 5)
    row.imported = None
    row.save()
    assert forked(client, row, 5).queue == Queue.MODELS


def test_the_way_to_a_model_that_a_file_names_is_not_taken(client: Client) -> None:
    row = with_config(played(), **models())
    row.imported = {"format": "pare.trace", "file": "x.jsonl", "said": {}, "warnings": []}
    row.save()
    html = refused(client, row, 5)
    assert "127.0.0.1:9" not in html


def test_a_player_who_is_gone_is_named_and_another_may_play(client: Client) -> None:
    ASSISTANTS["test_gone"] = ASSISTANTS["silent"]
    row = played(assistant="test_gone")
    del ASSISTANTS["test_gone"]
    assert "test_gone (not available)" in page(client, row, 5)
    assert "test_gone played up to this step, but can’t continue. No player of this name" in refused(client, row, 5)
    assert forked(client, row, 5, assistant="oracle").assistant_player == "oracle"


def test_noise_whose_file_is_not_here_is_refused_with_the_remedy(client: Client) -> None:
    row = with_config(played(), env_events_per_minute=3, noise_content="f" * 64)
    assert "Or enter 0 to continue without noise." in refused(client, row, 5)
    assert forked(client, row, 5, env_events_per_minute="0").state == State.QUEUED


# Refusals


def status(role: str, row: Episode, method: str) -> int:
    client = signed_in(role)
    address = f"/runs/{row.pk}/5/fork/"
    response: HttpResponse = client.get(address) if method == "get" else client.post(address)  # type: ignore[assignment]
    return response.status_code


@pytest.mark.parametrize("method", ["get", "post"])
@pytest.mark.parametrize(("role", "expected"), [("anonymous", 302), ("nobody", 403), ("viewer", 403)])
def test_who_may_not_start_runs_may_not_fork_them(role: str, expected: int, method: str) -> None:
    row = played()
    assert status(role, row, method) == expected
    assert Episode.objects.count() == 1


def test_a_viewer_is_told_what_is_missing() -> None:
    told = markup_of(signed_in("viewer").get(f"/runs/{played().pk}/5/fork/"))
    assert "You can watch this run, but not fork it." in told


@pytest.mark.parametrize("step", [999, 10**15])
def test_a_step_that_is_not_there_is_told(client: Client, step: int) -> None:
    row = played()
    response = client.get(f"/runs/{row.pk}/{step}/fork/")
    assert response.status_code == 404 and f"has no step {step}" in markup_of(response)
    assert client.post(f"/runs/{row.pk}/{step}/fork/").status_code == 404
    assert client.get("/runs/999/3/fork/").status_code == 404


def test_before_the_first_moment_there_is_nothing_to_fork(client: Client) -> None:
    row = started("late_train", hold=True)
    assert "Nothing has happened in this run yet." in markup_of(client.get(f"/runs/{row.pk}/0/fork/"))


@pytest.mark.parametrize("kind", ["hf", "lite"])
def test_what_another_system_played_is_refused_with_why_and_what_to_do(client: Client, kind: str) -> None:
    row = played()
    row.imported = {"format": kind, "file": "x.json", "said": {}, "warnings": []}
    row.save()
    for response in (client.get(f"/runs/{row.pk}/5/fork/"), client.post(f"/runs/{row.pk}/5/fork/")):
        html = markup_of(response)
        assert response.status_code == 409
        assert "was played by another system" in html and 'href="/runs/start/"' in html
    assert Episode.objects.count() == 1


def test_steps_that_do_not_fit_are_refused_without_a_trace_of_the_program(client: Client) -> None:
    row = played()
    Moment.objects.filter(episode=row, number=6).update(chain="0" * 64)
    response = client.post(f"/runs/{row.pk}/9/fork/")
    assert response.status_code == 409
    assert "The stored step 6 was changed after it was played" in markup_of(response)


def test_a_run_with_options_of_another_version_is_refused(client: Client) -> None:
    row = played()
    row.forked_config = {**row.config, "mood": "sunny"}
    row.save()
    response = client.get(f"/runs/{row.pk}/5/fork/")
    assert response.status_code == 409 and "options that this version does not know" in markup_of(response)


def test_a_scenario_that_does_not_load_any_more_is_told(client: Client) -> None:
    row = played()
    version = version_of("late_train")
    version.source = '{"id": "late_train"}'
    version.save()
    assert client.get(f"/runs/{row.pk}/5/fork/").status_code == 409


def test_other_methods_are_refused(client: Client) -> None:
    assert client.delete(f"/runs/{played().pk}/5/fork/").status_code == 405


def test_names_of_scenarios_are_text(client: Client) -> None:
    row = played()
    row.version.title = SCRIPT
    row.version.save()
    html = page(client, row, 5)
    assert SCRIPT not in html and escape(SCRIPT) in html
