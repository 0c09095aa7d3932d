"""Trace files for tests of what reads and stores them: ours, foreign ones, and what people take for them."""

from __future__ import annotations

import gzip
import json
from functools import lru_cache
from typing import Any

from simulator.trace.trace_writer import trace_bytes
from tests.simulator.stories.shelf import played

SCENARIO = b"""\
id: dentist_moved
title: The dentist moved
world:
  reminder: []
goals: []
"""
NOT_TRACES: dict[str, tuple[bytes, str]] = {
    "empty.jsonl": (b"", "The file is empty."),
    "blank.jsonl": (b" \n\n", "The file is empty."),
    "run.jsonl.gz": (gzip.compress(b"{}", mtime=0), "This is a gzip archive. Unpack the archive first"),
    "runs.zip": (b"PK\x03\x04....", "This is a zip archive. Unpack the archive first"),
    "picture.png": (b"\x89PNG\r\n\x1a\n\0\0", "This is a PNG picture. Import a trace"),
    "dentist.yaml": (SCENARIO, "This is a scenario file, not a run. Put the file into a folder"),
    "run.html": (b"<!doctype html><title>Run 4</title>", "This is a web page."),
    "bytes": (b"\x01\x02\x00\xff\xfe" * 20, "This is not text."),
    "utf16.json": ('{"a": 1}'.encode("utf-16"), "This is text in UTF-16. Save the file as UTF-8."),
    "notes.txt": (b"Dear diary", "This is text, but not a trace."),
    "list.json": (b"[1, 2]", "This is JSON, but a list or a single value"),
    "other.json": (b'{"name": "x", "scores": []}', "This is JSON, but not a trace. Its fields: “name”, “scores”."),
    "nothing.json": (b"{}", "This is JSON, but not a trace. Its fields: none."),
    "deep.json": (b'{"a":' + b"[" * 200_000 + b"]" * 200_000 + b"}", "nested too deeply"),
    "cut.json": (b'{"completed_events": [{"event', "This starts like JSON, but is cut off or damaged"),
    "script.json": (b'{"<script>": 1}', "Its fields: “<script>”"),
}


@lru_cache
def own(name: str = "dentist", **options: Any) -> bytes:
    """The trace of one of the small stories."""
    return trace_bytes(played(name, **options))


def cut(data: bytes) -> bytes:
    """In the middle of its last line but one."""
    *lines, _, _ = data.split(b"\n")
    return b"\n".join(lines)[:-20]


def changed(data: bytes) -> bytes:
    """One letter of what was said is another one."""
    assert b"Dentist" in data
    head, _, tail = data.rpartition(b"Dentist")
    return head + b"Dentiss" + tail


def hf_shell(**fields: Any) -> bytes:
    """JSON that claims to be a foreign trace."""
    return json.dumps({"version": "are_simulation_v1", "completed_events": [], "world_logs": [], **fields}).encode()
