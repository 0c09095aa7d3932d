"""The base class and shared types of all parts of a scenario file, such as labels and times."""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

LABEL = r"^[a-z][a-z0-9_]*$"
LONGEST_LABEL = 60
# Marks the texts in a new file that its author has to replace.
TO_DO = "FILL IN"
Label = Annotated[str, StringConstraints(pattern=LABEL, max_length=LONGEST_LABEL)]
# An app, meaning its main records, or `app.noun` for its other records.
AppName = Annotated[str, StringConstraints(pattern=r"^[a-z]+(\.[a-z_]+)?$")]
TimeText = Annotated[str, Field(description="09:00, +2d 16:30, -3h, start + 40s, Thu 08:22 or 2026-03-05 08:22.")]
By = Literal["assistant", "user", "anyone"]


class ScenarioModel(BaseModel):
    """The base class for mappings in a scenario file. Unknown fields are errors."""

    # Frozen, because a file is loaded once and all runs in the process share the result.
    model_config = ConfigDict(extra="forbid", populate_by_name=True, frozen=True)


def is_label(text: str) -> bool:
    return len(text) <= LONGEST_LABEL and re.fullmatch(LABEL, text) is not None


def as_list(value: Any) -> Any:
    """Return a single item as a list of one; return a list or None unchanged."""
    return value if isinstance(value, list) or value is None else [value]
