"""Studies of runs that were really played, so that their items can be shown."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import zip_longest
from secrets import token_hex
from typing import Any

from annotation.models import Batch, Item, Role, Study
from annotation.questions import DECISION, MISSED
from simulator.models import DecisionPoint, Episode
from tests.annotation.played import played
from tests.annotation.study_fixtures import study


def item_of(of: Study, point: DecisionPoint, role: Role = Role.REAL, **fields: Any) -> Item:
    """A decision point of a run as an item of a study."""
    batch, _ = Batch.objects.get_or_create(study=of, number=1, defaults={"spec": {}, "strata": []})
    number = Item.objects.filter(study=of).count() + 1
    episode = point.episode
    known = {
        "model": episode.assistant_player,
        "scenario": episode.version.scenario.slug,
        "outcome": "success" if episode.success else "miss",
        "offer": point.body.get("text", ""),
        "simulated": point.body.get("reaction", ""),
        "probability": 1.0,
        "moment": point.moment,
    }
    code = token_hex(8)
    return Item.objects.create(
        study=of,
        batch=batch,
        number=number,
        code=code,
        identity=code,
        role=role,
        episode=episode,
        kind=point.kind,
        **{**known, **fields},
    )


_STORIES = ("late_train", "short_night", "dentist", "market_day")


def points_of(runs: Iterable[Episode], *kinds: str) -> list[DecisionPoint]:
    """Offers and silences of these runs, in their order."""
    wanted = kinds or ("offer", "silence")
    return [point for run in runs for point in run.decision_points.order_by("number") if point.kind in wanted]


def judged_study(count: int = 12, kinds: tuple[str, ...] = ("offer", "silence"), **fields: Any) -> Study:
    """Open, with so many items of small stories that an eager assistant played, taken from one after the other."""
    made = study(**{"asks": (DECISION, MISSED), **fields})
    # No more runs than needed: each takes its time.
    names = _STORIES if count > 2 else _STORIES[:1]
    by_run = [points_of([played(name, assistant="eager")], *kinds) for name in names]
    points = [point for same_place in zip_longest(*by_run) for point in same_place if point is not None]
    assert len(points) >= count, f"there are {len(points)} points"
    for point in points[:count]:
        item_of(made, point)
    return made
