"""The event schedule of a run as people read it: what came and at which step, what waits, what cannot come any more."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

from simulator.scenario.story import Scheduled, Story
from simulator.scenario.timeline import EventStatus
from simulator.showing import times
from simulator.showing.happenings import plainly, spoken_label
from simulator.showing.news import worded
from simulator.showing.parts import text_of
from simulator.showing.scene import Scene
from simulator.trace.moments import Acted

_LABEL = re.compile(r"'([a-z][a-z0-9_]*)'")
_TIME = re.compile(r"\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}")


class EventRow(NamedTuple):
    """One event of the timeline."""

    title: str
    label: str
    state: Literal["fired", "waiting", "dead"]
    why: str
    step: int | None


class Schedule(NamedTuple):
    rows: tuple[EventRow, ...]
    fired: int
    waiting: int
    dead: int


def schedule_of(statuses: Sequence[EventStatus], titles: Mapping[str, str], now: str) -> Schedule:
    """`now` is the local time, by which other times are told as short as can be."""
    rows = tuple(
        EventRow(titles[one.label], one.label, one.state, _readable(one.why, titles, now), one.moment)
        for one in statuses
    )
    counts = {state: sum(row.state == state for row in rows) for state in ("fired", "waiting", "dead")}
    return Schedule(rows, counts["fired"], counts["waiting"], counts["dead"])


def titles_of(story: Story) -> dict[str, str]:
    """What each event of a story is, in words, as far as that can be said before it comes."""
    people = people_of(story)
    return {event.part.label: _title(story, event, people) for event in story.events}


def people_of(story: Story) -> dict[str, str]:
    """Names by e-mail address."""
    return {person.email.casefold(): person.name for person in story.people.values() if person.email}


def _title(story: Story, event: Scheduled, people: Mapping[str, str]) -> str:
    label = event.part.label
    moment = Acted(n=0, at=story.start, local="", actor="environment", app=event.app, name=event.name, args=event.args)
    parts = worded(Scene(story.blank, moment, people=people), moment)
    return spoken_label(label) if parts is None else text_of(parts)


def _readable(why: str, titles: Mapping[str, str], now: str) -> str:
    """A reason with the events it speaks of by what they are, and its times as people tell them."""
    named = _LABEL.sub(lambda found: f"“{titles[found[1]]}”" if found[1] in titles else found[0], why)
    return _TIME.sub(lambda found: times.spelled(found[0], now), plainly(named))
