"""Fields of records: that they exist, and that what is asked of them can be true."""

from __future__ import annotations

import types
from functools import cache
from typing import Any, Literal, NamedTuple, Union, get_args, get_origin

import msgspec

from simulator.phone import when
from simulator.phone.store import Record
from simulator.scenario.goals.matchers import FieldMatch, folded
from simulator.scenario.lint.check import Check
from simulator.scenario.lint.mentions import check_mentions
from simulator.scenario.problems import Path, close_to, listed

Kind = Literal["text", "number", "flag", "several", "other"]
_NOUNS = {"text": "text", "number": "a number or a time", "flag": "true or false", "several": "a list"}
_FITS: dict[str, tuple[Kind, ...]] = {
    "mentions": ("text", "several"),
    "near": ("number",),
    "at": ("number",),
    "not_before": ("number",),
    "not_after": ("number",),
    "same_set": ("several",),
    "includes": ("several",),
    "multiset": ("several",),
    "count": ("several",),
}
_SPELLED = {"same_set": "set"}


class FieldType(NamedTuple):
    """What a field can hold; `choices` are the only texts it may be, if they are few."""

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


def check_field(check: Check, path: Path, record: type[Record], name: str) -> FieldType | None:
    known = field_types(record)
    if name not in known:
        fields = listed(known, name)
        check.say(path, f"{record.table} has no field '{name}'{close_to(name, known)}; its fields are: {fields}")
    return known.get(name)


def check_whole_text(check: Check, path: Path, match: FieldMatch) -> None:
    """All that one reads in a record can only be asked for what it mentions."""
    if match.mentions is None or match.model_fields_set != {"mentions"}:
        check.say(path, "text is all that one reads in the record; write text: {mentions: [...]}, or name a field")
    else:
        check_mentions(check, (*path, "mentions"), match.mentions)


def check_match(check: Check, path: Path, match: FieldMatch, wanted: FieldType) -> None:
    """Whether a matcher can hold for a field of this type."""
    given = match.model_fields_set
    for form in sorted(given - {"eq"}):
        if getattr(match, form) is None:
            check.say(path, f"{_SPELLED.get(form, form)} says nothing; give it a value, or leave it out")
    for form, kinds in _FITS.items():
        if form in given and wanted.kind not in (*kinds, "other"):
            spelled = _SPELLED.get(form, form)
            text = f"{spelled} asks for {_NOUNS[kinds[0]]}, but this field holds {_NOUNS[wanted.kind]}"
            check.say((*path, spelled), text)
    if "eq" in given:
        _check_equal(check, (*path, "eq"), match.eq, wanted)
    for index, option in enumerate(match.one_of or []):
        _check_scalar(check, (*path, "one_of", index), option, wanted)
    if match.mentions is not None:
        check_mentions(check, (*path, "mentions"), match.mentions)
    for spelled, values in (("set", match.same_set), ("includes", match.includes)):
        for index, value in enumerate(values or []):
            check.derived((*path, spelled, index), value)
    _check_near(check, path, match)
    _check_at(check, path, match)


def _check_equal(check: Check, path: Path, value: Any, wanted: FieldType) -> None:
    if not isinstance(value, list):
        _check_scalar(check, path, value, wanted)
        return
    for index, item in enumerate(value):
        check.derived((*path, index), item)
    if wanted.kind not in ("several", "other"):
        check.say(path, f"this field holds {_NOUNS[wanted.kind]}, not a list; write one value, or one_of: [...]")


def _check_scalar(check: Check, path: Path, value: Any, wanted: FieldType) -> None:
    if check.derived(path, value) or value is None or wanted.kind == "other":
        return
    if wanted.kind == "several":
        check.say(path, "this field holds a list; write set: [...] or includes: [...]")
    elif wanted.kind == "number" and isinstance(value, str):
        check.time(path, value)
    elif isinstance(value, bool) != (wanted.kind == "flag"):
        check.say(path, f"this field holds {_NOUNS[wanted.kind]}, so it is never {str(value).lower()}")
    elif wanted.choices and folded(str(value)) not in map(folded, wanted.choices):
        hint = close_to(str(value), wanted.choices)
        check.say(path, f"this field is never '{value}'{hint}; it is one of: {listed(wanted.choices)}")


def _check_near(check: Check, path: Path, match: FieldMatch) -> None:
    if match.near is None:
        return
    if isinstance(match.near, str) and not check.derived((*path, "near"), match.near) and not _is_number(match.near):
        check.say((*path, "near"), f"'{match.near}' is not a number; for a time write at:")
    if not _is_number(match.within):
        check.say((*path, "within"), f"'{match.within}' is not a number; write how far off it may be, such as 0.5")


def _check_at(check: Check, path: Path, match: FieldMatch) -> None:
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
