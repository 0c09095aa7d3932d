"""Writes and reads the lines of `readings.jsonl`, and looks up the stored readings of claims."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal, Protocol

import msgspec

from simulator.reading.claims import Answer, Claim, Reading, RunText, text_hash

RaterKindName = Literal["model", "person"]
FORMAT = "pare.readings"
_BEGINNING = b'{"format":"pare.readings"'
# In bytes. A line has one answer about one text, so real lines are far shorter.
LONGEST_LINE = 200_000


class ReadingLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """One stored reading: the answer of a model or a person about one claim and one text of a run."""

    key: str
    """Key of the claim, such as `need:clash`, `goal:1` or `builtin:threat`."""
    text_hash: str
    value: Answer
    rater_kind: RaterKindName
    rater: str
    moment: int | None = None
    words: str = ""
    reason: str = ""
    version: str = ""
    """Version of the reader: a hash of the model, its parameters and its prompt; empty for people."""
    claim_hash: str = ""
    """Hash of the claim's sentence and of the context that the reader got with it; empty for readings of people."""
    is_failed: bool = False
    """True if the reader gave no usable answer; `value` is then `unclear`."""
    cost: float | None = None
    tokens_in: int = 0
    tokens_out: int = 0
    created: str = ""

    @property
    def reading(self) -> Reading:
        return Reading(self.key, self.value, self.words, self.reason, f"{self.rater_kind}:{self.rater}", self.version)


class ReadingsHeader(msgspec.Struct, frozen=True):
    """The first line of `readings.jsonl`."""

    format: str
    content_hash: str
    """Content hash of the run: the readings belong to every run with the same content."""


class BadReadingLine(ValueError):
    """Raised for a line of a readings file that can't be used; the message names the file, the line and the fault."""


class ReadingSource(Protocol):
    """Interface of objects that return the stored answers of a reader."""

    def answer(self, text: str, key: str) -> Reading | None:
        """Return the reading of the claim with this key about a text; None if the source has none."""
        ...


class StoredReadings:
    """A reader that looks up the stored readings of one rater: of a person, or of a model that was asked earlier.

    Of several readings of the same claim and text, the last one is used. A failed reading is used only if there is no
    other.
    """

    def __init__(self, lines: Iterable[ReadingLine]) -> None:
        self._found: dict[tuple[str, str], Reading] = {}
        self.name = self.version = ""
        for line in sorted(lines, key=lambda line: not line.is_failed):
            self._found[line.text_hash, line.key] = line.reading
            self.name, self.version = line.rater, line.version

    def __len__(self) -> int:
        return len(self._found)

    def answer(self, text: str, key: str) -> Reading | None:
        return self._found.get((text_hash(text), key))

    def read(self, text: RunText, claims: Sequence[Claim]) -> list[Reading]:
        """Return the stored readings of these claims about the text; claims without a stored reading are left out."""
        found = (self.answer(text.text, claim.key) for claim in claims)
        return [reading for reading in found if reading is not None]


def readers_of(lines: Iterable[ReadingLine]) -> list[StoredReadings]:
    """Return one reader for each rater of these stored readings, in the order of their first readings."""
    by_rater: dict[tuple[str, str], list[ReadingLine]] = {}
    for line in lines:
        by_rater.setdefault((line.rater_kind, line.rater), []).append(line)
    return list(map(StoredReadings, by_rater.values()))


def dump_readings(content_hash: str, lines: Iterable[ReadingLine]) -> bytes:
    """Return the bytes of `readings.jsonl`: a header with the run's content hash, then one line per reading."""
    header = ReadingsHeader(FORMAT, content_hash)
    return b"".join(msgspec.json.encode(line) + b"\n" for line in (header, *lines))


def is_readings_file(data: bytes) -> bool:
    return data.startswith(_BEGINNING)


def load_readings(data: bytes, file: str = "readings.jsonl") -> tuple[str, list[ReadingLine]]:
    """Return the content hash of the run, and its readings. Raise BadReadingLine for a line that can't be used."""
    first, _, rest = data.partition(b"\n")
    try:
        header = msgspec.json.decode(first, type=ReadingsHeader)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadReadingLine(
            f"{file}:1: not the header of a readings file: {error}. Start the file with a line such as"
            f' {{"format":"{FORMAT}","content_hash":"…"}}.'
        ) from None
    if header.format != FORMAT:
        raise BadReadingLine(f"{file}:1: unknown format '{header.format[:60]}'. Known format: {FORMAT}.")
    return header.content_hash, list(_lines(rest, file))


def _lines(data: bytes, file: str) -> Iterator[ReadingLine]:
    for number, line in enumerate(data.split(b"\n"), 2):
        if not line.strip():
            continue
        if len(line) > LONGEST_LINE:
            raise BadReadingLine(f"{file}:{number}: the line is longer than {LONGEST_LINE:,} bytes. Shorten it.")
        try:
            yield msgspec.json.decode(line, type=ReadingLine)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise BadReadingLine(f"{file}:{number}: not a reading: {error}. Fix or delete this line.") from None
