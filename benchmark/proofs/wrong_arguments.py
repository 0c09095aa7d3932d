"""Proof (d): changes each essential argument of a step to a wrong value."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import pairwise
from typing import Any, Literal, get_args, get_origin

from pydantic import BaseModel

from simulator.phone.arguments import Param
from simulator.phone.roles import Address, Amount, Code, Fields, FilePath, PersonName, Place, Ref, Role, Text, When
from simulator.reading.facts import Fact
from simulator.scenario.goals.evidence import Evidence
from simulator.scenario.goals.goal import Goal
from simulator.scenario.goals.matchers import FieldMatch, equal
from simulator.scenario.goals.mentions import Mentions
from simulator.scenario.story import BoundStep, Story

# A time is shifted by each of these, to catch goals that check only the date or only the hour.
HOUR, DAY = 3600, 86_400
WRONG_PLACE = "Nowhere Lane 99"
WRONG_TEXT = "Something quite different"


def changed_steps(
    step: BoundStep, goals: list[Goal], story: Story, evidence: Evidence
) -> Iterator[tuple[str, BoundStep]]:
    """Yield a description and a changed step for each wrong value of an essential argument.

    `goals`: the goals that this step helps to meet. In free text, only facts that `goals` look for are changed.
    """
    if step.action is not None:
        # Values that a goal accepts under `one_of` would not be wrong.
        accepted = frozenset(option for match in _field_matches(goals) for option in match.one_of or ())
        for name, value in step.args.items():
            param = step.action.params[name]
            for words, wrong in _wrong_values(value, param, story, accepted):
                yield f"{step.part.key}: {name} {words}", step._replace(args={**step.args, name: wrong})
    yield from _changed_texts(step, goals, story, evidence)


def _wrong_values(value: Any, param: Param, story: Story, accepted: frozenset[Any]) -> Iterator[tuple[str, Any]]:
    if isinstance(value, list):
        for index, item in enumerate(value):
            for words, wrong in _wrong_values(item, param, story, accepted):
                yield f"[{index}] {words}", [*value[:index], wrong, *value[index + 1 :]]
            if len(value) > 1 and not isinstance(param.role, Text):
                yield f"without {item}", [*value[:index], *value[index + 1 :]]
        return
    if isinstance(param.role, Fields) and isinstance(value, dict):
        for name, field in value.items():
            yield f"{name} becomes something else", {**value, name: _wrong_field(field)}
            if len(value) > 1:
                yield f"without {name}", {other: value[other] for other in value if other != name}
        return
    for wrong in _others(value, param.role, param, story, accepted):
        yield f"becomes {wrong}", wrong


def _wrong_field(value: Any) -> Any:
    """Return a wrong value: a text with its last character changed, a number plus one, or else WRONG_TEXT."""
    if isinstance(value, str) and value:
        return value[:-1] + ("3" if value[-1] == "7" else "7")
    return value + 1 if isinstance(value, int | float) else WRONG_TEXT


def _others(value: Any, role: Role, param: Param, story: Story, accepted: frozenset[Any]) -> list[Any]:
    """Return wrong values that fit the role of the argument; empty if no value is sure to be wrong."""
    if isinstance(role, Ref):
        return [_other(value, _others_than(value, role.table, story), f"{value}_none")]
    if isinstance(role, Address):
        addresses = [p.email for p in story.people.values() if p.email]
        return [_other(value, addresses, "nobody@elsewhere.example")]
    if isinstance(role, PersonName):
        return [_other(value, [p.name for p in story.people.values()], "Nobody Inparticular")]
    if isinstance(role, When) and isinstance(value, str):
        at = story.blank.parse_time(value, param.name)
        return [story.blank.show(at + HOUR), story.blank.show(at + DAY)]
    if isinstance(role, FilePath):
        return [_other(value, list(story.paths.values()), f"Documents/not-{value.rpartition('/')[2]}")]
    if isinstance(role, Amount) and isinstance(value, int | float):
        return [value + 1]
    if isinstance(role, Place):
        return [WRONG_PLACE]
    if isinstance(role, Code):
        choices = _literals(param.annotation) or [f"{value}X"]
        return [choice for choice in choices if choice != value and choice not in accepted][:1]
    return []


def _other(value: Any, known: list[Any], otherwise: Any) -> Any:
    return next((other for other in known if other != value), otherwise)


def _others_than(value: Any, table: str, story: Story) -> list[str]:
    """Return the ids of all records in a table, except a record with the name `value`."""
    records = story.blank.store.tables().get(table, {})
    return sorted(key for key, record in records.items() if getattr(record, "name", None) != value)


def _literals(annotation: Any) -> list[Any]:
    if get_origin(annotation) is Literal:
        return list(get_args(annotation))
    found = []
    for inner in get_args(annotation):
        found += _literals(inner)
    return found


def _changed_texts(
    step: BoundStep, goals: list[Goal], story: Story, evidence: Evidence
) -> Iterator[tuple[str, BoundStep]]:
    """Yield pairs of a description and a changed step whose texts are wrong for these goals.

    In each changed step, one fact is replaced in all texts, two facts are swapped, or a text that a goal compares as a
    whole is replaced.
    """
    texts = _texts(step)
    now = datetime.fromtimestamp(evidence.world.now, UTC).astimezone(story.tz)
    for shown, facts in wanted_facts(goals, evidence):
        changed = dict(texts)
        hit = False
        for name in texts:
            for fact in facts:
                # In every text of the step at once: a right copy left in the subject would still meet the goal.
                replaced = fact.replaced(changed[name], now)
                if replaced is not None:
                    changed[name], hit = replaced, True
        if hit:
            yield f"{step.part.key}: a wrong fact instead of '{shown}'", _with_texts(step, changed)
    for name, text in texts.items():
        if any(isinstance(match.eq, str) and equal(match.eq, text, evidence) for match in _field_matches(goals)):
            yield f"{step.part.key}: {name} becomes a different text", _with_texts(step, {**texts, name: WRONG_TEXT})
    for one, other in _exchangeable(goals, evidence):
        for name, text in texts.items():
            swapped = _swapped(text, one, other, now)
            if swapped is not None:
                words = f"{step.part.key}: '{one.shown}' and '{other.shown}' swapped"
                yield words, _with_texts(step, {**texts, name: swapped})


def _texts(step: BoundStep) -> dict[str, str]:
    if step.part.report is not None:
        return {"report": step.part.report}
    if step.action is None:
        return {}
    return {
        name: value
        for name, value in step.args.items()
        if isinstance(value, str) and isinstance(step.action.params[name].role, Text)
    }


def _with_texts(step: BoundStep, texts: dict[str, str]) -> BoundStep:
    if step.part.report is not None:
        return step._replace(part=step.part.model_copy(update={"report": texts["report"]}))
    return step._replace(args={**step.args, **texts})


def wanted_facts(goals: list[Goal], evidence: Evidence) -> list[tuple[str, tuple[Fact, ...]]]:
    """Return the facts that goals look for, in groups.

    Each fact of `all` and `together` is a group of its own; the facts of an `any` are one group.
    """
    wanted: dict[str, tuple[Fact, ...]] = {}
    for mentions in _mentions(goals):
        facts = mentions.facts(evidence)
        for fact in facts.required:
            wanted[fact.shown] = (fact,)
        if facts.any:
            wanted[" / ".join(fact.shown for fact in facts.any)] = facts.any
    return list(wanted.items())


def _exchangeable(goals: list[Goal], evidence: Evidence) -> Iterator[tuple[Fact, Fact]]:
    """Yield pairs of different facts to swap: one from each of two neighbouring groups of `together`.

    The first fact of a group is its subject; groups with the same subject are skipped.
    """
    for mentions in _mentions(goals):
        for group, following in pairwise(mentions.facts(evidence).together):
            if group[0] != following[0]:
                pairs = zip(group[1:], following[1:], strict=False)
                yield from ((one, other) for one, other in pairs if one != other)


def _swapped(text: str, one: Fact, other: Fact, now: datetime) -> str | None:
    """Return the text with two facts swapped; None if one of them is missing or they overlap."""
    ones, others = one.spans(text, now), other.spans(text, now)
    places = sorted([*ones, *others])
    # Swapping overlapping facts would damage both.
    if not ones or not others or any(end > start for (_, end), (start, _) in pairwise(places)):
        return None
    put = dict.fromkeys(ones, text[slice(*others[0])]) | dict.fromkeys(others, text[slice(*ones[0])])
    for start, end in reversed(places):
        text = text[:start] + put[start, end] + text[end:]
    return text


def _mentions(value: Any) -> Iterator[Mentions]:
    if isinstance(value, Mentions):
        yield value
    else:
        for inner in _inner(value):
            yield from _mentions(inner)


def _field_matches(value: Any) -> Iterator[FieldMatch]:
    if isinstance(value, FieldMatch):
        yield value
    else:
        for inner in _inner(value):
            yield from _field_matches(inner)


def _inner(value: Any) -> Iterator[Any]:
    if isinstance(value, BaseModel):
        yield from (getattr(value, name) for name in type(value).model_fields)
    elif isinstance(value, list):
        yield from value
    elif isinstance(value, dict):
        yield from value.values()
