"""Reads notes and folders from a scenario file and adds them to the phone."""

from __future__ import annotations

from pydantic import ConfigDict, Field
from pydantic.config import JsonDict

from simulator.phone.app import Seed
from simulator.phone.apps.files import AttachmentSeed, File, plant_attachments
from simulator.phone.apps.note.actions import known_as, name_problem, tidy
from simulator.phone.apps.note.records import FIXED_FOLDERS, INBOX, Folder, Note, title_from
from simulator.phone.plot import Plot, SeedError, SeedTime

_NOTE: JsonDict = {"title": "Gift ideas", "body": "A kettle, not black.", "in": "Personal", "at": "-3d 18:00"}


class NoteSeed(Seed):
    """A note or, with `new_folder`, a folder without notes."""

    model_config = ConfigDict(json_schema_extra={"examples": [_NOTE, {"new_folder": "Recipes"}]})

    title: str = Field("", description="By default the beginning of the body.")
    body: str = Field("", description="Text of the note.")
    folder: str = Field(INBOX, alias="in", description="Name of the folder; a missing folder is created.")
    at: SeedTime | None = Field(None, description="When the note was written; required for a note.")
    changed: SeedTime | None = Field(None, description="When the note was last changed; by default `at`.")
    pinned: bool = False
    attachments: list[str | AttachmentSeed] = Field(
        [], description="Attached files: the label or path of a file, or the name and text of a new one."
    )
    new_folder: str | None = Field(
        None, description="Name of a folder to create; no other field except `label` is allowed beside it."
    )


def make_fixed_folders(plot: Plot) -> None:
    """Add the fixed folders, unless they exist already."""
    there = {folder.name for folder in plot.store.all(Folder).values()}
    for name in FIXED_FOLDERS:
        if name not in there:
            plot.add(Folder(id=plot.new_id(Folder), name=name))


def plant_seed(plot: Plot, seed: NoteSeed) -> None:
    if seed.new_folder is None:
        _plant_note(plot, seed)
        return
    # All fields that the file gives, even default values: `pinned: false` beside `new_folder` is a mistake too.
    extra = sorted(seed.model_fields_set - {"label", "new_folder"})
    if extra:
        field = NoteSeed.model_fields[extra[0]].alias or extra[0]
        raise SeedError(field, "`new_folder` creates a folder and no note; write the note as a separate item")
    _plant_folder(plot, seed.new_folder, "new_folder", seed.label)


def _plant_note(plot: Plot, seed: NoteSeed) -> None:
    title = title_from(seed.title, seed.body)
    if not title.strip():
        raise SeedError("title", "a note needs a `title` or a `body`; for a folder alone write `new_folder: Recipes`")
    created, updated = _times(plot, seed)
    attachments = plant_attachments(plot, seed.attachments)
    _check_names(plot, attachments)
    folder = known_as(plot.store, seed.folder) or _plant_folder(plot, seed.folder, "in")
    note = Note(
        id=plot.new_id(Note),
        title=title,
        content=seed.body,
        folder=folder,
        pinned=seed.pinned,
        attachments=attachments,
        created_at=created,
        updated_at=updated,
    )
    plot.add(note, seed.label)


def _plant_folder(plot: Plot, name: str, field: str, label: str | None = None) -> str:
    problem = name_problem(plot.store, name)
    if problem:
        raise SeedError(field, f"{problem} List each folder once, before its notes.")
    folder = Folder(id=plot.new_id(Folder), name=tidy(name))
    plot.add(folder, label)
    return folder.name


def _times(plot: Plot, seed: NoteSeed) -> tuple[int, int]:
    """Return the times when a note was written and last changed. Raise SeedError if a time is missing or invalid."""
    if seed.at is None:
        raise SeedError("at", "say when the note was written, as in `at: -3d 18:00`")
    updated = seed.at if seed.changed is None else seed.changed
    for field, at in (("at", seed.at), ("changed", updated)):
        if at > plot.start:
            raise SeedError(
                field, "the time is after the start, but the note exists at the start; write an earlier time"
            )
    if updated < seed.at:
        raise SeedError("changed", "the time is before the note was written; write a time after `at`")
    return seed.at, updated


def _check_names(plot: Plot, attachments: tuple[str, ...]) -> None:
    files = plot.store.all(File)
    names = [files[file_id].name for file_id in attachments]
    for name in names:
        if names.count(name) > 1:
            raise SeedError("attachments", f"two attachments are called '{name}'; give each its own name")
