"""Writes trace files: one line per moment, each with the hash so far, and a checksum over all lines at the end."""

from __future__ import annotations

import errno
import hashlib
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import Any, BinaryIO, Protocol

import msgspec

from simulator.trace.exchange_parts import FirstUses
from simulator.trace.hashing import SHORT, ContentHash
from simulator.trace.header import Header, Result
from simulator.trace.moments import Moment

# Keys keep the order in which they came: ids on the phone follow from the order of the scenario's file.
_encoder = msgspec.json.Encoder()


class TraceWriter:
    """Writes a trace to an open file: the header at once, moments with `add`, the result with `finish`."""

    def __init__(self, handle: BinaryIO, header: Header, parts: Mapping[str, Any] | None = None) -> None:
        """Write the header. `parts`: messages and tool schemas that exchanges use but their moments do not contain."""
        self._handle = handle
        self._chain = ContentHash()
        self._sum = hashlib.sha256()
        self._count = 0
        self._parts = FirstUses(parts or {})
        self._write(encode_line(header))

    def add(self, moment: Moment) -> None:
        if moment.n != self._count:
            raise ValueError(f"moment {moment.n} is given, but moment {self._count} comes next")
        self._chain.feed(moment)
        self._count += 1
        self._write(moment_line(self._parts.settle(moment), self._chain.digest[:SHORT]))

    def finish(self, result: Result) -> Result:
        """Write the last line and return the result with count, content hash and checksum."""
        result = msgspec.structs.replace(result, moments=self._count, content_hash=self._chain.digest, sha256="")
        checksum = self._sum.copy()
        checksum.update(unsigned(encode_line(result)))
        result = msgspec.structs.replace(result, sha256=checksum.hexdigest())
        self._write(encode_line(result))
        return result

    def _write(self, line: bytes) -> None:
        self._sum.update(line)
        self._handle.write(line)


def encode_line(part: Header | Result) -> bytes:
    return _encoder.encode(part) + b"\n"


def moment_line(moment: Moment, mark: str) -> bytes:
    # The mark is spliced in rather than a field of Moment: it is a hash over the moment, so it cannot be part of it.
    return _encoder.encode(moment)[:-1] + b',"h":"' + mark.encode() + b'"}\n'


def unsigned(result_line: bytes) -> bytes:
    """Return a trace's last line without its last field, the checksum, and without the line end."""
    # Cut from the bytes, not encoded again: a line with a changed spelling must fail the check.
    return result_line.rpartition(b',"sha256":"')[0] + b"}"


def dump(header: Header, moments: Iterable[Moment], result: Result | None) -> bytes:
    """Return a whole trace as the bytes of a file; without a result, the trace of a run that has not ended."""
    buffer = BytesIO()
    writer = TraceWriter(buffer, header)
    for moment in moments:
        writer.add(moment)
    if result is not None:
        writer.finish(result)
    return buffer.getvalue()


@contextmanager
def trace_file(path: Path, header: Header) -> Iterator[TraceWriter]:
    """Yield a writer to a file that appears under its name only once it is complete."""
    with whole_file(path) as handle:
        yield TraceWriter(handle, header)


@contextmanager
def whole_file(path: Path) -> Iterator[BinaryIO]:
    """Yield a file that appears under its name only once it is complete.

    A symbolic link is kept and its target replaced. Pipes and devices are written to directly, because they can't be
    replaced.
    """
    if path.exists() and not path.is_file():
        with path.open("wb") as handle:
            yield handle
        return
    target = link_target(path)
    # In the same folder, because only a rename within one file system is atomic; the process id keeps writers apart.
    unfinished = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        with unfinished.open("wb") as handle:
            yield handle
            handle.flush()
            # Otherwise a power failure after the rename could leave an empty file under the final name.
            os.fsync(handle.fileno())
        unfinished.replace(target)
    # Ctrl-C must not leave the unfinished file behind either.
    except BaseException:
        unfinished.unlink(missing_ok=True)
        raise


def link_target(path: Path) -> Path:
    """Return the final target of a path. Raise OSError if its links form a circle."""
    try:
        return path.resolve()
    # Before Python 3.13, `resolve` raises this for links that form a circle; callers handle OSError.
    except RuntimeError:
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), str(path)) from None


class Run(Protocol):
    """Anything that can be written as a trace: an episode, even one that has not ended."""

    @property
    def moments(self) -> Sequence[Moment]: ...

    def header(self) -> Header: ...

    def result(self) -> Result | None: ...


def trace_bytes(run: Run) -> bytes:
    """Return the trace of a run; the same run always gives the same bytes."""
    return dump(run.header(), run.moments, run.result())


def write_trace(path: Path, run: Run) -> None:
    """Write a whole trace. If writing fails, a regular file keeps its previous content."""
    result = run.result()
    with trace_file(path, run.header()) as writer:
        for moment in run.moments:
            writer.add(moment)
        if result is not None:
            writer.finish(result)
