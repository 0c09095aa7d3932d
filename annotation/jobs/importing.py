"""Takes exported answers back into a study: all that is new in one transaction, or nothing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import BinaryIO, NamedTuple

from django.db import transaction

from annotation.export.matching import Refusal, match
from annotation.export.reading import BadFile, read_answers
from annotation.jobs.taking_in import Sheet
from annotation.models import Study

__all__ = ["BadFile", "Imported", "import_answers"]


class Imported(NamedTuple):
    """Counts are of rows: one for each question, person, item and revision."""

    added: int
    same: int
    people: int
    """Made for pseudonyms that the study did not have."""
    refused: Sequence[Refusal]

    @property
    def is_done(self) -> bool:
        """Whether the file was taken in. If not, nothing of it was."""
        return all(one.is_passed_over for one in self.refused)


def import_answers(study: Study, file: bytes | BinaryIO) -> Imported:
    """JSON lines, CSV or Parquet, told apart by their content. `BadFile` if it cannot be read.

    Items are found by their identity and people by their pseudonym; those whom the study lacks are made, without an
    account. Rows that contradict the study, or that it has no place for, keep the whole file out. Rows of people who
    have withdrawn are passed over. Earlier and later revisions fit together, whichever came first.
    """
    lines = read_answers(file if isinstance(file, bytes) else file.read())
    with transaction.atomic():
        sheet = Sheet(study)
        matched = match(lines, sheet.known)
        if not matched.is_takeable:
            return Imported(0, matched.same, 0, matched.refused)
        made = sheet.make_people(matched.new)
        sheet.write(matched.new)
    return Imported(len(matched.new), matched.same, made, matched.refused)
