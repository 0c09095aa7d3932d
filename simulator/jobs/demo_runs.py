"""The runs of the demo: some finished runs, and a live run that starts when someone opens it."""

from __future__ import annotations

from typing import NamedTuple

from simulator.config import EpisodeConfig
from simulator.jobs.control import CannotControl, resume
from simulator.jobs.play_job import run_episode
from simulator.jobs.start_run import start_episode
from simulator.models import Episode as EpisodeRow
from simulator.models import Queue, Scenario, State

NOTE = "Demo"
# Moments per second; slow enough to read along.
PACE = 1.5


class DemoRun(NamedTuple):
    scenario: str
    assistant: str


# In this order: clumsy help, silence that is right, annoying help, silence that misses a need, and good help.
FINISHED = (
    DemoRun("email_reminder_batch_cancellation", "random"),
    DemoRun("errands_already_run", "silent"),
    DemoRun("queens_first_then_jars", "eager"),
    DemoRun("tour_prep_urgent_checklist", "silent"),
    DemoRun("urgent_conflict_ride_reschedule", "oracle"),
)
# Shows mails, chats and a shop. The first offer comes after five seconds. Both offers are accepted and carried out.
TO_WATCH = DemoRun("group_purchase_coordinator", "oracle")


def seed_demo() -> None:
    """Play the demo runs that are missing. If the live run is missing, add it; it waits for its first viewer."""
    for demo in FINISHED:
        row = _added(demo, Queue.BATCH)
        if row is not None:
            run_episode(row.pk)
    _added(TO_WATCH, Queue.LIVE)


def begin_demo() -> EpisodeRow | None:
    """Start the run that waits for its first viewer, and return its row. Return None if no run waits."""
    held = EpisodeRow.objects.filter(note=NOTE, queue=Queue.LIVE, state=State.PAUSED, attempt=0).first()
    if held is None:
        return None
    try:
        resume(held)
    except CannotControl:
        return None
    return held


def _added(demo: DemoRun, queue: Queue) -> EpisodeRow | None:
    """Add a run and return its row. Return None if the run exists already, or if its scenario is missing."""
    scenario = Scenario.objects.select_related("current").filter(slug=demo.scenario, removed_at=None).first()
    there = EpisodeRow.objects.filter(note=NOTE, version__scenario=scenario, assistant_player=demo.assistant)
    if scenario is None or scenario.current is None or there.exists():
        return None
    to_watch = queue == Queue.LIVE
    config = EpisodeConfig(assistant=demo.assistant)
    return start_episode(scenario.current, config, queue=queue, pace=PACE if to_watch else 0, note=NOTE, hold=to_watch)
