"""Finding, attaching and downloading files: what the apps that carry attachments share."""

from __future__ import annotations

from collections.abc import Mapping

from simulator.phone.apps.files.records import File, new_file
from simulator.phone.call import Call, Look
from simulator.phone.errors import ActionError


def file_at(look: Look, path: str) -> File:
    """The file at a path on the phone."""
    files = files_on(look)
    for file in files:
        if file.path == path:
            return file
    known = ", ".join(file.path for file in files) or "none"
    raise ActionError("unknown_file", f"There is no file at '{path}'.", f"Files: {known}.")


def attach(call: Call, paths: list[str] | None) -> tuple[str, ...]:
    """Ids of the files to hang on a message."""
    return tuple(dict.fromkeys(file_at(call, path).id for path in paths or ()))


def brought(call: Call, file: Mapping[str, str]) -> str:
    """Id of a file that comes with a message; it is not on the phone until it is downloaded."""
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


def download(call: Call, file: File, folder: str) -> str:
    """Put a copy of an attachment into a folder of the phone; one that is there already is not copied again."""
    inside = folder.strip().strip("/")
    inside = f"{inside}/" if inside else ""
    files = files_on(call)
    for other in files:
        if other.copy_of == file.id and other.path.rpartition("/")[0] == inside.rstrip("/"):
            return other.path
    path = _free_path(inside, file.name, {other.path for other in files})
    call.put(File(id=call.new_id(File), name=file.name, path=path, text=file.text, size=file.size, copy_of=file.id))
    return path


def files_on(look: Look) -> list[File]:
    """The files that have a path, in its order; the others only hang on messages."""
    files = (file for file in look.store.all(File).values() if file.path)
    return sorted(files, key=lambda file: file.path)


def _free_path(folder: str, name: str, taken: set[str]) -> str:
    stem, dot, ending = name.rpartition(".")
    if not stem:
        stem, dot, ending = name, "", ""
    number, free = 2, folder + name
    while free in taken:
        free = f"{folder}{stem} ({number}){dot}{ending}"
        number += 1
    return free
