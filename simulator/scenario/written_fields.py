"""Finds free-text fields that the assistant wrote, such as a note's content, and the sentences that it did not copy."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from simulator.phone.registry import app_of_table
from simulator.phone.store import Record
from simulator.reading.facts.folding import fold
from simulator.scenario.goals.evidence import Evidence
from simulator.scenario.goals.field_values import free_texts
from simulator.scenario.goals.record_history import changed_names
from simulator.trace.ledger import Effect

_SENTENCE_END = re.compile(r"(?<=[.!?])\s+|\n+")
_WORDS = re.compile(r"\w+")
# A shorter sentence, such as "Send it.", may appear on the phone by coincidence.
_COPIED_WORDS = 4


class WrittenField(NamedTuple):
    """A free-text field after a write of the assistant."""

    effect: Effect
    name: str
    text: str


def written_fields(evidence: Evidence) -> Iterator[WrittenField]:
    """Yield each free-text field that the assistant filled in or changed. Messages are left out."""
    effects = evidence.ledger.by("assistant")
    messages = {message.effect.key for message in evidence.messages(effects)}
    for effect in effects:
        app = evidence.world.apps.get(app_of_table(effect.table))
        if effect.new is None or app is None or effect.key in messages:
            continue
        changed = effect.new.__struct_fields__ if effect.old is None else changed_names(effect)
        for name in changed:
            value = getattr(effect.new, name, None) if name in free_texts(app) else None
            if isinstance(value, str) and value.strip():
                yield WrittenField(effect, name, value)


def own_words(text: str, evidence: Evidence) -> str:
    """Return the sentences of a field's text that the assistant did not copy from a text by somebody else.

    A note may keep a mail word for word, without quotation marks: what the mail says is not said by the assistant.
    """
    known = evidence.once("texts by others", lambda: list(texts_by_others(evidence)))
    sentences = filter(None, map(str.strip, _SENTENCE_END.split(text)))
    return "\n".join(sentence for sentence in sentences if not _is_copied(sentence, known))


def _is_copied(sentence: str, known: list[str]) -> bool:
    # "From the mail: …" introduces what the mail says.
    words = _plain(sentence.partition(": ")[2] or sentence)
    return words.count(" ") > _COPIED_WORDS and any(words in text for text in known)


def _plain(text: str) -> str:
    """Return the words of a text, folded, with a space before and after each word."""
    return f" {' '.join(_WORDS.findall(fold(text)))} "


def texts_by_others(evidence: Evidence) -> Iterator[str]:
    """Yield the texts that the assistant did not write: in records, in their earlier versions, and in user messages."""
    written = {(effect.table, effect.id) for effect in evidence.ledger.by("assistant")}
    for table, rows in evidence.world.store.tables().items():
        if app_of_table(table) in evidence.world.apps:
            yield from (text for key, row in rows.items() if (table, key) not in written for text in _texts(row))
    made = set()
    for effect in evidence.ledger.effects:
        key = (effect.table, effect.id)
        if effect.old is None and effect.actor == "assistant":
            made.add(key)
        elif effect.old is not None and key not in made:
            yield from _texts(effect.old)
    yield from (_plain(said.line.text) for said in evidence.ledger.said if said.line.sender != "assistant")


def _texts(record: Record) -> Iterator[str]:
    values = (getattr(record, name) for name in record.__struct_fields__)
    return (_plain(value) for value in values if isinstance(value, str) and " " in value)
