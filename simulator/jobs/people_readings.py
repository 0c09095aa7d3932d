"""Imports readings by people from JSON Lines. If one line is wrong, nothing is stored."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from django.db import transaction

from simulator.jobs.finished_run import CannotJudge, opened, texts_of
from simulator.jobs.reader_outcomes import store_outcome
from simulator.jobs.verdict_rows import store_lines
from simulator.models import Episode
from simulator.reading.claims import Answer, RunText, text_hash
from simulator.reading.reading_lines import LONGEST_LINE, BadReadingLine, ReadingLine
from simulator.words.english import cut


class PersonLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One line of an imported file: one person's answer to one claim about one text."""

    run: int
    key: str
    text: str
    value: Answer
    rater: str
    moment: int | None = None
    words: str = ""
    reason: str = ""

    def reading(self) -> ReadingLine:
        return ReadingLine(
            key=self.key,
            text_hash=text_hash(self.text),
            value=self.value,
            rater_kind="person",
            rater=self.rater.strip(),
            moment=self.moment,
            words=self.words,
            reason=self.reason,
        )


class ImportedReadings(msgspec.Struct, frozen=True):
    judged: tuple[tuple[int, str], ...]
    """Pairs of a run's number and the name of a person who has read the run."""
    lines: int
    stored: int
    """Number of readings that the database did not have yet."""


def import_people(data: bytes, file: str, only: Sequence[int] = ()) -> ImportedReadings:
    """Store readings by people about stored runs. If a line is wrong, raise BadReadingLine and store nothing.

    `only`: numbers of the runs that the lines may be about; empty for any run.
    """
    numbered = _lines(data, file)
    by_run: dict[int, list[ReadingLine]] = {}
    texts: dict[int, Sequence[RunText]] = {}
    for number, line in numbered:
        if only and line.run not in only:
            raise BadReadingLine(f"{file}:{number}: run {line.run} is not among the runs to judge. Remove the line.")
        if line.run not in texts:
            texts[line.run] = _texts(line.run, f"{file}:{number}")
        _check(line, texts[line.run], f"{file}:{number}")
        by_run.setdefault(line.run, []).append(line.reading())
    judged = sorted({(run, line.rater) for run, lines in by_run.items() for line in lines})
    with transaction.atomic():
        stored = sum(store_lines(Episode.objects.get(pk=run), lines) for run, lines in by_run.items())
        for run, rater in judged:
            row = Episode.objects.select_related("version__scenario").get(pk=run)
            store_outcome(row, opened(row), "person", rater)
    return ImportedReadings(tuple(judged), len(numbered), stored)


def _lines(data: bytes, file: str) -> list[tuple[int, PersonLine]]:
    found = []
    for number, raw in enumerate(data.split(b"\n"), 1):
        if not raw.strip():
            continue
        if len(raw) > LONGEST_LINE:
            raise BadReadingLine(f"{file}:{number}: the line is longer than {LONGEST_LINE:,} bytes. Shorten it.")
        try:
            line = msgspec.json.decode(raw, type=PersonLine)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            names = ", ".join(PersonLine.__struct_fields__)
            raise BadReadingLine(f"{file}:{number}: not a reading: {error}. Fields: {names}.") from None
        if not line.rater.strip():
            raise BadReadingLine(f"{file}:{number}: rater is empty. Write a name or a pseudonym.")
        found.append((number, line))
    if not found:
        raise BadReadingLine(f"{file} has no readings. Write one JSON object per line.")
    return found


def _texts(run: int, place: str) -> Sequence[RunText]:
    row = Episode.objects.select_related("version__scenario").filter(pk=run).first() if 0 < run < 2**63 else None
    if row is None:
        raise BadReadingLine(f"{place}: there is no run {run}. Correct `run`.")
    try:
        return texts_of(row)
    except CannotJudge as error:
        raise BadReadingLine(f"{place}: {error}") from None


def _check(line: PersonLine, texts: Sequence[RunText], place: str) -> None:
    """Raise BadReadingLine for a text or claim that the run does not have: no outcome would use the reading."""
    same = [text for text in texts if text.text == line.text and line.moment in (None, text.moment)]
    if not same:
        where = f" at step {line.moment}" if line.moment is not None else ""
        remedy = "Copy the text from the run’s Readings page."
        raise BadReadingLine(f"{place}: run {line.run} has no such text{where}: “{cut(line.text, 60)}”. {remedy}")
    keys = sorted({claim.key for text in same for claim in text.claims})
    if line.key not in keys:
        raise BadReadingLine(f"{place}: unknown claim '{line.key}' for this text. Known claims: {', '.join(keys)}.")
