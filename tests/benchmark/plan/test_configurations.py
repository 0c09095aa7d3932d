"""The configurations that a plan comes to: who plays with whom, under which noise, and what they are called."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given

from benchmark.plan.configurations import (
    Configuration,
    configuration_from,
    configuration_json,
    configuration_keys,
    configurations_of,
    labelled,
    noise_levels,
)
from benchmark.plan.schema import BASELINES, SweepPlan
from simulator.agents.llm.prompting import built_in, effective
from simulator.config import EpisodeConfig
from simulator.plans.plan_file import BadPlan, PlanProblem
from tests.benchmark.plan.plans import plan, plans, write_file

NONE = {"baselines": "none"}
SMUGGLED = "bedrock/agentcore/arn:aws:bedrock-agentcore:x@evil.example/#:1:runtime/a"


def configurations(**values: Any) -> tuple[Configuration, ...]:
    return configurations_of(plan(**values), keys=False)


def labels(**values: Any) -> list[str]:
    return [one.label for one in configurations(**values)]


def problems(*, keys: bool = False, **values: Any) -> list[PlanProblem]:
    with pytest.raises(BadPlan) as caught:
        configurations_of(SweepPlan(split="all", **values), keys=keys)
    return list(caught.value.problems)


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ({"observe_model": "gpt-5,gpt-4o", "execute_model": "gpt-5-mini,gpt-4o"}, ["gpt-5 / gpt-5-mini", "gpt-4o"]),
        ({"observe_model": "gpt-5,gpt-4o"}, ["gpt-5", "gpt-4o"]),
        ({"execute_model": "gpt-5,gpt-4o"}, ["gpt-5", "gpt-4o"]),
        ({"observe_model": "gpt-5,gpt-5"}, ["gpt-5"]),
        (
            {"observe_model": "gpt-5,gpt-4o", "pairing": "crossed"},
            ["gpt-5", "gpt-5 / gpt-4o", "gpt-4o / gpt-5", "gpt-4o"],
        ),
        (
            {"observe_model": "gpt-5,oracle", "execute_model": "oracle,gpt-4o", "pairing": "crossed"},
            ["gpt-5 / gpt-4o", "oracle"],
        ),
        ({"observe_model": "oracle", "execute_model": "oracle"}, ["oracle"]),
        ({"observe_model": "gpt-5", "user_model": "scripted,gpt-4o"}, ["gpt-5, user scripted", "gpt-5, user gpt-4o"]),
        ({"observe_model": "gpt-5", "user_model": "gpt-4o"}, ["gpt-5"]),
        ({"observe_model": "gpt-5", "tool_failure_probability": "0,0.1"}, ["gpt-5", "gpt-5, tool failures 0.1"]),
        (
            {"observe_model": "gpt-5", "env_events_per_min": "1,2"},
            ["gpt-5, 1 event a minute", "gpt-5, 2 events a minute"],
        ),
        ({"observe_model": "http://127.0.0.1:8765/"}, ["http://127.0.0.1:8765/"]),
    ],
)
def test_models_are_paired_and_called(values: dict[str, Any], expected: list[str]) -> None:
    assert labels(**values, **NONE) == expected


def test_baselines_come_last_with_the_scripted_user() -> None:
    found = configurations(observe_model="gpt-5", user_model="gpt-5-mini")
    assert [one.label for one in found] == ["gpt-5", *BASELINES]
    assert [one.kind for one in found] == ["model", *["baseline"] * len(BASELINES)]
    assert [one.user for one in found] == ["gpt-5-mini", *["scripted"] * len(BASELINES)]


def test_a_baseline_that_is_named_is_played_with_every_user_and_counts_once() -> None:
    found = configurations(observe_model="oracle", user_model="scripted,gpt-5-mini")
    assert [one.label for one in found][:3] == ["oracle, user scripted", "oracle, user gpt-5-mini", "silent"]
    assert len(found) == len(BASELINES) + 1
    other = configurations(observe_model="oracle", user_model="gpt-5-mini", baselines="oracle")
    assert [one.label for one in other] == ["oracle, user gpt-5-mini", "oracle, user scripted"]


@pytest.mark.parametrize(
    ("failures", "events", "noise", "expected"),
    [
        ("0", "0", "separate", [(0, 0)]),
        ("0.1", "0", "separate", [(0.1, 0)]),
        ("0", "2", "separate", [(0, 2)]),
        ("0,0.1", "0", "separate", [(0, 0), (0.1, 0)]),
        ("0,0.1,0.2", "0,2,4", "separate", [(0, 0), (0.1, 0), (0.2, 0), (0, 2), (0, 4)]),
        ("0.1", "2", "separate", [(0.1, 0), (0, 2)]),
        ("0.1", "2", "crossed", [(0.1, 2)]),
        ("0,0.1", "0,2", "crossed", [(0, 0), (0, 2), (0.1, 0), (0.1, 2)]),
    ],
)
def test_kinds_of_noise_are_separate_unless_crossed(
    failures: str, events: str, noise: str, expected: list[tuple[float, float]]
) -> None:
    one = plan(tool_failure_probability=failures, env_events_per_min=events, noise=noise)
    assert noise_levels(one) == tuple(expected)


def test_the_config_has_all_that_the_plan_says() -> None:
    (found,) = configurations(
        observe_model="gpt-5",
        execute_model="gpt-5-mini",
        user_model="gpt-4o",
        tool_failure_probability=0.1,
        env_events_per_min=2,
        noise="crossed",
        env_events_seed=7,
        max_turns=9,
        observe_max_iterations=3,
        execute_max_iterations=4,
        user_max_iterations=2,
        experiment_name="mine",
        set={"user_style": "lenient", "call_retries": 1},
        **NONE,
    )
    config = found.config
    assert (config.user, config.assistant, config.seed) == ("llm", "llm", 0)
    chosen = (config.observe_model, config.execute_model, config.user_model)
    assert [one and one.alias for one in chosen] == ["gpt-5", "gpt-5-mini", "gpt-4o"]
    assert set(config.model_routes) == {"gpt-5", "gpt-5-mini", "gpt-4o"}
    assert (config.tool_failure_probability, config.env_events_per_minute, config.env_events_seed) == (0.1, 2.0, 7)
    limits = (config.max_turns, config.observe_iterations, config.execute_iterations, config.user_iterations)
    assert limits == (9, 3, 4, 2)
    assert (config.experiment_name, config.user_style, config.call_retries) == ("mine", "lenient", 1)
    assert config.prompt_set == built_in().hash


def test_a_baseline_of_a_plain_plan_is_played_as_pare_run_does() -> None:
    for one in configurations(observe_model="gpt-5", prompts=""):
        if one.kind == "baseline":
            assert one.config.config_hash == EpisodeConfig(assistant=one.observe).config_hash
            assert (one.config.model_routes, one.config.prompt_texts) == ({}, {})


def test_own_texts_for_noise_count_where_noise_comes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    content = '{"apps": [{"name": "x", "app_state": {"folders": {"INBOX": {"emails": [{"sender": "a@b.c"}]}}}}]}'
    monkeypatch.setenv("ENV_AUGMENTATION_DATA_PATH", write_file(tmp_path, "noise.json", content))
    quiet, noisy = configurations(observe_model="oracle", env_events_per_min="0,2", baselines="oracle")
    assert (quiet.config.noise_content, len(noisy.config.noise_content)) == ("", 64)
    kept = configurations(env_events_per_min=2, baselines="oracle", set={"noise_content": ""})
    assert kept[0].config.noise_content == ""


def test_prompts_of_a_folder_count_where_a_model_plays(tmp_path: Path) -> None:
    write_file(tmp_path, "observe.txt", "Watch.")
    model, oracle = configurations(observe_model="gpt-5", prompts=str(tmp_path), baselines="oracle")
    assert model.config.prompt_texts == {"observe.txt": "Watch."}
    assert model.config.prompt_set == effective({"observe.txt": "Watch."}).hash
    assert (oracle.config.prompt_texts, oracle.config.prompt_set) == ({}, "")


def test_an_endpoint_holds_for_its_stage_and_for_a_list_that_is_left_out() -> None:
    local = "http://127.0.0.1:8000/v1"
    (one,) = configurations(observe_model="tiny", observe_endpoint=local, user_model="gpt-5", **NONE)
    assert one.config.model_routes["tiny"].endpoint == local
    assert one.config.model_routes["gpt-5"].endpoint == ""
    (other,) = configurations(execute_model="tiny", execute_provider="ollama", **NONE)
    assert other.config.model_routes["tiny"].provider == "ollama"


@pytest.mark.parametrize(
    ("values", "field", "words", "remedy"),
    [
        ({"observe_model": "gpt-55"}, "observe_model", "'gpt-55' (did you mean 'gpt-5'?)", "pare models list"),
        ({"observe_model": "orakle"}, "observe_model", "(did you mean 'oracle'?)", "a player (oracle"),
        ({"user_model": "scriptd"}, "user_model", "(did you mean 'scripted'?)", "a player (scripted"),
        (
            {"observe_model": "scripted"},
            "observe_model",
            "'scripted' plays the user, not the assistant",
            "oracle, silent",
        ),
        ({"user_model": "oracle"}, "user_model", "'oracle' plays the assistant, not the user", "one of scripted"),
        ({"user_model": "human"}, "user_model", "People can’t play the user in a sweep", "People play on the page"),
        ({"observe_model": "human"}, "observe_model", "People can’t play the assistant in a sweep", "/play/start/."),
        ({"user_model": "llm"}, "user_model", "'llm' stands for any language model", "such as gpt-5-mini"),
        ({"observe_model": "http://me:secret@host/"}, "observe_model", "may hold a secret", "Write an address such as"),
        (
            {"observe_model": "x", "observe_endpoint": "nowhere"},
            "observe_endpoint",
            "can’t be used",
            "Use an address such as",
        ),
        (
            {"user_endpoint": "http://me:secret@host/"},
            "user_endpoint",
            "may contain a secret",
            "Use an address such as",
        ),
        ({"observe_model": "x/" + "y" * 250}, "observe_model", "can’t be used", "at most 200 characters"),
        ({"observe_model": SMUGGLED}, "observe_model", "it contains 'arn:'", "PARE_MODELS_FILE"),
        ({"execute_model": "groq/a@b"}, "execute_model", "it contains '@'", "PARE_MODELS_FILE"),
        (
            {"user_model": "a%b", "user_endpoint": "http://127.0.0.1:9/v1"},
            "user_model",
            "it contains '%'",
            "PARE_MODELS_FILE",
        ),
        (
            {"observe_model": "gpt-5", "observe_provider": "bedrock/agentcore"},
            "observe_provider",
            "provider contains '/'",
            "name from litellm",
        ),
        ({"prompts": "/nowhere/at/all"}, "prompts", "is not a folder", "Give a folder with prompts"),
        ({"env_events_per_min": 1, "set": {"noise_content": "ab"}}, "set", "hash ab", "Set ENV_AUGMENTATION_DATA_PATH"),
        ({"set": {"seed": 1}}, "set", "can’t be set here", "the key seeds"),
        ({"baselines": "none"}, "observe_model", "No assistant is given", "Give a model"),
        (
            {"observe_model": "gpt-5", "execute_model": "gpt-5", "execute_endpoint": "http://h/v1"},
            "execute_endpoint",
            "two different routes",
            "second alias",
        ),
        (
            {"observe_model": "gpt-5", "user_model": "gpt-5", "user_provider": "azure"},
            "user_provider",
            "two different routes",
            "second alias",
        ),
    ],
)
def test_what_cannot_be_played_is_refused(values: dict[str, Any], field: str, words: str, remedy: str) -> None:
    found = problems(**values)
    assert field in {problem.field for problem in found}
    assert any(words in problem.problem and remedy in problem.remedy for problem in found), found
    assert "secret@" not in str(found)


def test_a_key_that_is_missing_is_told_once_for_each_list(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    found = problems(keys=True, observe_model="gpt-5", user_model="gpt-5-mini")
    assert [problem.field for problem in found] == ["observe_model", "user_model"]
    assert {problem.remedy for problem in found} == {"Set OPENAI_API_KEY in .env to your key for openai."}
    monkeypatch.setenv("OPENAI_API_KEY", "x")
    assert configurations_of(plan(observe_model="gpt-5"))[0].label == "gpt-5"


def test_all_problems_come_at_once() -> None:
    found = problems(observe_model="gpt-55", user_model="nobody", prompts="/nowhere", set={"seed": 1})
    assert {problem.field for problem in found} == {"observe_model", "user_model", "prompts", "set"}


@given(plans())
def test_lines_are_all_different_and_so_are_their_labels(one: SweepPlan) -> None:
    lines = configuration_keys(one)
    assert len(set(lines)) == len(lines) >= 1
    found = labelled(lines)
    assert len(set(found)) == len(found)
    assert {(line.failures, line.events) for line in lines} == set(noise_levels(one))
    assert set(one.baselines) <= {line.observe for line in lines if line.user == "scripted"}


def test_a_configuration_can_be_kept() -> None:
    for one in configurations(observe_model="gpt-5", user_model="scripted,gpt-5-mini", env_events_per_min="0,2"):
        assert configuration_from(configuration_json(one)) == one
