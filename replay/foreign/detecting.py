"""Recognises a trace by its content and reads it; files of other kinds are refused with a reason."""

from __future__ import annotations

import codecs
import json
import logging
from collections.abc import Callable
from typing import Any

import msgspec

from replay.foreign.brought import Brought, ForeignError
from replay.foreign.looks import GIVE, look_of
from replay.foreign.provenance import provenance_of, with_provenance
from simulator.episode.trace_lines import describe
from simulator.episode.verify import verify
from simulator.trace.header import KIND, TraceError
from simulator.trace.trace_reader import DAMAGED, Limits, parse_trace

Reader = Callable[[bytes, str], Brought]

_log = logging.getLogger(__name__)
_OWN = f'{{"kind":"{KIND}"'.encode()
_HF_SIGN = "completed_events"
_LITE_SIGN = "per_agent_interaction_histories"
_WHOLE_ONLY = (
    "Only whole traces can be imported. Export the run again once it is over, or continue an unfinished run with "
    "`pare run --resume FILE`."
)
_AGAIN = "Get a fresh copy of the file from the system that wrote it."


def read_any(data: bytes, file: str) -> Brought:
    """Return the run in a trace of PARE Studio or of the original PARE. Raise TraceError for any other file."""
    return reader_of(data, file)(data, file)


def is_own(data: bytes) -> bool:
    """Return whether the file starts like a trace of PARE Studio."""
    return data.startswith(_OWN)


def reader_of(data: bytes, file: str) -> Reader:
    if not data.strip():
        raise TraceError(file, None, "The file is empty.", GIVE)
    if is_own(data):
        return read_own
    if data.removeprefix(codecs.BOM_UTF8).lstrip()[:1] not in (b"{", b"["):
        look = look_of(data)
        raise TraceError(file, None, f"This is {look.what}.", look.remedy)
    return _reader_of_json(_fields(data, file), file)


def read_own(data: bytes, file: str) -> Brought:
    """Return the run in a trace of PARE Studio (JSON Lines). Raise TraceError if the file is incomplete or changed."""
    try:
        trace = parse_trace(data, file, _as_large_as(data))
    except TraceError as error:
        if _is_cut(data, file):
            raise TraceError(file, error.line, error.problem, _WHOLE_ONLY, error.moments) from None
        raise
    wrong = verify(trace, replays=False).first
    if wrong is not None:
        found = f" {wrong.difference}" if wrong.difference is not None and wrong.difference.line is not None else ""
        raise TraceError(file, None, f"The file was changed after it was written. {wrong.says}{found}", DAMAGED)
    before = provenance_of(trace)
    return Brought(trace, "pare.trace", {}, ()) if before is None else Brought(trace, *msgspec.structs.astuple(before))


def _is_cut(data: bytes, file: str) -> bool:
    """Return whether the file lacks only its end: all lines that it has can be read."""
    try:
        parse_trace(data, file, _as_large_as(data), partial=True)
    except TraceError:
        return False
    return True


def _as_large_as(data: bytes) -> Limits:
    """Return limits as large as the file.

    The caller has checked the file's size, and a single line may fill nearly all of the file.
    """
    return Limits(file=len(data), line=len(data))


def _fields(data: bytes, file: str) -> dict[str, Any]:
    """Return the fields of a JSON object without parsing their values, which is fast for large files."""
    try:
        found: dict[str, Any] = msgspec.json.decode(data.removeprefix(codecs.BOM_UTF8), type=dict[str, msgspec.Raw])
        return found
    except RecursionError:
        raise TraceError(file, None, "This is JSON that is nested too deeply for a trace.", GIVE) from None
    except msgspec.ValidationError:
        raise TraceError(file, None, "This is JSON, but a list or a single value, not a trace.", GIVE) from None
    except ValueError as error:
        loosely = _loosely(data)
        if loosely is not None:
            return loosely
        if _is_json(data.partition(b"\n")[0]):
            problem = "These are lines of JSON, but not the lines of an unchanged trace."
            raise TraceError(file, None, problem, f"{_AGAIN} From other systems, import one file per run.") from None
        raise TraceError(file, None, f"This starts like JSON, but is cut off or damaged ({error}).", _AGAIN) from None


def _loosely(data: bytes) -> dict[str, Any] | None:
    """Return a JSON object that may contain NaN or lone surrogates, as in files of the original PARE; else None."""
    try:
        found = json.loads(data.removeprefix(codecs.BOM_UTF8))
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def _is_json(line: bytes) -> bool:
    try:
        msgspec.json.decode(line.removeprefix(codecs.BOM_UTF8), type=dict[str, msgspec.Raw])
    except (ValueError, RecursionError):
        return False
    return True


def _reader_of_json(fields: dict[str, Any], file: str) -> Reader:
    if _HF_SIGN in fields:
        return _guarded(_read_hf)
    if _LITE_SIGN in fields:
        return _guarded(_read_lite)
    if "kind" in fields:
        return read_own
    named = ", ".join(f"“{name[:40]}”" for name in list(fields)[:5])
    raise TraceError(file, None, f"This is JSON, but not a trace. Its fields: {named or 'none'}.", GIVE)


# Imported when needed: commands that read only our own traces start faster without the code for foreign files.
def _read_hf(data: bytes, file: str) -> Brought:
    from replay.foreign.reading import read_hf

    return read_hf(data, file)


def _read_lite(data: bytes, file: str) -> Brought:
    from replay.foreign.lite import read_lite

    return read_lite(data, file)


def _guarded(reader: Reader) -> Reader:
    """Return a function like `reader` that turns every error into a TraceError: the file may contain anything."""

    def read(data: bytes, file: str) -> Brought:
        try:
            return with_provenance(reader(data.removeprefix(codecs.BOM_UTF8), file))
        except TraceError:
            raise
        except Exception as problem:
            _log.exception("The file %s can't be read.", file)
            raise ForeignError(file, "", f"The file can’t be read. {describe(problem)}", _AGAIN) from problem

    return read
