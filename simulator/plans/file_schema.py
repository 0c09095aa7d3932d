"""How the models of plans become JSON Schemas of the files that people write."""

from __future__ import annotations

from typing import Any

from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue

from simulator.plans.values import several, several_or_none

TEXT = {"type": "string"}


class FileSchema(GenerateJsonSchema):
    """One value, or a text with commas, may stand for a list; no titles that repeat the names."""

    def field_title_should_be_set(self, schema: Any) -> bool:
        return False

    def function_before_schema(self, schema: Any) -> JsonSchemaValue:
        inner = super().function_before_schema(schema)
        if schema["function"]["function"] not in (several, several_or_none):
            return inner
        items = inner["items"]
        one = [] if items.get("type") == "string" and "enum" not in items else [items]
        return {"anyOf": [inner, *one, TEXT]}
