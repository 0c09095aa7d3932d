"""Reads texts against `allowed` and `forbidden`: whether a message or a field says what the file allows or forbids."""

from __future__ import annotations

from datetime import UTC, datetime

from simulator.reading.claims import Answer, Found
from simulator.reading.messages.read_field import FieldMatter, read_field
from simulator.reading.messages.read_message import NOTHING_CLAIMED, read_message
from simulator.reading.scene import content_words
from simulator.scenario.goal_texts import ruling_field, ruling_message
from simulator.scenario.goals.evidence import Evidence, SentMessage
from simulator.scenario.goals.field_values import value_of
from simulator.scenario.goals.rulings import Ruling
from simulator.scenario.secret_topics import tells
from simulator.scenario.story import Story
from simulator.trace.ledger import Effect

_YES = Found("yes", "")


def read_allowed_message(message: SentMessage, ruling: Ruling, story: Story, evidence: Evidence) -> Found:
    """Return whether an `allowed` ruling covers a message: yes, no, or unclear if the text can't be read clearly."""
    sent = ruling.sent
    if sent is None or not ruling.allows(message, evidence):
        return Found("no", "")
    if not sent.say:
        return _YES
    now = _moment(message.effect.at, evidence)
    return _lenient(read_message(_text_of(message), ruling_message(sent, story, evidence, now), now))


def forbids_message(message: SentMessage, ruling: Ruling, evidence: Evidence) -> bool:
    """Return True if a ruling forbids a message: by its recipients alone, by a value, or by what it clearly says."""
    sent = ruling.sent
    if sent is None:
        return False
    if not sent.say:
        return ruling.forbids(message, evidence)
    # The ruling has a claim and perhaps values; either is enough to forbid a message to these people.
    bare = ruling.model_copy(update={"sent": sent.model_copy(update={"mentions": type(sent.mentions)()})})
    if not bare.forbids(message, evidence):
        return False
    return bool(tells(_text_of(message), sent.say)) or bool(sent.mentions and ruling.forbids(message, evidence))


def forbids_texts(effect: Effect, ruling: Ruling, evidence: Evidence) -> bool:
    """Return True if every field with a claim says what the claim says, or if there is nothing to read."""
    if ruling.records is None or effect.new is None:
        return True
    claims = {name: match.say for name, match in {**ruling.records.where, **ruling.to}.items() if match.say}
    return all(tells(str(value_of(effect.new, name, evidence)), say) for name, say in claims.items())


def read_allowed_texts(effect: Effect, ruling: Ruling, story: Story, evidence: Evidence) -> Found:
    """Return the worst reading of the record's texts against the claims of an `allowed` ruling; yes if it has none."""
    if ruling.records is None or effect.new is None:
        return _YES
    found = _YES
    for name, match in {**ruling.records.where, **ruling.to}.items():
        if match.say is None:
            continue
        now = _moment(effect.at, evidence)
        text = str(value_of(effect.new, name, evidence))
        if match.or_empty and not text:
            continue
        # An allowed record may name other records: the ride to the recital names the recital.
        matter = FieldMatter(content_words(match.say), ())
        read = _lenient(read_field(text, ruling_field(match, evidence, now), matter, now))
        if _rank(read.value) > _rank(found.value):
            found = read
    return found


def _lenient(found: Found) -> Found:
    """Return the reading, changed to yes if the claim names nothing that rules can look for."""
    return _YES if found.reason == NOTHING_CLAIMED else found


def _rank(value: Answer) -> int:
    return ("yes", "unclear", "no").index(value)


def _text_of(message: SentMessage) -> str:
    """Return subject and text of a message. For a reply, return only the text: its subject is the original mail's."""
    return message.sent.text if message.sent.reply_to else f"{message.sent.subject}\n{message.sent.text}".strip()


def _moment(at: int, evidence: Evidence) -> datetime:
    return datetime.fromtimestamp(at, UTC).astimezone(evidence.world.tz)
