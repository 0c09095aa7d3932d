"""Secrets are taken out of texts, whatever they look like there; other words stay."""

from __future__ import annotations

import json
import time
from pathlib import Path
from urllib.parse import quote

import pytest

from simulator.agents.llm.secrets import masked

ODD = "p@ss/word \"with\" 'all'\\of it"


@pytest.mark.parametrize(
    "variable", ["OPENAI_API_KEY", "SOME_API_KEY", "HF_TOKEN", "CLIENT_SECRET", "DB_PASSWORD", "PARE_SECRET_KEY"]
)
def test_every_secret_of_the_environment_is_masked(monkeypatch: pytest.MonkeyPatch, variable: str) -> None:
    monkeypatch.setenv(variable, "red-herring-99")
    assert masked("say red-herring-99!") == "say [secret]!"


def test_a_variable_that_the_list_of_models_names_holds_a_secret(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("MY_LAB_PASS", "red-herring-99")
    assert masked("red-herring-99") == "red-herring-99"
    file = tmp_path / "models.yaml"
    file.write_text("mine: {provider: openai, name: m, key_variable: MY_LAB_PASS}", encoding="utf-8")
    monkeypatch.setenv("PARE_MODELS_FILE", str(file))
    assert masked("red-herring-99") == "[secret]"


@pytest.mark.parametrize("spelled", [ODD, quote(ODD, safe=""), json.dumps(ODD), repr(ODD)])
def test_a_secret_is_found_in_addresses_and_in_json(monkeypatch: pytest.MonkeyPatch, spelled: str) -> None:
    monkeypatch.setenv("ODD_PASSWORD", ODD)
    assert masked(f"see {spelled} there").strip("'\"").replace('"', "").replace("'", "") == "see [secret] there"


@pytest.mark.parametrize(
    "spelled",
    [
        r"\u0072ed\u002Fherring-99",
        r"red\/herring-99",
        "".join(f"\\u{ord(letter):04x}" for letter in "red/herring-99"),
    ],
)
def test_a_secret_is_found_behind_escapes_that_json_does_not_need(
    monkeypatch: pytest.MonkeyPatch, spelled: str
) -> None:
    monkeypatch.setenv("MY_API_KEY", "red/herring-99")
    text = rf'{{"content": "a \"line\"\n\u0022 {spelled} \\\u0041"}}'
    assert json.loads(masked(text)) == {"content": 'a "line"\n" [secret] \\A'}


def test_escapes_that_hide_nothing_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MY_API_KEY", "red/herring-99")
    text = r"\u0041 \/ \\u0072ed/herring-98"
    assert masked(text) == text


def test_the_longer_of_two_secrets_goes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("A_TOKEN", "abcdefgh")
    monkeypatch.setenv("B_TOKEN", "abcdefghijkl")
    assert masked("abcdefghijkl abcdefgh") == "[secret] [secret]"


def test_a_short_value_is_no_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOCAL_API_KEY", "none")
    assert masked("none of it") == "none of it"


@pytest.mark.parametrize(
    "text",
    [
        "key sk-proj-ab12cd34ef56gh78",
        "key sk-ab12****************wxyz",
        "key gsk_1234567890abcdefgh",
        "Authorization: Bearer eyJhbGciOi.J9abc123.xyz",
        "https://me:secret1@gateway.example/v1",
    ],
)
def test_what_looks_like_a_key_is_masked(text: str) -> None:
    assert "[secret]" in masked(text)
    assert "1" not in masked(text).replace("/v1", "")


@pytest.mark.parametrize(
    "text",
    [
        "The task-list of the risk-management-committee-2026 is basic stuff for the bearer of good news.",
        "Bearer certificates are rare. Basic arithmetic helps.",
        "https://shop.example/list?id=12 and mail to ask-about-42@example.com",
        "sk-8 is a bus line",
    ],
)
def test_ordinary_words_stay(text: str) -> None:
    assert masked(text) == text


@pytest.mark.parametrize(
    "part", [" ", "sk-", "sk-a", "sk-1 ", "\\", "\\/", "\\n", "\\u0041", '"', "Bearer ", "://a:", "AIza-"]
)
def test_two_million_characters_of_anything_are_searched_in_no_time(part: str) -> None:
    began = time.process_time()
    masked(part * (2_000_000 // len(part)), "red-herring-99")
    assert time.process_time() - began < 2


def test_a_key_far_into_a_text_of_beginnings_of_keys_is_masked() -> None:
    assert masked("sk-" * 5000 + "1") == "[secret]"
    assert masked("sk-" * 5000) == "sk-" * 5000
