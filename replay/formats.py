"""The kinds of files that a run can be taken out as."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple

from simulator.trace.trace_reader import Trace
from simulator.trace.trace_writer import dump

FormatName = Literal["trace", "html", "hf", "lite"]


class Format(NamedTuple):
    title: str
    about: str
    ending: str
    """Of the file's name."""
    media_type: str
    only_whole: bool = True
    """Whether a run has to be over for it."""


FORMATS: Mapping[str, Format] = {
    "trace": Format(
        "Trace", "JSON Lines with everything in it; can be verified and imported", "jsonl", "application/jsonl", False
    ),
    "html": Format("Web page", "one file that replays in any browser, without a server", "html", "text/html", False),
    "hf": Format("PARE hf", "as the original PARE exports: app states, events, logs", "hf.json", "application/json"),
    "lite": Format("PARE lite", "the original’s short form: what each agent was told", "lite.json", "application/json"),
}


class CannotExport(Exception):
    """A run cannot be written as such a file; says why, and what can be done instead."""


def written(trace: Trace, name: FormatName) -> bytes:
    """The run as the content of such a file."""
    if trace.result is None and FORMATS[name].only_whole:
        raise CannotExport(
            f"{FORMATS[name].title} files hold whole runs, and this one has no end. Take the trace, which may be "
            "unfinished, or come back when the run is over."
        )
    if name == "html":
        raise CannotExport(
            "A web page is made of a run in the studio. Bring it in with `pare trace import`, then export its number."
        )
    if name == "trace":
        return dump(trace.header, trace.moments, trace.result)
    if name == "hf":
        from replay.foreign.hf_writing import write_hf

        return write_hf(trace)
    from replay.foreign.lite import write_lite

    return write_lite(trace)
