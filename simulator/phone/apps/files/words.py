"""Words about files for people who follow a run."""

from __future__ import annotations

from collections.abc import Mapping

from simulator.phone.apps.files.records import File
from simulator.phone.words import Phrases, RecordWords, Words

_DEEDS: Mapping[str, Phrases] = {
    "list_files": "look through the files[, {found:file}]",
    "read_file": ("read the file {path}", "read a file"),
}

WORDS = Words(
    deeds=_DEEDS,
    records={File: RecordWords(noun="file")},
)
