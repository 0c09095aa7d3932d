"""Collects right texts for a goal: what good solutions write to its people, and what else the phone knows about it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from typing import Any

import msgspec

from simulator.phone.registry import app_of_table, record_words
from simulator.reading.comparison import RightTexts
from simulator.reading.lexicon import entries
from simulator.reading.scene import content_words
from simulator.reading.text_values import keys_in
from simulator.scenario.goals.evidence import Evidence
from simulator.scenario.reading_scene import own_records, values_of_others
from simulator.scenario.schema import SolutionStep
from simulator.scenario.story import Story

# Words of `forbidden` sentences that name nothing in particular.
_PLAIN = content_words(
    "nobody nothing somebody anybody everybody anyone everyone come comes goes"
    " wait way week day days time times evening"
    " morning afternoon night today tomorrow yesterday month year number numbers"
    " people person man men woman women thing"
    " things matter business stays stay keeps keep already still again alone away word words told heard hear knows know"
    " learn asked needs need wants want makes make takes take gave given gets other first last next little much many"
    " right wrong good bad same different house home room place door money card"
    " order old young own friend friends reason"
    " left part side sum paid pays been being gone left since until without about after before behind between against"
)
_CALENDAR = content_words(
    "monday tuesday wednesday thursday friday saturday sunday january february march april june july august september"
    " october november december"
)


def right_messages(to: Iterable[str], say: str, story: Story, evidence: Evidence, now: datetime) -> RightTexts:
    """Return what the file's own solutions write to these people, and what else is on the phone."""
    aliases = {alias.casefold() for who in to for alias in (who, *evidence.aliases(who))}
    texts = [
        text
        for part in solution_steps(story)
        if part.args and _reaches(part.args, aliases, evidence)
        for text in texts_in(part.args)
    ]
    thread = list(_thread(evidence, aliases))
    readers = [evidence.people[who] for who in to if who in evidence.people]
    names = [evidence.world.owner.name, *(name for person in readers for name in (person.name, *person.also))]
    known = content_words(" ".join([*texts, *thread, *names, say]))
    every = [text for part in solution_steps(story) for text in (part.offer or "", *texts_in(part.args))]
    told = content_words(
        " ".join([*every, *(need.say for need in story.scenario.needs), *(one.say for one in story.scenario.goals)])
    )
    same = list(same_matter(evidence, [*texts, say], now))
    # The user has agreed to these values: "Shall I tell Dev that you fetch Mina at 15:30?"
    agreed = [offer.proposal.text for offer in evidence.ledger.offers.values() if offer.accepted]
    numbers = {digits for text in texts for digits in re.findall(r"\d{4}(?!\d)", text)}
    people = frozenset(
        word
        for person in evidence.people.values()
        # Somebody whose number is passed on may be named in full.
        if not (person.phone and person.phone[-4:] in numbers)
        for word in content_words(" ".join([person.name, *person.also]))
    )
    # What must be left alone is named in `forbidden`: the other ride, the namesake, the other group.
    decoys = decoy_words(story) - content_words(" ".join([*texts, *names, say]))
    # What these people call their own matter in lower case, such as "flat", names no other record.
    decoys -= content_words(" ".join(word for text in thread for word in text.split() if word[:1].islower()))
    own = _proper_names([*texts, *thread, say]) - people
    decoys &= frozenset(_titles(evidence)) | people | _capitalised(ruling.say for ruling in story.scenario.forbidden)
    return RightTexts(
        tuple(texts),
        say,
        (people - known - content_words(" ".join(same))) | decoys | (_other_numbers(evidence, own) - known),
        frozenset(key for text in (*thread, *same, *agreed) for key in keys_in(text, now)),
        frozenset(_titles(evidence, own)) - known - told - frozenset(entries()),
        values_of_others(evidence, now),
        content_words(" ".join(name for person in readers for name in (person.name, *person.also))),
        _others_names(to, evidence),
        lines=tuple(_lines_with(people - known - decoys, evidence)),
    )


def _lines_with(names: frozenset[str], evidence: Evidence) -> Iterator[frozenset[str]]:
    """Yield the words of sentences in notes and rides that have one of these names."""
    world, made = evidence.world, own_records(evidence)
    for table, rows in world.store.tables().items():
        if table.startswith(("note.", "cab.")):
            for record in rows.values():
                if (table, record.id) not in made:
                    text = world.apps[app_of_table(table)].readable(world.store, record)
                    # From and to of a ride stand in different lines.
                    split = r"(?!)" if table.startswith("cab.") else r"(?<=[.!?;])\s+|\n+"
                    lines = map(content_words, re.split(split, text))
                    yield from (line for line in lines if line & names)


def _others_names(to: Iterable[str], evidence: Evidence) -> frozenset[str]:
    """Return the words of the names of people who are neither the owner nor among these."""
    readers = set(to)
    names = {who: content_words(" ".join([person.name, *person.also])) for who, person in evidence.people.items()}
    own = content_words(evidence.world.owner.name).union(*(names[who] for who in readers & names.keys()))
    return frozenset[str]().union(*(words for who, words in names.items() if who not in readers)) - own


def _proper_names(texts: Iterable[str]) -> frozenset[str]:
    """Return the words that texts write with a capital in the middle of a sentence, without days and months."""
    found = content_words(" ".join(name for text in texts for name in re.findall(r"(?<=[a-z,] )[A-Z]\w{3,}", text)))
    return found - _CALENDAR


def decoy_words(story: Story) -> frozenset[str]:
    """Return the words for what must be left alone, without common ones."""
    says = content_words(" ".join(ruling.say for ruling in story.scenario.forbidden))
    days = content_words("monday tuesday wednesday thursday friday saturday sunday clock")
    return frozenset(word for word in says - frozenset(entries()) - _PLAIN - days if word.isalpha() and len(word) > 3)


def _capitalised(says: Iterable[str]) -> frozenset[str]:
    """Return the words that sentences write with a capital although they do not start with them."""
    return content_words(" ".join(word for say in says for word in say.split()[1:] if word[:1].isupper()))


def solution_steps(story: Story) -> list[SolutionStep]:
    steps = [step.part for step in story.solution]
    for way in story.scenario.alternatives:
        steps += way.solution or []
    return steps


def _reaches(args: Mapping[str, Any], aliases: set[str], evidence: Evidence) -> bool:
    """Return True if a call writes to these people: it names them, or a mail or chat of theirs."""
    for value in flat_values(args):
        if isinstance(value, str) and value.casefold() in aliases:
            return True
        if isinstance(value, str) and value in evidence.labels and (record := evidence.record(value)) is not None:
            fields = flat_values(msgspec.structs.asdict(record))
            if any(isinstance(field, str) and field.casefold() in aliases for field in fields):
                return True
    return False


def texts_in(args: Mapping[str, Any]) -> Iterator[str]:
    for value in flat_values(args):
        if isinstance(value, str) and " " in value:
            yield value


def flat_values(value: Any) -> Iterator[Any]:
    if isinstance(value, Mapping):
        for item in value.values():
            yield from flat_values(item)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from flat_values(item)
    else:
        yield value


def _thread(evidence: Evidence, aliases: set[str]) -> Iterator[str]:
    """Yield the mails and messages that these people have written or read."""
    tables = evidence.world.store.tables()
    # A message must not vouch for its own values.
    made = own_records(evidence)
    records = [
        record
        for table in tables
        if table.startswith(("email.", "messaging."))
        for record in tables[table].values()
        if (table, record.id) not in made
    ]
    fields = {record.id: [str(field) for field in flat_values(msgspec.structs.asdict(record))] for record in records}
    theirs = {key for key, own in fields.items() if any(field.casefold() in aliases for field in own)}
    for key, own in fields.items():
        # A message in a chat names its chat, and the chat its people.
        if key in theirs or theirs & set(own):
            yield " ".join(own)


# A record is about the same matter as a text if it shares a value and this many words with it.
_SHARED_WORDS = 3


def same_matter(evidence: Evidence, texts: Iterable[str], now: datetime) -> Iterator[str]:
    """Yield the records on the phone that are about what these texts are about."""
    told = " ".join(texts)
    words, values = content_words(told), {key for key in keys_in(told, now) if key[0] != "number"}
    world, made = evidence.world, own_records(evidence)
    for table, rows in world.store.tables().items():
        if table.startswith(("email.", "note.", "messaging.message", "calendar.", "shopping.order", "apartment.")):
            for record in rows.values():
                if (table, record.id) in made:
                    continue
                text = world.apps[app_of_table(table)].readable(world.store, record)
                if len(content_words(text) & words) >= _SHARED_WORDS and keys_in(text, now) & values:
                    yield text


def _other_numbers(evidence: Evidence, own: frozenset[str]) -> frozenset[str]:
    """Return the numbers in titles with one of the matter's own names: the house number of a flat next door."""
    world, found = evidence.world, set[str]()
    for table, rows in world.store.tables().items():
        if table.startswith(("calendar.", "note.", "reminder.", "shopping.", "apartment.", "contacts.")):
            for record in rows.values():
                words = content_words(record_words(type(record)).name(world, record))
                found |= {word for word in words if words & own and word.isdigit() and len(word) > 1}
    return frozenset(found)


def _titles(evidence: Evidence, own: frozenset[str] = frozenset()) -> Iterator[str]:
    """Yield the words of titles on the phone, without those that have one of the matter's own names."""
    world = evidence.world
    for table, rows in world.store.tables().items():
        if table.startswith(("calendar.", "note.", "reminder.", "shopping.", "apartment.", "contacts.")):
            for record in rows.values():
                words = content_words(record_words(type(record)).name(world, record))
                if not words & own:
                    yield from words
