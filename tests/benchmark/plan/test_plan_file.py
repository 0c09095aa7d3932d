"""Plans from YAML, flags and forms: what they may look like, and which win."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from benchmark.plan.plan_file import plan_of, read_plan
from benchmark.plan.schema import SweepPlan
from simulator.plans.plan_file import BadPlan
from tests.benchmark.plan.plans import plan, write_file

ORIGINAL = """\
# As for the original.
scenarios: email_notification,cab_destination_mismatch_detection
observe_model: gpt-5
execute_model: gpt-5
user_model: gpt-5-mini
max_turns: 10
observe_max_iterations: 5
execute_max_iterations: 10
user_max_iterations: 1
tool_failure_probability: 0.1
env_events_per_min: 4
env_events_seed: 42
runs: 4
max_concurrent: 6
timeout: 600
executor_type: thread
results_dir: results
output_dir: traces
export: true
export_format: hf
experiment_name: first try
log_level: INFO
no_cache: true
oracle: false
limit: 5
"""


def test_a_file_of_the_original_is_a_plan() -> None:
    read = read_plan(ORIGINAL, "config.yaml")
    assert read.plan == SweepPlan(
        scenarios=["email_notification", "cab_destination_mismatch_detection"],
        observe_model=["gpt-5"],
        execute_model=["gpt-5"],
        user_model=["gpt-5-mini"],
        max_turns=10,
        observe_max_iterations=5,
        execute_max_iterations=10,
        tool_failure_probability=[0.1],
        env_events_per_min=[4],
        runs=4,
        max_concurrent=6,
        timeout=600,
        experiment_name="first try",
        cache=False,
        limit=5,
    )
    assert read.command_options == {
        "results_dir": "results",
        "output_dir": "traces",
        "export": True,
        "export_format": "hf",
        "log_level": "INFO",
        "executor_type": "thread",
    }


def test_oracle_stands_for_both_models() -> None:
    one = read_plan("split: full\noracle: true\nobserve_model: gpt-5\n").plan
    assert (one.observe_model, one.execute_model) == (("oracle",), ("oracle",))


@pytest.mark.parametrize(
    ("said", "cache"), [("no_cache: false", True), ("cache: off", False), ("no_cache: yes", False)]
)
def test_the_cache_may_be_told_either_way(said: str, cache: bool) -> None:
    assert read_plan(f"split: full\n{said}\n").plan.cache is cache


@pytest.mark.parametrize("written", ["a,b", " a , b ,", ["a", "b"], ["a,b"], ("a", "b", "a")])
def test_lists_may_be_written_in_several_ways(written: Any) -> None:
    assert plan_of({"scenarios": written}).scenarios == ("a", "b")


def test_one_value_stands_for_a_list_of_one_and_text_for_a_number() -> None:
    one = plan(seeds=3, tool_failure_probability="0,0.1", env_events_per_min=2, runs="4", max_cost="1.5")
    assert (one.seeds, one.tool_failure_probability, one.env_events_per_min) == ((3,), (0.0, 0.1), (2.0,))
    assert (one.runs, one.max_cost) == (4, 1.5)


def test_levels_and_seeds_count_once() -> None:
    one = plan(seeds=[1, 0, 1], tool_failure_probability=[0, -0.0, 0.5, 0.5], user_model="scripted,scripted")
    assert (one.seeds, one.user_model) == ((1, 0), ("scripted",))
    assert [str(level) for level in one.tool_failure_probability] == ["0.0", "0.5"]


def test_a_key_without_a_value_and_the_word_none_are_as_good_as_nothing() -> None:
    assert read_plan("split: full\nmax_cost:\nlimit: none\nmax_turns: None\nbaselines: null\n").plan == plan(
        split="full"
    )


def test_keys_may_have_dashes() -> None:
    assert read_plan("split: full\nobserve-model: gpt-5\n").plan.observe_model == ("gpt-5",)


def test_a_name_may_be_a_number() -> None:
    assert read_plan("split: 2024\nexperiment_name: 7\n").plan == plan(split="2024", experiment_name="7")


def test_settings_are_read_as_typed_and_kept_plain() -> None:
    one = plan(
        set={
            "failing-writes": "0,2",
            "user_style": "lenient",
            "max_tokens": "none",
            "env_events_weights": '{"email": 1}',
        }
    )
    assert one.set == {
        "env_events_weights": {"email": 1.0},
        "failing_writes": [0, 2],
        "max_tokens": None,
        "user_style": "lenient",
    }


def test_flags_win_over_the_file_and_the_file_over_defaults() -> None:
    read = read_plan(
        "split: full\nruns: 2\n", flags={"runs": "3", "limit": None}, defaults={"noise": "crossed", "runs": 9}
    )
    assert (read.plan.runs, read.plan.noise, read.plan.split) == (3, "crossed", "full")


@pytest.mark.parametrize(
    ("file", "flags", "expected"),
    [
        ("split: full", {"scenarios": ["a"]}, {"split": None, "scenarios": ("a",)}),
        ("scenarios: [a]", {"split": "full"}, {"split": "full", "scenarios": ()}),
        ("filter: {tags: [x]}", {"split": "full"}, {"split": "full", "filter": None}),
        ("split: full\nno_cache: true", {"cache": True}, {"cache": True}),
        ("split: full\ncache: true", {"no_cache": True}, {"cache": False}),
        ("split: full\noracle: true", {"observe_model": "gpt-5"}, {"observe_model": ("gpt-5",)}),
        ("split: full\nobserve_model: [a, b]\nexecute_model: [a, b]", {"oracle": True}, {"observe_model": ("oracle",)}),
    ],
)
def test_a_flag_takes_the_place_of_what_says_the_same_in_the_file(
    file: str, flags: dict[str, Any], expected: dict[str, Any]
) -> None:
    one = read_plan(file, flags=flags).plan
    assert {name: getattr(one, name) for name in expected} == expected


def test_scenarios_may_stand_in_a_file_beside_the_plan(tmp_path: Path) -> None:
    write_file(tmp_path, "some.txt", "first  # why\n\n# nothing\nsecond\n")
    text = "scenarios: [zeroth, some.txt, first]\n"
    assert read_plan(text, str(tmp_path / "plan.yaml")).plan.scenarios == ("zeroth", "first", "second")


def test_or_in_the_current_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write_file(tmp_path, "some.txt", "first\n")
    assert plan_of({"scenarios": "./some.txt"}, files=True).scenarios == ("first",)
    assert read_plan("scenarios: some.txt", "elsewhere/plan.yaml").plan.scenarios == ("first",)


def test_a_form_reads_no_files(tmp_path: Path) -> None:
    name = write_file(tmp_path, "some.txt", "first\n")
    for read in (lambda: plan_of({"scenarios": name}), lambda: read_plan(f"scenarios: [{name}]", files=False)):
        with pytest.raises(BadPlan, match="plans from the browser can’t use files"):
            read()


def test_problems_that_are_found_later_get_the_line_too() -> None:
    read = read_plan("split: full\nobserve_model: gpt-5\n", "p.yaml", flags={"split": "nothing"})
    assert read.lines == {"observe_model": 2}
    from simulator.plans.plan_file import PlanProblem

    bad = BadPlan([PlanProblem("observe_model", "Wrong.", "Mend it"), PlanProblem("split", "No.", "Yes.")])
    assert bad.located(read.lines, read.file).lines == [
        "p.yaml:2: observe_model: Wrong. Mend it.",
        "p.yaml: split: No. Yes.",
    ]
