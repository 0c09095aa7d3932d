"""Exports stored runs as files."""

from __future__ import annotations

from typing import NamedTuple

from replay.formats import FORMATS, FormatName, written
from replay.views.offline import html_of
from simulator.jobs.serialization import trace_bytes_of, trace_of
from simulator.jobs.verdict_rows import lines_of_run
from simulator.models import Episode as EpisodeRow
from simulator.reading.reading_lines import dump_readings


class Export(NamedTuple):
    name: str
    media_type: str
    data: bytes


def exported(row: EpisodeRow, name: FormatName) -> Export:
    """Return the run as a file. Raise CannotExport if the run can't be exported in this format."""
    found = FORMATS[name]
    return Export(f"run_{row.pk}_{row.version.scenario.slug}.{found.ending}", found.media_type, _content(row, name))


def _content(row: EpisodeRow, name: FormatName) -> bytes:
    if name == "trace":
        return trace_bytes_of(row)
    if name == "readings":
        return dump_readings(row.content_hash, lines_of_run(row))
    return html_of(row) if name == "html" else written(trace_of(row), name)
