"""What a study asks of a person, told before they join: how many items, how long."""

from __future__ import annotations

import math
from typing import NamedTuple

from annotation.jobs.checking import questions_of
from annotation.models import Item, Role, Study
from annotation.questions import asked_about

_SECONDS, _PRACTICE_SECONDS = 20, 30
"""What an item takes somebody who reads it; practice has an explanation to read."""
_SITTING = 60


class Outline(NamedTuple):
    items: int
    practice: int
    minutes: int
    answers: tuple[str, ...]
    """What one can say to an offer; none if the study has no question about offers."""
    has_silences: bool

    @property
    def is_long(self) -> bool:
        """Nobody does it in one go, so nobody is told the hours."""
        return self.minutes > _SITTING


def outline_of(study: Study) -> Outline:
    rows = Item.objects.filter(study=study, trouble="")
    real = list(rows.filter(role=Role.REAL).values_list("kind", flat=True))
    practice = rows.filter(role=Role.PRACTICE).count()
    items = len(real) if study.per_person is None else min(len(real), study.per_person)
    # With the gold that comes among them, as the page will count: a number that grows would give it away.
    items += min(rows.filter(role=Role.GOLD).count(), items // max(1, study.gold_every - 1))
    minutes = max(1, math.ceil((items * _SECONDS + practice * _PRACTICE_SECONDS) / 60))
    offered = asked_about(questions_of(study), "offer")
    answers = tuple(choice.label for choice in offered[0].choices) if offered else ()
    return Outline(items, practice, minutes, answers, "silence" in real)
