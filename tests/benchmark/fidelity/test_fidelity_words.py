"""Figures of fidelity as people read them, and sentences that say only what the intervals allow."""

from __future__ import annotations

import pytest

from benchmark.fidelity.figures import FidelityFigure, Section
from benchmark.fidelity.report import Counts, FidelityReport
from benchmark.fidelity.sentences import sentences
from benchmark.fidelity.words import facts, shown, shown_interval, shown_needed, shown_noise, shown_p, shown_value
from simulator.statistics.figure import Figure


def gap(value: float, low: float, high: float, n: int = 80, key: str = "first_accept") -> FidelityFigure:
    people, simulated = Figure(0.5, n), Figure(0.5 + value, n)
    return FidelityFigure(
        value, n, low, high, key=key, title="", unit="points", least=50, noise=0.1, people=people, simulated=simulated
    )


def report(*figures: FidelityFigure, **counts: int) -> FidelityReport:
    known = {"people": 9, "runs": 20, "decisions": 80, "simulated_runs": 1, **counts}
    return FidelityReport("scripted", 1, 0, Counts(**known), (Section("", "", "", figures),), ())


@pytest.mark.parametrize(
    ("value", "unit", "text"),
    [
        (0.624, "share", "62 %"),
        (-0.18, "points", "\N{MINUS SIGN}18"),
        (0.0146, "nats", "0.015"),
        (0.7, "log", "0.70"),
        (-0.001, "points", "0"),
        (None, "share", "–"),
        (float("nan"), "share", "–"),
    ],
)
def test_values_have_units_and_a_real_minus(value: float | None, unit: str, text: str) -> None:
    assert shown(value, unit) == text


def test_differences_have_a_sign_and_distances_do_not() -> None:
    found = gap(0.18, -0.02, 0.3)
    assert (shown_value(found), shown_interval(found), shown_noise(found)) == ("+18", "\N{MINUS SIGN}2 to +30", "± 10")
    distance = FidelityFigure(0.2, 9, 0.1, 0.3, key="jsd_pooled", title="", unit="nats", noise=0.01)
    assert (shown_value(distance), shown_interval(distance), shown_noise(distance)) == (
        "0.200",
        "0.100 to 0.300",
        "0.010",
    )


def test_small_p_is_never_shown_as_zero() -> None:
    assert shown_p(0.0002) == "p < 0.001"
    assert shown_p(0.0432) == "p = 0.043"


def test_enough_observations_are_called_enough() -> None:
    few = FidelityFigure(0.2, 9, key="", title="", needed=1200)
    assert shown_needed(few) == "1,200"
    assert shown_needed(FidelityFigure(0.2, 9, key="", title="", needed=9)) == "enough"
    assert shown_needed(FidelityFigure(0.2, 9, key="", title="")) == "–"


def test_what_was_left_out_is_among_the_facts() -> None:
    told = facts(report(abandoned=2, taken_over=1))
    assert told[0] == "9 people"
    assert told[-1] == "left out: 2 abandoned, 1 taken over in the middle"
    assert not any("left out" in fact for fact in facts(report()))


def test_a_difference_is_a_finding_only_if_its_interval_leaves_out_zero() -> None:
    (found,) = sentences(report(gap(0.18, 0.05, 0.3)))
    assert (found.tone, found.lead) == ("warn", "First reactions differ.")
    assert found.text == "The simulated user accepts at once 18 percentage points more often than people (+5 to +30)."
    (alike,) = sentences(report(gap(0.18, -0.05, 0.3)))
    assert alike.tone == "good"


def test_too_few_observations_give_no_finding() -> None:
    (found,) = sentences(report(gap(0.18, 0.05, 0.3, n=20)))
    assert (found.tone, found.text) == ("plain", "Rates need at least 50 decisions.")
    (runs,) = sentences(report(gap(0.18, 0.05, 0.3, n=20, key="success")))
    assert runs.lead == "Too few runs to compare success."


def test_a_classifier_near_one_half_can_not_tell_runs_apart() -> None:
    area = FidelityFigure(0.53, 120, 0.45, 0.6, key="auc", title="", unit="area", least=100, noise=0.07)
    (found,) = sentences(report(area))
    assert (found.tone, found.lead) == ("good", "Runs can’t be told apart by these features.")
