"""Compares a file's answers with a study. An answer is new, already in the study, or refused with reason and remedy."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from annotation.file_formats.answer_reading import AnswerLine
from annotation.questions import Question


class AnswerContent(NamedTuple):
    """The fields of an answer that must be equal for two answers to be the same.

    Answers with the same `AnswerPlace` but different content contradict each other.
    """

    value: str
    reason: str
    attempt: int
    guidelines: int
    given_at: datetime
    seconds: float


# Pseudonym, identity of the item, question, revision.
AnswerPlace = tuple[str, str, str, int]


class KnownStudy(NamedTuple):
    """The data of a study that the lines of a file are compared with."""

    items: Mapping[str, str]
    """Kind of each item, by the item's identity."""
    questions: Mapping[str, Question]
    people: Mapping[str, str]
    """Kind of each rater, by pseudonym."""
    withdrawn: Collection[str]
    answers: Mapping[AnswerPlace, AnswerContent]
    kinds: Collection[str]
    """Possible kinds of raters."""


class RefusedLine(NamedTuple):
    line: int
    problem: str
    remedy: str
    is_passed_over: bool = False
    """True if the other lines of the file can be imported without this line."""

    def __str__(self) -> str:
        return f"Line {self.line}: {self.problem} {self.remedy}"


class MatchedAnswers(NamedTuple):
    new: list[AnswerLine]
    same: int
    refused: list[RefusedLine]

    @property
    def is_takeable(self) -> bool:
        return all(one.is_passed_over for one in self.refused)


_TAKE_OUT = "Remove the line from the file."
_WITHDREW = "The rest of the file can be imported."


def match(lines: Sequence[AnswerLine], known: KnownStudy) -> MatchedAnswers:
    """Return new lines, the number of lines already known, and refused lines.

    If the file repeats a line, only the first one counts as new.
    """
    answers, kinds = dict(known.answers), dict(known.people)
    first: dict[AnswerPlace, int] = {}
    matched = MatchedAnswers([], 0, [])
    same = 0
    for line in lines:
        place, content = place_of(line), content_of(line)
        refusal = _refusal(line, known, kinds)
        if refusal is not None:
            matched.refused.append(refusal)
        elif place not in answers:
            answers[place], first[place] = content, line.number
            # Later lines of the same file must give a new rater the same kind.
            kinds.setdefault(line.rater, line.rater_kind or "person")
            matched.new.append(line)
        elif answers[place] == content:
            same += 1
        else:
            matched.refused.append(_conflict(line, answers[place], content, first.get(place)))
    return matched._replace(same=same)


def place_of(line: AnswerLine) -> AnswerPlace:
    return line.rater, line.item_id, line.key, line.revision


def content_of(line: AnswerLine) -> AnswerContent:
    return AnswerContent(line.value, line.reason, line.attempt, line.guidelines, line.given_at, line.seconds)


def _refusal(line: AnswerLine, known: KnownStudy, kinds: Mapping[str, str]) -> RefusedLine | None:
    if line.rater in known.withdrawn:
        problem = f"{line.rater} has withdrawn from this study, so their answers are not imported again."
        return RefusedLine(line.number, problem, _WITHDREW, is_passed_over=True)
    problem_and_remedy = _about_item(line, known) or _about_rater(line, known, kinds)
    return RefusedLine(line.number, *problem_and_remedy) if problem_and_remedy else None


def _about_item(line: AnswerLine, known: KnownStudy) -> tuple[str, str] | None:
    if line.item_id not in known.items:
        remedy = (
            "Draw the same items first (same runs, same sampling), "
            "or import the file into the study that it was exported from."
        )
        return f"the study has no item {line.item_id[:12]}….", remedy
    question = known.questions.get(line.key)
    if question is None or question.about != known.items[line.item_id]:
        asked = [key for key, one in known.questions.items() if one.about == known.items[line.item_id]]
        return f"this item has no question “{line.key}”. Its questions: {', '.join(asked) or 'none'}.", _TAKE_OUT
    if line.value and line.value not in question.values:
        remedy = f"Use one of {', '.join(question.values)}, or leave the value empty."
        return f"“{line.value}” is not an answer to “{line.key}”.", remedy
    return None


def _about_rater(line: AnswerLine, known: KnownStudy, kinds: Mapping[str, str]) -> tuple[str, str] | None:
    if not line.rater.strip():
        return "the column rater is empty.", "Give the pseudonym of the person who answered."
    if not line.rater.isprintable():
        return "the pseudonym has characters that can’t be shown.", "Remove these characters from all lines."
    kind = line.rater_kind or "person"
    if kind not in known.kinds:
        return f"“{kind}” is not a kind of rater.", f"Use one of {', '.join(known.kinds)}."
    if kinds.get(line.rater, kind) != kind:
        return f"{line.rater} is already a {kinds[line.rater]}, not a {kind}.", "Use a different pseudonym."
    return None


def _conflict(line: AnswerLine, there: AnswerContent, given: AnswerContent, first: int | None) -> RefusedLine:
    names = [name for name, one, other in zip(AnswerContent._fields, there, given, strict=True) if one != other]
    where = f"line {first} of the file" if first is not None else "the study"
    which = f"revision {line.revision} of {line.rater}'s answer to “{line.key}”"
    problem = f"{which} is already in {where}, but differs in {', '.join(names)}."
    return RefusedLine(line.number, problem, f"Answers are never overwritten. {_TAKE_OUT}")
