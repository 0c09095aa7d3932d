"""A run as the content of a file, in each format that there is."""

from __future__ import annotations

import json

import pytest

from replay.foreign.detecting import read_any
from replay.formats import FORMATS, CannotExport, FormatName, written
from simulator.trace.trace_reader import parse_trace
from tests.replay.files import cut, own


def test_a_trace_is_written_as_it_was_read() -> None:
    assert written(parse_trace(own()), "trace") == own()


@pytest.mark.parametrize("name", ["hf", "lite"])
def test_formats_of_the_original_are_recognised_when_they_come_back(name: FormatName) -> None:
    data = written(parse_trace(own()), name)
    assert isinstance(json.loads(data), dict)
    assert read_any(data, "back.json").format == name


def test_a_run_without_an_end_is_written_as_a_trace_only() -> None:
    unfinished = parse_trace(cut(own()), partial=True)
    assert own().startswith(written(unfinished, "trace"))
    foreign: tuple[FormatName, ...] = ("hf", "lite")
    for name in foreign:
        with pytest.raises(CannotExport, match="need a run that was played to its end"):
            written(unfinished, name)


def test_a_web_page_is_made_of_stored_runs_only() -> None:
    with pytest.raises(CannotExport, match="pare trace import"):
        written(parse_trace(own()), "html")


def test_every_format_says_what_it_is() -> None:
    for format in FORMATS.values():
        assert format.title and format.about and format.ending and "/" in format.media_type
