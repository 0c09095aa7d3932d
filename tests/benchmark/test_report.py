from __future__ import annotations

import json
import random
import time
from typing import Any

import pytest

from benchmark.report.as_json import json_report
from benchmark.report.build import report_of
from benchmark.report.data import NOT_COMPARABLE, About, SweepReport, about_plan
from benchmark.report.markdown import markdown_report
from benchmark.report.sentences import lead_in_words
from benchmark.report.text import configuration_text, text_report
from benchmark.report.words import percent, points
from benchmark.result_row import ResultRow
from benchmark.statistics.figure import SweepFigure
from benchmark.statistics.figures import figures_of
from benchmark.statistics.reader import read_by
from tests.benchmark.rows_for_tests import golden, row, sample, undecided

ABOUT = About(name="October, four models", plan_hash="4c1e9a", split="full", prompts="v6")


def played(name: str, wins: str, **more: Any) -> list[ResultRow]:
    """One mark a scenario, "+" or "-", each played twice."""
    model = {"observe_model": name, "execute_model": name, "tokens_in": 0, "tokens_out": 0} | more
    return [row(f"s{place:02}", run, mark == "+", **model) for place, mark in enumerate(wins) for run in (1, 2)]


def baselines(scenarios: int = 12) -> list[ResultRow]:
    marks = {"oracle": "+" * scenarios, "silent": "-" * scenarios, "eager": "+" + "-" * (scenarios - 1)}
    return [each for name, wins in marks.items() for each in played(name, wins, kind="baseline")]


def said(rows: list[ResultRow]) -> dict[str, tuple[str, str]]:
    return {each.lead: (each.tone, each.text) for each in report_of(rows).sentences}


@pytest.fixture(scope="module")
def report() -> SweepReport:
    rows = [*sample(12, observe_model="atlas | large", execute_model="atlas | large", engine="0.4.1"), *baselines()]
    return report_of([*rows, *sample(12, seed=3, observe_model="petit", execute_model="petit")], ABOUT)


def test_models_stand_first_and_each_by_success() -> None:
    found = report_of([*played("weak", "+-----"), *played("strong", "+++---"), *baselines(6)])
    assert [each.label for each in found.configurations] == ["strong", "weak", "oracle", "eager", "silent"]
    assert [each.label for each in found.baselines] == ["oracle", "eager", "silent"]


def test_provenance_tells_what_was_played(report: SweepReport) -> None:
    told = report.provenance
    assert (told.name, told.plan_hash, told.prompts, told.engines) == (
        "October, four models",
        "4c1e9a",
        "v6",
        ("0.4.1",),
    )
    assert (told.scenarios, told.seeds, told.users, told.most_runs) == (24, (0,), ("scripted",), 3)
    assert (told.least_runs, told.tool_failures, told.events_a_minute) == (2, (0.0,), (0.0,))
    assert report.runs == report.counted + sum(each.runs for each in report.not_counted)


def test_every_form_tells_noise_limits_seeds_and_split() -> None:
    levels: list[dict[str, float]] = [{}, {"tool_failure_probability": 0.1}, {"env_events_per_minute": 2.5}]
    rows = [
        row(name, 1, True, configuration=f"atlas {number}", seed=number, **noise)
        for number, noise in enumerate(levels)
        for name in "abcdef"
    ]
    plan = {"filter": {"apps": ["email", "note"], "tags": [], "difficulties": [1]}, "limit": 6, "max_turns": 12}
    report = report_of(rows, about_plan("October", "4c1e", plan))
    facts = (
        "Split: filter",
        "Filter: apps email, note; difficulties 1",
        "Limit: the first 6 scenarios",
        "Seeds: 0, 1, 2",
        "Noise: tool failures 0 and 0.1; events a minute 0 and 2.5",
        "Turns: 12 at most",
        "Calls: observe 5, execute 10, user 1",
    )
    for text in (text_report(report), markdown_report(report)):
        for fact in facts:
            assert fact in " ".join(text.split())
    assert json.loads(json_report(report))["metadata"]["provenance"]["tool_failures"] == [0.0, 0.1]
    assert "Noise: none" in text_report(report_of(golden()))


def test_what_waits_is_no_run_and_k_is_what_was_counted() -> None:
    waiting = [row(name, run, None, attempts=0) for name in "abcdef" for run in range(3, 21)]
    unplayed = [row("g", run, None, attempts=0) for run in range(1, 21)]
    made = [row(name, run, name < "d", attempts=1) for name in "abcdef" for run in (1, 2)]
    report = report_of([*made, *waiting, *unplayed])
    (only,) = report.configurations
    assert (only.figures.k, only.figures.k_least, only.published.k) == (2, 2, 2)
    assert (only.figures.any_of_k.value, only.figures.any_of_k.n) == (0.5, 6)
    assert (only.published.total_runs, only.published.pass_at_k, only.published.total_scenarios) == (12, 3, 6)
    assert "7 scenarios, up to 2 runs each" in text_report(report)
    assert "success@2        50.0 % (3 of 6)" in configuration_text(report, "atlas")
    assert "Some scenarios have no counted run." not in {each.lead for each in report.sentences}


def test_unequal_runs_are_told_as_up_to() -> None:
    report = report_of([*played("a", "+-+-+-"), row("s00", 3, True, observe_model="a", execute_model="a")])
    assert "6 scenarios, up to 3 runs each" in text_report(report)
    alone = configuration_text(report, "a")
    assert "(k = up to 3)" in alone and "(3 of 6, up to 3 runs each)" in alone
    assert "| k: counted runs per scenario | up to 3 |" in markdown_report(report)
    assert "6 scenarios, 2 runs each" in text_report(report_of(played("a", "+-+-+-")))


@pytest.mark.parametrize(
    ("share", "told"),
    [
        (0.125, "13 %"),
        (0.145, "15 %"),
        (0.005, "1 %"),
        (0.995, "99.5 %"),
        (0.0025, "0.3 %"),
        (0.0001, "<0.1 %"),
        (1.0, "100 %"),
    ],
)
def test_halves_of_a_per_cent_are_rounded_up(share: float, told: str) -> None:
    assert percent(share) == told


def test_points_are_rounded_alike_on_both_sides() -> None:
    assert (points(0.125), points(-0.125), points(-0.001)) == ("13", "\N{MINUS SIGN}13", "0")


def test_success_by_category_has_every_configuration_and_its_own_n(report: SweepReport) -> None:
    by = {breakdown.by: breakdown for breakdown in report.breakdowns}
    assert list(by) == ["category", "difficulty", "app"]
    assert [part.name for part in by["app"].parts] == ["calendar", "email"]
    part = by["category"].parts[0]
    assert (part.name, part.scenarios) == ("category 0", 3)
    assert set(part.cells) == {each.label for each in report.configurations}
    assert part.cells["petit"].n <= part.n <= 9
    assert part.cells["oracle"].value is None  # its rows have no category


def test_all_models_ahead_of_the_baselines() -> None:
    tone, text = said([*played("a", "+" * 12), *played("b", "+" * 10 + "--"), *baselines()])[
        "Every model beats every baseline except oracle."
    ]
    assert tone == "good"
    assert text.startswith("b leads eager by 75 points (95 % interval ")


def test_a_model_that_does_not_surely_beat_a_baseline_is_named() -> None:
    told = said([*played("good", "+" * 12), *played("poor", "++" + "-" * 10), *baselines()])
    assert told["good beats every baseline except oracle."][0] == "good"
    tone, text = told["poor does not clearly beat eager."]
    assert (tone, text) == ("warn", "poor leads eager by 8 points (95 % interval 0 to 25).")


def test_models_that_cannot_be_told_apart_and_one_that_leads() -> None:
    close = said([*played("a", "+++++-" * 2), *played("b", "++++-+" * 2), *baselines()])
    assert close["The two models can’t be told apart."][0] == "plain"
    clear = said([*played("a", "+" * 12), *played("b", "-" * 12), *baselines()])
    assert clear["a does best."] == ("good", "a leads b by 100 points in every scenario alike, paired by scenario.")


def test_baselines_missing_or_alone_are_remarked_on() -> None:
    assert said(played("a", "+-+-+-"))["No baselines were played."][0] == "warn"
    assert said(baselines())["Only baselines were played."][0] == "plain"


def test_what_is_not_counted_is_told_with_what_if() -> None:
    broken = [row("s00", run, None, observe_model="a", execute_model="a", failure="provider") for run in (3, 4, 5)]
    late = [row("s01", 3, None, observe_model="a", execute_model="a", failure="deadline")]
    told = said([*played("a", "+" * 10), *played("b", "+" * 9 + "-"), *broken, *late])
    tone, text = told["4 runs are not counted:"]
    assert tone == "warn"
    what_if = "If these runs counted as misses, a would fall from 100 % to 83 %; ranks would change."
    assert text == f"3 provider failures and 1 run over its time limit. {what_if}"
    assert said(baselines())["Every run is counted."][0] == "good"


def test_too_few_scenarios_an_oracle_that_misses_and_another_user_are_warned_of() -> None:
    few = said([*played("a", "+++", user_model="mini"), *played("oracle", "++-", kind="baseline")])
    assert few["3 scenarios are too few to tell."][0] == "warn"
    assert few["oracle does not reach 100 %."][1].startswith("The oracle misses in s02.")
    assert few["Baselines had a different user."][0] == "warn"


def test_nothing_played_yet_is_a_report_too() -> None:
    for rows in ([], [row("a", 1, None)]):
        report = report_of(rows, ABOUT)
        assert report.sentences[0].lead == "No findings yet."
        assert NOT_COMPARABLE in text_report(report) and NOT_COMPARABLE in markdown_report(report)
        assert json.loads(json_report(report))["metadata"]["report_version"] == "1.0"


def test_every_form_says_that_figures_are_not_comparable(report: SweepReport) -> None:
    flat = " ".join(configuration_text(report, "petit").split())
    for text in (text_report(report), markdown_report(report), json_report(report), flat):
        assert NOT_COMPARABLE in text
        assert "2,000 draws, seed 5" in " ".join(text.split())


def test_text_keeps_to_100_columns_and_shows_what_broke_down(report: SweepReport) -> None:
    long: dict[str, Any] = {
        "observe_model": "a-very-long-name/of-a-model-from-a-provider",
        "exception_message": "time out\n" * 30,
    }
    rows = sample(12, **long, user_model="x" * 40) + sample(12, seed=1, **long | {"execute_model": "another" * 6})
    for text in (text_report(report), text_report(report_of(rows, ABOUT)), configuration_text(report, "petit")):
        assert max(map(len, text.splitlines())) <= 100
    assert "Failed runs" in text_report(report)
    assert "\x1b" not in text_report(report)


def test_markdown_cells_survive_names_with_bars(report: SweepReport) -> None:
    tables = [line for line in markdown_report(report).splitlines() if line.startswith("|")]
    figures = [line for line in tables if line.startswith("| Runs with success ")]
    assert "atlas \\| large" in tables[0]
    assert tables[0].replace("\\|", "").count("|") == figures[0].count("|")


def test_json_has_the_layout_and_the_names_of_the_original() -> None:
    written = json.loads(json_report(report_of(golden(), ABOUT)))
    assert list(written)[:2] == ["metadata", "per_config_results"]
    assert list(written["metadata"])[:4] == ["split", "timestamp", "report_version", "weight_per_app_class"]
    (only,) = written["per_config_results"]
    keys = ["user_model", "proactive_model", "tool_failure_probability", "num_env_events_per_minute"]
    assert list(only)[:4] == keys
    assert only["success_rate"] == pytest.approx(60) and only["pass_at_k"] == 2 and only["pass_k"] == 1
    assert only["figures"]["success"]["n"] == 5
    assert "60.0 % +/- 8.3 (std 11.8)" in configuration_text(report_of(golden(), ABOUT), "atlas")


def test_rows_of_another_system_are_grouped_by_the_four_published_facts() -> None:
    rows = [row("a", 1, True, configuration="", num_env_events_per_minute=number) for number in (0, 2)]
    labels = [each.label for each in report_of(rows).configurations]
    assert labels == ["atlas, user scripted", "atlas, user scripted, 2 events a minute"]


def test_the_order_of_rows_does_not_change_a_byte() -> None:
    rows = [*sample(12), *baselines(), *sample(12, seed=3, observe_model="petit", execute_model="petit")]
    shuffled = random.Random(4).sample(rows, len(rows))
    for write in (text_report, markdown_report, json_report):
        assert write(report_of(rows, ABOUT)) == write(report_of(shuffled, ABOUT))


@pytest.mark.all
def test_a_report_of_10_000_rows_takes_well_under_a_second() -> None:
    rows = [
        each
        for number in range(8)
        for each in sample(125, 10, seed=number, observe_model=f"m{number}", execute_model=f"m{number}")
    ]
    began = time.process_time()
    assert report_of(rows).runs == 10_000
    assert time.process_time() - began < 1


def doubtful_rows() -> list[ResultRow]:
    rows = [row(f"s{n}", 1, n < 5, reader="rules") for n in range(7)]
    return [*rows, *(undecided(f"s{n}", 1, reader="rules") for n in (7, 8, 9))]


def test_report_says_bounds_in_words_and_names_user_and_reader() -> None:
    report = report_of(doubtful_rows())
    said = " ".join(f"{one.lead} {one.text}" for one in report.sentences)
    assert "3 runs are undecided. The reader “rules” can’t tell what a text in them says." in said
    assert "Success with user scripted: atlas 50 % (strict) to 80 % (lenient)." in said
    for text in (text_report(report), markdown_report(report)):
        assert "user scripted, reader rules" in text
    assert "50 % (strict) to 80 % (lenient)" in configuration_text(report, "atlas")
    assert "| Success, bounds | 50 % (strict) to 80 % (lenient) |" in markdown_report(report)
    written = json.loads(json_report(report))
    only = written["per_config_results"][0]
    assert (written["metadata"]["reader"], only["reader"], only["undecided_runs"]) == ("rules", "rules", 3)
    assert only["success_bounds"] == "50 % (strict) to 80 % (lenient)"


def test_report_without_undecided_runs_has_no_bounds() -> None:
    text = markdown_report(report_of([row("a", 1, True, reader="rules"), row("b", 1, False, reader="rules")]))
    assert "undecided." not in text and "(strict)" not in text


def test_runs_of_another_reader_are_set_aside() -> None:
    rows = [*doubtful_rows(), row("s0", 2, True, reader="gpt-5", cost=9.0), row("s1", 2, True)]
    report = report_of(rows)
    assert (report.provenance.reader, report.counted, report.runs) == ("rules", 10, 12)
    assert [(one.reason, one.runs, one.words) for one in report.not_counted] == [
        ("unread", 2, "2 runs that this reader has not judged")
    ]
    assert report.configurations[0].figures == figures_of(read_by(rows, "rules"))
    assert report.configurations[0].figures.success == figures_of(doubtful_rows()).success
    other = report_of(rows, About(reader="gpt-5"))
    assert (other.provenance.reader, other.counted) == ("gpt-5", 1)


def test_rows_without_a_reader_are_counted_as_before() -> None:
    report = report_of(sample())
    assert (report.provenance.reader, "unread" in report.configurations[0].figures.not_counted) == ("", False)
    assert "Reader: none" in text_report(report)


def test_lead_in_words_says_what_undecided_runs_may_change() -> None:
    lead = SweepFigure(0.1, 8, -0.1, 0.4, "bootstrap over scenarios", 0.05, 0.3)
    assert lead_in_words("a", "b", lead) == (
        "a leads b by 10 points, 5 to 30 depending on undecided runs (95 % interval \N{MINUS SIGN}10 to 40)"
    )
    back = SweepFigure(-0.1, 8, -0.4, 0.1, "bootstrap over scenarios", -0.3, -0.05)
    assert lead_in_words("b", "a", back).startswith("b trails a by 10 points, 5 to 30 depending on undecided runs")
