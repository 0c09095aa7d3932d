from __future__ import annotations

import math

import pytest

from benchmark.statistics.comparing import ALIKE_EVERYWHERE, difference, leads, noise_floor
from benchmark.statistics.figure import ONE_SCENARIO, SweepFigure
from benchmark.statistics.table import Table
from tests.benchmark.rows_for_tests import row


def table(outcomes: dict[str, str]) -> Table:
    """By scenario: "+" for a success, "-" for a miss, "?" for what is not counted."""
    won = {"+": True, "-": False, "?": None}
    return Table([row(name, run, won[mark]) for name, marks in outcomes.items() for run, mark in enumerate(marks, 1)])


def test_a_lead_in_every_scenario_is_certain_however_hard_they_are() -> None:
    one = table(dict.fromkeys("abcdefgh", "++"))
    other = table(dict.fromkeys("abcdefgh", "+-"))
    lead = difference(one, other)
    assert (lead.value, lead.n, lead.low, lead.high) == (0.5, 8, 0.5, 0.5)
    assert lead.method == ALIKE_EVERYWHERE
    assert leads(lead) and not leads(difference(other, one))


def test_pairing_takes_out_what_is_hard_for_both() -> None:
    hard, easy = dict.fromkeys("abcdef", "-----"), dict.fromkeys("ghijkl", "+++++")
    one = table(dict.fromkeys(hard, "----+") | easy)
    lead = difference(one, table(hard | easy))
    assert lead.value == pytest.approx(0.1)
    assert lead.low is not None and lead.low > 0


def test_only_scenarios_that_both_have_runs_of_are_compared() -> None:
    lead = difference(table({"a": "+", "b": "+", "c": "?"}), table({"b": "-", "c": "+", "d": "+"}))
    assert lead == SweepFigure(1.0, 1, None, None, ONE_SCENARIO)
    assert not leads(lead)
    assert difference(table({"a": "?"}), table({"a": "+"})).value is None


def test_five_scenarios_are_too_few_to_lead() -> None:
    for names, enough in (("abcde", False), ("abcdef", True)):
        assert leads(difference(table(dict.fromkeys(names, "+")), table(dict.fromkeys(names, "-")))) is enough


def test_the_noise_floor_by_hand() -> None:
    # Two scenarios of four runs that succeed half the time: the variance of a run is 1/3, of the mean of 8 runs 1/24.
    assert noise_floor(table({"a": "++--", "b": "+-+-"})) == pytest.approx(1.959964 * math.sqrt(2 / 24))
    assert noise_floor(table({"a": "++", "b": "--"})) == 0.0
    assert noise_floor(table({"a": "+", "b": "-"})) is None
