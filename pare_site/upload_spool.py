"""The folder that holds large request bodies until they are read, and the limit on its size."""

from __future__ import annotations

import tempfile
from contextlib import suppress
from pathlib import Path
from typing import IO

from django.conf import settings

from pare_site.runtime import make_folder

# Django copies every large file out of the body before a view reads it, so a body takes up twice its size.
COPIES = 2


class NoSpace(Exception):
    """Raised if uploads in progress would take more space than settings.UPLOAD_SPACE."""


class UploadSpool:
    """Counts the bytes of uploads in progress. Used on the event loop only, so it needs no lock."""

    def __init__(self) -> None:
        self.reserved = 0

    def reserve(self, size: int) -> None:
        """Reserve bytes, or raise NoSpace."""
        if self.reserved + size > settings.UPLOAD_SPACE:
            raise NoSpace
        self.reserved += size

    def release(self, size: int) -> None:
        """Release reserved bytes, so that other uploads can reserve them."""
        self.reserved -= size


def open_spool_file() -> IO[bytes]:
    """Open a file without a name: the system deletes it when it is closed, even if this process is killed."""
    folder = Path(settings.FILE_UPLOAD_TEMP_DIR)
    make_folder(folder)
    return tempfile.TemporaryFile(dir=folder)


def sweep(folder: Path) -> None:
    """Delete all files in the folder. A web server that was killed may have left uploads there."""
    with suppress(OSError):
        make_folder(folder)
        for file in folder.iterdir():
            # A file that cannot be deleted must not keep the site from starting.
            with suppress(OSError):
                file.unlink()
