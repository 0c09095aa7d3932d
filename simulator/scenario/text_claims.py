"""Reads texts of a run against claims of its scenario: offers, messages, free-text fields and reports."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from simulator.reading.claims import Found, Reading
from simulator.reading.messages.read_field import read_field
from simulator.reading.messages.read_message import read_message
from simulator.reading.offers.read_offer import read_offer
from simulator.reading.reports.read_report import read_report
from simulator.reading.rules import VERSION
from simulator.scenario.done_deeds import done_run
from simulator.scenario.goal_texts import field_matter, wanted_fields, wanted_messages
from simulator.scenario.goals.evidence import Evidence
from simulator.scenario.goals.goal import Goal
from simulator.scenario.need_claims import wanted_offer
from simulator.scenario.reading_scene import scene_of
from simulator.scenario.schema import Need
from simulator.scenario.story import Story
from simulator.trace.ledger import CardLine


def offer_reading(text: str, need: Need, story: Story, evidence: Evidence, *, settled: bool = True) -> Reading:
    """Return a reading that says whether a text offers help for a need, even if the offer is too early or too late.

    `settled`: False while the need is not evident yet; until then, amounts that occur in no right offer may be right.
    """
    scene = scene_of(evidence, evidence.world.now)
    found = read_offer(text, wanted_offer(story, need, scene)._replace(settled=settled), scene)
    return Reading(f"need:{need.label}", found.value, found.words, found.reason, "rules", VERSION)


def message_reading(text: str, goal: Goal, story: Story, evidence: Evidence, at: int | None = None) -> Reading:
    """Return a reading that says whether a message meets a goal's claim. `at`: when the message was written."""
    now = _moment(goal, evidence, at)
    reading = _best([read_message(text, way, now) for way in wanted_messages(goal, story, evidence, now)])
    return reading or Reading("goal", "unclear", "", "the goal asks for no message", "rules", VERSION)


def field_reading(
    text: str, goal: Goal, story: Story, evidence: Evidence, name: str = "", at: int | None = None
) -> Reading | None:
    """Return a reading that says whether a field's text meets a goal's claim; None if no claim is about the field.

    An empty `name` means any of the goal's fields.
    """
    now = _moment(goal, evidence, at)
    matter = field_matter(goal, story, evidence)
    ways = wanted_fields(goal, name, story, evidence, now)
    return _best([read_field(text, way, matter, now) for way in ways])


def report_reading(text: str, need: str, story: Story, evidence: Evidence, said: CardLine | None = None) -> Reading:
    """Return a reading that says whether a report tells what was done and nothing else.

    `said`: the report's line in the ledger. Without it, the text is read as if it had been written at the time of the
    last report.
    """
    reports = [line for line in evidence.ledger.said if line.line.kind == "report"]
    at = said.at if said is not None else max((line.at for line in reports), default=evidence.world.now)
    scene = scene_of(evidence, at)
    done = done_run(story, evidence, scene.now, said.moment if said is not None else None)
    if said is not None:
        offers = frozenset({said.line.proposal})
    else:
        offers = frozenset(key for key, offer in evidence.ledger.offers.items() if need and need in offer.needs)
    found = read_report(text, done, scene, offers)
    return Reading("report", found.value, found.words, found.reason, "rules", VERSION)


def _moment(goal: Goal, evidence: Evidence, at: int | None) -> datetime:
    """Return `at` as local time; without `at`, the time when the goal was met, or else now."""
    if at is None:
        at = goal.judge(evidence).at or evidence.world.now
    return datetime.fromtimestamp(at, UTC).astimezone(evidence.world.tz)


def _best(ways: Sequence[Found]) -> Reading | None:
    """Return the best of several readings of a text; None if there are none."""
    order = {"yes": 0, "unclear": 1, "no": 2}
    best = min(ways, key=lambda found: order[found.value], default=None)
    return best and Reading("goal", best.value, best.words, best.reason, "rules", VERSION)
