"""Checks that the worked solution and its alternatives make an offer before the help, and that steps are possible."""

from __future__ import annotations

from collections.abc import Sequence

from simulator.scenario.alternatives import AlternativeError, PlacedStep, placed_steps
from simulator.scenario.binding import bind_steps
from simulator.scenario.lint.scenario_check import ScenarioCheck
from simulator.scenario.needs import why_never_for
from simulator.scenario.problems import Path, ScenarioProblem
from simulator.scenario.schema import Alternative, SolutionStep

_CARD = "assistant"


def check_solution(check: ScenarioCheck) -> None:
    scenario = check.scenario
    if scenario.silent:
        _check_silence(check)
        return
    if scenario.solution:
        own = [PlacedStep(step, ("solution", index)) for index, step in enumerate(scenario.solution)]
        before = len(check.problems)
        _check_steps(check, ("solution",), own)
        if len(check.problems) > before:
            # The alternatives share steps with the solution and would only repeat its problems.
            return
    for index, alternative in enumerate(scenario.alternatives):
        path: Path = ("alternatives", index)
        _check_steps(check, path, _placed(check, path, alternative))
    # A near miss may break every rule of good help; only its calls and their arguments must be valid.
    for index, way in enumerate(scenario.near_misses):
        _placed(check, ("near_misses", index), way)


def _check_silence(check: ScenarioCheck) -> None:
    """Report solutions, and limits that allow an offer, in a scenario without needs."""
    scenario = check.scenario
    for key in ("solution", "alternatives", "near_misses"):
        if getattr(scenario, key):
            check.say((key,), "without needs the assistant should stay silent; delete this part, or add a need")
    if scenario.offers.at_most or scenario.offers.unneeded_at_most:
        check.say(("offers",), "without needs no offer is allowed; write unneeded_at_most: 0, or add a need")


def _placed(check: ScenarioCheck, path: Path, alternative: Alternative) -> list[PlacedStep]:
    """Report an alternative's mistakes. Return its steps with their places in the file; empty if `replace` is wrong."""
    try:
        steps = placed_steps(check.scenario, alternative)
    except AlternativeError as error:
        check.problems.extend(ScenarioProblem((*path, *place), text) for place, text in error.problems)
        return []
    placed = [PlacedStep(step, (*path, *place)) for step, place in steps]
    problems: list[ScenarioProblem] = []
    bind_steps([step for step, _ in placed], check.apps, check.story.names, problems, ())
    for (index, *rest), text in problems:
        assert isinstance(index, int)
        check.say((*placed[index].path, *_shown(steps[index].path, rest)), text)
    return placed


def _shown(place: Path, rest: Sequence[str | int]) -> Sequence[str | int]:
    """Return the path of a mistake inside a step, as the alternative writes this step."""
    if not place:
        # A step taken from the solution can only be wrong here because an earlier step was replaced.
        return ()
    return rest if place[0] == "solution" or "steps" in place else rest[1:]


def _check_steps(check: ScenarioCheck, path: Path, placed: Sequence[PlacedStep]) -> None:
    if not placed:
        return
    for step, place in placed:
        if step.wait is not None:
            check.event((*place, "wait"), step.wait)
        _check_card(check, place, step)
    offers = sum(step.offer is not None for step, _ in placed)
    most = check.scenario.offers.at_most
    if most is not None and offers > most:
        text = f"this makes {offers} offers, but offers.at_most is {most}; raise the limit"
        check.say(path, text)
    unasked = _first_unasked(placed)
    if unasked is not None:
        check.say(*unasked)
    elif offers < len(check.needs):
        _check_shared_offers(check, path, [step.offer for step, _ in placed if step.offer is not None])


def _check_shared_offers(check: ScenarioCheck, path: Path, offers: Sequence[str]) -> None:
    """Report each need that none of these offers can be for."""
    # The worked solution shows all help; elsewhere, optional help may be left out.
    needs = [need for need in check.scenario.needs if not need.optional or path[0] == "solution"]
    for need in needs:
        misses = [why_never_for(text, need, check.story) for text in offers]
        if None not in misses:
            why = "; or ".join(dict.fromkeys(miss for miss in misses if miss))
            check.say(path, f"no offer here meets the need '{need.label}', because {why}; add an offer for it")


def _first_unasked(placed: Sequence[PlacedStep]) -> tuple[Path, str] | None:
    """Return place and problem of the first step that acts or reports while no offer is open; None if there is none."""
    offered = reported = False
    for step, path in placed:
        if step.offer is not None:
            offered, reported = True, False
        elif step.wait is None and reported:
            return path, "the report before this ended the task; put an offer before this step"
        elif step.wait is None and not offered:
            return path, "start with an offer; only waits may come before it"
        reported = reported or step.report is not None
    return None


def _check_card(check: ScenarioCheck, path: Path, step: SolutionStep) -> None:
    if step.call is not None and step.call.partition(".")[0] == _CARD:
        check.say(path, "write offer:, report: or wait: as a separate step instead of this call")
