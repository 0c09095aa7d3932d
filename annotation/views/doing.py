"""What somebody in a study does just now, in a few words."""

from __future__ import annotations

import math
from datetime import datetime
from typing import NamedTuple

from annotation.jobs.progress import PersonProgress
from annotation.models import Study, StudyState


class Doing(NamedTuple):
    """`at`: when it was, of what is over. `is_live`: the person sits at an item."""

    words: str
    at: datetime | None = None
    is_live: bool = False
    tone: str = ""


def doing(person: PersonProgress, study: Study, has_practice: bool, now: datetime) -> Doing:
    rater = person.rater
    if rater.withdrawn_at:
        return Doing("withdrawn", rater.withdrawn_at)
    if person.held_until:
        return Doing(f"item open, {minutes_left(person.held_until, now)} min left", is_live=True)
    if rater.failed_at:
        return Doing("failed the practice", rater.failed_at, tone="warn")
    # A second batch, a higher quota or somebody who withdraws gives people more to do.
    if rater.finished_at and (person.answers >= person.of or study.state == StudyState.CLOSED):
        return Doing("finished", rater.finished_at)
    if rater.user_id is None:
        return Doing("answered elsewhere")
    if has_practice and rater.passed_at is None:
        return Doing("practising" if study.state != StudyState.CLOSED else "never passed the practice")
    return Doing("last seen", rater.last_seen_at) if rater.last_seen_at else Doing("joined", rater.joined_at)


def minutes_left(until: datetime, now: datetime) -> int:
    """Rounded up, so that a lease that is renewed every minute stands still instead of flickering."""
    return max(1, math.ceil((until - now).total_seconds() / 60))
