"""The brief for people who write texts about a scenario: the story, a worked solution, and the texts to write.

Writers must not see near misses, how needs and goals are checked, or the rules for reading. Otherwise they would write
texts to suit the rules.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import yaml

from simulator.config import EpisodeConfig
from simulator.episode.loop import Episode
from simulator.phone.registry import app_of_table
from simulator.scenario.goals.field_values import WHOLE_TEXT, free_texts, value_of
from simulator.scenario.goals.goal import Goal
from simulator.scenario.story import Story

# Parts of a scenario file that tell the story and say nothing about how a run is judged.
_STORY_PARTS = ("owner", "start", "end", "apps", "people", "files", "world")
_EVENT_PARTS = ("label", "at", "after", "do", "with")


class Slot(NamedTuple):
    """A text of the worked solution for which people can write other texts."""

    where: str
    """Kind of the text: offer, message, field or report."""
    need: str
    goal: int | None
    to: str
    solution: str
    """The text in the worked solution."""


def slots(story: Story) -> list[Slot]:
    """Play the worked solution, and return its offers, its reports, and the messages and fields that goals check."""
    episode = Episode(story, EpisodeConfig()).run()
    ledger = episode.ledger
    found = [
        Slot("offer", need, None, "", offer.proposal.text) for offer in ledger.offers.values() for need in offer.needs
    ]
    for index, goal in enumerate(story.scenario.goals):
        found += _goal_slots(index, goal, episode)
    found += [
        Slot("report", "", None, "", said.line.text)
        for said in ledger.said
        if said.line.kind == "report" and said.line.sender == "assistant"
    ]
    return found


def _goal_slots(index: int, goal: Goal, episode: Episode) -> Iterator[Slot]:
    evidence = episode.evidence()
    finding = goal.judge(evidence)
    touched = {(table, record) for table, record, _ in finding.covers}
    effects = [effect for effect in episode.ledger.by("assistant") if (effect.table, effect.id) in touched]
    parts = goal.parts()
    if any(part.sent is not None for part in parts):
        for message in evidence.messages(effects):
            to = ", ".join(evidence.called(address) for address in message.sent.to)
            text = (
                message.sent.text if message.sent.reply_to else f"{message.sent.subject}\n{message.sent.text}".strip()
            )
            yield Slot("message", goal.need or "", index, to, text)
    elif any(part.told is not None for part in parts):
        reports = [said.line.text for said in episode.ledger.said if said.line.kind == "report"]
        yield Slot("report", goal.need or "", index, "", reports[-1] if reports else "")
    else:
        written = {(effect.table, effect.id): effect.new for effect in effects if effect.new is not None}
        for record in written.values():
            for name in sorted(_text_fields(goal)):
                if name == WHOLE_TEXT or name in free_texts(evidence.world.apps[app_of_table(record.table)]):
                    yield Slot("field", goal.need or "", index, name, str(value_of(record, name, evidence)))


def _text_fields(goal: Goal) -> set[str]:
    """Return the names of the text fields that a goal checks."""
    names: set[str] = set()
    for part in goal.parts():
        for wanted in (part.exists.where if part.exists else {}, part.changed.to if part.changed else {}):
            names |= {name for name, match in wanted.items() if match.judges_text}
    return names


def brief(story: Story) -> str:
    """Return the brief of a scenario as Markdown."""
    source, scenario = story.source, story.scenario
    told: dict[str, Any] = {part: source[part] for part in _STORY_PARTS if part in source}
    told["on the owner's mind"] = scenario.user.goal
    told["what happens"] = [_event(event) for event in source.get("timeline", [])]
    answers = {
        need.label: [answer.accept or answer.change or answer.reject for answer in need.answer]
        for need in scenario.needs
    }
    told["the owner's answers to welcome offers"] = answers
    told["worked solution"] = source.get("solution", [])
    lines = [f"# {scenario.id}: {scenario.title}", "", scenario.about, "", "## Story", "", "```yaml"]
    lines += [
        yaml.safe_dump(told, sort_keys=False, allow_unicode=True, width=140).rstrip(),
        "```",
        "",
        "## Texts to write",
        "",
    ]
    for slot in slots(story):
        place = [f"where: {slot.where}"]
        place += [f"need: {slot.need}"] if slot.need else []
        place += [f"goal: {slot.goal}"] if slot.goal is not None else []
        place += [f"to: {slot.to}"] if slot.to else []
        lines += [f"- {', '.join(place)}", *(f"  > {line}" for line in slot.solution.splitlines())]
    return "\n".join(lines) + "\n"


def _event(event: dict[str, Any]) -> dict[str, Any]:
    """Return an event without its conditions, because conditions could reveal how the run is judged."""
    told = {part: event[part] for part in _EVENT_PARTS if part in event}
    return told if "at" in told or "after" in told else {**told, "at": "after something else has happened"}
