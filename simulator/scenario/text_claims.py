"""Reads texts of a run against what its scenario asks for: offers, messages, free-text fields and reports."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from simulator.reading.claims import Reading
from simulator.reading.fields import read_field
from simulator.reading.messages import read_message
from simulator.reading.offers import Found, read_offer
from simulator.reading.reports import read_report
from simulator.reading.rules import VERSION
from simulator.scenario.done_deeds import done_run
from simulator.scenario.goal_texts import field_matter, told_claim, wanted_fields, wanted_messages
from simulator.scenario.goals.evidence import Evidence
from simulator.scenario.goals.goal import Goal
from simulator.scenario.need_claims import wanted_offer
from simulator.scenario.reading_scene import scene_of
from simulator.scenario.schema import Need
from simulator.scenario.story import Story


def offer_reading(text: str, need: Need, story: Story, evidence: Evidence) -> Reading:
    """Return whether a text offers the help of a need. Time plays no part: an early offer may read yes."""
    scene = scene_of(evidence, evidence.world.now)
    found = read_offer(text, wanted_offer(story, need, scene), scene)
    return Reading(f"need:{need.label}", found.value, found.words, found.reason, "rules", VERSION)


def message_reading(text: str, goal: Goal, story: Story, evidence: Evidence, at: int | None = None) -> Reading:
    """Return whether a message says what a goal asks for; `at` is when it was written."""
    now = _moment(goal, evidence, at)
    return _best("goal", [read_message(text, way, now) for way in wanted_messages(goal, story, evidence, now)])


def field_reading(
    text: str, goal: Goal, story: Story, evidence: Evidence, name: str = "", at: int | None = None
) -> Reading:
    """Return whether the text of a field says what a goal asks for; an empty name means any of the goal's fields."""
    now = _moment(goal, evidence, at)
    matter = field_matter(goal, story, evidence)
    ways = wanted_fields(goal, name, story, evidence, now)
    return _best("goal", [read_field(text, way, matter, now) for way in ways])


def told_reading(text: str, goal: Goal, story: Story, evidence: Evidence, at: int) -> Reading:
    """Return whether a report or an accepted offer tells the user what a goal asks for."""
    now = _moment(goal, evidence, at)
    ways = [told_claim(part.told, story, evidence, now) for part in goal.parts() if part.told and part.told.say]
    return _best("goal", [read_message(text, way, now) for way in ways])


def report_reading(text: str, need: str, story: Story, evidence: Evidence, at: int | None = None) -> Reading:
    """Return whether a report says what was done and nothing that was not; `at` is when it was written."""
    if at is None:
        at = max((said.at for said in evidence.ledger.said if said.line.kind == "report"), default=evidence.world.now)
    scene = scene_of(evidence, at)
    found = read_report(text, done_run(story, evidence, scene.now), scene)
    return Reading("report", found.value, found.words, found.reason, "rules", VERSION)


def _moment(goal: Goal, evidence: Evidence, at: int | None) -> datetime:
    """Return when a text was written; without a time, when the goal was met."""
    if at is None:
        at = goal.judge(evidence).at or evidence.world.now
    return datetime.fromtimestamp(at, UTC).astimezone(evidence.world.tz)


def _best(key: str, ways: Sequence[Found]) -> Reading:
    """Return the reading of the way that a text fits best."""
    order = {"yes": 0, "unclear": 1, "no": 2}
    best = min(ways, key=lambda found: order[found.value], default=Found("unclear", "the goal asks for no text"))
    return Reading(key, best.value, best.words, best.reason, "rules", VERSION)
