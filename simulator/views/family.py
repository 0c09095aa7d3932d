"""Builds the fork tree on the run page from the runs that the user may see. A large tree shows only close relatives."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import Count

from simulator.access import User, sees_all, visible_episodes
from simulator.models import Episode
from simulator.models.episode import EpisodeQuerySet
from simulator.showing.run_family import FamilyNode, Relative, family_tree
from simulator.templatetags.site import chip_of

# A larger tree is cut to the ancestors of the run, its first siblings and its first children.
MOST_RELATIVES = 24
MOST_ANCESTORS = 12
MOST_SIBLINGS = 4
MOST_CHILDREN = 8
# `result` is left out: it holds the whole outcome with its reasons, which the tree does not show.
_NEEDED = (
    "parent_id",
    "parent_step",
    "config",
    "forked_config",
    "imported",
    "state",
    "success",
    "undecided",
    "wish",
)


def family_of(row: Episode, user: User) -> FamilyNode | None:
    """Return the fork tree, or None for a run without a visible parent or fork."""
    seen = visible_episodes(user).only(*_NEEDED)
    ancestors = _ancestors(row, seen)
    root = ancestors[0] if ancestors else row
    rows = _all_of(root, seen)
    if rows is None:
        rows = [*ancestors, row, *_siblings(row, seen), *_children(row, seen)]
    if len(rows) < 2:
        return None
    relatives = {one.pk: _relative(one) for one in rows}
    relatives[row.pk] = _relative(row)
    counted = seen.order_by().filter(parent__in=relatives).values_list("parent").annotate(Count("pk"))
    return family_tree(root.pk, row.pk, relatives, dict(counted), sees_all(user))


def _ancestors(row: Episode, seen: EpisodeQuerySet) -> list[Episode]:
    """Return the nearest ancestors, oldest first. The search stops at an ancestor that the user may not see."""
    found: list[Episode] = []
    while row.parent_id is not None and len(found) < MOST_ANCESTORS:
        parent = seen.filter(pk=row.parent_id).first()
        if parent is None:
            break
        found.insert(0, parent)
        row = parent
    return found


def _all_of(root: Episode, seen: EpisodeQuerySet) -> list[Episode] | None:
    """Return a run and all its descendants; None if these are more than `MOST_RELATIVES` runs."""
    found, level = [root], [root.pk]
    while level:
        # One more than the limit is enough to know that there are too many.
        born = list(seen.filter(parent__in=level).order_by("pk")[: MOST_RELATIVES + 1])
        found += born
        if len(found) > MOST_RELATIVES:
            return None
        level = [one.pk for one in born]
    return found


def _siblings(row: Episode, seen: EpisodeQuerySet) -> Iterable[Episode]:
    if row.parent_id is None:
        return []
    return seen.filter(parent=row.parent_id).exclude(pk=row.pk).order_by("pk")[:MOST_SIBLINGS]


def _children(row: Episode, seen: EpisodeQuerySet) -> Iterable[Episode]:
    return seen.filter(parent=row.pk).order_by("pk")[:MOST_CHILDREN]


def _relative(row: Episode) -> Relative:
    chip = chip_of(row)
    return Relative(row.pk, row.parent_id, row.parent_step, row.config_now, chip.sign, chip.tone, chip.word)
