"""The JSON Schema of plans, so that text editors can complete and check plan files."""

from __future__ import annotations

import json
from typing import Any

from annotation.plan.schema import StudyPlan
from annotation.questions import KNOWN
from simulator.plans.plan_values import FileSchema
from simulator.scenario.scenario_json_schema import DIALECT


def study_schema_text() -> str:
    return json.dumps(study_schema(), indent=2, ensure_ascii=False) + "\n"


def study_schema() -> dict[str, Any]:
    """Return the schema of a whole plan file, without the long default texts."""
    schema = StudyPlan.model_json_schema(schema_generator=FileSchema)
    defs, properties = schema.pop("$defs"), schema["properties"]
    schema["description"] = "The plan of a study."
    for name in ("guidelines", "consent", "questions"):
        properties[name].pop("default")
    # Pydantic's schema allows only questions in full, but `_named_questions` also accepts the keys of known questions.
    in_full = properties["questions"].pop("items")
    properties["questions"] |= {"items": {"anyOf": [{"enum": list(KNOWN)}, in_full]}}
    return {"$schema": DIALECT, **schema, "$defs": defs}
