"""The event schedule of a run in words: which events fired and when, which wait, and which can no longer fire."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

from simulator.scenario.story import Scheduled, Story
from simulator.scenario.timeline import EventStatus
from simulator.showing.event_words import event_headline, label_words, without_field_names
from simulator.showing.moment_context import MomentContext
from simulator.showing.sentence_parts import text_of
from simulator.trace.moments import Acted
from simulator.words import times

_LABEL = re.compile(r"'([a-z][a-z0-9_]*)'")
# `_LABEL` and `_TIME` match parts of the engine's reasons, which have labels in quotation marks and full times.
_TIME = re.compile(r"\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}")


class ScheduleRow(NamedTuple):
    """One event of the scenario's timeline, with its state, the reason for this state, and the step of the event."""

    title: str
    label: str
    state: Literal["fired", "waiting", "dead"]
    why: str
    step: int | None


class Schedule(NamedTuple):
    """The events of the timeline, and the number of events in each state."""

    rows: tuple[ScheduleRow, ...]
    fired: int
    waiting: int
    dead: int


def schedule_of(statuses: Sequence[EventStatus], titles: Mapping[str, str], now: str) -> Schedule:
    """Return the schedule of a scenario's events in words.

    `now`: local time; times of the same day are shown without a date.
    """
    rows = tuple(
        ScheduleRow(titles[one.label], one.label, one.state, status_words(one.why, titles, now), one.moment)
        for one in statuses
    )
    counts = {state: sum(row.state == state for row in rows) for state in ("fired", "waiting", "dead")}
    return Schedule(rows, counts["fired"], counts["waiting"], counts["dead"])


def titles_of(story: Story) -> dict[str, str]:
    """Return a title for each event of a scenario, by label, with the names that are on the phone at the start."""
    people = people_of(story)
    return {event.part.label: _title(story, event, people) for event in story.events}


def people_of(story: Story) -> dict[str, str]:
    """Return the names of a scenario's people by lowercase e-mail address."""
    return {person.email.casefold(): person.name for person in story.people.values() if person.email}


def status_words(why: str, titles: Mapping[str, str], now: str) -> str:
    """Return the reason for an event's state, with titles instead of labels and with short times."""
    named = _LABEL.sub(lambda found: f"“{titles[found[1]]}”" if found[1] in titles else found[0], why)
    return _TIME.sub(lambda found: times.spelled(found[0], now), without_field_names(named))


def _title(story: Story, event: Scheduled, people: Mapping[str, str]) -> str:
    # The title is the headline of the event, filled with names on the phone at the start.
    moment = Acted(n=0, at=story.start, local="", actor="environment", app=event.app, name=event.name, args=event.args)
    parts = event_headline(MomentContext(story.blank, moment, people=people), moment)
    return label_words(event.part.label) if parts is None else text_of(parts)
