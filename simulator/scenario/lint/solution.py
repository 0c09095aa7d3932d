"""The worked solution and its alternatives: help is offered before it is given, and every step can be taken."""

from __future__ import annotations

from collections.abc import Sequence

from simulator.scenario.alternatives import AlternativeError, PlacedStep, placed_steps
from simulator.scenario.binding import bind_steps
from simulator.scenario.lint.check import Check
from simulator.scenario.problems import Path, Problem
from simulator.scenario.schema import Alternative, SolutionStep

_CARD = "assistant"


def check_solution(check: Check) -> None:
    scenario = check.scenario
    if scenario.silent:
        _check_silence(check)
        return
    if scenario.solution:
        own = [PlacedStep(step, ("solution", index)) for index, step in enumerate(scenario.solution)]
        _check_steps(check, ("solution",), own)
    for index, alternative in enumerate(scenario.alternatives):
        _check_alternative(check, ("alternatives", index), alternative)


def _check_silence(check: Check) -> None:
    """Without a need there is nothing to offer."""
    scenario = check.scenario
    for key, part in (("solution", scenario.solution), ("alternatives", scenario.alternatives)):
        if part:
            check.say((key,), "there are no needs, so silence is right; leave this out, or add a need")
    if scenario.offers.at_most:
        check.say(("offers", "at_most"), "there are no needs, so no offer is in order; write 0, or add a need")


def _check_alternative(check: Check, path: Path, alternative: Alternative) -> None:
    try:
        steps = placed_steps(check.scenario, alternative)
    except AlternativeError as error:
        check.problems.extend(Problem((*path, *place), text) for place, text in error.problems)
        return
    # A step taken over from the solution can only be wrong through what was replaced before it.
    placed = [PlacedStep(step, (*path, *place)) for step, place in steps]
    problems: list[Problem] = []
    bind_steps([step for step, _ in placed], check.apps, check.story.names, problems, ())
    for (index, *rest), text in problems:
        assert isinstance(index, int)
        place = placed[index].path
        check.say((*place, *rest) if place[-2:-1] == ("steps",) else place, text)
    _check_steps(check, path, placed)


def _check_steps(check: Check, path: Path, placed: Sequence[PlacedStep]) -> None:
    steps = [step for step, _ in placed]
    first = next((step for step in steps if step.wait is None), None)
    if first is None or first.offer is None:
        check.say(path, "begin with an offer; only waits may come before it")
    offers = sum(step.offer is not None for step in steps)
    if offers < len(check.needs):
        check.say(path, f"there are {len(check.needs)} needs but only {offers} offers; make an offer for each need")
    if offers > check.scenario.offers.at_most:
        text = f"this makes {offers} offers, but offers.at_most is {check.scenario.offers.at_most}; raise it"
        check.say(path, text)
    _check_order(check, placed)


def _check_order(check: Check, placed: Sequence[PlacedStep]) -> None:
    offered = False
    for step, path in placed:
        if step.wait is not None:
            check.event((*path, "wait"), step.wait)
        elif step.offer is not None:
            offered = True
        elif not offered:
            what = "this report" if step.report is not None else f"{step.call}"
            check.say(path, f"{what} comes without an open offer; put an offer before it")
        elif step.report is not None:
            offered = False
        _check_card(check, path, step)


def _check_card(check: Check, path: Path, step: SolutionStep) -> None:
    if step.call is not None and step.call.partition(".")[0] == _CARD:
        check.say(path, "the assistant's own words are steps of their own; write offer: or report:, or wait: an event")
