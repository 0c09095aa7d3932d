"""Files: a small store of documents that mails, chats and notes carry as attachments."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

from pydantic import Field

from simulator.phone.actions import tool
from simulator.phone.app import App, Seed
from simulator.phone.call import Call, Look
from simulator.phone.errors import ActionError
from simulator.phone.plot import Plot
from simulator.phone.roles import FilePath, Plain
from simulator.phone.store import Record, Store

DOWNLOADS = "Downloads/"


class File(Record, frozen=True):
    """A document. Without a path it is not on the phone yet: it only hangs on a message."""

    table: ClassVar[str] = "files.file"
    prefix: ClassVar[str] = "file"

    name: str
    path: str = ""
    text: str = ""
    size: int = 0
    copy_of: str = ""


class FileSeed(Seed):
    path: str = Field(description="Where the file lies, such as Documents/lease.pdf.")
    text: str = Field("", description="What one reads in it.")


class Files(App):
    name = "files"
    prefix = "Files"
    title = "Files"
    about = "Documents on the phone."
    records = (File,)
    seed = FileSeed

    @tool(write=False)
    def list_files(
        self, call: Call, path: Annotated[str, Plain("Folder to list; empty for all.")] = ""
    ) -> list[dict[str, Any]]:
        """List the files on the phone."""
        files = sorted(call.store.all(File).values(), key=lambda file: file.path)
        return [{"path": file.path, "size": file.size} for file in files if file.path and file.path.startswith(path)]

    @tool(write=False)
    def read_file(self, call: Call, path: Annotated[str, FilePath("Path of the file.")]) -> dict[str, Any]:
        """Read a file on the phone."""
        file = file_at(call, path)
        return {"path": file.path, "size": file.size, "content": file.text}

    def plant(self, plot: Plot, seed: FileSeed) -> None:
        plot.add(new_file(plot.new_id(File), seed.path, seed.path, seed.text), seed.label)

    def harmless(self, store: Store, old: Record | None, new: Record | None) -> bool:
        return old is None and isinstance(new, File) and new.path.startswith(DOWNLOADS)


def new_file(file_id: str, name: str, path: str, text: str) -> File:
    return File(id=file_id, name=name.rpartition("/")[2], path=path, text=text, size=len(text.encode()))


def file_at(look: Look, path: str) -> File:
    """The file at a path on the phone."""
    for file in look.store.all(File).values():
        if file.path == path:
            return file
    known = ", ".join(sorted(file.path for file in look.store.all(File).values() if file.path)) or "none"
    raise ActionError("unknown_file", f"There is no file at '{path}'.", f"Files: {known}.")


def attach(call: Call, paths: list[str] | None) -> tuple[str, ...]:
    """Ids of the files to hang on a message."""
    return tuple(file_at(call, path).id for path in paths or ())


def attachments_of(look: Look, ids: tuple[str, ...]) -> list[File]:
    return [file for file in (look.store.get(File, file_id) for file_id in ids) if file is not None]


def named_attachment(look: Look, ids: tuple[str, ...], name: str) -> File:
    files = attachments_of(look, ids)
    for file in files:
        if file.name == name:
            return file
    known = ", ".join(file.name for file in files) or "none"
    raise ActionError("unknown_file", f"There is no attachment '{name}'.", f"Attachments: {known}.")


def download(call: Call, file: File, folder: str) -> str:
    """Put a copy of an attachment onto the phone; a copy that is there already is not made twice."""
    path = f"{folder.rstrip('/')}/{file.name}" if folder else file.name
    for other in call.store.all(File).values():
        if other.path == path and other.copy_of == file.id:
            return path
    taken = {other.path for other in call.store.all(File).values()}
    path = _free_path(path, taken)
    call.put(File(id=call.new_id(File), name=file.name, path=path, text=file.text, size=file.size, copy_of=file.id))
    return path


def _free_path(path: str, taken: set[str]) -> str:
    stem, dot, ending = path.rpartition(".")
    if not dot:
        stem, ending = path, ""
    number, free = 2, path
    while free in taken:
        free = f"{stem} ({number}){dot}{ending}"
        number += 1
    return free
