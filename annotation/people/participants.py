"""A participant inside a transaction: locked, refreshed from the database, and checked whether they may judge."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum
from threading import Lock

from django.db import OperationalError, connection, transaction
from django.utils import timezone

from annotation.labelling.prepared_sql import Texts, lock_holder, lock_person
from annotation.labelling.refusals import Kind, Refused
from annotation.models import Assignment, Item, Rater, Role, Study, StudyState
from annotation.people.joining import consent_text


class Empty(StrEnum):
    """Reasons why a participant has nothing to judge."""

    NOT_OPEN = "not_open"
    CLOSED = "closed"
    CONSENT = "consent"
    PRACTICE = "practice"
    FAILED = "failed"
    SHARE_DONE = "share_done"
    ALL_DONE = "all_done"
    COMPLETE = "complete"
    HELD = "held"
    NO_ITEMS = "no_items"


FINISHED = frozenset({Empty.SHARE_DONE, Empty.ALL_DONE, Empty.COMPLETE})
_REFUSALS: dict[Empty, Kind] = {
    Empty.NOT_OPEN: "not_open",
    Empty.CLOSED: "closed",
    Empty.CONSENT: "consent",
    Empty.PRACTICE: "practice",
    Empty.FAILED: "practice",
}
_TURN = Lock()
# Seconds between two tries to get SQLite's write lock.
_SOON = 0.001
_FAILED = "You did not pass the practice, so there is nothing for you to judge. Thank you for trying."


@dataclass
class Participant:
    """A participant whose row is locked until the transaction ends. Rows of items must be locked after this row."""

    rater: Rater
    study: Study
    texts: Texts
    now: datetime
    skipped: list[int] = field(default_factory=list)
    """Primary keys of items that were skipped because other transactions had locked them; the items may have room."""

    @property
    def lease_until(self) -> datetime:
        return self.now + timedelta(seconds=self.study.lease_seconds)

    @property
    def is_closed(self) -> bool:
        return self.study.state == StudyState.CLOSED

    def why_not(self) -> Empty | None:
        """Return why this participant may not judge (the study is not open, or a reason of `not_ready`), or None."""
        if self.study.state == StudyState.DRAFT:
            return Empty.NOT_OPEN
        if self.is_closed:
            return Empty.CLOSED
        return self.not_ready()

    def not_ready(self) -> Empty | None:
        """Return why this participant may not see items (no consent, practice failed or not yet passed), else None."""
        agreed = self.rater.consent_version if self.rater.consented_at else 0
        if agreed != self.texts.consent and self.texts.consent:
            return Empty.CONSENT
        if self.rater.failed_at is not None:
            return Empty.FAILED
        return Empty.PRACTICE if needs_practice(self.rater) else None

    def read(self, guidelines: int | None) -> None:
        """Make new answers name the guidelines version that was on the screen, even if a newer version is in force."""
        if guidelines is not None and guidelines < self.texts.guidelines:
            self.texts = self.texts._replace(guidelines=guidelines)

    def clock(self) -> datetime:
        """Set `now` to the current time and return it. Called after waiting for a lock: leases may have run out."""
        self.now = timezone.now()
        return self.now


@contextmanager
def at_once() -> Iterator[None]:
    """Open a transaction. On SQLite, avoid its long pauses between two tries to get the write lock.

    SQLite makes a waiting writer sleep longer and longer, up to a tenth of a second. So threads of this process take
    turns, and while another process holds the lock, a thread tries again every millisecond.
    """
    # Inside an outer transaction the write lock is already held, so there is nothing to wait for.
    if connection.vendor != "sqlite" or connection.in_atomic_block:
        with transaction.atomic():
            yield
        return
    with _TURN, _soon():
        yield


@contextmanager
def _soon() -> Iterator[None]:
    connection.ensure_connection()
    patience = 1000 * connection.settings_dict["OPTIONS"].get("timeout", 5)
    end = time.monotonic() + patience / 1000
    whole = transaction.atomic()
    _wait_at_most(0)
    try:
        while True:
            try:
                whole.__enter__()
                break
            except OperationalError as problem:
                # Django has no exception class of its own for a busy SQLite database.
                if "locked" not in str(problem) or time.monotonic() > end:
                    raise
                time.sleep(_SOON)
    finally:
        _wait_at_most(patience)
    with ExitStack() as stack:
        stack.push(whole)
        yield


def _wait_at_most(milliseconds: int) -> None:
    connection.connection.execute(f"PRAGMA busy_timeout = {milliseconds}")


def lock(rater: Rater) -> Participant:
    """Lock and refresh the participant's row, and return the participant. Raise Refused if the person has withdrawn.

    Must come before any lock of an item in the same transaction.
    """
    texts = lock_person(rater)
    if texts is None:
        raise Refused("not_held", "You no longer take part in this study.")
    return Participant(rater, rater.study, texts, timezone.now())


def lock_with(rater: Rater, code: str) -> tuple[Participant, Assignment, Item]:
    """Lock and return the participant, the assignment and the item.

    Raise Refused if the participant has withdrawn or never got this item, or if the item is no longer shown.
    """
    found = lock_holder(rater, code)
    if found is None:
        lock(rater)
        raise Refused("not_held")
    texts, row, item = found
    return Participant(rater, rater.study, texts, timezone.now()), row, item


def needs_consent(rater: Rater) -> bool:
    """Return whether there is a consent text in force that this participant has not agreed to."""
    text = consent_text(rater.study)
    return text is not None and (rater.consented_at is None or rater.consent_version != text.version)


def needs_practice(rater: Rater) -> bool:
    if rater.passed_at is not None:
        return False
    return Item.objects.filter(study=rater.study_id, role=Role.PRACTICE, trouble="").exists()


def refuse(why: Empty) -> Refused:
    """Return the exception to raise for a reason that `why_not` returned."""
    return Refused(_REFUSALS[why], _FAILED if why == Empty.FAILED else "")
