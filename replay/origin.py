"""The origin of an imported run, in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from simulator.words.english import cut

LONGEST_MODEL = 60


class OriginModel(NamedTuple):
    role: str
    name: str


class Origin(NamedTuple):
    file: str
    format: str
    is_foreign: bool
    models: tuple[OriginModel, ...]
    warnings: tuple[str, ...]


def origin_of(imported: Mapping[str, Any], own_format: str) -> Origin:
    """Return the origin, from the column `imported` of a run."""
    said = imported.get("said") or {}
    return Origin(
        str(imported.get("file", "")),
        str(imported["format"]),
        imported["format"] != own_format,
        models_in(str(said.get("model_id") or "")),
        tuple(map(str, imported.get("warnings", ()))),
    )


def verdict_said(said: Mapping[str, Any]) -> str:
    """Return the other system's verdict in a sentence; empty if there is no verdict."""
    decision, why = said.get("validation_decision"), said.get("validation_rationale")
    if not decision:
        return ""
    # This sentence is stored as the reason of the run, so earlier imports keep the wording of their time.
    return f"The original validator judged this run as {decision}.{f' {why}' if why else ''}"


def models_in(text: str) -> tuple[OriginModel, ...]:
    """Return the models in a text such as `user:gpt-5|observe:o3`, each once with its roles.

    Any other text is one model without a role.
    """
    roles: dict[str, list[str]] = {}
    for part in filter(None, text.split("|")):
        role, sign, name = part.partition(":")
        known = bool(sign) and role.isidentifier() and role.islower() and "|" in text
        roles.setdefault(_short(name if known else part), []).extend([role] if known else [])
    return tuple(OriginModel(" and ".join(found), name) for name, found in roles.items())


def _short(name: str) -> str:
    """Return a model's name, cut to LONGEST_MODEL characters."""
    # Amazon Resource Names (ARN) are long, and only their last part names the model.
    last = name.rpartition("/")[2] if name.startswith("arn:") else name
    return cut(last, LONGEST_MODEL)
