"""Reads files of texts with the answer that a reader should give: one JSON Lines file per scenario."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, PrivateAttr, ValidationError, field_validator

from benchmark import canary
from simulator.reading.claims import Answer
from simulator.words.validation import first_finding

FOLDER = Path(__file__).resolve().parents[1] / "texts"


class TextLine(BaseModel):
    """One text of a file, with the offer, message, field or report that it stands for, and the expected reading."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    scenario: str
    where: Literal["offer", "message", "report", "field"]
    need: str = ""
    goal: int | None = None
    to: str = ""
    text: str
    expected: Answer
    kind: str = ""
    why: str = ""
    writer: str = ""
    second: Answer | None = None
    _place: str = PrivateAttr("")

    @property
    def place(self) -> str:
        """Return the file and line of the text, for error messages; empty if it comes from no file."""
        return self._place

    @property
    def is_built_in(self) -> bool:
        """Return True if the text comes from a file in `benchmark/texts`, which is part of the project."""
        return bool(self._place) and Path(self._place.rpartition(", line ")[0]).resolve().is_relative_to(FOLDER)

    @field_validator("need", "to", "kind", "why", "writer", mode="before")
    @classmethod
    def _null_is_empty(cls, value: object) -> object:
        # Programs that write such lines put null where a text has no need or no addressee.
        return "" if value is None else value


class TextFileError(Exception):
    """Raised for a file of texts that can't be read or has a wrong line. The message says where and why."""


def is_kept_aside(scenario: str) -> bool:
    """Return True for about a third of the scenarios: their texts measure the rules and are not used to write rules."""
    return int(hashlib.sha256(scenario.encode()).hexdigest(), 16) % 3 == 0


def read_texts(files: Iterable[Path]) -> list[TextLine]:
    """Return the texts of these files. Raises TextFileError for the first unreadable file or wrong line."""
    found: list[TextLine] = []
    for file in files:
        try:
            lines = file.read_text(encoding="utf-8").splitlines()
        except (OSError, UnicodeDecodeError) as error:
            remedy = "Check its name, permissions and encoding."
            raise TextFileError(f"{file}: can't be read as UTF-8 text ({error}). {remedy}") from None
        for number, line in enumerate(lines, start=1):
            text = _parse(line, f"{file}, line {number}") if line.strip() else None
            if text is not None:
                found.append(text)
    return found


def _parse(line: str, place: str) -> TextLine | None:
    """Return the text of a line; None for the line with the canary."""
    try:
        content = json.loads(line)
        if isinstance(content, dict) and list(content) == [canary.KEY]:
            return None
        found = TextLine.model_validate(content)
    except json.JSONDecodeError as error:
        raise TextFileError(f"{place}: not JSON ({error.msg}). Write one JSON object per line.") from None
    except ValidationError as error:
        wrong = first_finding(error)
        raise TextFileError(f"{place}: {wrong.place}: {wrong.message}.") from None
    found._place = place
    return found
