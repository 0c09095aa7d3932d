"""Finds titles of new records that do not name what the record is for.

Titles on which a goal or `allowed` has a condition are skipped, because that condition is judged elsewhere. Any other
title is right unless it is about something else: the owner would not look for the list for a viewing under "Plum cake".
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from simulator.phone.registry import app_of_table, record_words
from simulator.phone.store import Record
from simulator.reading.messages.claim_points import related
from simulator.reading.scene import content_words, stem
from simulator.scenario.goals.evidence import Evidence, Finding
from simulator.scenario.goals.field_values import free_texts
from simulator.scenario.goals.goal import Goal
from simulator.scenario.need_evidence import events_of_evidence
from simulator.scenario.private_texts import CALENDAR_WORDS
from simulator.scenario.story import Story
from simulator.scenario.unnamed_fields import goals_for, named_fields, said_about
from simulator.trace.ledger import Effect

TITLE = "title"
# Words for the record itself. A title of such words only, such as "Checklist for today", is short but not wrong.
GENERIC_WORDS = (
    content_words(
        "note list checklist to-do todo summary overview comparison table page memo record reminder remember event"
        " entry appointment meeting call task info information details important urgent draft short quick need needed"
        " next first last final soon later early read check ask bring things preparation prepare"
    )
    | CALENDAR_WORDS
)
# Words that can occur in any text and so do not show what a title is about.
_VAGUE = content_words("something anything nothing everything thing things quite different really rather much many")
# Two titles count as the same if they share at least this part of all their words.
_SAME_TITLE = 0.75


class StrangeTitles(NamedTuple):
    """Sentences about titles that other records have (`problems`) or that may name something else (`doubts`)."""

    problems: list[str]
    doubts: list[str]


def strange_titles(story: Story, evidence: Evidence, findings: Iterable[tuple[Goal, Finding]]) -> StrangeTitles:
    """Return sentences about wrong and doubtful titles of records that the assistant made."""
    met = [(goal, finding) for goal, finding in findings if finding.ok]
    found = StrangeTitles([], [])
    for effect in evidence.ledger.by("assistant"):
        record = evidence.world.store.tables()[effect.table].get(effect.id)
        if effect.old is not None or record is None or not _gave_title(effect, record, evidence):
            continue
        goals = goals_for(effect, met)
        title = str(getattr(record, TITLE))
        if TITLE in named_fields(goals, effect, story, evidence):
            continue
        about = content_words(" ".join(_matter(goals, effect, story, evidence)))
        noun = effect.table.partition(".")[2]
        # A record that replaces another may keep the title, if all words of the title belong to the topic.
        if not content_words(title) <= about and _is_other_title(title, effect, evidence):
            found.problems.append(f"It gave {_a(noun)} the title of another record, '{title}'.")
        elif _topic(title) and not _shares_topic(title, about):
            found.doubts.append(f"The title '{title}' of {_a(noun)} may be about something else.")
    return found


def _gave_title(effect: Effect, record: Record, evidence: Evidence) -> bool:
    """Return True if a tool that takes a `title` made or changed the record. Tools that copy notes take no title."""
    app = evidence.world.apps.get(app_of_table(effect.table))
    if app is None or not getattr(record, TITLE, "") or TITLE not in free_texts(app):
        return False
    actions = {one.action.partition(".")[2] for one in evidence.effects_on(effect.table, effect.id)}
    return any(name in app.tools and TITLE in app.tools[name].params for name in actions)


def _topic(text: str) -> frozenset[str]:
    """Return the words of a title, without numbers and general words such as "note" or "today"."""
    return frozenset(word for word in content_words(text) - GENERIC_WORDS if not word.isdigit())


def _shares_topic(title: str, about: frozenset[str]) -> bool:
    """Return True if a title has a word of `about`, or a related word."""
    words = _topic(title) - _VAGUE
    return bool(frozenset(map(stem, words)) & frozenset(map(stem, related(about))))


def _matter(goals: list[Goal], effect: Effect, story: Story, evidence: Evidence) -> Iterator[str]:
    """Yield texts about a new record's topic: its fields, goals, needs, offer and events, and the solutions' titles."""
    yield from said_about(goals, effect, story, evidence)
    record = evidence.world.store.tables()[effect.table][effect.id]
    yield from _strings([getattr(record, name) for name in record.__struct_fields__ if name != TITLE])
    labels = {goal.need for goal in goals} | set(evidence.needs_of(effect.proposal))
    needs = [need for need in story.scenario.needs if need.label in labels]
    events = {label for need in needs for label in events_of_evidence(need, story)}
    yield from (need.say for need in needs)
    yield from _strings([event.args for event in story.events if event.part.label in events])
    steps = [step.part for step in story.solution]
    steps += [part for way in story.scenario.alternatives for part in way.solution or []]
    yield from (str(part.args[TITLE]) for part in steps if TITLE in part.args and part.key == effect.action)


def _is_other_title(title: str, effect: Effect, evidence: Evidence) -> bool:
    """Return True if a record of the same app that the assistant did not make has nearly this title."""
    words = content_words(title)
    made = {(one.table, one.id) for one in evidence.ledger.by("assistant") if one.old is None}
    for table, rows in evidence.world.store.tables().items():
        if app_of_table(table) == app_of_table(effect.table):
            for key, record in rows.items():
                other = content_words(record_words(type(record)).name(evidence.world, record))
                if (table, key) not in made and words and len(words & other) >= _SAME_TITLE * len(words | other):
                    return True
    return False


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield re.sub(r"[_@.]", " ", value)
    elif isinstance(value, dict):
        yield from _strings(list(value.values()))
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _strings(inner)


def _a(noun: str) -> str:
    return f"{'an' if noun[0] in 'aeiou' else 'a'} {noun}"
