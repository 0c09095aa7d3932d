"""Files: documents on the phone, and attachments of mails, messages and notes.

Other apps use the functions of this module to attach, find and download files.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar

from pydantic import BaseModel, ConfigDict, Field

from simulator.phone.actions import tool
from simulator.phone.app import App, Seed
from simulator.phone.call import Call, Look
from simulator.phone.errors import ActionError
from simulator.phone.plot import Plot, SeedError
from simulator.phone.roles import FilePath, Plain
from simulator.phone.store import Record, Store
from simulator.phone.words import Phrases, RecordWords, Words

DOWNLOADS = "Downloads/"


class File(Record, frozen=True):
    """A document. A file without a path exists only as an attachment of a mail, a message or a note."""

    table: ClassVar[str] = "files.file"
    prefix: ClassVar[str] = "file"

    name: str
    path: str = ""
    text: str = ""
    size: int = 0
    """In bytes."""
    copy_of: str = ""
    """For a downloaded attachment: the id of the attachment."""


def new_file(file_id: str, name: str, path: str, text: str) -> File:
    return File(id=file_id, name=name.rpartition("/")[2], path=path, text=text, size=len(text.encode()))


def file_at(look: Look, path: str) -> File:
    """Return the file at a path on the phone. Raise an ActionError that lists all paths if there is no such file."""
    files = files_on(look)
    for file in files:
        if file.path == path:
            return file
    known = ", ".join(file.path for file in files) or "none"
    raise ActionError("unknown_file", f"There is no file at '{path}'.", f"Files: {known}.")


def attach(call: Call, paths: list[str] | None) -> tuple[str, ...]:
    """Return the ids of the files at these paths, each once. Raise ActionError for a path without a file."""
    return tuple(dict.fromkeys(file_at(call, path).id for path in paths or ()))


def brought(call: Call, file: Mapping[str, str]) -> str:
    """Store a file that arrives with a message and return its id. The file has no path; a download copies the file."""
    if not file.get("name", "").strip() or not file.keys() <= {"name", "text"}:
        raise ActionError("bad_argument", f"An attachment cannot be {dict(file)}.", "Give it a name and a text.")
    made = new_file(call.new_id(File), file["name"], "", file.get("text", ""))
    call.put(made)
    return made.id


def attachments_of(look: Look, ids: tuple[str, ...]) -> list[File]:
    return [file for file in (look.store.get(File, file_id) for file_id in ids) if file is not None]


def named_attachment(look: Look, ids: tuple[str, ...], name: str) -> File:
    files = attachments_of(look, ids)
    for file in files:
        if file.name == name:
            return file
    known = ", ".join(file.name for file in files) or "none"
    raise ActionError("unknown_file", f"There is no attachment '{name}'.", f"Attachments: {known}.")


def told_attachment(file: File) -> dict[str, Any]:
    """Return the name, size in bytes and text of an attachment, as tools return them to the assistant."""
    return {"name": file.name, "size": file.size, "content": file.text}


def download(call: Call, file: File, folder: str) -> str:
    """Copy an attachment into a folder of the phone, unless it already has a copy, and return the path of the copy."""
    inside = folder.strip().strip("/")
    inside = f"{inside}/" if inside else ""
    files = files_on(call)
    for other in files:
        if other.copy_of == file.id and other.path.rpartition("/")[0] == inside.rstrip("/"):
            return other.path
    path = _free_path(inside, file.name, {other.path for other in files})
    # `copy_of` identifies an earlier download of the same attachment, even if the copy got another name.
    call.put(File(id=call.new_id(File), name=file.name, path=path, text=file.text, size=file.size, copy_of=file.id))
    return path


def files_on(look: Look) -> list[File]:
    """Return the files that have a path, sorted by path; files that are only attachments have no path."""
    files = (file for file in look.store.all(File).values() if file.path)
    return sorted(files, key=lambda file: file.path)


def _free_path(folder: str, name: str, taken: set[str]) -> str:
    stem, dot, ending = name.rpartition(".")
    # A name such as `.env` or `README` has no ending, so the number goes to its end.
    if not stem:
        stem, dot, ending = name, "", ""
    number, free = 2, folder + name
    while free in taken:
        free = f"{folder}{stem} ({number}){dot}{ending}"
        number += 1
    return free


class FileSeed(Seed):
    path: str = Field(description="Path of the file, such as Documents/lease.pdf.")
    text: str = Field("", description="Text of the file.")


class AttachmentSeed(BaseModel):
    """A file that exists only as an attachment of a mail, a message or a note."""

    model_config = ConfigDict(extra="forbid")

    name: str = Field(min_length=1)
    text: str = Field("", description="Text of the file.")


def plant_file(plot: Plot, seed: FileSeed) -> None:
    if not seed.path.strip("/") or seed.path != seed.path.strip().strip("/"):
        raise SeedError("path", f"'{seed.path}' is not the path of a file; write it like Documents/lease.pdf")
    if any(file.path == seed.path for file in plot.store.all(File).values()):
        raise SeedError("path", f"there is a file at '{seed.path}' already; give each file its own path")
    plot.add(new_file(plot.new_id(File), seed.path, seed.path, seed.text), seed.label)


def plant_attachment(plot: Plot, seed: AttachmentSeed) -> str:
    """Store a file without a path and return its id."""
    file = new_file(plot.new_id(File), seed.name, "", seed.text)
    plot.add(file)
    return file.id


def plant_attachments(plot: Plot, attachments: list[str | AttachmentSeed]) -> tuple[str, ...]:
    """Return each attached file's id once. A text is the path or label of a file; any other entry is a new file."""
    return tuple(dict.fromkeys(_planted(plot, one) for one in attachments))


def _planted(plot: Plot, attachment: str | AttachmentSeed) -> str:
    if not isinstance(attachment, str):
        return plant_attachment(plot, attachment)
    for file in plot.store.all(File).values():
        if attachment and file.path == attachment:
            return file.id
    return plot.labelled(attachment, File, "attachments")


_DEEDS: Mapping[str, Phrases] = {
    "list_files": "look through the files[, {found:file}]",
    "read_file": ("read the file {path}", "read a file"),
}

WORDS = Words(
    deeds=_DEEDS,
    records={File: RecordWords(noun="file")},
)


class Files(App):
    name = "files"
    prefix = "Files"
    title = "Files"
    about = "Documents on the phone."
    records = (File,)
    seed = FileSeed
    words = WORDS

    @tool(write=False, ours=True)
    def list_files(
        self, call: Call, path: Annotated[str, Plain("Folder to list; empty for all.")] = ""
    ) -> list[dict[str, Any]]:
        """List the files on the phone."""
        folder = path.strip().strip("/")
        files = [file for file in files_on(call) if not folder or file.path.startswith(f"{folder}/")]
        return [{"path": file.path, "size": file.size} for file in files]

    @tool(write=False, ours=True)
    def read_file(self, call: Call, path: Annotated[str, FilePath("Path of the file.")]) -> dict[str, Any]:
        """Read a file on the phone."""
        file = file_at(call, path)
        return {"path": file.path, "size": file.size, "content": file.text}

    def plant(self, plot: Plot, seed: FileSeed) -> None:
        plant_file(plot, seed)

    def harmless(self, store: Store, old: Record | None, new: Record | None) -> bool:
        # A download only copies a file that the owner already has as an attachment.
        return old is None and isinstance(new, File) and new.path.startswith(DOWNLOADS)
