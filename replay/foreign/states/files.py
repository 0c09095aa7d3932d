"""Reads file names from a foreign trace, and writes our file names in the same format. File contents are left out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from replay.foreign.states.draft import Draft
from replay.foreign.states.entry import ForeignEntry, clean
from simulator.phone.apps.files import File
from simulator.phone.world import World

# Maximum depth of folders, because a hostile file may nest folders endlessly.
_DEEPEST = 20


def read(state: ForeignEntry, draft: Draft) -> list[dict[str, Any]]:
    state.ignore("tmpdir", "state_directory")
    paths = dict.fromkeys(path for path in _paths(state.value("files"), "", 0) if path)
    return [{"path": path} for path in paths]


def _paths(node: Any, folder: str, depth: int) -> Iterator[str]:
    """Yield the paths in a tree of objects with a name and children. A list is a folder without a name."""
    if depth > _DEEPEST:
        return
    if isinstance(node, list):
        for one in node:
            yield from _paths(one, folder, depth + 1)
    elif isinstance(node, dict):
        name = clean(str(node.get("name") or "")).strip().strip("/").strip()
        path = "/".join(part for part in (folder, name) if part)
        children = node.get("children")
        if children is not None:
            yield from _paths(children, path if depth else "", depth + 1)
        elif node.get("type") in ("file", None):
            yield path


def write(world: World) -> dict[str, Any]:
    root: dict[str, Any] = {"name": "", "type": "directory", "children": []}
    for path in sorted(file.path for file in world.store.all(File).values() if file.path):
        *folders, name = path.split("/")
        here = root
        for folder in folders:
            here = _folder(here, folder)
        here["children"].append({"name": name, "type": "file"})
    return {"files": root}


def _folder(parent: dict[str, Any], name: str) -> dict[str, Any]:
    for child in parent["children"]:
        if child["name"] == name and child["type"] == "directory":
            return child  # type: ignore[no-any-return]
    made: dict[str, Any] = {"name": name, "type": "directory", "children": []}
    parent["children"].append(made)
    return made
