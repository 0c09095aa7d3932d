"""Figures of two runs beside each other."""

from __future__ import annotations

from replay.figures import ComparedFigure, Measured, figures, measured
from simulator.trace.metrics import Metrics
from tests.replay.paired import side


def by_title(left: Measured, right: Measured) -> dict[str, ComparedFigure]:
    return {figure.title: figure for figure in figures(left, right)}


def test_each_has_its_difference_with_a_sign() -> None:
    found = by_title(
        Measured(20, Metrics(turns=6, offers=2, execute_writes=3, failed=1, simulated_seconds=220), 41_280, 0.036),
        Measured(20, Metrics(turns=7, offers=3, execute_writes=2, simulated_seconds=250), 44_912, 0.021),
    )
    assert found["Turns"] == ComparedFigure("Turns", "6", "7", "+1")
    assert found["Steps"].difference == "0" and found["Steps"].equal
    assert found["Errors"].difference == "\N{MINUS SIGN}1" and not found["Errors"].equal
    assert found["Tokens"] == ComparedFigure("Tokens", "41,280", "44,912", "+3,632")
    assert found["Cost"] == ComparedFigure("Cost", "$0.036", "$0.021", "\N{MINUS SIGN}$0.015")
    assert found["Simulated time"] == ComparedFigure("Simulated time", "3 min 40 s", "4 min 10 s", "+30 s")


def test_without_models_nothing_is_said_of_what_they_used() -> None:
    assert {"Tokens", "Cost"}.isdisjoint(by_title(Measured(1, Metrics()), Measured(2, Metrics())))


def test_a_price_that_is_not_known_makes_no_difference_and_no_model_costs_nothing() -> None:
    found = by_title(Measured(1, Metrics(), 10, None), Measured(1, Metrics()))
    assert found["Cost"] == ComparedFigure("Cost", "–", "$0", "–")
    assert found["Tokens"].difference == "\N{MINUS SIGN}10"
    assert by_title(Measured(1, Metrics(), 9, 0.1 + 0.2), Measured(1, Metrics(), 9, 0.3))["Cost"].equal


def test_real_runs_are_counted() -> None:
    found = by_title(measured(side("dentist").moments), measured(side("dentist", plays="silent").moments))
    assert (found["Offers"].left, found["Offers"].right) == ("1", "0")
    assert found["Writes"].difference.startswith("\N{MINUS SIGN}")
