"""The flags of `pare benchmark`: every one of the original's with its short form, over a file, over defaults."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from benchmark.plan.configurations import configurations_of
from benchmark.plan.schema import SweepPlan
from pare_site.cli import benchmark
from pare_site.cli.benchmark_plan import RequestedSweep, requested_sweep, save_plan
from pare_site.cli.exits import BAD_INPUT, Trouble
from pare_site.cli.main import main
from pare_site.cli.parser import Parser
from tests.benchmark.plan.plans import plans

ORACLE = ("-om", "oracle", "-em", "oracle")
ALL = ("--split", "all")


def asked(*typed: str, verb: str = "sweep") -> RequestedSweep:
    parser = Parser(prog="pare")
    benchmark.add(parser.add_subparsers(parser_class=Parser))
    return requested_sweep(parser.parse_args(["benchmark", verb, *typed]))


def refusal(*typed: str, verb: str = "sweep") -> str:
    with pytest.raises(Trouble) as refused:
        asked(*typed, verb=verb)
    assert refused.value.code == BAD_INPUT
    return str(refused.value)


@pytest.mark.parametrize(
    ("typed", "key", "value"),
    [
        (("-n", "night"), "experiment_name", "night"),
        (("-l", "3"), "limit", 3),
        (("-um", "scripted"), "user_model", ("scripted",)),
        (("-op", "openai"), "observe_provider", "openai"),
        (("-ep", "openai"), "execute_provider", "openai"),
        (("-up", "openai"), "user_provider", "openai"),
        (("-oe", "http://127.0.0.1:1/v1"), "observe_endpoint", "http://127.0.0.1:1/v1"),
        (("-ee", "http://127.0.0.1:1/v1"), "execute_endpoint", "http://127.0.0.1:1/v1"),
        (("-ue", "http://127.0.0.1:1/v1"), "user_endpoint", "http://127.0.0.1:1/v1"),
        (("-mt", "7"), "max_turns", 7),
        (("-omi", "2"), "observe_max_iterations", 2),
        (("-emi", "3"), "execute_max_iterations", 3),
        (("-umi", "4"), "user_max_iterations", 4),
        (("-tfp", "0.1", "-tfp", "0.2,0.4"), "tool_failure_probability", (0.1, 0.2, 0.4)),
        (("-epm", "2", "--env-events-per-min", "4"), "env_events_per_min", (2.0, 4.0)),
        (("--env-events-seed", "7"), "env_events_seed", 7),
        (("-r", "3"), "runs", 3),
        (("-c", "2"), "max_concurrent", 2),
        (("-t", "30"), "timeout", 30.0),
        (("--no-cache",), "cache", False),
        (("--seeds", "0,1", "--seeds", "5"), "seeds", (0, 1, 5)),
        (("--baselines", "none"), "baselines", ()),
        (("--pairing", "crossed"), "pairing", "crossed"),
        (("--noise", "crossed"), "noise", "crossed"),
        (("--priority", "low"), "priority", "low"),
        (("--max-cost", "2.5"), "max_cost", 2.5),
        (("--executor-type", "sequential"), "max_concurrent", 1),
        (("--set", "consent=standing"), "set", {"consent": "standing"}),
    ],
)
def test_every_flag_reaches_the_plan(typed: tuple[str, ...], key: str, value: Any) -> None:
    assert getattr(asked(*ALL, *ORACLE, *typed).plan, key) == value


def test_iterations_are_ours_unless_they_are_given() -> None:
    plan = asked(*ALL, *ORACLE).plan
    assert (plan.observe_max_iterations, plan.execute_max_iterations, plan.user_max_iterations) == (5, 10, 1)


def test_flags_about_files_are_kept_apart_from_the_plan() -> None:
    found = asked(*ALL, *ORACLE, "--export", "--output-dir", "t", "--results-dir", "r", "--export-format", "lite")
    assert found.output == {"export": True, "output_dir": "t", "results_dir": "r", "export_format": "lite"}


@pytest.mark.parametrize(
    "typed", [("-om", "silent", "-om", "eager"), ("-om", "silent,eager"), ("--observe-model=silent,eager",)]
)
def test_models_may_be_repeated_or_given_with_commas(typed: tuple[str, ...]) -> None:
    plan = asked(*ALL, *typed, "-em", "silent,eager").plan
    assert plan.observe_model == plan.execute_model == ("silent", "eager")


def test_scenarios_are_ids_or_a_file_of_them(tmp_path: Path) -> None:
    file = tmp_path / "mine.txt"
    file.write_text("# those of today\nfirst_one\n\nsecond_one  # twice\n", encoding="utf-8")
    assert asked("-s", f"zeroth,{file}", *ORACLE).plan.scenarios == ("zeroth", "first_one", "second_one")


def test_filters_are_flags_of_their_own() -> None:
    found = asked("--app", "email,reminder", "--difficulty", "2", *ORACLE).plan.filter
    assert found is not None
    assert (found.apps, found.difficulties, found.tags) == (("email", "reminder"), (2,), ())


def test_the_oracle_has_a_flag(tmp_path: Path) -> None:
    assert asked(*ALL, "--oracle").plan.observe_model == ("oracle",)


def test_what_is_typed_wins_over_the_file(tmp_path: Path) -> None:
    file = tmp_path / "plan.yaml"
    kept = "split: pilot\nruns: 4\nobserve_model: silent\nset: {consent: standing, user_style: lenient}\n"
    file.write_text(kept, encoding="utf-8")
    plan = asked("--config", str(file), "-s", "one_of_mine", "--runs", "2", "--set", "consent=proposal").plan
    assert (plan.split, plan.scenarios, plan.runs, plan.observe_model) == (None, ("one_of_mine",), 2, ("silent",))
    assert plan.set == {"consent": "proposal", "user_style": "lenient"}


def test_a_file_says_itself_who_plays(tmp_path: Path) -> None:
    file = tmp_path / "plan.yaml"
    file.write_text("split: all\nbaselines: [oracle]\n", encoding="utf-8")
    assert asked("--config", str(file)).plan.observe_model == ()


def test_without_a_model_it_is_the_default_of_the_original_if_its_key_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-test")
    plan = asked(*ALL).plan
    assert plan.observe_model == plan.execute_model == ("gpt-5",)
    monkeypatch.delenv("OPENAI_API_KEY")
    told = refusal(*ALL)
    assert told.startswith("--observe-model (-om): ")
    assert "OPENAI_API_KEY" in told and "-om oracle" in told
    assert asked(*ALL, "--baselines", "oracle,silent").plan.observe_model == ()


def test_run_takes_one_of_each_and_points_to_sweep() -> None:
    told = refusal(*ALL, "-om", "silent,eager", "-em", "silent,eager", "-tfp", "0.1,0.2", verb="run")
    assert all(
        flag in told for flag in ("--observe-model (-om)", "--execute-model (-em)", "--tool-failure-probability")
    )
    assert "pare benchmark sweep" in told
    plan = asked(*ALL, *ORACLE, "-tfp", "0.1", "-epm", "2", verb="run").plan
    assert plan.noise == "crossed"
    plan = asked(*ALL, *ORACLE, "-tfp", "0.1", "-epm", "2", "--noise", "separate", verb="run").plan
    assert plan.noise == "separate"


@pytest.mark.parametrize("verb", ["run", "sweep"])
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(plan=plans())
def test_a_plan_that_was_saved_is_played_as_it_was(tmp_path: Path, verb: str, plan: SweepPlan) -> None:
    file = tmp_path / "plan.yaml"
    save_plan(plan, str(file))
    assert asked("--config", str(file), verb=verb).plan == plan


def test_run_takes_a_file_as_the_plan_that_it_is(tmp_path: Path) -> None:
    file = str(tmp_path / "plan.yaml")
    typed = (*ALL, "-om", "silent,eager", "-em", "silent,eager", "-tfp", "0.1", "-epm", "2")
    plan = asked(*typed).plan
    save_plan(plan, file)
    again = asked("--config", file, verb="run").plan
    assert len(configurations_of(again)) == len(configurations_of(plan)) == 10
    assert asked("--config", file, "-tfp", "0.2", verb="run").plan.tool_failure_probability == (0.2,)
    told = refusal("--config", file, "-tfp", "0.1,0.2", verb="run")
    assert "--tool-failure-probability (-tfp)" in told and "--observe-model" not in told


@pytest.mark.parametrize(
    ("written", "typed", "noise"),
    [
        ("tool_failure_probability: 0.1\nenv_events_per_min: 4\n", (), "crossed"),
        ("tool_failure_probability: 0.1\nenv_events_per_min: 4\nnoise:\n", (), "crossed"),
        ("tool_failure_probability: 0.1\n", ("-epm", "4"), "crossed"),
        ("tool_failure_probability: 0.1\nenv_events_per_min: 4\nnoise: separate\n", (), "separate"),
        ("tool_failure_probability: 0.1\nenv_events_per_min: 4\n", ("--noise", "separate"), "separate"),
        ("tool_failure_probability: [0.1, 0.2]\nenv_events_per_min: 4\n", (), "separate"),
        ("tool_failure_probability: 0.1\nenv_events_per_min: 0\n", (), "separate"),
    ],
)
def test_a_file_of_the_original_plays_both_noises_at_a_time_unless_it_says_how(
    tmp_path: Path, written: str, typed: tuple[str, ...], noise: str
) -> None:
    file = tmp_path / "plan.yaml"
    file.write_text(f"split: all\noracle: true\n{written}", encoding="utf-8")
    assert asked("--config", str(file), *typed, verb="run").plan.noise == noise


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ((*ALL, "-om", "oracle,silent", "-em", "oracle"), "--execute-model (-em): There are 2 observe models"),
        ((*ALL, *ORACLE, "--max-cost", "0"), "--max-cost: A budget of 0 dollars pays for nothing."),
        ((*ALL, *ORACLE, "--runs", "many"), "--runs (-r): 'many' does not fit"),
        ((*ALL, *ORACLE, "-s", "x"), "Scenarios are selected by split and scenarios at once."),
        (ORACLE, "--scenarios (-s): No scenarios are selected."),
        ((*ALL, *ORACLE, "--baselines", "orcale"), "--baselines: 'orcale' does not fit."),
        ((*ALL, *ORACLE, "--set", "consnt=standing"), "--set: There is no setting 'consnt'"),
        ((*ALL, *ORACLE, "--set", "seed=3"), "--set: 'seed' can’t be set here."),
    ],
)
def test_a_slip_is_refused_by_the_name_of_its_flag(typed: tuple[str, ...], said: str) -> None:
    assert said in refusal(*typed)


def test_a_slip_in_the_file_is_refused_with_its_line(tmp_path: Path) -> None:
    file = tmp_path / "plan.yaml"
    file.write_text("split: all\nobserve_modle: oracle\nruns: 0\n", encoding="utf-8")
    told = refusal("--config", str(file))
    assert f"{file}:2: observe_modle: There is no key 'observe_modle'" in told
    assert f"{file}:3: runs: " in told
    assert "--runs (-r)" in refusal("--config", str(file), "--runs", "-1")


def test_a_file_that_is_not_there_or_no_yaml_is_told(tmp_path: Path) -> None:
    assert "cannot be read" in refusal("--config", str(tmp_path / "none.yaml"))
    file = tmp_path / "plan.yaml"
    file.write_text("split: [full\n", encoding="utf-8")
    assert str(file) in refusal("--config", str(file))


def test_every_key_of_a_plan_can_be_typed() -> None:
    parser = Parser(prog="pare")
    benchmark.add(parser.add_subparsers(parser_class=Parser))
    args = vars(parser.parse_args(["benchmark", "sweep"]))
    known = {*args, "filter"}
    assert set(SweepPlan.model_fields) <= known


def test_help_of_every_command_is_there(capsys: pytest.CaptureFixture[str]) -> None:
    for command in ("sweep", "run", "report", "list", "resume", "retry", "pause", "cancel"):
        assert main(["benchmark", command, "--help"]) == 0
        assert "examples:" in capsys.readouterr().out
