"""The fidelity report gives back the known answers of generated people, played by the real engine."""

from __future__ import annotations

import math

import msgspec
import numpy as np
import pytest

from benchmark.fidelity.figures import FidelityFigure
from benchmark.fidelity.report import FidelityReport, fidelity_report, figure_named
from benchmark.fidelity.resampling import SimulatedUser, play_like, resample
from tests.benchmark.fidelity.generated_people import Habits, Played, generated, population, with_detours

# Populations large enough for narrow intervals take long to play.
pytestmark = pytest.mark.all

SCENARIOS = ("email_notification", "email_reminder_batch_cancellation", "cab_booking_for_airport_flight")
HABITS = Habits(accept=0.6, decline=0.3, log_mean=1.0, log_sd=0.5)
ACCEPT_IN_THE_END = 0.6 / 0.9
PEOPLE = 50
SCRIPTED = SimulatedUser()


def against_scripted(people: list[Played]) -> FidelityReport:
    simulated = {one.run.pair: play_like(one.trace, one.story, SCRIPTED) for one in people}
    points = [point for one in people for point in resample(one.trace, one.story, one.run, SCRIPTED, 5)]
    return fidelity_report("scripted", 1, [one.run for one in people], list(simulated.values()), points)


def against_population(people: list[Played], others: list[Played], habits: Habits, k: int) -> FidelityReport:
    again = SimulatedUser("generated")
    points = [
        point
        for one in people
        for point in resample(one.trace, one.story, one.run, again, k, maker=generated(habits, 99))
    ]
    runs = [msgspec.structs.replace(one.run, person="generated", run=f"{one.run.run}, again") for one in others]
    return fidelity_report("generated", k, [one.run for one in people], runs, points)


@pytest.fixture(scope="module")
def people() -> list[Played]:
    return population(SCENARIOS, PEOPLE, HABITS)


@pytest.fixture(scope="module")
def scripted(people: list[Played]) -> FidelityReport:
    return against_scripted(people)


@pytest.fixture(scope="module")
def twins(people: list[Played]) -> FidelityReport:
    return against_population(people, population(SCENARIOS, PEOPLE, HABITS, seed=1), HABITS, k=5)


def covers(figure: FidelityFigure, truth: float) -> bool:
    assert figure.low is not None and figure.high is not None, figure.key
    return figure.low <= truth <= figure.high


@pytest.mark.parametrize(
    ("key", "people_do", "scripted_does"),
    [("first_accept", 0.6, 1.0), ("first_decline", 0.3, 0.0), ("first_look", 0.1, 0.0)],
)
def test_rates_are_those_of_the_population(
    scripted: FidelityReport, key: str, people_do: float, scripted_does: float
) -> None:
    found = figure_named(scripted, key)
    assert found.n == PEOPLE * len(SCENARIOS)
    assert found.people is not None and found.simulated is not None
    assert found.people.low is not None and found.people.high is not None
    assert found.people.low <= people_do <= found.people.high
    assert found.simulated.value == scripted_does
    assert covers(found, scripted_does - people_do)


def test_cross_entropy_against_the_scripted_user_is_that_of_one_smoothed_decision(scripted: FidelityReport) -> None:
    # The scripted user accepts each of these offers: (1 + ½) / (1 + 3/2) for accept, ½ / (1 + 3/2) for the rest.
    accepts = (0.6 + 0.1 * ACCEPT_IN_THE_END) / 1.1
    truth = -accepts * math.log(0.6) - (1 - accepts) * math.log(0.2)
    assert covers(figure_named(scripted, "cross_entropy"), truth)
    assert covers(figure_named(scripted, "same_choice"), accepts)


def test_divergence_from_the_scripted_user_is_that_of_the_shares(scripted: FidelityReport) -> None:
    answers = [ACCEPT_IN_THE_END, 1 - ACCEPT_IN_THE_END, 0.0]
    shares = (np.array([0.6, 0.3, 0.1]) + 0.1 * np.array(answers)) / 1.1
    mixed = (shares + np.array([1, 0, 0])) / 2
    truth = float(0.5 * (shares * np.log(shares / mixed)).sum() + 0.5 * math.log(1 / mixed[0]))
    found = figure_named(scripted, "jsd_pooled")
    assert found.value == pytest.approx(truth, abs=0.04)
    assert found.p is not None and found.p < 0.01
    assert found.noise is not None and found.value is not None and found.value > 10 * found.noise


def test_success_gap_is_the_share_of_offers_that_people_decline(scripted: FidelityReport) -> None:
    found = figure_named(scripted, "success")
    assert found.simulated is not None and found.simulated.value == 1
    assert covers(found, 1 - ACCEPT_IN_THE_END)
    by_scenario = [figure_named(scripted, f"success_scenario_{name}") for name in SCENARIOS]
    assert sum(covers(each, 1 - ACCEPT_IN_THE_END) for each in by_scenario) >= 2
    assert sum(each.n for each in by_scenario) == found.n


def test_distance_of_delays_is_that_of_the_log_normal_from_the_constant(scripted: FidelityReport) -> None:
    # The scripted user takes 10 simulated seconds for each tap, so W1 is the mean distance of a normal from ln 10.
    mean, sd = HABITS.log_mean - math.log(10), HABITS.log_sd
    spread = sd * math.sqrt(2 / math.pi) * math.exp(-(mean**2) / (2 * sd**2))
    truth = spread + mean * math.erf(mean / (sd * math.sqrt(2)))
    found = figure_named(scripted, "w1_log_delays")
    assert covers(found, truth)
    assert found.people is not None and found.people.value == pytest.approx(math.exp(HABITS.log_mean), rel=0.1)
    # Without the medians, the mean absolute deviation of the normal distribution remains.
    assert covers(figure_named(scripted, "w1_shape"), sd * math.sqrt(2 / math.pi))


def test_burstiness_of_constant_delays_is_minus_one(scripted: FidelityReport) -> None:
    found = figure_named(scripted, "burstiness")
    assert found.simulated is not None and found.simulated.value == pytest.approx(-1)


def test_people_who_follow_the_path_make_no_detours(scripted: FidelityReport) -> None:
    found = figure_named(scripted, "detour_taps")
    assert (found.value, found.low, found.high) == (0, None, None)


def test_classifier_tells_people_from_constant_delays_always(scripted: FidelityReport) -> None:
    assert figure_named(scripted, "auc_with_delays").value == 1


def test_equal_populations_are_at_the_noise_floor(twins: FidelityReport) -> None:
    for key in ("first_accept", "first_decline", "first_look", "calibration_gap", "success", "burstiness"):
        found = figure_named(twins, key)
        assert found.value is not None and found.low is not None and found.high is not None
        reach = (found.high - found.low) / 2
        assert abs(found.value) < 1.5 * reach, key
    for key in ("jsd_pooled", "jsd_per_point"):
        found = figure_named(twins, key)
        assert found.value is not None and found.noise is not None
        assert found.value < 4 * found.noise, key
    pooled = figure_named(twins, "jsd_pooled")
    assert pooled.p is not None and pooled.p > 0.05
    delays = figure_named(twins, "w1_log_delays")
    assert delays.value is not None and delays.noise is not None
    assert delays.value < 2 * delays.noise


def test_classifier_can_not_tell_equal_populations_apart(twins: FidelityReport) -> None:
    for key in ("auc", "auc_with_delays"):
        found = figure_named(twins, key)
        assert found.value is not None and found.noise is not None
        assert abs(found.value - 0.5) < 1.5 * found.noise, key


def test_a_population_that_accepts_more_is_noticed(people: list[Played]) -> None:
    eager = Habits(accept=0.9, decline=0.05)
    report = against_population(people, population(SCENARIOS, PEOPLE, eager, seed=2), eager, k=5)
    assert covers(figure_named(report, "first_accept"), 0.3)
    pooled = figure_named(report, "jsd_pooled")
    assert pooled.p is not None and pooled.p < 0.01
    area = figure_named(report, "auc").value
    assert area is not None and area > 0.6


def test_report_names_what_is_too_small(people: list[Played]) -> None:
    few = [one for one in people if one.run.person in ("p0", "p1")]
    report = against_scripted(few)
    assert report.counts.people == 2
    assert any("2 people" in warning for warning in report.warnings)
    accept = figure_named(report, "first_accept")
    assert accept.is_small
    assert accept.needed is not None and accept.needed > accept.n


def test_abandoned_and_unfinished_runs_are_counted_beside_the_figures(people: list[Played]) -> None:
    whole, left = people[:12], people[12:18]
    gone = [msgspec.structs.replace(one.run, ended="abandoned") for one in left[:4]]
    stopped = [msgspec.structs.replace(one.run, ended="stopped") for one in left[4:]]
    points = [point for one in people[:18] for point in resample(one.trace, one.story, one.run, SCRIPTED, 1)]
    report = fidelity_report("scripted", 1, [*[one.run for one in whole], *gone, *stopped], [], points)
    assert (report.counts.runs, report.counts.abandoned, report.counts.unfinished) == (12, 4, 2)
    assert figure_named(report, "first_accept").n == 12
    assert report.counts.unmatched == 12


def test_ranking_of_assistants_is_given_back() -> None:
    people = population(SCENARIOS[:2], 12, HABITS, assistants=("oracle", "silent"))
    found = figure_named(against_scripted(people), "tau_b")
    assert found.value == 1
    assert found.p == 1
    assert "needs at least 5" in found.note


def test_same_input_gives_the_same_report() -> None:
    people = population(SCENARIOS[:1], 6, HABITS)
    assert against_scripted(people) == against_scripted(people)


def test_a_report_without_runs_says_why_each_section_is_empty() -> None:
    report = fidelity_report("scripted", 1, [], [], [])
    assert all(section.missing and not section.figures for section in report.sections)


def test_detours_are_taps_beyond_the_shortest_way() -> None:
    one = with_detours()
    assert (one.run.taps.made, one.run.taps.detour) == (one.run.taps.shortest + 4, 4)
