"""Starting runs with language models from the form: which are offered, what is taken, what is refused."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client

from simulator.agents.llm.model_list import FILE_VARIABLE
from simulator.models import Episode, Queue
from tests.markup import markup_of
from tests.simulator.views.cast import scenario, signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("redis_server")]
KEY = "canary-7f3a9c"


@pytest.fixture(autouse=True)
def _no_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in list(os.environ):
        if name.endswith(("_API_KEY", "_TOKEN", "_API_BASE", "_BASE_URL")) or name == FILE_VARIABLE:
            monkeypatch.delenv(name)


@pytest.fixture
def client() -> Client:
    scenario("late_train")
    return signed_in("researcher")


@pytest.fixture
def key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)


def _form(client: Client) -> str:
    return markup_of(client.get("/runs/start/"))


def _start(client: Client, **fields: Any) -> HttpResponse:
    return client.post("/runs/start/", {"scenario": "late_train", **fields})  # type: ignore[return-value]


def test_without_a_key_one_calm_line_says_how_to_get_models(client: Client) -> None:
    html = _form(client)
    assert 'optgroup label="Scripted"' in html and 'optgroup label="Language models"' not in html
    assert '<a href="/models/">once you set a key</a>' in html
    assert "Ceiling" not in html and "bad-text" not in html


@pytest.mark.usefixtures("key")
def test_only_models_that_can_be_asked_now_are_offered(client: Client) -> None:
    html = _form(client)
    assert html.count('<optgroup label="Language models">') == 2
    assert 'value="model:gpt-5-mini"' in html and "claude" not in html
    assert 'value="llm"' not in html and "Cost limit" in html and KEY not in html


@pytest.mark.usefixtures("key")
def test_models_play_whom_they_are_chosen_for(client: Client) -> None:
    _start(client, assistant="model:gpt-5", user="model:gpt-5-mini", execute_model="model:gpt-5-nano", max_cost="0.5")
    run = Episode.objects.get()
    played = {stage: run.config[f"{stage}_model"]["alias"] for stage in ("user", "observe", "execute")}
    assert played == {"user": "gpt-5-mini", "observe": "gpt-5", "execute": "gpt-5-nano"}
    assert (run.user_player, run.assistant_player, run.queue) == ("llm", "llm", Queue.MODELS)
    assert run.config["max_cost"] == 0.5 and run.config["prompt_set"] and KEY not in str(run.config)


@pytest.mark.usefixtures("key")
def test_the_styles_of_the_user_are_named_without_a_verdict(client: Client) -> None:
    html = client.get("/runs/start/").content.decode()
    assert "reads offers closely" in html and "glad of help" in html and "hard to convince" not in html


@pytest.mark.usefixtures("key")
def test_one_model_does_both_of_the_assistants_stages(client: Client) -> None:
    _start(client, assistant="model:gpt-5", reply_format="text", user_style="lenient", max_tokens="200000")
    config = Episode.objects.get().config
    assert config["observe_model"] == config["execute_model"] and config["observe_model"]["reply_format"] == "text"
    assert (config["user"], config["user_style"], config["max_tokens"]) == ("scripted", "lenient", 200_000)


@pytest.mark.usefixtures("key")
@pytest.mark.parametrize(
    ("fields", "remedy"),
    [
        ({"user": "llm"}, "is not available"),
        ({"assistant": "model:claude-4.5-sonnet"}, "Choose a value from the list."),
        ({"execute_model": "model:gpt-5"}, "Choose a language model as the assistant too"),
        ({"assistant": "model:gpt-5", "max_cost": "0"}, "Enter a number above 0, up to 1000000."),
        ({"assistant": "model:gpt-5", "max_tokens": "1.5"}, "Enter a whole number from 1 to"),
        ({"assistant": "model:gpt-5", "max_tokens": "nan"}, "Enter a whole number from 1 to"),
        ({"assistant": "model:gpt-5", "max_tokens": "1e400"}, "Enter a whole number from 1 to"),
        ({"assistant": "model:gpt-5", "reply_format": "song"}, "not one of the available choices"),
    ],
)
def test_what_does_not_fit_is_told_at_its_field(client: Client, fields: dict[str, str], remedy: str) -> None:
    response = _start(client, **fields)
    assert response.status_code == 422 and not Episode.objects.exists()
    html = markup_of(response)
    assert remedy in html
    if "assistant" not in fields and "user" not in fields:
        assert '<details class="full" open><summary>Language models' in html


UNLISTED = [
    {"assistant": "model:bedrock/agentcore/arn:aws:bedrock-agentcore:x@evil.example/#:1:runtime/a"},
    {"assistant": "model:groq/unlisted"},
    {"assistant": "model:gpt-5", "execute_model": "model:groq/unlisted"},
    {"user": "model:huggingface/https://evil.example"},
    {"assistant": "http://127.0.0.1:9/"},
    {"user": "http://127.0.0.1:9/"},
]


@pytest.mark.usefixtures("key")
@pytest.mark.parametrize("fields", UNLISTED)
@pytest.mark.parametrize(
    ("role", "status"), [("researcher", 422), ("administrator", 422), ("annotator", 403), ("anonymous", 302)]
)
def test_nobody_names_a_model_or_a_server_that_is_not_offered(role: str, status: int, fields: dict[str, str]) -> None:
    scenario()
    response = _start(signed_in(role), **fields)
    assert response.status_code == status and not Episode.objects.exists()
    assert status != 422 or "Choose a value from the list." in markup_of(response)


@pytest.mark.usefixtures("key")
def test_a_broken_list_of_models_does_not_keep_others_from_starting(
    client: Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "models.yaml").write_text("mine: {provider: openai}\n")
    monkeypatch.setenv(FILE_VARIABLE, str(tmp_path / "models.yaml"))
    assert "Fix the list of language models" in _form(client)
    page = markup_of(client.get("/models/"))
    assert "mine" in page and "name: is missing" in page
    assert _start(client).status_code == 302


@pytest.mark.usefixtures("key")
def test_the_page_of_models_says_what_each_needs_and_shows_no_key(client: Client) -> None:
    html = markup_of(client.get("/models/"))
    assert "6 of" in html and "<code>ANTHROPIC_API_KEY</code>" in html and KEY not in html
    assert html.index("gpt-5-mini</th>") < html.index("claude-4.5-sonnet</th>")


def test_the_page_of_models_is_for_those_who_may_start_runs() -> None:
    assert signed_in("viewer").get("/models/").status_code == 403
    assert Client().get("/models/").status_code == 302


def test_the_pages_that_offer_models_do_without_the_library_that_asks_them() -> None:
    code = (
        "import sys, django; django.setup(); import simulator.urls; from simulator.views.player_choices import *; "
        "player_groups([], models_now()); sys.exit('litellm' in sys.modules)"
    )
    surroundings = {**os.environ, "DJANGO_SETTINGS_MODULE": "tests.settings"}
    assert subprocess.run([sys.executable, "-c", code], env=surroundings, timeout=120).returncode == 0


@pytest.mark.usefixtures("key")
def test_a_variable_that_holds_no_address_is_told_of_and_hinders_no_other_model(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OLLAMA_API_BASE", "http://[::1:11434")
    html = _form(client)
    assert 'value="model:gpt-5-mini"' in html and "model:qwen3-8b" not in html
    page = markup_of(client.get("/models/"))
    assert "OLLAMA_API_BASE in .env is not the address of a server." in page
    assert "[::1:11434" not in page
