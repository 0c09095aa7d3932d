"""Names of models: the built-in list, a list of one's own, and names that are on no list."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from simulator.agents.llm import providers
from simulator.agents.llm.aliases import Alias, BadModelsFile, UnknownModel, choose, known_models, usable
from simulator.agents.llm.model_list import is_listed
from simulator.language_models import ModelRoute

SECRET = "sk-live-1234567890abcdef"


@pytest.fixture(autouse=True)
def no_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in list(os.environ):
        if name.endswith(("_API_KEY", "_API_BASE", "_BASE_URL")) or name == "PARE_MODELS_FILE":
            monkeypatch.delenv(name)


@pytest.fixture
def own_list(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    file = tmp_path / "models.yaml"
    monkeypatch.setenv("PARE_MODELS_FILE", str(file))
    return file


def test_the_usual_models_have_short_names() -> None:
    assert {"gpt-5", "gpt-5-mini", "claude-4.5-sonnet", "llama-4-scout"} <= known_models().keys()


def test_an_alias_gives_a_choice_and_a_route() -> None:
    choice, route = choose("claude-4.5-sonnet", parameters={"temperature": 0.5})
    assert (choice.alias, choice.name, choice.reply_format) == ("claude-4.5-sonnet", "claude-sonnet-4-5", "tools")
    assert choice.parameters == {"temperature": 0.5}
    assert route == ModelRoute(provider="anthropic", key_variable="ANTHROPIC_API_KEY")


def test_a_model_that_knows_no_tool_calls_is_asked_by_text_unless_told_otherwise() -> None:
    assert choose("llama-4-scout")[0].reply_format == "text"
    assert choose("llama-4-scout", reply_format="tools")[0].reply_format == "tools"
    assert choose("ollama/llama3.2")[0].reply_format == "text"


@pytest.mark.parametrize(
    ("alias", "provider", "name", "key"),
    [
        ("hosted_vllm/qwen3", "hosted_vllm", "qwen3", "HOSTED_VLLM_API_KEY"),
        ("openrouter/z-ai/glm-5", "openrouter", "z-ai/glm-5", "OPENROUTER_API_KEY"),
        ("some_new_one/m", "some_new_one", "m", "SOME_NEW_ONE_API_KEY"),
        ("bedrock/claude", "bedrock", "claude", ""),
    ],
)
def test_any_other_model_goes_by_provider_and_name(alias: str, provider: str, name: str, key: str) -> None:
    choice, route = choose(alias)
    assert (choice.alias, choice.name) == (alias, name)
    assert (route.provider, route.key_variable) == (provider, key)


@pytest.mark.parametrize("name", ["qwen3", "meta-llama/Llama-3.3-70B"])
def test_with_an_endpoint_a_model_may_be_called_anything(name: str) -> None:
    choice, route = choose(name, endpoint="http://127.0.0.1:8000/v1")
    assert (choice.name, route.provider) == (name, providers.COMPATIBLE)
    assert route.endpoint == "http://127.0.0.1:8000/v1"


def test_a_key_and_a_price_do_not_follow_a_model_to_another_address(own_list: Path) -> None:
    own_list.write_text(
        "dear: {provider: openai, name: m, key_variable: OPENAI_API_KEY,\n"
        "  dollars_per_million_in: 1, dollars_per_million_out: 2}",
        encoding="utf-8",
    )
    route = choose("dear", endpoint="https://elsewhere.example/v1")[1]
    assert route.key_variable == providers.ENDPOINT_KEY
    assert route.dollars_per_million_in is None


def test_a_provider_can_be_chosen_for_a_model_of_the_list() -> None:
    choice, route = choose("gpt-oss-20b", provider="openrouter")
    assert choice.name == "openai/gpt-oss-20b"
    assert (route.provider, route.key_variable) == ("openrouter", "OPENROUTER_API_KEY")


@pytest.mark.parametrize(
    ("alias", "told"),
    [
        ("gpt5", "Unknown model 'gpt5' (did you mean 'gpt-5'?)"),
        ("", "Unknown model ''"),
        ("/name", "Unknown model '/name'"),
        ("provider/", "Unknown model 'provider/'"),
        ("x/" + "y" * 300, "should have at most 200 characters"),
    ],
)
def test_an_unknown_model_is_refused_with_a_remedy(alias: str, told: str) -> None:
    with pytest.raises(UnknownModel) as caught:
        choose(alias)
    assert told in str(caught.value)


@pytest.mark.parametrize(
    "endpoint",
    [
        *(
            "127.0.0.1:8000",
            "http://127.0.0.1:80a0/v1",
            "http://127.0.0.1:0/v1",
            "http://host:99999/",
            "http://[::1:11434",
        ),
        *("http://a b/v1", "http://host/v1\n", "http://h\u00f6st/v1", "ftp://host/", f"http://host/v1#{SECRET}"),
        *(f"http://me:{SECRET}@host/v1", f"http://me:{SECRET}/x9@host/v1", f"http://host/v1?key={SECRET}"),
    ],
)
def test_an_endpoint_that_is_none_or_holds_a_secret_is_refused_and_not_repeated(endpoint: str) -> None:
    with pytest.raises(UnknownModel) as caught:
        choose("gpt-5", endpoint=endpoint)
    assert "endpoint" in str(caught.value)
    assert SECRET not in str(caught.value)


@pytest.mark.parametrize(
    ("parameters", "told"),
    [
        ({"temprature": 1}, "did you mean 'temperature'?"),
        ({"api_key": SECRET}, "'api_key' is not a known parameter"),
        ({"seed": float("nan")}, "plain numbers"),
        ({"extra_body": {"a": "b" * 5000}}, "4000 characters"),
    ],
)
def test_parameters_that_do_not_shape_a_reply_are_refused(parameters: dict[str, Any], told: str) -> None:
    with pytest.raises(UnknownModel) as caught:
        choose("gpt-5", parameters=parameters)
    assert told in str(caught.value)
    assert SECRET not in str(caught.value)


def test_what_is_missing_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    assert usable("gpt-5") == "Set OPENAI_API_KEY in .env to your key for openai."
    assert usable("hosted_vllm/m").startswith("Set HOSTED_VLLM_API_BASE in .env to the address of the server")
    assert "sign in with a browser" in usable("github_copilot/m")
    monkeypatch.setenv("OPENAI_API_KEY", "x" * 20)
    monkeypatch.setenv("HOSTED_VLLM_API_BASE", "http://127.0.0.1:8000/v1")
    assert usable("gpt-5") == usable("hosted_vllm/m") == ""


def test_addresses_come_from_the_environment_unless_they_are_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OLLAMA_API_BASE", "http://127.0.0.1:11434/")
    monkeypatch.setenv("OPENAI_BASE_URL", "https://gateway.example/v1")
    assert providers.address(choose("ollama/llama3.2")[1]) == "http://127.0.0.1:11434/v1"
    assert providers.address(choose("gpt-5")[1]) == "https://gateway.example/v1"
    assert providers.address(choose("gpt-5", endpoint="http://127.0.0.1:1/v1")[1]) == "http://127.0.0.1:1/v1"
    assert providers.address(choose("claude-4.5-haiku")[1]) == ""


def test_a_variable_that_holds_no_address_is_told_of_and_hinders_no_other_model(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("OLLAMA_API_BASE", "http://[::1:11434")
    monkeypatch.setenv("OPENAI_API_KEY", SECRET)
    told = "OLLAMA_API_BASE in .env is not the address of a server. Write an address such as http://127.0.0.1:11434."
    assert usable("qwen3-8b") == told
    assert providers.wrong_addresses() == [told]
    assert providers.lacking(choose("qwen3-8b")[1]) == "OLLAMA_API_BASE"
    assert usable("gpt-5") == ""
    assert providers.missing(choose("qwen3-8b", endpoint="http://[::1]:11434")[1]) == ""


def test_an_address_that_cannot_be_read_is_not_shown() -> None:
    assert providers.shown(f"http://me:{SECRET}/x@host/") == "an address that can't be read"


def test_a_listed_key_is_listed_for_its_provider_only() -> None:
    assert is_listed(ModelRoute(provider="openai", key_variable="OPENAI_API_KEY"))
    assert not is_listed(ModelRoute(provider="openrouter", key_variable="OPENAI_API_KEY"))


def test_an_address_is_shown_without_its_password() -> None:
    assert providers.shown(f"https://me:{SECRET}@gate.example:8443/v1?key={SECRET}") == "https://gate.example:8443/v1"


def test_a_list_of_ones_own_adds_models_and_changes_fields(own_list: Path) -> None:
    own_list.write_text(
        "gpt-5: {parameters: {reasoning_effort: low}}\n"
        "lab: {provider: hosted_vllm, name: qwen3, endpoint: 'https://gpu.example/v1', key_variable: LAB_PASS}\n",
        encoding="utf-8",
    )
    choice, route = choose("gpt-5")
    assert (choice.name, choice.parameters) == ("gpt-5", {"reasoning_effort": "low"})
    assert route.key_variable == "OPENAI_API_KEY"
    assert choose("lab")[1].endpoint == "https://gpu.example/v1"
    assert is_listed(choose("lab")[1])
    assert not is_listed(
        ModelRoute(provider="openai", endpoint="https://gpu.example/v1", key_variable="OPENAI_API_KEY")
    )


def test_a_changed_list_is_read_again(own_list: Path) -> None:
    own_list.write_text("a: {provider: openai, name: m}", encoding="utf-8")
    assert "a" in known_models()
    own_list.write_text("bb: {provider: openai, name: m}", encoding="utf-8")
    os.utime(own_list, ns=(1, 1))
    assert "bb" in known_models() and "a" not in known_models()


def test_an_empty_list_adds_nothing(own_list: Path) -> None:
    own_list.write_text("# none yet\n", encoding="utf-8")
    assert "gpt-5" in known_models()


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            "a: {provider: openai, name: m}\nb: {provider: openai, nam: m}",
            ":2: b: there is no field 'nam' (did you mean 'name'",
        ),
        ("a:\n  provider: openai", ":1: a: name: is missing"),
        ("a:\n  provider: openai\n  name: m\n  reply_format: json", ":4: a: reply_format: "),
        ("a: {provider: openai, name: m, parameters: {temprature: 1}}", "did you mean 'temperature'?"),
        ("a: {provider: openai, name: m, dollars_per_million_in: 1}", "dollars_per_million_out, or neither"),
        (f"a: {{provider: openai, name: m, key_variable: {SECRET}}}", "name of an environment variable, not the key"),
        (f"a: {{provider: openai, name: m, api_key: {SECRET}}}", "there is no field 'api_key'"),
        ("a: openai/m", ":1: a: give its fields"),
        ("- a", "write one entry per model"),
        ("a: [", ":1:"),
    ],
)
def test_a_mistake_in_the_list_is_named_with_its_place(own_list: Path, text: str, told: str) -> None:
    own_list.write_text(text, encoding="utf-8")
    with pytest.raises(BadModelsFile) as caught:
        choose("gpt-5")
    assert str(own_list) in str(caught.value)
    assert told in str(caught.value)
    assert SECRET not in str(caught.value)


def test_a_list_that_is_not_there_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PARE_MODELS_FILE", str(tmp_path / "none.yaml"))
    with pytest.raises(BadModelsFile, match=r"PARE_MODELS_FILE: .*none\.yaml': No such file"):
        known_models()


def test_every_field_of_an_entry_is_explained(root: Path) -> None:
    page = (root / "docs" / "models.md").read_text(encoding="utf-8")
    assert [field for field in Alias.model_fields if f"`{field}`" not in page] == []
