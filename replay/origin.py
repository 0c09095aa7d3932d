"""Where an imported run comes from, in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

LONGEST_MODEL = 60


class Model(NamedTuple):
    role: str
    name: str


class Origin(NamedTuple):
    file: str
    format: str
    is_foreign: bool
    models: tuple[Model, ...]
    warnings: tuple[str, ...]


def origin_of(imported: Mapping[str, Any], own_format: str) -> Origin:
    """From what the row of a run keeps of its file."""
    said = imported.get("said") or {}
    return Origin(
        str(imported.get("file", "")),
        str(imported["format"]),
        imported["format"] != own_format,
        models_in(str(said.get("model_id") or "")),
        tuple(map(str, imported.get("warnings", ()))),
    )


def verdict_said(said: Mapping[str, Any]) -> str:
    """What the system that played a run said of it, in a sentence; empty if nothing."""
    decision, why = said.get("validation_decision"), said.get("validation_rationale")
    if not decision:
        return ""
    return f"Its own validator said: {decision}.{f' {why}' if why else ''}"


def models_in(text: str) -> tuple[Model, ...]:
    """`user:gpt-5|observe:...` by role, with the same name told once; any other text is one name without a role."""
    roles: dict[str, list[str]] = {}
    for part in filter(None, text.split("|")):
        role, sign, name = part.partition(":")
        known = bool(sign) and role.isidentifier() and role.islower() and "|" in text
        roles.setdefault(_short(name if known else part), []).extend([role] if known else [])
    return tuple(Model(" and ".join(found), name) for name, found in roles.items())


def _short(name: str) -> str:
    """The last part of a long address, which is the one that names the model."""
    last = name.rpartition("/")[2] if name.startswith("arn:") else name
    return last if len(last) <= LONGEST_MODEL else f"{last[: LONGEST_MODEL - 1]}…"
