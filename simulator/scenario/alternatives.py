"""Builds the steps of alternatives, which replace some or all steps of the worked solution."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from pydantic import ValidationError

from simulator.scenario.problems import Path, ScenarioProblem, close_to, listed
from simulator.scenario.schema import Alternative, Scenario, SolutionStep
from simulator.scenario.validation_messages import explain

# `email.send_email#2` is the second call of this name in the solution.
_KEY = re.compile(r"(?P<step>[^#]+)(?:#(?P<number>[1-9][0-9]?))?")
_FULL = "steps"


class AlternativeError(ValueError):
    """An alternative has replacements that can't be used. Paths in `problems` are relative to the alternative."""

    def __init__(self, problems: Sequence[ScenarioProblem]) -> None:
        self.problems = tuple(problems)
        super().__init__("; ".join(problem.text for problem in problems))


class PlacedStep(NamedTuple):
    """A step of an alternative and its path inside the alternative. A step from the solution has an empty path."""

    step: SolutionStep
    path: Path


def alternative_steps(scenario: Scenario, alternative: Alternative) -> list[SolutionStep]:
    """Return all steps of an alternative. Raise AlternativeError if a replacement can't be used."""
    return [placed.step for placed in placed_steps(scenario, alternative)]


def placed_steps(scenario: Scenario, alternative: Alternative) -> list[PlacedStep]:
    if alternative.solution is not None:
        return [PlacedStep(step, ("solution", index)) for index, step in enumerate(alternative.solution)]
    replaced: dict[int, list[PlacedStep]] = {}
    problems: list[ScenarioProblem] = []
    keys = [step.key for step in scenario.solution]
    for key, raw in alternative.replace.items():
        path: Path = ("replace", key)
        index = _index(key, keys)
        if index is None:
            problems.append(ScenarioProblem(path, _unknown_step(key, keys)))
        elif index in replaced:
            problems.append(
                ScenarioProblem(path, f"'{key}' replaces a step that another key already replaces; keep one key")
            )
        else:
            replaced[index] = list(_replacements(scenario.solution[index], raw, path, problems))
    if problems:
        raise AlternativeError(problems)
    unchanged = {index: [PlacedStep(step, ())] for index, step in enumerate(scenario.solution)}
    return [placed for index in unchanged for placed in replaced.get(index, unchanged[index])]


def _index(key: str, keys: list[str]) -> int | None:
    """Return the index of the step with this key, such as `email.send_email#2`; None if there is none."""
    found = _KEY.fullmatch(key)
    if found is None:
        return None
    places = [index for index, other in enumerate(keys) if other == found["step"]]
    number = int(found["number"] or 1)
    return places[number - 1] if number <= len(places) else None


def _unknown_step(key: str, keys: list[str]) -> str:
    known = [name if count == 1 else f"{name}#{count}" for name, count in _counted(keys)]
    return f"the solution has no step '{key}'{close_to(key, known)}; steps are: {listed(known, key)}"


def _counted(keys: list[str]) -> Iterator[tuple[str, int]]:
    for index, key in enumerate(keys):
        yield key, keys[: index + 1].count(key)


def _replacements(step: SolutionStep, raw: Any, path: Path, problems: list[ScenarioProblem]) -> Iterator[PlacedStep]:
    if isinstance(raw, Mapping) and set(raw) == {_FULL} and isinstance(raw[_FULL], list):
        for index, item in enumerate(raw[_FULL]):
            yield from _full_step(item, (*path, _FULL, index), problems)
    elif step.call is None:
        if isinstance(raw, str):
            yield from _full_step({step.key: raw}, path, problems)
        else:
            problems.append(
                ScenarioProblem(path, f"write the new {step.key} as text, or {{steps: [...]}} with whole steps")
            )
    elif isinstance(raw, Mapping):
        # The new arguments replace the old arguments completely, so that an alternative can leave an argument out.
        yield PlacedStep(step.model_copy(update={"args": dict(raw)}), path)
    elif isinstance(raw, list) and raw and all(isinstance(args, Mapping) for args in raw):
        for index, args in enumerate(raw):
            # Later steps may refer to the record that the replaced call made; now the first of the new calls makes it.
            name = step.name if index == 0 else None
            yield PlacedStep(step.model_copy(update={"args": dict(args), "name": name}), (*path, index))
    else:
        text = "write the call's arguments, a list of arguments for several calls, or {steps: [...]} with whole steps"
        problems.append(ScenarioProblem(path, text))


def _full_step(item: Any, path: Path, problems: list[ScenarioProblem]) -> Iterator[PlacedStep]:
    try:
        yield PlacedStep(SolutionStep.model_validate(item), path)
    except ValidationError as error:
        found = explain(error, SolutionStep, item)
        # A text that replaces an offer or a report has no fields, so the problem is reported for the whole text.
        inside = isinstance(item, Mapping) and path[-2:-1] == (_FULL,)
        problems.extend(ScenarioProblem((*path, *place) if inside else path, text) for place, text in found)
