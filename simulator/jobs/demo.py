"""What a newcomer finds: a few runs that are over, and one that begins when somebody comes to watch."""

from __future__ import annotations

from typing import NamedTuple

from simulator.config import EpisodeConfig
from simulator.jobs.control import CannotControl, resume
from simulator.jobs.running import run_episode
from simulator.jobs.starting import start_episode
from simulator.models import Episode as EpisodeRow
from simulator.models import Queue, Scenario, State

NOTE = "Demo"
PACE = 1.5


class Scene(NamedTuple):
    scenario: str
    assistant: str


FINISHED = (
    Scene("email_reminder_batch_cancellation", "random"),
    Scene("errands_already_run", "silent"),
    Scene("queens_first_then_jars", "eager"),
    Scene("tour_prep_urgent_checklist", "silent"),
    Scene("urgent_conflict_ride_reschedule", "oracle"),
)
"""Clumsy help, silence that is right, a nuisance, silence that misses, and help as it should be."""
TO_WATCH = Scene("group_purchase_coordinator", "oracle")
"""Mails, chats and a shop; the first offer after five seconds, another later, both accepted and carried out."""


def seed_demo() -> None:
    """Plays the runs that are over by the one way there is to play runs. What is there already is left alone."""
    for scene in FINISHED:
        row = _added(scene, Queue.BATCH)
        if row is not None:
            run_episode(row.pk)
    _added(TO_WATCH, Queue.LIVE)


def begin_demo() -> EpisodeRow | None:
    """The run that waited for its first viewer, now under way; None if somebody has seen it already."""
    held = EpisodeRow.objects.filter(note=NOTE, queue=Queue.LIVE, state=State.PAUSED, attempt=0).first()
    if held is None:
        return None
    try:
        resume(held)
    except CannotControl:
        return None
    return held


def _added(scene: Scene, queue: Queue) -> EpisodeRow | None:
    """None if there is such a run, or no such scenario among those of the person who runs this."""
    scenario = Scenario.objects.select_related("current").filter(slug=scene.scenario, removed_at=None).first()
    there = EpisodeRow.objects.filter(note=NOTE, version__scenario=scenario, assistant_player=scene.assistant)
    if scenario is None or scenario.current is None or there.exists():
        return None
    to_watch = queue == Queue.LIVE
    config = EpisodeConfig(assistant=scene.assistant)
    return start_episode(scenario.current, config, queue=queue, pace=PACE if to_watch else 0, note=NOTE, hold=to_watch)
