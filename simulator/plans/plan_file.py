"""Loads the keys of a plan's YAML file, and describes every problem in a plan."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from simulator.scenario.problems import listed
from simulator.scenario.yaml12 import Document, YamlError, load_yaml
from simulator.words.english import capital
from simulator.words.validation import ValidationFinding, unknown_name

_LONGEST_SHOWN = 100
_CHANGE_ONE = "Change one of these keys."


class PlanProblem(NamedTuple):
    """One problem of a plan: the key, what is wrong, and how to fix it."""

    field: str
    """The key of the plan; empty if the problem is about the whole file."""
    problem: str
    remedy: str
    line: int = 0
    """The line in the file, counted from 1; 0 if it is not known."""

    @property
    def sentence(self) -> str:
        """Return the problem and the remedy as sentences, without the field."""
        return f"{_ended(self.problem)} {_ended(self.remedy)}"

    def __str__(self) -> str:
        return f"{self.field}: {self.sentence}" if self.field else self.sentence


class BadPlan(ValueError):
    """Raised for a plan with problems, before anything starts."""

    def __init__(self, problems: Iterable[PlanProblem], file: str = "") -> None:
        self.problems = tuple(problems)
        self.file = file
        super().__init__("\n".join(self.lines))

    @property
    def lines(self) -> list[str]:
        """Return one line per problem, with file and line where they are known."""
        return [f"{self._place(problem)}{problem}" for problem in self.problems]

    def located(self, lines: Mapping[str, int], file: str) -> BadPlan:
        """Return the same problems with the file's name, and with a line for each problem that has none yet."""
        found = (problem._replace(line=problem.line or lines.get(problem.field, 0)) for problem in self.problems)
        return BadPlan(found, file)

    def _place(self, problem: PlanProblem) -> str:
        if not self.file:
            return ""
        return f"{self.file}:{problem.line}: " if problem.line else f"{self.file}: "


def problem_of(finding: ValidationFinding, field: str, remedy: str) -> PlanProblem:
    """Return a finding of pydantic as a problem of a field; for an unknown key, call `unknown_key` instead."""
    shown = f"'{str(finding.value)[:_LONGEST_SHOWN]}' does not fit"
    match finding.kind:
        case "missing":
            return PlanProblem(field, "The value is missing.", remedy)
        case "too_short" | "string_too_short":
            return PlanProblem(field, "The value is empty.", remedy)
        case "too_long":
            return PlanProblem(field, "There are too many values.", f"Give at most {finding.context['max_length']:,}.")
        # Here the value is the whole plan, whose keys contradict each other. Printing the plan would bury the message.
        case "value_error" if isinstance(finding.value, Mapping):
            return PlanProblem(field, f"The value does not fit: {finding.message}.", _CHANGE_ONE)
        case "value_error":
            return PlanProblem(field, f"{shown}: {finding.message}.", remedy)
    return PlanProblem(field, f"{shown}.", remedy)


def unknown_key(field: str, name: str, known: Sequence[str]) -> PlanProblem:
    """Return the problem of an unknown key, with the known keys as the remedy."""
    return PlanProblem(field, f"{capital(unknown_name('key', name, known))}.", f"Known keys: {listed(known, name)}")


def _ended(text: str) -> str:
    text = text.strip()
    return text if not text or text.endswith((".", "?", "!")) else f"{text}."


class LoadedPlan(NamedTuple):
    """The values of a plan by key, the line of each key, and the whole document."""

    values: dict[str, Any]
    lines: dict[str, int]
    document: Document


def load_plan(text: str, file: str, example: str) -> LoadedPlan:
    """Return the keys of a plan with their values and lines; dashes in keys are read as underscores.

    Raise BadPlan if the text is not YAML, is not a mapping of keys, or has a key twice. `example` is a line of a valid
    plan, which the error shows if the text is not a mapping. An empty text is a plan without keys.
    """
    try:
        document = load_yaml(text, file)
    except YamlError as error:
        problem = f"{capital(error.problem)}."
        raise BadPlan([PlanProblem("", problem, error.remedy, error.line)], file) from None
    data = {} if document.data is None else document.data
    if not isinstance(data, Mapping):
        raise BadPlan([PlanProblem("", "This is not a plan.", f"Write one key per line, such as {example}.", 1)], file)
    values: dict[str, Any] = {}
    lines: dict[str, int] = {}
    twice: list[PlanProblem] = []
    for written, value in data.items():
        name, line = str(written).replace("-", "_"), document.line_of([written])
        if name in values:
            twice.append(PlanProblem(name, "This key appears twice.", "Keep only one of the lines.", line))
        values[name], lines[name] = value, line
    # All problems at once, so that people need not fix a file one key at a time.
    if twice:
        raise BadPlan(twice, file)
    return LoadedPlan(values, lines, document)


class TypedForm:
    """A plan typed into a form: the values by field, and their problems."""

    def __init__(self, values: Mapping[str, list[str]], problems: Sequence[PlanProblem] = ()) -> None:
        self._values = values
        self.problems = list(problems)

    @property
    def text(self) -> dict[str, str]:
        """Return the first typed value of each field; fields without a value are missing."""
        return {name: values[0] for name, values in self._values.items() if values}

    @property
    def lists(self) -> Mapping[str, list[str]]:
        return self._values

    @property
    def errors(self) -> dict[str, list[str]]:
        """Return the problems by field: a problem of a part such as `samples 2, size` is listed under `samples`."""
        found: dict[str, list[str]] = {}
        for problem in self.problems:
            found.setdefault(problem.field.partition(",")[0].partition(" ")[0], []).append(problem.sentence)
        return found
