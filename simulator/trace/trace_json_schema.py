"""The JSON Schema of a trace file's lines, generated from their Python types."""

from __future__ import annotations

import json
from typing import Any

import msgspec

from simulator.trace.hashing import SHORT
from simulator.trace.header import Header, Result
from simulator.trace.moments import moment_kinds

DIALECT = "https://json-schema.org/draft/2020-12/schema"
_MARK = {
    "type": "string",
    "pattern": f"^[0-9a-f]{{{SHORT}}}$",
    "description": f"First {SHORT} digits of the content hash of all moments up to this one.",
}
_CHECKSUM = {"type": "string", "pattern": "^[0-9a-f]{64}$"}


def trace_schema() -> dict[str, Any]:
    """Return the schema of one line of a trace: a header, then moments, then a result."""
    kinds = list(moment_kinds().values())
    references, parts = msgspec.json.schema_components([Header, *kinds, Result], ref_template="#/$defs/{name}")
    for part in parts.values():
        if "properties" in part:
            # Refuse unknown fields, as `trace_reader` does.
            part["additionalProperties"] = False
    for kind in kinds:
        part = parts[kind.__name__]
        # The writer adds the mark to the line; it is not a field of the struct (see `moment_line`).
        part["properties"]["h"] = _MARK
        part["required"] = [*part["required"], "h"]
    result = parts[Result.__name__]
    for name in ("content_hash", "state_hash", "sha256"):
        result["properties"][name] = _CHECKSUM
    # The writer leaves out defaults of moments, but writes every field of the result.
    result["required"] = sorted(result["properties"])
    return {
        "$schema": DIALECT,
        "title": "PARE Studio trace",
        "description": "One line of a trace file: the header first, then one line per moment, and the result last.",
        "oneOf": list(references),
        "$defs": dict(sorted(parts.items())),
    }


def trace_schema_text() -> str:
    """Return the schema as the text of docs/schemas/trace.schema.json."""
    return json.dumps(trace_schema(), indent=2, ensure_ascii=False) + "\n"
