"""Reads and writes attachments. A foreign trace has the bytes of a file; a scenario has its text."""

from __future__ import annotations

from typing import Any

from replay.foreign.states.entry import ForeignEntry, clean, file_bytes, file_text
from simulator.phone.apps.files import attachments_of
from simulator.phone.world import World


def read_attachments(entry: ForeignEntry, name: str) -> list[dict[str, str]]:
    value = entry.value(name)
    if not isinstance(value, dict):
        if value:
            entry.odd(name)
        return []
    files: dict[str, dict[str, str]] = {}
    for written, encoded in value.items():
        called = clean(written).rpartition("/")[2].strip()
        text = file_text(encoded)
        if encoded and not text:
            entry.notes.say(entry.app, "the content of an attachment is not text and is not shown")
        if called and called not in files:
            files[called] = {"name": called, "text": text} if text else {"name": called}
    return list(files.values())


def told_attachments(world: World, ids: tuple[str, ...]) -> dict[str, Any]:
    return {file.name: file_bytes(file.text) for file in attachments_of(world, ids)}
