"""Prints and writes the JSON schemas of scenarios, traces, plans, and messages to external players."""

from __future__ import annotations

import re
from pathlib import Path

from annotation.plan.json_schema import study_schema, study_schema_text
from benchmark.plan.json_schema import sweep_schema, sweep_schema_text
from pare_site.cli.exits import OK, Trouble
from pare_site.cli.output import Console
from simulator.agents.outside_types import policy_schema, policy_schema_text
from simulator.scenario.scenario_json_schema import scenario_schema, schema_text
from simulator.trace.trace_json_schema import trace_schema, trace_schema_text

FOLDER = "docs/schemas"
# If docs/schemas is missing, the project's name must match: --write must not create the folder in another project.
NAMED = re.compile(r"""^name\s*=\s*["']pare-studio["']""", re.MULTILINE)
FILES = {
    "scenario.schema.json": schema_text,
    "trace.schema.json": trace_schema_text,
    "policy.schema.json": policy_schema_text,
    "sweep.schema.json": sweep_schema_text,
    "study.schema.json": study_schema_text,
}


def project_folder() -> str:
    """Return docs/schemas. Raises Trouble if the current folder has no docs/schemas and is not the project's folder."""
    project = Path("pyproject.toml")
    if Path(FOLDER).is_dir() or (project.is_file() and NAMED.search(project.read_text(encoding="utf-8"))):
        return FOLDER
    raise Trouble(f"The current folder has no {FOLDER}. Name a folder: pare scenarios schema --write my_folder")


def print_schemas(console: Console) -> int:
    """Print all schemas as one JSON object, and return OK."""
    found = {"scenario": scenario_schema(), "trace": trace_schema(), "policy": policy_schema()}
    console.json({**found, "sweep": sweep_schema(), "study": study_schema()})
    return OK


def write_schemas(console: Console, folder: str) -> int:
    """Write one file per schema into a folder, and return OK. Raises Trouble."""
    try:
        Path(folder).mkdir(parents=True, exist_ok=True)
        for name, text in FILES.items():
            path = Path(folder) / name
            path.write_text(text(), encoding="utf-8")
            console.say(f"wrote {path}")
    except OSError as error:
        reason = error.strerror or error
        raise Trouble(f"The schemas cannot be written to {folder}: {reason}. Choose a different folder.") from None
    return OK
