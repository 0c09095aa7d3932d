"""Current answers about the moments of one run, for `verdicts_of`."""

from __future__ import annotations

from collections.abc import Iterator

from annotation.models import Answer, Role
from simulator.jobs.verdict_sources import GivenVerdict
from simulator.models import Episode

# Answers to practice items teach people; they are not verdicts.
_COUNTED = (Role.REAL, Role.GOLD)


def verdicts_about(run: Episode) -> Iterator[GivenVerdict]:
    """Yield the current answers about a run as verdicts; skip practice, and people who withdrew or were left out."""
    rows = Answer.objects.filter(
        episode=run, item__role__in=_COUNTED, rater__withdrawn_at=None, rater__left_out=False
    ).current()
    for row in rows.select_related("rater").order_by("moment", "key", "pk"):
        yield GivenVerdict(
            moment=row.moment,
            key=row.key,
            value=row.value,
            rater_kind=row.rater.kind,
            rater=row.rater.pseudonym,
            reason=row.reason,
            source="answers",
        )
