"""The JSON Schema of scenario files, which editors use to complete and check the files."""

from __future__ import annotations

import json
from typing import Any

from pydantic import BaseModel
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue

from simulator.phone.actions import Action
from simulator.phone.app import App
from simulator.phone.registry import all_apps
from simulator.reading.language.lexicon import ACTS
from simulator.scenario.base import as_list
from simulator.scenario.lint.user_checks import user_actions
from simulator.scenario.schema import Scenario

DIALECT = "https://json-schema.org/draft/2020-12/schema"
_SCALARS: list[Any] = [{"type": kind} for kind in ("string", "number", "boolean", "null")]
_WHOLE_STEPS = {
    "type": "object",
    "properties": {"steps": {"type": "array", "items": {"$ref": "#/$defs/SolutionStep"}}},
    "required": ["steps"],
    "additionalProperties": False,
    "description": "Whole steps that replace this step.",
}
_STEPS = {"$ref": "#/$defs/WholeSteps"}
_REPEATED_STEP = r"^[a-z]+(\.[a-z_]+)?#[1-9][0-9]?$"


def schema_text() -> str:
    return json.dumps(scenario_schema(), indent=2, ensure_ascii=False) + "\n"


def scenario_schema() -> dict[str, Any]:
    """Return the schema of a whole file, with the records, events and tools of all apps."""
    schema = Scenario.model_json_schema(schema_generator=_FileSchema)
    defs: dict[str, Any] = schema.pop("$defs")
    apps = {name: app for name, app in all_apps().items() if not app.system}
    _allow_short_forms(defs)
    _fill_world(schema["properties"], defs, apps)
    _fill_records(defs, apps)
    _fill_path(defs)
    _fill_timeline(defs, apps)
    _fill_solution(defs, all_apps())
    return {"$schema": DIALECT, **schema, "$defs": dict(sorted(defs.items()))}


class _FileSchema(GenerateJsonSchema):
    """A schema generator that drops titles of fields, and allows a single item where the model turns it into a list."""

    def field_title_should_be_set(self, schema: Any) -> bool:
        return False

    def function_before_schema(self, schema: Any) -> JsonSchemaValue:
        inner = super().function_before_schema(schema)
        return {"anyOf": [inner, inner["items"]]} if schema["function"]["function"] is as_list else inner


def _allow_short_forms(defs: dict[str, Any]) -> None:
    """Add the short forms that models accept in their validators, such as a plain number for `Bounds`."""
    facts = defs["Mentions"]["properties"]["all"]["items"]
    texts = {"type": "array", "items": {"type": "string"}}
    short: dict[str, list[Any]] = {
        "Bounds": [{"type": "integer"}],
        "FieldMatch": [*_SCALARS, {"type": "array", "items": {"anyOf": _SCALARS}}],
        "Mentions": [{"type": ["string", "number"]}, {"type": "array", "items": facts}],
        "NeedAct": [_need_act()],
        "Recipients": [{"type": "string"}, texts],
        "Told": [{"$ref": "#/$defs/Mentions"}],
    }
    for name, forms in short.items():
        full = defs[name]
        defs[name] = {"description": full.pop("description"), "anyOf": [full, *forms]}
    # A ruling may have `in`, `record` and `where` directly: see `Ruling._short_form`.
    defs["Ruling"]["properties"] |= defs["Where"]["properties"]


def _need_act() -> dict[str, Any]:
    """Return the schema for the short form of an act: its name with one or more labels, and `about`."""
    labels = {"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]}
    return {
        "type": "object",
        "properties": {**dict.fromkeys(ACTS, labels), "about": labels},
        "additionalProperties": False,
        "minProperties": 1,
    }


def _fill_world(properties: dict[str, Any], defs: dict[str, Any], apps: dict[str, App]) -> None:
    items = {
        name: {"type": "array", "description": app.about, "items": _hoisted(app.seed, f"{name}.seed", defs)}
        for name, app in apps.items()
        if app.seed is not None
    }
    properties["world"] |= {"properties": items, "additionalProperties": False}
    properties["files"]["items"] = items["files"]["items"]
    properties["apps"]["items"] = {"enum": list(apps)}
    # Names of derived values match a pattern; any other key is a mistake.
    properties["derived"]["additionalProperties"] = False


def _fill_records(defs: dict[str, Any], apps: dict[str, App]) -> None:
    holders = [app for app in apps.values() if app.records]
    names = [app.name for app in holders] + [cls.table for app in holders for cls in app.records]
    for name, part in defs.items():
        # The seeds of notes have a field `in` too, which names a folder.
        if "in" in part.get("properties", {}) and not name.endswith(".seed"):
            part["properties"]["in"] = {"enum": names, "description": "An app, or a kind of its records."}


def _fill_path(defs: dict[str, Any]) -> None:
    names = [f"{app.name}.{name}" for app in all_apps().values() for name in user_actions(app)]
    defs["PathStep"]["properties"]["do"] |= {"anyOf": [{"enum": names}, {"type": "null"}]}


def _fill_timeline(defs: dict[str, Any], apps: dict[str, App]) -> None:
    events = {f"{app.name}.{name}": action for app in apps.values() for name, action in app.events.items()}
    part = defs["EventPart"]
    part["properties"]["do"] |= {"enum": list(events)}
    part["allOf"] = [
        {
            "if": {"properties": {"do": {"const": name}}, "required": ["do"]},
            "then": {
                "properties": {"with": _arguments(action, name, defs)},
                "required": ["with"] if _needed(action) else [],
            },
        }
        for name, action in events.items()
    ]


def _fill_solution(defs: dict[str, Any], apps: dict[str, App]) -> None:
    # What the assistant says is written as offer and report, not as calls.
    callable_apps = [app for app in apps.values() if app.name != "assistant"]
    tools = {f"{app.name}.{name}": action for app in callable_apps for name, action in app.tools.items()}
    step, replace = defs["SolutionStep"], defs["Alternative"]["properties"]["replace"]
    defs["WholeSteps"] = _WHOLE_STEPS
    replace["properties"] = {key: {"anyOf": [{"type": "string"}, _STEPS]} for key in ("offer", "report", "wait")}
    for name, action in tools.items():
        arguments = _arguments(action, name, defs)
        several = {"type": "array", "items": arguments, "minItems": 1}
        allowed = arguments if _needed(action) else {"anyOf": [arguments, {"type": "null"}]}
        step["properties"][name] = {**allowed, "description": action.about}
        replace["properties"][name] = {"anyOf": [arguments, several, _STEPS]}
    step["properties"]["call"] |= {"anyOf": [{"enum": list(tools)}, {"type": "null"}]}
    # The replacement of a repeated call, such as `email.send_email#2`, is checked when the file is loaded.
    replace["patternProperties"] = {_REPEATED_STEP: {"type": ["string", "object", "array"]}}
    replace["additionalProperties"] = False


def _needed(action: Action) -> bool:
    return any(param.required for param in action.params.values())


def _arguments(action: Action, name: str, defs: dict[str, Any]) -> dict[str, Any]:
    return _hoisted(action.model, f"{name}.{action.mark.side}", defs)


def _hoisted(model: type[BaseModel], name: str, defs: dict[str, Any]) -> dict[str, Any]:
    """Add a model's schema, and all schemas that it refers to, to `defs`, and return a reference to it."""
    schema = model.model_json_schema(schema_generator=_FileSchema, ref_template=f"#/$defs/{name}.{{model}}")
    for inner, part in schema.pop("$defs", {}).items():
        defs[f"{name}.{inner}"] = part
    schema.pop("title", None)
    defs[name] = schema
    return {"$ref": f"#/$defs/{name}"}
