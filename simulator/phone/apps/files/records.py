"""A file as the phone keeps it."""

from __future__ import annotations

from typing import ClassVar

from simulator.phone.store import Record

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


def new_file(file_id: str, name: str, path: str, text: str) -> File:
    return File(id=file_id, name=name.rpartition("/")[2], path=path, text=text, size=len(text.encode()))
