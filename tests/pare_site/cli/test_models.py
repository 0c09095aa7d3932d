"""`pare models`: list and test."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from pare_site.cli.main import main
from tests.model_server.server import ModelServer

CANARY = "canary-4711-of-the-mine"


@pytest.fixture(autouse=True)
def no_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARE_ENV_FILE", os.devnull)
    for name in list(os.environ):
        if name.endswith(("_API_KEY", "_API_BASE", "_BASE_URL")) or name == "PARE_MODELS_FILE":
            monkeypatch.delenv(name)


def test_every_model_is_listed_with_what_it_needs(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", CANARY)
    assert main(["models", "list"]) == 0
    out, err = capsys.readouterr()
    lines = {line.split()[0]: line for line in out.splitlines()}
    assert lines["gpt-5"].endswith("ready")
    assert lines["claude-4.5-sonnet"].endswith("needs ANTHROPIC_API_KEY")
    assert lines["qwen3-8b"].endswith("needs OLLAMA_API_BASE")
    assert "6 of 23 models are ready." in err
    assert CANARY not in out + err


def test_only_ready_models_can_be_listed_also_as_json(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MISTRAL_API_KEY", CANARY)
    assert main(["models", "list", "--ready", "--json"]) == 0
    out = capsys.readouterr().out
    models = json.loads(out)["models"]
    assert [model["alias"] for model in models] == ["mistral-large"]
    assert (models[0]["ready"], models[0]["needs"]) == (True, "")
    assert CANARY not in out


def test_a_variable_that_holds_no_address_is_named(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OLLAMA_API_BASE", "http://[::1:11434")
    assert main(["models", "list"]) == 0
    out, err = capsys.readouterr()
    assert "needs OLLAMA_API_BASE" in out
    assert "OLLAMA_API_BASE in .env is not the address of a server." in " ".join(err.split())


def test_a_broken_list_is_named(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "models.yaml"
    file.write_text("mine: {provider: openai}", encoding="utf-8")
    monkeypatch.setenv("PARE_MODELS_FILE", str(file))
    assert main(["models", "list"]) == 2
    assert f"{file}:1: mine: name: is missing" in capsys.readouterr().err


def test_a_model_that_answers_is_shown(capsys: pytest.CaptureFixture[str], model_server: ModelServer) -> None:
    model_server.call("say_hello", {"word": "hello"}, reasoning="A test, I see.")
    assert main(["models", "test", "mine", "--endpoint", model_server.url]) == 0
    out, err = capsys.readouterr()
    assert f"Asking mine (openai_compatible at {model_server.url})" in err
    assert "A test, I see." in out
    assert 'say_hello({"word": "hello"})' in out
    assert "✓ The reply can be played in the reply format tools." in out
    assert model_server.last.tools == ["say_hello"]


def test_a_model_can_be_tested_in_the_text_format_and_as_json(
    capsys: pytest.CaptureFixture[str], model_server: ModelServer
) -> None:
    model_server.action("say_hello", {"word": "hello"})
    assert main(["models", "test", "m", "--endpoint", model_server.url, "--reply-format", "text", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["ok"], told["action"], told["reply_format"]) == (True, "say_hello", "text")
    assert model_server.last.tools == []


def test_a_reply_that_cannot_be_played_is_a_failure_with_a_way_out(
    capsys: pytest.CaptureFixture[str], model_server: ModelServer
) -> None:
    model_server.say("Hello, friend!")
    assert main(["models", "test", "m", "--endpoint", model_server.url]) == 1
    out = capsys.readouterr().out
    assert "✗ The reply cannot be played" in out
    assert "--reply-format text" in out


@pytest.mark.parametrize("reply_format", ["tools", "text"])
@pytest.mark.parametrize(
    ("name", "args", "told"),
    [
        ("say_goodbye", {"word": "hello"}, "The reply calls 'say_goodbye', but the only action is 'say_hello'."),
        ("say_hello", {}, "without the argument 'word'"),
        ("say_hello", {"word": 3}, "The argument 'word' must be a text, but it is '3'."),
        ("say_hello", {"word": "hello", "tone": "kind"}, "'say_hello' has no argument 'tone', only 'word'."),
    ],
)
def test_a_reply_with_another_action_than_was_offered_is_a_failure(
    capsys: pytest.CaptureFixture[str],
    model_server: ModelServer,
    reply_format: str,
    name: str,
    args: dict[str, object],
    told: str,
) -> None:
    (model_server.call if reply_format == "tools" else model_server.action)(name, args)
    asked = ["models", "test", "m", "--endpoint", model_server.url, "--reply-format", reply_format, "--json"]
    assert main(asked) == 1
    answer = json.loads(capsys.readouterr().out)
    assert not answer["ok"] and told in answer["problem"]


def test_a_provider_that_refuses_is_a_failure_without_the_key(
    capsys: pytest.CaptureFixture[str], model_server: ModelServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PARE_ENDPOINT_API_KEY", CANARY)
    model_server.leak()
    assert main(["models", "test", "m", "--endpoint", model_server.url, "--json"]) == 1
    out, err = capsys.readouterr()
    assert "Check the key in PARE_ENDPOINT_API_KEY." in json.loads(out)["error"]
    assert model_server.last.key == CANARY
    assert CANARY not in out + err


def test_a_context_that_is_too_small_is_told(capsys: pytest.CaptureFixture[str], model_server: ModelServer) -> None:
    model_server.too_long(16)
    assert main(["models", "test", "m", "--endpoint", model_server.url]) == 1
    assert "Start the server with a larger context window." in capsys.readouterr().err


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (["gpt5"], "did you mean 'gpt-5'?"),
        (["gpt-5"], "Set OPENAI_API_KEY in .env"),
        (["groq/a@b"], "it contains '@'"),
        (["a%b", "--endpoint", "http://127.0.0.1:1/v1"], "it contains '%'"),
        (["m", "--endpoint", "nowhere"], "write an address such as"),
        (["m", "--endpoint", "http://127.0.0.1:80a0/v1"], "write an address such as"),
        (["m", "--timeout", "0"], "write seconds"),
    ],
)
def test_a_model_that_cannot_be_asked_is_wrong_use(
    capsys: pytest.CaptureFixture[str], args: list[str], told: str
) -> None:
    assert main(["models", "test", *args]) == 2
    assert told in capsys.readouterr().err
