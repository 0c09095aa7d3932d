"""Updates the stored scenarios from their files. Earlier versions stay stored, because runs may have played them."""

from __future__ import annotations

from typing import NamedTuple

from django.db import transaction
from django.utils import timezone

from simulator.jobs.serialization import source_text
from simulator.models import Scenario, ScenarioVersion
from simulator.scenario.library import Library
from simulator.scenario.story import Story


class Synced(NamedTuple):
    """The ids of the scenarios that a sync added or restored, changed, and removed."""

    added: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()


def sync_scenarios(library: Library | None = None) -> Synced:
    """Update the stored scenarios from a library. If a file has faults, its stored scenario does not change."""
    library = library or Library.standard()
    stories, ids = library.stories(), set(library.ids())
    with transaction.atomic():
        known = {row.slug: row for row in Scenario.objects.select_related("current").select_for_update(of=("self",))}
        there = {slug for slug, row in known.items() if row.removed_at is None}
        added = [story.id for story in stories if story.id not in there]
        changed = [story.id for story in stories if _update(story, known) and story.id in there]
        removed = sorted(there - ids)
        Scenario.objects.filter(slug__in=removed).update(removed_at=timezone.now())
    return Synced(tuple(added), tuple(changed), tuple(removed))


def _update(story: Story, known: dict[str, Scenario]) -> bool:
    """Make the story the current version of its scenario, and return whether that changed anything."""
    row = known.get(story.id)
    if row is not None and row.removed_at is None and row.current and row.current.content_hash == story.hash:
        return False
    row = row or Scenario.objects.get_or_create(slug=story.id)[0]
    row.current, row.removed_at = version_of(row, story), None
    row.save(update_fields=["current", "removed_at"])
    return True


def version_of(row: Scenario, story: Story) -> ScenarioVersion:
    """Return the version with this content; create it if it does not exist."""
    scenario = story.scenario
    version, _ = ScenarioVersion.objects.get_or_create(
        scenario=row,
        content_hash=story.hash,
        defaults={
            "source": source_text(story),
            "title": scenario.title,
            "category": scenario.category,
            "difficulty": str(scenario.difficulty.rating),
            "status": scenario.status,
            "apps": list(scenario.apps),
            "tags": list(scenario.tags),
            "wants_silence": scenario.silent,
        },
    )
    return version
