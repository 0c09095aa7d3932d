"""Reads notes from a foreign trace, and writes our notes in the same format."""

from __future__ import annotations

from typing import Any

from replay.foreign.states.attachments import read_attachments, told_attachments
from replay.foreign.states.clock import told_time
from replay.foreign.states.draft import Draft, without_blanks
from replay.foreign.states.entry import ForeignEntry
from simulator.phone.apps.note.actions import LONGEST_NAME, folder_names, tidy
from simulator.phone.apps.note.records import FIXED_FOLDERS, INBOX, Note, title_from
from simulator.phone.search_text import folded
from simulator.phone.world import World

_UNTITLED = "Untitled"
_VIEW_LIMIT = 5


def read(state: ForeignEntry, draft: Draft) -> list[dict[str, Any]]:
    state.ignore("view_limit")
    seeds: list[dict[str, Any]] = []
    made = {folded(name) for name in FIXED_FOLDERS}
    for key, folder in state.entries("folders"):
        name = _folder_name(folder, folder.text("folder_name") or key, draft)
        notes = [seed for key, note in folder.entries("notes") if (seed := _note(key, note, name, draft)) is not None]
        # The seed of a note also creates its folder, so only an empty folder needs a seed of its own.
        if folded(name) not in made and not notes:
            seeds.append({"new_folder": name})
        made.add(folded(name))
        seeds.extend(notes)
    return seeds


def _folder_name(folder: ForeignEntry, written: str, draft: Draft) -> str:
    name = tidy(written)
    if not any(character.isprintable() and not character.isspace() for character in name):
        draft.notes.say(folder.app, "a folder without a name is shown as the inbox")
        return INBOX
    if len(name) > LONGEST_NAME:
        draft.notes.say(folder.app, "a long folder name is shortened")
    return name[:LONGEST_NAME].strip()


def _note(key: str, note: ForeignEntry, folder: str, draft: Draft) -> dict[str, Any] | None:
    foreign, title, body = note.text("note_id") or key, note.text("title"), note.text("content")
    if foreign and draft.has(Note.table, foreign):
        draft.notes.say(note.app, "a note with a duplicate id is shown once")
        return None
    if not title_from(title, body).strip():
        draft.notes.say(note.app, f"a note without a title is called {_UNTITLED}")
        title = _UNTITLED
    created = draft.past(note, note.time("created_at"), "a note")
    updated = note.time("updated_at")
    changed = created if updated is None else min(updated, draft.start)
    if changed < created:
        draft.notes.say(note.app, "a note changed before it was created is dated to its creation")
        changed = created
    return without_blanks(
        {
            "label": draft.label(Note.table, foreign),
            "title": title,
            "body": body,
            "in": folder,
            "at": draft.written(created),
            "changed": draft.written(changed) if changed > created else None,
            "pinned": note.flag("pinned") or None,
            "attachments": read_attachments(note, "attachments"),
        }
    )


def write(world: World) -> dict[str, Any]:
    notes = sorted(world.store.all(Note).values(), key=lambda note: (note.created_at, note.id))
    folders = {
        name: {"folder_name": name, "notes": {note.id: _told(world, note) for note in notes if note.folder == name}}
        for name in folder_names(world)
    }
    return {"view_limit": _VIEW_LIMIT, "folders": folders}


def _told(world: World, note: Note) -> dict[str, Any]:
    return {
        "note_id": note.id,
        "title": note.title,
        "content": note.content,
        "pinned": note.pinned,
        "attachments": told_attachments(world, note.attachments),
        "created_at": told_time(note.created_at, world.tz),
        "updated_at": told_time(note.updated_at, world.tz),
    }
