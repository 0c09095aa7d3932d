"""The JSON Schema of plan files, so that editors can complete and check them."""

from __future__ import annotations

import json
from itertools import combinations
from typing import Any

from benchmark.plan.original_keys import FOR_THE_COMMAND, TRANSLATED
from benchmark.plan.schema import SELECTIONS, SweepPlan
from benchmark.plan.shared_options import KEYS
from simulator.config import EpisodeConfig
from simulator.plans.plan_values import TEXT, FileSchema
from simulator.scenario.scenario_json_schema import DIALECT

_OF_THE_COMMAND = "An option of the command, not of the plan; files of the original benchmark have it."


def sweep_schema_text() -> str:
    return json.dumps(sweep_schema(), indent=2, ensure_ascii=False) + "\n"


def sweep_schema() -> dict[str, Any]:
    """Return the schema of a plan file, including keys of the original benchmark that are not part of a plan."""
    schema = SweepPlan.model_json_schema(schema_generator=FileSchema)
    defs = schema.pop("$defs")
    properties = schema["properties"]
    schema["description"] = "The plan of a sweep."
    properties["set"] |= {"properties": _settings(), "additionalProperties": False}
    for name, about in TRANSLATED.items():
        properties[name] = {"type": "boolean", "description": f"From files of the original benchmark: {about}"}
    for name, words in FOR_THE_COMMAND.items():
        properties[name] = {**_command(words), "description": _OF_THE_COMMAND}
    # Allow at most one of split, scenarios and filter. None of them is required, because a flag can supply it.
    twice = [{"not": {"required": list(pair)}} for pair in combinations(SELECTIONS, 2)]
    return {"$schema": DIALECT, **schema, "allOf": twice, "$defs": defs}


def _settings() -> dict[str, Any]:
    options = EpisodeConfig.model_json_schema(schema_generator=FileSchema)["properties"]
    return {name: _as_text_too(option) for name, option in options.items() if name not in KEYS}


def _as_text_too(option: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of an option, extended so that its value may also be text, as `--set` accepts it."""
    about: dict[str, Any] = {key: option.pop(key) for key in ("description", "default") if key in option}
    # `changes_outcome` is our own key, which JSON Schema does not know.
    option.pop("changes_outcome", None)
    return {**about, **(option if option.get("type") == "string" else {"anyOf": [option, TEXT]})}


def _command(words: tuple[str, ...]) -> dict[str, Any]:
    if words == ("true", "false"):
        return {"type": "boolean"}
    return {"enum": list(words)} if words else dict(TEXT)
