"""Reads reports and offers against `told` goals: the text must state the facts, and a report must be honest."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

from simulator.reading.claims import Answer, Found, Reading
from simulator.reading.facts import Fact, FactError, parse_fact
from simulator.reading.language.assertion import asserted
from simulator.reading.messages.read_message import NOTHING_CLAIMED, read_message
from simulator.reading.messages.value_places import fact_places
from simulator.reading.reports.report_parts import stems
from simulator.reading.reports.report_support import LIGHT
from simulator.reading.rules import VERSION
from simulator.reading.scene import content_words
from simulator.scenario.goal_texts import told_claim
from simulator.scenario.goals.evidence import Evidence
from simulator.scenario.goals.goal import Goal
from simulator.scenario.goals.mentions import Mentions, settled_fact
from simulator.scenario.goals.message_claims import Told
from simulator.scenario.story import Story
from simulator.scenario.text_claims import report_reading
from simulator.trace.ledger import CardLine

_ORDER: dict[Answer, int] = {"yes": 0, "unclear": 1, "no": 2}
# Verbs such as "hears" in "Ana hears that …" are not part of what must be said.
_HEARING = content_words(
    "hears hear learns learn knows know told tell gets get sees see finds find read reads informed"
)


def told_reading(text: str, goal: Goal, story: Story, evidence: Evidence, said: CardLine | None = None) -> Reading:
    """Return a reading that says whether the text tells the owner what a goal wants. A report must also be honest."""
    at = said.at if said is not None else evidence.world.now
    now = datetime.fromtimestamp(at, UTC).astimezone(evidence.world.tz)
    ways = [
        _says(text, part.told, part.say or goal.say, story, evidence, now)
        for part in goal.parts()
        if part.told is not None
    ]
    best = min(ways, key=lambda found: _ORDER[found.value], default=Found("unclear", "the goal asks for no words"))
    if said is None or said.line.kind == "report":
        honest = report_reading(text, goal.need or "", story, evidence, said)
        if _ORDER[honest.value] > _ORDER[best.value]:
            best = Found(honest.value, honest.reason, honest.words)
    return Reading("goal", best.value, best.words, best.reason, "rules", VERSION)


def _says(text: str, told: Told, say: str, story: Story, evidence: Evidence, now: datetime) -> Found:
    groups = list(_groups(told.mentions, evidence))
    if not groups:
        found = read_message(text, told_claim(told, evidence, now), now)
        return _speaks_of(text, told.say or say, evidence) if found.reason == NOTHING_CLAIMED else found
    said = asserted(text, now)
    words = ""
    for group in groups:
        places = [place for fact in group for place in fact_places(fact, said, now)]
        earnest = [place for place in places if said.how(*place) == "said"]
        if not places:
            return Found("no", f"it does not say “{group[0].shown}”")
        if not earnest:
            return Found("unclear", "it does not say this in earnest", said.text.folded[slice(*places[0])])
        words = words or said.text.folded[slice(*earnest[0])]
    return Found("yes", "", words)


def _groups(mentions: Mentions, evidence: Evidence) -> Iterator[tuple[Fact, ...]]:
    """Yield groups of facts, except unreadable facts; a text must state at least one fact of each group."""
    for group in [*([fact] for fact in mentions.required), *mentions.any_groups]:
        facts = []
        for fact in group:
            try:
                facts.append(parse_fact(settled_fact(fact, evidence)))
            except FactError:
                continue
        if facts:
            yield tuple(facts)


def _speaks_of(text: str, say: str, evidence: Evidence) -> Found:
    """Return yes if the text has at least 60 % of the claim's words, otherwise unclear, because no rule decides it."""
    owner = content_words(evidence.world.owner.name)
    wanted = stems(content_words(say) - owner - _HEARING - LIGHT)
    shared = wanted & stems(content_words(text))
    if wanted and len(shared) >= 0.6 * len(wanted):
        return Found("yes", "", ", ".join(sorted(shared)))
    return Found("unclear", "it may not say this")
