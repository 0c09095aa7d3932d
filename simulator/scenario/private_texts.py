"""Finds messages that quote private texts: texts on the phone that concern neither the addressee nor the scenario."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import msgspec

from simulator.phone.registry import app_of_table
from simulator.phone.store import Record
from simulator.reading.scene import content_words
from simulator.scenario.goals.evidence import Evidence, SentMessage
from simulator.scenario.story import Story

# A message with this many consecutive words of another text quotes it; a coincidence is unlikely.
QUOTED_WORDS = 8
# A text that shares more than one in five words with the scenario's topic is not private: it may be passed on.
_SHARED_WORDS = 5
# Words of days and hours. Two texts that both name a day in July need not be about the same topic.
CALENDAR_WORDS = content_words(
    "monday tuesday wednesday thursday friday saturday sunday january february march april may june july august"
    " september october november december today tomorrow yesterday tonight morning noon afternoon evening night day"
    " week month year hour minute half quarter past clock time before after until till over between since last next"
)


class QuotedText(msgspec.Struct, frozen=True):
    """A message that quotes a private text of the phone."""

    message: SentMessage
    words: str


def quoted_texts(story: Story, evidence: Evidence) -> list[QuotedText]:
    """Return the assistant's messages that quote a private text, each with the quoted words."""
    messages = evidence.messages(evidence.ledger.by("assistant"))
    if not messages:
        return []
    runs = [(message, _runs(f"{message.sent.subject} {message.sent.text}")) for message in messages]
    every = frozenset[str]().union(*(found for _, found in runs))
    written = {(effect.table, effect.id) for effect in evidence.ledger.by("assistant")}
    about: frozenset[str] | None = None
    quoted = []
    for record in _records(evidence):
        for text in _long_texts(record):
            # Nearly every text stops here, so the words of the scenario's topic are computed only when needed.
            if (record.table, record.id) in written or not every & _runs(text):
                continue
            about = _matter(story) if about is None else about
            words = _topic_words(text)
            if len(words & about) <= max(1, len(words) // _SHARED_WORDS):
                quoted += [
                    QuotedText(message, _first(text, found))
                    for message, found in runs
                    if found & _runs(text) and not _has_part(message, record, evidence)
                ]
    return quoted


def _records(evidence: Evidence) -> Iterator[Record]:
    for table, rows in evidence.world.store.tables().items():
        if not table.startswith(("phone.", "meta.")) and app_of_table(table) in evidence.world.apps:
            yield from rows.values()


def _long_texts(record: Record) -> Iterator[str]:
    for name in record.__struct_fields__:
        value = getattr(record, name)
        if isinstance(value, str) and value.count(" ") + 1 >= QUOTED_WORDS:
            yield value


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", text.casefold())


def _runs(text: str) -> frozenset[str]:
    words = _words(text)
    return frozenset(" ".join(words[start : start + QUOTED_WORDS]) for start in range(len(words) - QUOTED_WORDS + 1))


def _first(text: str, runs: frozenset[str]) -> str:
    words = _words(text)
    starts = range(len(words))
    return next(run for run in (" ".join(words[at : at + QUOTED_WORDS]) for at in starts) if run in runs)


def _matter(story: Story) -> frozenset[str]:
    """Return the words in goals, needs, worked solution and alternatives, without calendar words and numbers."""
    scenario = story.scenario
    texts = [*(goal.say for goal in scenario.goals), *(need.say for need in scenario.needs)]
    steps = [step.part for step in story.solution]
    for way in scenario.alternatives:
        steps += way.solution or []
        texts += list(_strings(way.replace))
    for part in steps:
        texts += [part.offer or "", part.report or "", *_strings(part.args)]
    return _topic_words(" ".join(texts))


def _topic_words(text: str) -> frozenset[str]:
    return frozenset(word for word in content_words(text) - CALENDAR_WORDS if not word.isdigit())


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for inner in value.values():
            yield from _strings(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _strings(inner)


def _has_part(message: SentMessage, record: Record, evidence: Evidence) -> bool:
    """Return True if an addressee wrote or got this text, is in its chat, or is named in it."""
    whole = msgspec.json.encode([record, *_holders(record, evidence)]).decode().casefold()
    for address in message.sent.to:
        who = evidence.person_at(address)
        names = {address, *evidence.aliases(who)}
        if person := evidence.people.get(who):
            names |= {person.name.split()[0], *person.also}
        # A reply may address people by id or by e-mail address, so any name of a person is enough.
        if any(name.casefold() in whole for name in names):
            return True
    return False


def _holders(record: Record, evidence: Evidence) -> Iterator[Record]:
    """Yield the records of the same app that a record refers to in its `_id` fields, such as a message's chat."""
    ids = {getattr(record, name) for name in record.__struct_fields__ if name.endswith("_id")}
    for table, rows in evidence.world.store.tables().items():
        if app_of_table(table) == app_of_table(record.table):
            yield from (rows[key] for key in ids if isinstance(key, str) and key in rows)
