"""The table of options in the docs is the one that the code declares."""

from __future__ import annotations

import json
from pathlib import Path

from simulator.config import EpisodeConfig, changes_outcome

BEGIN, END = "<!-- options:begin -->", "<!-- options:end -->"


def options_table() -> str:
    rows = ["| Option | Default | Outcome | Meaning |", "|---|---|---|---|"]
    for name, field in EpisodeConfig.model_fields.items():
        default = "none" if field.default in (None, (), {}, "") else field.default
        default = f"`{json.dumps(default)}`" if isinstance(default, dict) else default
        rows.append(f"| `{name}` | {default} | {'yes' if changes_outcome(name) else 'no'} | {field.description} |")
    return "\n".join(rows)


def test_the_docs_list_every_option_as_declared(root: Path) -> None:
    text = (root / "docs" / "configuration.md").read_text()
    shown = text.partition(BEGIN)[2].partition(END)[0].strip()
    assert shown == options_table(), f"put this between the markers of docs/configuration.md:\n{options_table()}"
