"""What is wrong with a plan is told before anything runs: the field, in plain words, and what to do."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from benchmark.plan.plan_file import plan_of, read_plan
from benchmark.plan.schema import SweepPlan
from simulator.plans.plan_file import BadPlan, PlanProblem
from tests.benchmark.plan.plans import refused, write_file

NUMBERS = {
    "limit": "a whole number from 1 to 1000000 or none",
    "runs": "a whole number from 1 to 100",
    "max_turns": "a whole number from 1 to 10000 or none",
    "observe_max_iterations": "a whole number from 1 to 1000",
    "execute_max_iterations": "a whole number from 1 to 1000",
    "user_max_iterations": "a whole number from 1 to 100",
    "max_concurrent": "a whole number from 1 to 100000 or none",
    "timeout": "a number above 0, up to 604800 or none",
    "tool_failure_probability": "numbers from 0 to 1, with commas between them",
    "env_events_per_min": "numbers from 0 to 600, with commas between them",
}
ORACLE, CROSSED = "oracle", {"pairing": "crossed"}
BAD: list[tuple[dict[str, Any], str, str, str]] = [
    ({"max_cost": 0}, "max_cost", "A budget of 0 dollars pays for nothing.", "leave out max_cost"),
    ({"max_cost": -2}, "max_cost", "A budget of -2 dollars", "above 0"),
    ({"max_cost": "much"}, "max_cost", "'much' does not fit: it is not a number.", "a number above 0"),
    ({"max_cost": True}, "max_cost", "true and false are not numbers", "a number above 0"),
    ({"seeds": []}, "seeds", "The value is empty.", "whole numbers"),
    ({"seeds": "0-2"}, "seeds", "'0-2' does not fit: it is not a number.", "whole numbers, such as 0, 1, 2."),
    ({"seeds": list(range(1001))}, "seeds", "There are too many values.", "at most 1,000"),
    ({"env_events_seed": "x"}, "env_events_seed", "it is not a number", "Write a whole number, such as 42."),
    ({"env_events_seed": -(2**63) - 1}, "env_events_seed", "does not fit", "from -9223372036854775808"),
    ({"seeds": 2**63}, "seeds", "does not fit", "to 9223372036854775807"),
    ({"seeds": [0, True]}, "seeds", "true and false", "whole numbers"),
    ({"user_model": []}, "user_model", "The value is empty.", "text, with commas"),
    ({"cache": 1}, "cache", "'1' does not fit: it is neither true nor false", "Write true or false"),
    ({"no_cache": "perhaps"}, "no_cache", "neither true nor false", "Write true or false"),
    ({"no_cache": True, "cache": True}, "no_cache", "cache is also given", "Keep one"),
    ({"pairing": "all"}, "pairing", "'all' does not fit.", "zipped or crossed"),
    ({"noise": "both"}, "noise", "'both' does not fit.", "separate or crossed"),
    ({"priority": 5}, "priority", "'5' does not fit.", "low, normal or high"),
    ({"baselines": "orakel"}, "baselines", "'orakel' does not fit.", "oracle, silent, eager, random or parrot"),
    ({"baselines": "none"}, "observe_model", "No assistant is given.", "a baseline"),
    ({"experiment_name": "a/b"}, "experiment_name", "'a/b' does not fit", "such as benchmark"),
    ({"experiment_name": "../up"}, "experiment_name", "starting with a letter, a digit", "such as benchmark"),
    ({"experiment_name": ""}, "experiment_name", "The value is empty.", "such as benchmark"),
    ({"observe_provider": "a\x1bb"}, "observe_provider", "can’t be shown", "text"),
    ({"filter": "email"}, "filter", "'email' does not fit.", "apps, categories, difficulties, tags"),
    ({"filter": {"app": "x"}}, "filter", "There is no key 'app' (did you mean 'apps'?)", "Known keys: apps"),
    ({"filter": {"difficulties": 9}}, "filter", "'9' does not fit.", "under filter"),
    ({"split": ""}, "split", "The value is empty.", "text or none"),
    ({"split": "a", "scenarios": "b"}, "scenarios", "selected by split and scenarios at once", "Keep one"),
    ({"scenarios": "b", "filter": {}}, "filter", "selected by scenarios and filter at once", "Keep one"),
    ({"scenarios": []}, "scenarios", "No scenarios are selected.", "split, scenarios or filter, such as split: all"),
    ({"set": "x"}, "set", "'x' does not fit.", "such as user_style: lenient"),
    ({"executor_type": "fast"}, "executor_type", "'fast' is not allowed.", "sequential, thread or process"),
    ({"export": "maybe"}, "export", "'maybe' is not allowed.", "true or false"),
    ({"results_dir": 3}, "results_dir", "The value is not text.", "such as results"),
    (
        {"observe_model": "x/a,x/b", "execute_model": "x/a"},
        "execute_model",
        "2 observe models and 1 execute model,",
        "crossed",
    ),
    (
        {"observe_model": ORACLE, "execute_model": "gpt-5"},
        "observe_model",
        "'oracle' plays both stages",
        "with 'oracle'",
    ),
    (
        {"observe_model": "gpt-5", "execute_model": "silent"},
        "execute_model",
        "'gpt-5' can’t be paired",
        "with 'silent'",
    ),
    (
        {"observe_model": [ORACLE, "a"], "execute_model": "b", **CROSSED},
        "observe_model",
        "not crossed",
        "and execute_model",
    ),
    (
        {"observe_model": ORACLE, "execute_model": [ORACLE, "b"], **CROSSED},
        "observe_model",
        "has no model to cross",
        "Add a model",
    ),
]


BAD_SETTINGS: list[tuple[dict[str, Any], str, str]] = [
    ({"user_stile": "x"}, "'user_stile' (did you mean 'user_style'?)", "Settings are: user_style"),
    ({"user_style": "rude"}, "'rude' does not fit the setting 'user_style'", "strict or lenient"),
    ({"user_retries": True}, "'True' does not fit the setting 'user_retries'", "a whole number from 0 to 100"),
    ({"seed": 3}, "'seed' can’t be set here.", "the key seeds"),
    ({"env_events_per_minute": 3}, "can’t be set here", "the key env_events_per_min"),
    ({"max_tokens": 3, "max-tokens": 4}, "'max_tokens' is given twice.", "Keep one"),
    ({"env_events_weights": {"email": 0}}, "at least one app needs a weight", "env_events_per_minute=0"),
    ({"tool_names": {"a": "b"}}, "There is no tool 'a'", "pare apps tools"),
]


@pytest.mark.parametrize(("settings", "words", "remedy"), BAD_SETTINGS)
def test_a_bad_setting_is_refused(settings: dict[str, Any], words: str, remedy: str) -> None:
    (problem,) = refused(set=settings)
    assert problem.field == "set"
    assert words in problem.problem
    assert remedy in problem.remedy


@pytest.mark.parametrize(("values", "field", "words", "remedy"), BAD)
def test_a_bad_value_is_refused(values: dict[str, Any], field: str, words: str, remedy: str) -> None:
    problems = refused(**values)
    assert [problem.field for problem in problems] == [field] * len(problems)
    assert any(words in problem.problem and remedy in problem.remedy for problem in problems), problems


def test_a_list_in_which_nothing_fits_is_told_once() -> None:
    (problem,) = refused(seeds="x")
    assert problem.problem == "'x' does not fit: it is not a number."


@pytest.mark.parametrize("field", NUMBERS)
@pytest.mark.parametrize("value", [-1, "x", True, "nan", "inf", 10**12, [[1]]])
def test_a_number_out_of_range_is_refused_with_the_range(field: str, value: Any) -> None:
    problems = refused(**{field: value})
    assert {problem.field for problem in problems} == {field}
    assert problems[0].remedy == f"Write {NUMBERS[field]}."


@pytest.mark.parametrize("key", list(SweepPlan.model_fields))
def test_a_misspelt_key_is_refused_with_its_line_and_the_right_one(key: str) -> None:
    wrong = f"{key}x"
    with pytest.raises(BadPlan) as caught:
        read_plan(f"# A plan.\n\n{wrong}: 1\n", "my.yaml")
    (problem,) = (one for one in caught.value.problems if one.field == wrong)
    assert problem.problem == f"There is no key '{wrong}' (did you mean '{key}'?)."
    assert problem.remedy.startswith(f"Known keys: {key}, ")
    assert f"my.yaml:3: {wrong}: There is no key" in str(caught.value)


def test_everything_that_is_wrong_is_told_at_once_each_with_its_line() -> None:
    text = (
        "runs: 0\nsplt: full\nobserve_model: [a, b]\nexecute_model: [a]\nset: {user_stile: x}\nmax_cost: 0\nexport: 7\n"
    )
    with pytest.raises(BadPlan) as caught:
        read_plan(text, "my.yaml")
    found = {problem.field: problem.line for problem in caught.value.problems}
    assert found == {"runs": 1, "splt": 2, "execute_model": 4, "set": 5, "max_cost": 6, "export": 7}
    assert all(line.startswith(f"my.yaml:{found[line.split(': ')[1]]}: ") for line in caught.value.lines)


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("split: [full", 1, "bracket"),
        ("split: full\n\truns: 2", 2, "tab"),
        ("split: full\nsplit: full", 2, "twice"),
        ("split: full\nmax-cost: 1\nmax_cost: 2", 3, "This key appears twice."),
        ("- split", 1, "This is not a plan."),
        ("just words", 1, "This is not a plan."),
    ],
)
def test_a_file_that_is_no_plan_is_refused_with_its_line(text: str, line: int, words: str) -> None:
    with pytest.raises(BadPlan) as caught:
        read_plan(text, "my.yaml")
    (problem,) = caught.value.problems
    assert problem.line == line
    assert words in str(caught.value)
    assert problem.remedy


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("gone.txt", None, "There is no file 'gone.txt'."),
        ("empty.txt", "# nothing\n", "'empty.txt' contains no ids."),
        ("odd.txt", "good\nNot An Id\n", "odd.txt:2: 'Not An Id' is not an id."),
        ("my.yaml", "id: x\n", "'my.yaml' is a scenario, not a list of ids."),
    ],
)
def test_a_list_of_scenarios_that_cannot_be_used_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, content: str | None, words: str
) -> None:
    monkeypatch.chdir(tmp_path)
    if content is not None:
        write_file(tmp_path, name, content)
    with pytest.raises(BadPlan) as caught:
        plan_of({"scenarios": [name]}, files=True)
    assert caught.value.problems[0].field == "scenarios"
    assert caught.value.problems[0].problem == words
    assert caught.value.problems[0].remedy


def test_a_list_that_is_not_text_is_refused(tmp_path: Path) -> None:
    (tmp_path / "bytes.txt").write_bytes(b"\xff\xfe")
    with pytest.raises(BadPlan, match="not UTF-8"):
        plan_of({"scenarios": [str(tmp_path / "bytes.txt")]}, files=True)


def test_a_problem_is_a_sentence_with_its_field() -> None:
    assert str(PlanProblem("runs", "Too many", "Play fewer")) == "runs: Too many. Play fewer."
    assert str(PlanProblem("", "Why?", "So!")) == "Why? So!"
