"""When events happen: what is due next, what waits for what, and what can no longer come."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, NamedTuple

from simulator.phone import when
from simulator.scenario.goals.evidence import Evidence
from simulator.scenario.story import Scheduled, Story
from simulator.trace.moments import Acted, Moment


class EventStatus(NamedTuple):
    """An event's place in the schedule, explained."""

    label: str
    state: Literal["fired", "waiting", "dead"]
    why: str
    moment: int | None = None


class Timeline:
    """The schedule of one episode, kept up as moments come in."""

    def __init__(self, story: Story) -> None:
        self._story = story
        self._order = {event.part.label: index for index, event in enumerate(story.events)}
        self._events = {event.part.label: event for event in story.events}
        self._due: dict[str, int] = {}
        self._fired: dict[str, tuple[int, int]] = {}
        self._dead: dict[str, str] = {}
        self._conditional = [event for event in story.events if event.part.when is not None]
        for event in story.events:
            if event.at is not None:
                self._set_due(event, event.at)

    @property
    def watches(self) -> bool:
        """Whether any event still waits for a condition."""
        return bool(self._conditional)

    def next_due(self) -> tuple[int, Scheduled] | None:
        """The earliest event with a known time; ties go by the file's order."""
        if not self._due:
            return None
        label = min(self._due, key=lambda name: (self._due[name], self._order[name]))
        return self._due[label], self._events[label]

    def feed(self, moment: Moment, evidence: Callable[[], Evidence]) -> None:
        """Take one moment in: events that it was, conditions that it made true."""
        self._drop_skipped(moment.at)
        if isinstance(moment, Acted) and moment.event in self._events:
            self._note_fired(moment)
        if self._conditional:
            self._check_conditions(moment.at, evidence())

    def skip(self, label: str, why: str) -> None:
        """An event whose time came while something stood against it."""
        self._due.pop(label, None)
        self._die(label, why)

    def blocked(self, event: Scheduled, evidence: Callable[[], Evidence]) -> str:
        """Why a due event must not happen now; empty if it may."""
        unless = event.part.unless
        if unless is not None and unless.judge(evidence()).ok:
            return "what it was to come unless of has come true"
        return ""

    def statuses(self) -> list[EventStatus]:
        return [self._status(event) for event in self._story.events]

    def _set_due(self, event: Scheduled, at: int) -> None:
        if event.until is not None and at > event.until:
            show = self._story.blank.show
            self._die(event.part.label, f"it would come at {show(at)}, but not after {show(event.until)}")
        else:
            self._due[event.part.label] = at

    def _note_fired(self, moment: Acted) -> None:
        label = moment.event
        self._due.pop(label, None)
        self._fired[label] = (moment.n, moment.at)
        for other in self._story.events:
            if other.part.after is None or other.at is not None:
                continue
            anchor, delay = when.parse_after(other.part.after)
            if anchor != label:
                continue
            if moment.error is None:
                self._set_due(other, moment.at + delay)
            else:
                self._die(other.part.label, f"it needs '{label}', which failed")

    def _check_conditions(self, now: int, evidence: Evidence) -> None:
        waiting = []
        for event in self._conditional:
            until = event.until
            if until is not None and now > until:
                self._die(event.part.label, f"its condition did not come true by {self._story.blank.show(until)}")
            elif event.part.when is not None and event.part.when.judge(evidence).ok:
                delay = when.parse_duration(event.part.delay) if event.part.delay else 0
                self._set_due(event, now + delay)
            else:
                waiting.append(event)
        self._conditional = waiting

    def _drop_skipped(self, now: int) -> None:
        """When rebuilding: an event that was due earlier and left no moment was blocked at its time."""
        for label, at in list(self._due.items()):
            if at < now and self._events[label].part.unless is not None:
                self.skip(label, "what it was to come unless of has come true")

    def _die(self, label: str, why: str) -> None:
        if label in self._dead:
            return
        self._dead[label] = why
        for other in self._story.events:
            if other.part.after is not None and when.parse_after(other.part.after).anchor == label:
                self._die(other.part.label, f"it needs '{label}', which cannot come")

    def _status(self, event: Scheduled) -> EventStatus:
        label = event.part.label
        if label in self._fired:
            moment, at = self._fired[label]
            return EventStatus(label, "fired", f"came at {self._story.blank.show(at)}", moment)
        if label in self._dead:
            return EventStatus(label, "dead", self._dead[label])
        if label in self._due:
            return EventStatus(label, "waiting", f"comes at {self._story.blank.show(self._due[label])}")
        if event.part.after is not None:
            return EventStatus(label, "waiting", f"waits for {event.part.after}")
        say = event.part.when.say if event.part.when is not None else ""
        return EventStatus(label, "waiting", f"waits until {say}" if say else "waits for its condition")
