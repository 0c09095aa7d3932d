"""Turns pydantic's errors about a scenario file into problems: a place in the file and a plain sentence."""

from __future__ import annotations

import json
import re
import types
from collections.abc import Iterable, Mapping
from typing import Annotated, Any, NamedTuple, Union, get_args, get_origin

from pydantic import BaseModel, TypeAdapter, ValidationError
from pydantic.fields import FieldInfo

from simulator.scenario.base import LABEL
from simulator.scenario.problems import Path, ScenarioProblem, close_to, listed, place_in
from simulator.words.english import counted
from simulator.words.validation import ValidationFinding, findings

_LONGEST_REPEATED = 60
_NEEDS_NO_QUOTES = re.compile(r"[A-Za-z][\w.@-]*(?: [\w.@-]+)*")


def mapping_remedy(model: type[BaseModel], value: Any) -> str:
    """Return a hint such as `; write {rating: 2, because: ...}`, with the value in the first field that accepts it."""
    names = {field.alias or name: field for name, field in model.model_fields.items()}
    needed = {name: field for name, field in names.items() if field.is_required()}
    if not needed:
        return f"; its fields are: {listed(names)}"
    home = next((name for name, field in needed.items() if _fits(value, field)), None)
    pairs = ", ".join(f"{name}: {_as_yaml(value) if name == home else '...'}" for name in needed)
    others = listed(name for name in names if name not in needed)
    return f"; write {{{pairs}}}" + (f", optionally with {others}" if len(names) > len(needed) else "")


def _fits(value: Any, field: FieldInfo) -> bool:
    if not isinstance(value, str | int | float) or len(str(value)) > _LONGEST_REPEATED:
        return False
    # Only the type and its limits are checked; aliases and defaults belong to the model.
    limited: Any = Annotated[(field.annotation, *field.metadata)] if field.metadata else field.annotation
    adapter: TypeAdapter[Any] = TypeAdapter(limited)
    try:
        adapter.validate_python(value)
    except ValidationError:
        return False
    return True


def _as_yaml(value: Any) -> str:
    return value if isinstance(value, str) and _NEEDS_NO_QUOTES.fullmatch(value) else json.dumps(value)


_KINDS = {
    "string_type": "text",
    "int_type": "a whole number",
    "int_parsing": "a whole number",
    "int_from_float": "a whole number",
    "float_type": "a number",
    "float_parsing": "a number",
    "bool_type": "true or false",
    "bool_parsing": "true or false",
    "list_type": "a list",
    "dict_type": "a mapping",
    "model_type": "a mapping",
    "model_attributes_type": "a mapping",
}
_LONGEST_SHOWN = 60


class _Item(NamedTuple):
    """One finding of the validator, with its place in the file."""

    place: Path
    kind: str
    text: str
    value: Any
    in_branch: bool
    """True if the finding's path does not exist in the file, because it is about one of several forms of a value."""
    model: type[BaseModel] | None
    """For a value that should be a mapping: the model that has its fields; otherwise None."""


def explain(error: ValidationError, model: type[BaseModel], data: Any) -> list[ScenarioProblem]:
    """Return one problem per mistake. If a value fits none of several forms, return one problem for all forms."""
    items = [_item(finding, model, data) for finding in findings(error)]
    problems: dict[ScenarioProblem, None] = {}
    for place in dict.fromkeys(item.place for item in items):
        here = [item for item in items if item.place == place]
        deeper = any(len(other.place) > len(place) and other.place[: len(place)] == place for other in items)
        if deeper and all(item.in_branch and item.kind in _KINDS for item in here):
            # Another form of the value fits better; its problems are reported at deeper places.
            continue
        problems.update((ScenarioProblem(place, text), None) for text in _texts(here))
    return list(problems)


def _item(finding: ValidationFinding, model: type[BaseModel], data: Any) -> _Item:
    kind, path = finding.kind, finding.path
    place = place_in(data, path, keep_last=kind == "missing")
    in_branch = bool(path) and place[-1:] != path[-1:]
    return _Item(place, kind, _sentence(finding, model), finding.value, in_branch, _meant(finding, model))


def _meant(finding: ValidationFinding, model: type[BaseModel]) -> type[BaseModel] | None:
    name = finding.context.get("class_name")
    return next((found for found in _models_at(model, finding.path) if found.__name__ == name), None)


def _texts(items: list[_Item]) -> list[str]:
    wrong_kind = [item for item in items if item.kind in _KINDS]
    others = [item.text for item in items if item.kind not in _KINDS]
    if not wrong_kind:
        return others
    wanted = list(dict.fromkeys(_KINDS[item.kind] for item in wrong_kind))
    value = wrong_kind[0].value
    models = dict.fromkeys(item.model for item in wrong_kind if item.model is not None)
    remedy = _remedy(wanted, value) or "".join(mapping_remedy(model, value) for model in models)
    return [*others, f"this should be {' or '.join(wanted)}, not {_shown(value)}{remedy}"]


def _remedy(wanted: list[str], value: Any) -> str:
    if wanted == ["text"] and isinstance(value, int | float):
        return "; put quotes around it"
    if wanted == ["a list"] and isinstance(value, str | int | float):
        return "; put brackets around it"
    return ""


def _sentence(finding: ValidationFinding, model: type[BaseModel]) -> str:
    context, value = finding.context, finding.value
    name = str(finding.path[-1]) if finding.path else ""
    match finding.kind:
        case "missing":
            return f"the field '{name}' is missing; add it"
        case "extra_forbidden":
            known = _fields_at(model, finding.path[:-1])
            return f"there is no field '{name}' here{close_to(name, known)}; fields are: {listed(known, name)}"
        case "value_error":
            return finding.message
        case "literal_error":
            # The validator gives the choices only as a sentence.
            known = re.findall(r"'([^']*)'", context["expected"])
            return f"{_shown(value)} is not known here{close_to(str(value), known)}; write one of: {listed(known)}"
        case "string_pattern_mismatch":
            return _pattern_sentence(value, context["pattern"])
        case "greater_than_equal":
            return f"this should be at least {context['ge']}, not {_shown(value)}"
        case "less_than_equal":
            return f"this should be at most {context['le']}, not {_shown(value)}"
        case "too_short":
            return f"this needs at least {counted(context['min_length'], 'entry')}"
        case _:
            return f"{finding.message[:1].lower()}{finding.message[1:]}, not {_shown(value)}"


def _pattern_sentence(value: Any, pattern: str) -> str:
    if pattern == LABEL:
        remedy = "write lowercase letters, digits and _, starting with a letter, such as late_train"
        return f"{_shown(value)} is not a label; {remedy}"
    return f"{_shown(value)} is not an app; write the app's name, such as calendar, or app.noun for its other records"


def _shown(value: Any) -> str:
    if value is None:
        return "nothing"
    if isinstance(value, Mapping):
        return "a mapping"
    if isinstance(value, list | tuple):
        return "a list"
    shown = str(value).lower() if isinstance(value, bool) else repr(value)
    return shown if len(shown) <= _LONGEST_SHOWN else shown[: _LONGEST_SHOWN - 3] + "..."


def _fields_at(model: type[BaseModel], loc: Iterable[str | int]) -> list[str]:
    """Return the names of the fields that are allowed at a place, as files write them."""
    candidates = _models_at(model, loc)
    return [field.alias or name for candidate in candidates for name, field in candidate.model_fields.items()]


def _models_at(model: type[BaseModel], loc: Iterable[str | int]) -> list[type[BaseModel]]:
    models = [model]
    for part in loc:
        named = [
            field
            for candidate in models
            for name, field in candidate.model_fields.items()
            if part in (name, field.alias)
        ]
        inner = [found for field in named for found in _models_in(field.annotation)]
        # An index, a key of a free mapping and the name of a union member name no field, so the model stays the same.
        models = inner or models
    return models


def _models_in(annotation: Any) -> list[type[BaseModel]]:
    if isinstance(annotation, type) and not get_args(annotation):
        return [annotation] if issubclass(annotation, BaseModel) else []
    origin, inner = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        return _models_in(inner[0])
    if origin in (Union, types.UnionType, list, tuple, dict):
        return [found for part in inner for found in _models_in(part)]
    return []
