"""The timeline of a run: events that are due, that have fired, that wait, and that can no longer happen."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, NamedTuple

from simulator.phone import when
from simulator.scenario.goals.evidence import Evidence
from simulator.scenario.goals.goal import Goal
from simulator.scenario.story import Scheduled, Story
from simulator.trace.moments import Acted, Moment

# Tables of the phone and the engine. No condition depends on them, so their changes need no new judgement.
_OWN_TABLES = ("phone.stack", "phone.phone", "phone.inbox", "meta.")


class EventStatus(NamedTuple):
    """The state of an event in the timeline, and the reason for it."""

    label: str
    state: Literal["fired", "waiting", "dead"]
    why: str
    moment: int | None = None


class Timeline:
    """The schedule of one run, updated with every moment."""

    def __init__(self, story: Story) -> None:
        self._story = story
        self._order = {event.part.label: index for index, event in enumerate(story.events)}
        self._events = {event.part.label: event for event in story.events}
        self._due: dict[str, int] = {}
        self._fired: dict[str, tuple[int, int]] = {}
        self._dead: dict[str, str] = {}
        self._missing: dict[str, str] = {}
        self._conditional = [event for event in story.events if event.part.when is not None]
        # Conditions are judged once in any case, because they may be true from the start.
        self._judged = False
        # A condition on an action may be met by reading, which changes no record.
        self._sees_deeds = any(
            event.part.when is not None and _asks_for_a_deed(event.part.when) for event in story.events
        )
        self._limited = [event for event in story.events if event.until is not None]
        for event in story.events:
            if event.at is not None:
                self._set_due(event, event.at)

    def next_due(self) -> tuple[int, Scheduled] | None:
        """Return the time and the event that is due next; of several at the same time, the first in the file."""
        if not self._due:
            return None
        label = min(self._due, key=lambda name: (self._due[name], self._order[name]))
        return self._due[label], self._events[label]

    def next_coming(self, evidence: Callable[[], Evidence]) -> tuple[int, Scheduled] | None:
        """Return the time and the event that is due next, without events whose `unless` condition is met now."""
        for label in sorted(self._due, key=lambda name: (self._due[name], self._order[name])):
            if not self.blocked(self._events[label], evidence):
                return self._due[label], self._events[label]
        return None

    def feed(self, moment: Moment, evidence: Callable[[], Evidence]) -> None:
        """Update the schedule with one moment: note the event that happened, and judge the conditions."""
        if isinstance(moment, Acted) and moment.event in self._events:
            self._note_fired(moment)
        self._drop_late(moment.at)
        if self._conditional and (not self._judged or self._may_matter(moment)):
            self._check_conditions(moment.at, evidence())

    def skip(self, label: str, why: str) -> None:
        """Drop an event whose `unless` condition was met when it was due, and all events that need it."""
        self._die(label, why)

    def blocked(self, event: Scheduled, evidence: Callable[[], Evidence]) -> str:
        """Return why a due event must not happen now; an empty string if it may happen."""
        # The sentence is recorded in the `skipped` moment, so rewording it needs a new engine version.
        unless = event.part.unless
        if unless is None or not unless.judge(evidence()).ok:
            return ""
        met = "its `unless` condition was met"
        return f"{met}: {_plainly(unless.say)}" if unless.say else met

    def statuses(self) -> list[EventStatus]:
        return [self._status(event) for event in self._story.events]

    def _set_due(self, event: Scheduled, at: int) -> None:
        if event.until is not None and at > event.until:
            show = self._story.blank.show
            self._die(event.part.label, f"it would come at {show(at)}, after its limit {show(event.until)}")
        else:
            self._due[event.part.label] = at

    def _note_fired(self, moment: Acted) -> None:
        label = moment.event
        if moment.error is not None:
            self._die(label, f"it failed at {moment.local}: {_plainly(moment.error.message)}", "failed")
            return
        self._due.pop(label, None)
        self._fired[label] = (moment.n, moment.at)
        for other in self._story.events:
            if other.part.after is None or other.at is not None:
                continue
            anchor, delay = when.parse_after(other.part.after)
            if anchor == label:
                self._set_due(other, moment.at + delay)

    def _drop_late(self, now: int) -> None:
        """Drop events that still wait for an event or a condition after their `until`."""
        for event in self._limited:
            label, until = event.part.label, event.until
            if until is None or now <= until or label in self._due or label in self._fired or label in self._dead:
                continue
            waited_for = f"'{when.parse_after(event.part.after).anchor}'" if event.part.after else "its condition"
            self._die(label, f"{waited_for} did not come by {self._story.blank.show(until)}")

    def _may_matter(self, moment: Moment) -> bool:
        """Return True if a moment can make a condition true: an event, a changed record, or an act for `did`."""
        if not isinstance(moment, Acted):
            return False
        if moment.event or self._sees_deeds:
            return True
        return any(not patch.table.startswith(_OWN_TABLES) for patch in moment.patches)

    def _check_conditions(self, now: int, evidence: Evidence) -> None:
        self._judged = True
        for event in list(self._conditional):
            assert event.part.when is not None
            finding = event.part.when.judge(evidence)
            self._missing[event.part.label] = finding.miss
            # Setting the time of an earlier event in this loop may have dropped it, and with it this event.
            if finding.ok and event in self._conditional:
                self._conditional.remove(event)
                self._set_due(event, now + (when.parse_duration(event.part.delay) if event.part.delay else 0))

    def _die(self, label: str, why: str, how: str = "cannot come") -> None:
        """Mark an event, and all events that need it, as impossible."""
        if label in self._dead or label in self._fired:
            return
        self._dead[label] = why
        self._due.pop(label, None)
        self._conditional = [event for event in self._conditional if event.part.label != label]
        for other in self._story.events:
            if self._waits_in_vain(other, label):
                self._die(other.part.label, f"it needs '{label}', which {how}")

    def _waits_in_vain(self, event: Scheduled, dead: str) -> bool:
        part = event.part
        if part.after is not None:
            return when.parse_after(part.after).anchor == dead
        return part.when is not None and part.label not in self._due and self._is_hopeless(part.when)

    def _is_hopeless(self, goal: Goal) -> bool:
        """Return True if a condition needs an event that will never happen."""
        if goal.any_of is not None:
            return all(map(self._is_hopeless, goal.any_of))
        if goal.all_of is not None:
            return any(map(self._is_hopeless, goal.all_of))
        return any(label in self._dead for label in (goal.fired, goal.after) if label is not None)

    def _status(self, event: Scheduled) -> EventStatus:
        label, show = event.part.label, self._story.blank.show
        if label in self._fired:
            moment, at = self._fired[label]
            return EventStatus(label, "fired", f"came at {show(at)}", moment)
        if label in self._dead:
            return EventStatus(label, "dead", self._dead[label])
        if label in self._due:
            return EventStatus(label, "waiting", self._coming(self._due[label]))
        if event.part.after is not None:
            anchor, _, delay = event.part.after.partition("+")
            return EventStatus(label, "waiting", f"comes {delay.strip() or 'right'} after '{anchor.strip()}'")
        assert event.part.when is not None
        missing = event.part.when.say or self._missing.get(label, "")
        return EventStatus(label, "waiting", f"waits for its condition: {_plainly(missing)}".rstrip(": "))

    def _coming(self, due: int) -> str:
        show, end = self._story.blank.show, self._story.end
        too_late = end is not None and due > end
        return f"comes at {show(due)}" + (
            f", but the story ends at {show(end)}" if too_late and end is not None else ""
        )


def _asks_for_a_deed(goal: Goal) -> bool:
    return any(part.did is not None for part in goal.parts())


def _plainly(sentence: str) -> str:
    """Return a sentence without its full stop."""
    return sentence.strip().rstrip(".")
