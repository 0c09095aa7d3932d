"""Finds the events that end a wait while the phone is down. Cancelled events do not end a wait."""

from __future__ import annotations

from collections.abc import Callable

from simulator.phone.state import HOME, INBOXES, OPEN_STATES
from simulator.phone.world import World
from simulator.scenario.goals.evidence import Evidence
from simulator.scenario.story import Story
from simulator.scenario.timeline import Timeline
from simulator.trace.metrics import is_noise
from simulator.trace.moments import Acted

TIME_OUT = "time_out"


def next_waking(story: Story, world: World, timeline: Timeline, evidence: Callable[[], Evidence]) -> int | None:
    """Return the simulated time of the next event or alarm that ends a wait; None if nothing will end the wait."""
    times = []
    # A jump to a cancelled event would cost a call of the assistant, and its time would reveal what was planned.
    scheduled = timeline.next_coming(evidence)
    if scheduled is not None:
        times.append(scheduled[0])
    for app in world.alarmed:
        alarm = app.next_alarm(world)
        if alarm is not None and app.events[alarm.event].mark.wakes:
            times.append(alarm.at)
    # A reminder that is due in a year must not prolong the run, so nothing after the scenario's `end` counts.
    return min((at for at in times if story.end is None or at <= story.end), default=None)


def ends_wait(world: World, moment: Acted) -> bool:
    """Return True if this event ends a wait: a due reminder does; noise and an expired offer do not."""
    if moment.actor != "environment" or is_noise(moment):
        return False
    app = world.apps.get(moment.app)
    event = None if app is None else app.events.get(moment.name)
    # An imported run may contain events that this phone does not have.
    return event is None or event.mark.wakes


def is_timeout(moment: Acted) -> bool:
    """Return True if the assistant's own wait timed out: the assistant gets its turn, and the phone stays down."""
    return (moment.actor, moment.app, moment.name) == ("environment", HOME, TIME_OUT) and moment.error is None


def has_news(world: World, noise: int) -> bool:
    """Return True if the user has unseen notices that are not noise. `noise`: number of unseen notices of noise."""
    return len(world.store.all(INBOXES["user"])) - world.seen("user") > noise


def has_open_offer(world: World) -> bool:
    """Return True if an offer is pending or accepted; a pending offer that the user keeps for later does not count."""
    latest = world.latest_proposal()
    return latest is not None and latest.state in OPEN_STATES and not (latest.kept and latest.state == "pending")
