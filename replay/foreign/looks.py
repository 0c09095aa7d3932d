"""Describes a file that is not a trace, for the person who sent it."""

from __future__ import annotations

import re
from typing import NamedTuple

GIVE = "Import a trace of PARE Studio (JSON Lines), or a JSON file that the original PARE exported."
_UNPACK = "Unpack the archive first, then import the file inside."


class FileKind(NamedTuple):
    """The kind of a file that is not a trace; `what` completes the sentence “This is …”."""

    what: str
    remedy: str = GIVE


_BEGINNINGS = (
    (b"\x1f\x8b", FileKind("a gzip archive", _UNPACK)),
    (b"PK\x03\x04", FileKind("a zip archive", _UNPACK)),
    (b"BZh", FileKind("a bzip2 archive", _UNPACK)),
    (b"\xfd7zXZ\x00", FileKind("an xz archive", _UNPACK)),
    (b"(\xb5/\xfd", FileKind("a zstd archive", _UNPACK)),
    (b"\x89PNG", FileKind("a PNG picture")),
    (b"\xff\xd8\xff", FileKind("a JPEG picture")),
    (b"GIF8", FileKind("a GIF picture")),
    (b"%PDF", FileKind("a PDF document")),
    (b"SQLite format 3\x00", FileKind("an SQLite database")),
    (b"PAR1", FileKind("a Parquet table")),
    (b"\xff\xfe", FileKind("text in UTF-16", "Save the file as UTF-8.")),
    (b"\xfe\xff", FileKind("text in UTF-16", "Save the file as UTF-8.")),
)
_HTML = re.compile(r"\s*<(!doctype|html)", re.IGNORECASE)
_PAGE = FileKind(
    "a web page",
    "A run can’t be imported from its web page. Import its trace (JSON Lines) instead.",
)
_SCENARIO_FIELDS = re.compile(r"^(title|world|needs|goals|timeline|owner):", re.MULTILINE)
_ID = re.compile(r"^id: *\w", re.MULTILINE)
_SCENARIO = FileKind(
    "a scenario file, not a run",
    "Put the file into a folder named in PARE_SCENARIOS_DIR, then start a run of the scenario.",
)
# Number of bytes that are enough to recognise the kind of a file.
_HEAD = 20_000


def look_of(data: bytes) -> FileKind:
    """Return the kind of a file that is neither a trace nor JSON."""
    for beginning, look in _BEGINNINGS:
        if data.startswith(beginning):
            return look
    head = data[:_HEAD].decode("utf-8", "replace")
    if _HTML.match(head):
        return _PAGE
    if _ID.search(head) and len(set(_SCENARIO_FIELDS.findall(head))) > 1:
        return _SCENARIO
    # The last character may be cut in half where the head ends, so it is not checked.
    if "\0" in head or "\N{REPLACEMENT CHARACTER}" in head[:-1]:
        return FileKind("not text")
    return FileKind("text, but not a trace")
