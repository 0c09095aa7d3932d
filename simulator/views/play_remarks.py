"""The remarks of players about a version of a scenario, for the people who look after it."""

from __future__ import annotations

from typing import NamedTuple

from simulator.models import PlayRemark, ScenarioVersion

MOST_REMARKS = 30


class Remarks(NamedTuple):
    """The answers of players to “Did anything feel wrong?”."""

    asked: int
    """Number of players who answered, including those who found nothing wrong."""
    found: int
    """Number of players who found something wrong."""
    wrong: list[PlayRemark]
    """The newest of their remarks."""


def remarks_about(version: ScenarioVersion) -> Remarks | None:
    """Return the remarks about a version; None if no player has answered."""
    given = PlayRemark.objects.filter(seat__episode__version=version)
    asked = given.count()
    if not asked:
        return None
    wrong = given.exclude(about=PlayRemark.About.NOTHING).select_related("seat").order_by("-changed_at")
    return Remarks(asked, wrong.count(), list(wrong[:MOST_REMARKS]))
