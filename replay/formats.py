"""The file formats in which a run can be exported."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple

from simulator.trace.trace_reader import Trace
from simulator.trace.trace_writer import dump

FormatName = Literal["trace", "readings", "html", "hf", "lite"]


class Format(NamedTuple):
    title: str
    about: str
    ending: str
    """Extension of the file name, without the first dot."""
    media_type: str
    only_whole: bool = True
    """True if only runs that are over can be exported."""


FORMATS: Mapping[str, Format] = {
    "trace": Format(
        "Trace", "JSON Lines with everything; can be verified and imported", "jsonl", "application/jsonl", False
    ),
    "readings": Format(
        "Readings",
        "JSON Lines with the readings of the run’s texts by models and people; import the trace first",
        "readings.jsonl",
        "application/jsonl",
        False,
    ),
    "html": Format("Web page", "one file that replays in any browser, without a server", "html", "text/html", False),
    "hf": Format(
        "PARE hf", "the full format of the original PARE: app states, events, logs", "hf.json", "application/json"
    ),
    "lite": Format(
        "PARE lite", "the short format of the original PARE: messages of each agent", "lite.json", "application/json"
    ),
}


class CannotExport(Exception):
    """Raised if a run can't be exported in a format. The message gives the reason and an alternative."""


def written(trace: Trace, name: FormatName) -> bytes:
    """Return the content of a file in this format.

    Raise CannotExport if the format needs a run that is over and this run is not, or if it needs a stored run.
    """
    if trace.result is None and FORMATS[name].only_whole:
        raise CannotExport(
            f"{FORMATS[name].title} files need a run that was played to its end, and this run was not. Export a trace "
            "instead, or wait for the end if the run is still being played."
        )
    if name == "readings":
        raise CannotExport("Only stored runs have readings. Import the trace with `pare trace import` first.")
    if name == "html":
        raise CannotExport(
            "Only stored runs can become a web page. Import the trace with `pare trace import`, then export the run."
        )
    if name == "trace":
        return dump(trace.header, trace.moments, trace.result)
    # Imported when needed: these modules load every app of the phone.
    if name == "hf":
        from replay.foreign.hf_writing import write_hf

        return write_hf(trace)
    from replay.foreign.lite import write_lite

    return write_lite(trace)
