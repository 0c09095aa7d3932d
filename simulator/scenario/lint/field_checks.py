"""Checks formulas, conditions on fields, and facts in `mentions`."""

from __future__ import annotations

import ast
import types
from collections.abc import Iterator
from functools import cache
from typing import Any, Literal, NamedTuple, Union, get_args, get_origin

import msgspec

from simulator.phone import when
from simulator.phone.store import Record
from simulator.reading.facts import FactError, parse_fact
from simulator.scenario.formula import FormulaError, names_in
from simulator.scenario.goals.matchers import FieldMatch, folded
from simulator.scenario.goals.mentions import Mentions
from simulator.scenario.lint.scenario_check import ScenarioCheck, is_label
from simulator.scenario.problems import Path, close_to, listed

# Stand-ins for values that are computed during a run, so that the rest of a fact can be checked now.
_STAND_INS = {
    "money": 1,
    "amount": 1,
    "number": 1,
    "date": "2026-01-01",
    "time": "10:00",
    "words": "word",
    "name": "Name",
}


def check_mentions(check: ScenarioCheck, path: Path, mentions: Mentions) -> None:
    for key in ("all", "any", "none", "together"):
        for index, fact in enumerate(getattr(mentions, key)):
            for one in fact if isinstance(fact, list) else [fact]:
                _check_fact(check, (*path, key, index), one)
    for key in ("all_of_people", "any_of_people"):
        for index, who in enumerate(getattr(mentions, key)):
            _check_name(check, (*path, key, index), who)


def _check_fact(check: ScenarioCheck, path: Path, fact: Any) -> None:
    # Plain facts were parsed when the file was read. Only facts with derived values or relative times are checked here.
    if isinstance(fact, dict):
        settled: Any = {key: _settled(check, (*path, key), key, value) for key, value in fact.items()}
    elif isinstance(fact, str) and fact.startswith(("+", "-")):
        settled = fact
    else:
        check.derived(path, fact)
        return
    try:
        parse_fact(settled)
    except FactError as error:
        check.say(path, str(error))


def _settled(check: ScenarioCheck, path: Path, key: str, value: Any) -> Any:
    if check.derived(path, value):
        return _STAND_INS.get(key, value)
    if key in ("date", "time") and isinstance(value, str) and value.startswith(("+", "-")):
        check.time(path, value)
        return _STAND_INS[key]
    return value


def _check_name(check: ScenarioCheck, path: Path, who: str) -> None:
    if who in check.story.people:
        return
    if is_label(who):
        known = list(check.story.people)
        text = f"no person has the label '{who}'{close_to(who, known)}; people are: {listed(known, who)}"
        check.say(path, f"{text}. A name starts with a capital letter")
        return
    try:
        parse_fact({"name": who})
    except FactError as error:
        check.say(path, str(error))


def check_formulas(check: ScenarioCheck) -> None:
    uses: dict[str, frozenset[str]] = {}
    for name, formula in check.scenario.derived.items():
        uses[name] = check_formula(check, ("derived", name), formula)
    for name in uses:
        chain = _circle(name, uses)
        if chain:
            check.say(("derived", name), f"this formula depends on itself: {' -> '.join(chain)}; break the circle")


def check_formula(check: ScenarioCheck, path: Path, formula: str) -> frozenset[str]:
    """Return the names that a formula uses, and report unknown names and fields; empty if it can't be parsed."""
    try:
        names = names_in(formula)
    except FormulaError as error:
        check.say(path, str(error))
        return frozenset()
    apps = [name for name, app in check.apps.items() if app.records and not app.system]
    known = [*check.story.labels, *apps, *check.scenario.derived]
    for name in sorted(names.difference(known)):
        text = f"unknown name '{name}' in the formula{close_to(name, known)}; known names: {listed(known, name)}"
        check.say(path, text)
    for record, field in _fields_used(check, formula):
        fields = record.__struct_fields__
        if field not in fields:
            text = f"{record.table} has no field '{field}'{close_to(field, fields)}; it has: {listed(fields, field)}"
            check.say(path, text)
    return names


def _fields_used(check: ScenarioCheck, formula: str) -> Iterator[tuple[type[Record], str]]:
    """Yield record type and field of each `label.field` in a formula, and of each `x.field` in a loop over an app."""
    tree = ast.parse(formula.strip(), mode="eval")
    running = {
        loop.target.id: app.records[0]
        for loop in ast.walk(tree)
        if isinstance(loop, ast.comprehension) and isinstance(loop.target, ast.Name) and isinstance(loop.iter, ast.Name)
        if (app := check.apps.get(loop.iter.id)) is not None and app.records
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            name = node.value.id
            if name in running:
                yield running[name], node.attr
            elif name in check.story.labels and name not in check.scenario.derived:
                yield check.story.blank.store.type_of(check.story.labels[name][0]), node.attr


def _circle(name: str, uses: dict[str, frozenset[str]]) -> list[str]:
    """Return the chain of derived values from `name` back to `name`; empty if it does not depend on itself."""
    waiting = [[name]]
    seen = {name}
    while waiting:
        way = waiting.pop()
        for other in sorted(uses.get(way[-1], frozenset())):
            if other == name:
                return [*way, name]
            if other in uses and other not in seen:
                seen.add(other)
                waiting.append([*way, other])
    return []


Kind = Literal["text", "number", "flag", "several", "other"]
_NOUNS = {"text": "text", "number": "a number or a time", "flag": "true or false", "several": "a list"}
_FITS: dict[str, tuple[Kind, ...]] = {
    "mentions": ("text", "several"),
    "say": ("text",),
    "near": ("number",),
    "at": ("number",),
    "not_before": ("number",),
    "not_after": ("number",),
    "same_set": ("several",),
    "includes": ("several",),
    "among": ("several",),
    "multiset": ("several",),
    "count": ("several",),
}
_SPELLED = {"same_set": "set"}


class FieldType(NamedTuple):
    """The kind of value in a field; `choices`: the allowed texts, if the field allows only certain texts."""

    kind: Kind
    choices: tuple[str, ...] = ()


@cache
def field_types(record: type[Record]) -> dict[str, FieldType]:
    return {field.name: _field_type(field.type) for field in msgspec.structs.fields(record)}


def _field_type(annotation: Any) -> FieldType:
    origin, inner = get_origin(annotation), get_args(annotation)
    if origin in (Union, types.UnionType):
        kinds = {_field_type(part) for part in inner if part is not types.NoneType}
        return kinds.pop() if len(kinds) == 1 else FieldType("other")
    if origin is Literal:
        texts = tuple(value for value in inner if isinstance(value, str))
        return FieldType("text", texts) if len(texts) == len(inner) else FieldType("other")
    if (origin or annotation) in (tuple, list, dict, frozenset):
        return FieldType("several")
    plain: dict[Any, Kind] = {str: "text", bool: "flag", int: "number", float: "number"}
    return FieldType(plain.get(annotation, "other"))


def check_field(check: ScenarioCheck, path: Path, record: type[Record], name: str) -> FieldType | None:
    known = field_types(record)
    if name not in known:
        fields = listed(known, name)
        check.say(path, f"{record.table} has no field '{name}'{close_to(name, known)}; its fields are: {fields}")
    return known.get(name)


def check_whole_text(check: ScenarioCheck, path: Path, match: FieldMatch) -> None:
    """Report a condition on `text` that is neither `say` nor `mentions`."""
    if not match.judges_text or match.model_fields_set - {"mentions", "say"}:
        text = "text stands for everything a person reads in the record; write text: {say: ...}, or name a field"
        check.say(path, text)
    elif match.mentions is not None:
        check_mentions(check, (*path, "mentions"), match.mentions)


def check_match(check: ScenarioCheck, path: Path, match: FieldMatch, wanted: FieldType) -> None:
    """Report parts of a condition that can't hold for a field of this type."""
    given = match.model_fields_set
    # `eq: null` is a real condition: the field must be empty.
    for form in sorted(given - {"eq"}):
        if getattr(match, form) is None:
            check.say(path, f"{_SPELLED.get(form, form)} has no value; write a value, or delete the key")
    for form, kinds in _FITS.items():
        if form in given and wanted.kind not in (*kinds, "other"):
            spelled = _SPELLED.get(form, form)
            text = f"{spelled} asks for {_NOUNS[kinds[0]]}, but this field holds {_NOUNS[wanted.kind]}"
            check.say((*path, spelled), f"{text}; use a condition for {_NOUNS[wanted.kind]}")
    if "eq" in given:
        _check_equal(check, (*path, "eq"), match.eq, wanted)
    for index, option in enumerate(match.one_of or []):
        _check_scalar(check, (*path, "one_of", index), option, wanted)
    if match.mentions is not None:
        check_mentions(check, (*path, "mentions"), match.mentions)
    for spelled, values in (("set", match.same_set), ("includes", match.includes), ("among", match.among)):
        for index, value in enumerate(values or []):
            check.derived((*path, spelled, index), value)
    _check_near(check, path, match)
    _check_at(check, path, match)


def _check_equal(check: ScenarioCheck, path: Path, value: Any, wanted: FieldType) -> None:
    if not isinstance(value, list):
        _check_scalar(check, path, value, wanted)
        return
    for index, item in enumerate(value):
        check.derived((*path, index), item)
    if wanted.kind not in ("several", "other"):
        check.say(path, f"this field holds {_NOUNS[wanted.kind]}, not a list; write one value, or one_of: [...]")


def _check_scalar(check: ScenarioCheck, path: Path, value: Any, wanted: FieldType) -> None:
    if check.derived(path, value) or value is None or wanted.kind == "other":
        return
    if wanted.kind == "several":
        check.say(path, "this field holds a list; write set: [...] or includes: [...]")
    elif wanted.kind == "number" and isinstance(value, str):
        check.time(path, value)
    elif isinstance(value, bool) != (wanted.kind == "flag"):
        check.say(
            path,
            f"this field holds {_NOUNS[wanted.kind]}, so it is never {str(value).lower()}; write {_NOUNS[wanted.kind]}",
        )
    elif wanted.choices and folded(str(value)) not in map(folded, wanted.choices):
        hint = close_to(str(value), wanted.choices)
        check.say(path, f"this field is never '{value}'{hint}; it is one of: {listed(wanted.choices)}")


def _check_near(check: ScenarioCheck, path: Path, match: FieldMatch) -> None:
    if match.near is None:
        return
    if isinstance(match.near, str) and not check.derived((*path, "near"), match.near) and not _is_number(match.near):
        check.say((*path, "near"), f"'{match.near}' is not a number; for a time write at:")
    if not _is_number(match.within):
        check.say(
            (*path, "within"), f"'{match.within}' is not a number; write how far off the value may be, such as 0.5"
        )


def _check_at(check: ScenarioCheck, path: Path, match: FieldMatch) -> None:
    for key in ("at", "not_before", "not_after"):
        text = getattr(match, key)
        if text is not None and not check.derived((*path, key), text):
            check.time((*path, key), text)
    if match.at is not None and isinstance(match.within, str):
        try:
            when.parse_duration(match.within)
        except when.TimeError as error:
            check.say((*path, "within"), str(error))


def _is_number(value: float | str) -> bool:
    try:
        float(value)
    except ValueError:
        return False
    return True
