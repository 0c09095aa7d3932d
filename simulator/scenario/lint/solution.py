"""The worked solution and its alternatives: help is offered before it is given, and every step can be taken."""

from __future__ import annotations

from collections.abc import Sequence

from simulator.scenario.alternatives import AlternativeError, PlacedStep, placed_steps
from simulator.scenario.binding import bind_steps
from simulator.scenario.lint.check import Check
from simulator.scenario.needs import why_never_mentioned
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
        before = len(check.problems)
        _check_steps(check, ("solution",), own)
        if len(check.problems) > before:
            # Its alternatives would only repeat what is wrong with it.
            return
    for index, alternative in enumerate(scenario.alternatives):
        path: Path = ("alternatives", index)
        _check_steps(check, path, _placed(check, path, alternative))
    for index, way in enumerate(scenario.near_misses):
        _placed(check, ("near_misses", index), way)


def _check_silence(check: Check) -> None:
    """Without a need there is nothing to offer."""
    scenario = check.scenario
    for key in ("solution", "alternatives", "near_misses"):
        if getattr(scenario, key):
            check.say((key,), "there are no needs, so silence is right; leave this out, or add a need")
    if scenario.offers.at_most:
        check.say(("offers", "at_most"), "there are no needs, so no offer is in order; write 0, or add a need")


def _placed(check: Check, path: Path, alternative: Alternative) -> list[PlacedStep]:
    """The steps of another way with the places where they are written; none if they make no sense."""
    try:
        steps = placed_steps(check.scenario, alternative)
    except AlternativeError as error:
        check.problems.extend(Problem((*path, *place), text) for place, text in error.problems)
        return []
    placed = [PlacedStep(step, (*path, *place)) for step, place in steps]
    problems: list[Problem] = []
    bind_steps([step for step, _ in placed], check.apps, check.story.names, problems, ())
    for (index, *rest), text in problems:
        assert isinstance(index, int)
        check.say((*placed[index].path, *_shown(steps[index].path, rest)), text)
    return placed


def _shown(place: Path, rest: Sequence[str | int]) -> Sequence[str | int]:
    """The part of a path inside a bound step that is really written in the alternative."""
    if not place:
        # A step taken over from the solution can only be wrong through what was replaced before it.
        return ()
    return rest if place[0] == "solution" or "steps" in place else rest[1:]


def _check_steps(check: Check, path: Path, placed: Sequence[PlacedStep]) -> None:
    if not placed:
        return
    for step, place in placed:
        if step.wait is not None:
            check.event((*place, "wait"), step.wait)
        _check_card(check, place, step)
    offers = sum(step.offer is not None for step, _ in placed)
    if offers > check.scenario.offers.at_most:
        text = f"the offers made here are {offers}, but offers.at_most is {check.scenario.offers.at_most}; raise it"
        check.say(path, text)
    unasked = _first_unasked(placed)
    if unasked is not None:
        check.say(*unasked)
    elif offers < len(check.needs):
        _check_shared_offers(check, path, [step.offer for step, _ in placed if step.offer is not None])


def _check_shared_offers(check: Check, path: Path, offers: Sequence[str]) -> None:
    """Fewer offers than needs will do if one of them speaks of several."""
    for need in check.scenario.needs:
        misses = [why_never_mentioned(text, need, check.story) for text in offers]
        if None not in misses:
            why = "; or ".join(dict.fromkeys(miss for miss in misses if miss))
            check.say(path, f"no offer here is for the need '{need.label}', since {why}; make one that speaks of it")


def _first_unasked(placed: Sequence[PlacedStep]) -> tuple[Path, str] | None:
    """The first step that acts or reports while no offer is open."""
    offered = reported = False
    for step, path in placed:
        if step.offer is not None:
            offered, reported = True, False
        elif step.wait is None and reported:
            return path, "the report before this ended the task; put an offer before this step"
        elif step.wait is None and not offered:
            return path, "begin with an offer; only waits may come before it"
        reported = reported or step.report is not None
    return None


def _check_card(check: Check, path: Path, step: SolutionStep) -> None:
    if step.call is not None and step.call.partition(".")[0] == _CARD:
        check.say(path, "the assistant's own words are steps of their own; write offer: or report:, or wait: an event")
