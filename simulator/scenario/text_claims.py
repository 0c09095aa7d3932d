"""Reads texts of a run against what its scenario asks for: offers, messages, free-text fields and reports."""

from __future__ import annotations

from simulator.reading.claims import Reading
from simulator.reading.offers import read_offer
from simulator.reading.rules import VERSION
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


def message_reading(text: str, goal: Goal, story: Story, evidence: Evidence) -> Reading:
    """Return whether a message says what a goal asks for."""
    return Reading("goal", "unclear", "", "messages are not read yet", "rules", VERSION)


def field_reading(text: str, goal: Goal, story: Story, evidence: Evidence) -> Reading:
    """Return whether the text of a field says what a goal asks for."""
    return Reading("goal", "unclear", "", "fields are not read yet", "rules", VERSION)


def report_reading(text: str, need: str, story: Story, evidence: Evidence) -> Reading:
    """Return whether a report says what was done and nothing that was not."""
    return Reading("report", "unclear", "", "reports are not read yet", "rules", VERSION)
