"""Where an imported run comes from, in words."""

from __future__ import annotations

import pytest

from replay.origin import OriginModel, models_in, origin_of, verdict_said

ARN = "arn:aws:bedrock:eu:1234:inference-profile/global.acme.big-one-v1:0"


@pytest.mark.parametrize(
    ("text", "models"),
    [
        ("", ()),
        ("gpt-5", (OriginModel("", "gpt-5"),)),
        ("openai/gpt-5", (OriginModel("", "openai/gpt-5"),)),
        ("user:a|observe:b|execute:b", (OriginModel("user", "a"), OriginModel("observe and execute", "b"))),
        (f"user:a|observe:{ARN}", (OriginModel("user", "a"), OriginModel("observe", "global.acme.big-one-v1:0"))),
        ("llama3:8b", (OriginModel("", "llama3:8b"),)),
        ("|||", ()),
        ("x" * 200, (OriginModel("", "x" * 59 + "…"),)),
    ],
)
def test_models_are_told_by_role_and_each_once(text: str, models: tuple[OriginModel, ...]) -> None:
    assert models_in(text) == models


def test_the_verdict_is_that_of_the_other_system_in_its_words() -> None:
    assert verdict_said({}) == ""
    assert verdict_said({"validation_decision": "Valid"}) == "The original validator judged this run as Valid."
    said = {"validation_decision": "Invalid", "validation_rationale": "No mail was sent."}
    assert verdict_said(said) == "The original validator judged this run as Invalid. No mail was sent."


def test_a_row_that_says_little_still_has_an_origin() -> None:
    found = origin_of({"format": "hf"}, "pare.trace")
    assert found.is_foreign
    assert (found.file, found.models, found.warnings) == ("", (), ())
    assert not origin_of({"format": "pare.trace", "file": "a"}, "pare.trace").is_foreign
