"""Collects right texts for a goal: messages in the file's solutions, and related texts on the phone."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from typing import Any

import msgspec

from simulator.phone.registry import app_of_table, record_words
from simulator.reading.facts.text_values import keys_in
from simulator.reading.language.lexicon import known_words
from simulator.reading.messages.comparison import RightTexts
from simulator.reading.scene import content_words
from simulator.scenario.goals.evidence import Evidence
from simulator.scenario.reading_scene import own_records, values_of_others
from simulator.scenario.schema import SolutionStep
from simulator.scenario.story import Story

# Common words in the sentences of `forbidden`, which do not name a particular record or person.
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
    """Return the right texts, known values and wrong names with which messages to these people are compared."""
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
    known = content_words(" ".join([*texts, *thread, *names, *_sizes_acted_on(story, evidence), say]))
    every = [text for part in solution_steps(story) for text in (part.offer or "", *texts_in(part.args))]
    # The user has agreed to these words and values: "Shall I tell Dev that you fetch Mina at 15:30?"
    agreed = [offer.proposal.text for offer in evidence.ledger.offers.values() if offer.accepted]
    told = content_words(
        " ".join(
            [
                *every,
                *_titles_of_needs(story, evidence),
                *(need.say for need in story.scenario.needs),
                *(one.say for one in story.scenario.goals),
                *agreed,
            ]
        )
    )
    same = list(same_matter(evidence, [*texts, say], now))
    numbers = {digits for text in texts for digits in re.findall(r"\d{4}(?!\d)", text)}
    people = frozenset(
        word
        for person in evidence.people.values()
        # Somebody whose number is passed on, or whom right texts name by another name, may be named in full.
        if not (person.phone and person.phone[-4:] in numbers)
        and not content_words(" ".join([person.name, *person.also])) & known
        for word in content_words(" ".join([person.name, *person.also]))
    )
    # `forbidden` names records and people that messages must not be about: the other ride, the namesake.
    decoys = decoy_words(story) - content_words(" ".join([*texts, *names, say]))
    # Lower-case words that these people use in their messages, such as "flat", do not point to another record.
    decoys -= content_words(" ".join(word for text in thread for word in text.split() if word[:1].islower()))
    own = _proper_names([*texts, *thread, say]) - people
    decoys &= frozenset(_titles(evidence)) | people | _capitalised(ruling.say for ruling in story.scenario.forbidden)
    # Names that occur only in other people's mails and chats, such as the name of somebody's teacher.
    elsewhere = _proper_names(_thread(evidence, aliases, others=True)) - content_words(" ".join(same))
    return RightTexts(
        tuple(texts),
        say,
        (people - known - content_words(" ".join(same))) | decoys | (_other_numbers(evidence, own) - known),
        frozenset(key for text in (*thread, *same, *every, *agreed) for key in keys_in(text, now)),
        (frozenset(_titles(evidence, own, known)) - known_words() | elsewhere) - known - told,
        lambda: values_of_others(evidence, now),
        content_words(" ".join(name for person in readers for name in (person.name, *person.also))),
        _others_names(to, evidence),
        content_words(evidence.world.owner.name),
        frozenset(_rivals(_all_titles(evidence, _THINGS), content_words(" ".join([*texts, say])), known | told)),
        tuple(agreed),
    )


def _sizes_acted_on(story: Story, evidence: Evidence) -> Iterator[str]:
    """Yield the numbers in titles of records that the solutions use: a message may say "the 30 cm globe"."""
    labels = {value for part in solution_steps(story) for value in flat_values(part.args) if isinstance(value, str)}
    for label in sorted(labels & evidence.labels.keys()):
        record = evidence.record(label)
        if record is not None:
            yield from re.findall(r"\d+", record_words(type(record)).name(evidence.world, record))


def _titles_of_needs(story: Story, evidence: Evidence) -> Iterator[str]:
    """Yield the titles of the records that needs are about: a message may name the event that it is about."""
    for label in {label for need in story.scenario.needs for act in need.acts for label in (*act.targets, *act.about)}:
        record = evidence.record(label) if label in evidence.labels else None
        if record is not None:
            yield record_words(type(record)).name(evidence.world, record)


def _others_names(to: Iterable[str], evidence: Evidence) -> frozenset[str]:
    """Return the words in the names of all people except the owner and the people in `to`."""
    readers = set(to)
    names = {who: content_words(" ".join([person.name, *person.also])) for who, person in evidence.people.items()}
    own = content_words(evidence.world.owner.name).union(*(names[who] for who in readers & names.keys()))
    return frozenset[str]().union(*(words for who, words in names.items() if who not in readers)) - own


def _proper_names(texts: Iterable[str]) -> frozenset[str]:
    """Return the words that texts write with a capital in the middle of a sentence, without days and months."""
    found = content_words(" ".join(name for text in texts for name in re.findall(r"(?<=[a-z,] )[A-Z]\w{3,}", text)))
    return found - _CALENDAR


def decoy_words(story: Story) -> frozenset[str]:
    """Return the words in `forbidden` that may name records and people to leave alone, without common words."""
    says = content_words(" ".join(ruling.say for ruling in story.scenario.forbidden))
    days = content_words("monday tuesday wednesday thursday friday saturday sunday clock")
    return frozenset(word for word in says - _PLAIN - days - known_words() if word.isalpha() and len(word) > 3)


def _capitalised(says: Iterable[str]) -> frozenset[str]:
    """Return the words with a capital letter, without the first word of each text."""
    return content_words(" ".join(word for say in says for word in say.split()[1:] if word[:1].isupper()))


def solution_steps(story: Story) -> list[SolutionStep]:
    steps = [step.part for step in story.solution]
    for way in story.scenario.alternatives:
        steps += way.solution or []
    return steps


def _reaches(args: Mapping[str, Any], aliases: set[str], evidence: Evidence) -> bool:
    """Return True if an argument of a call is one of these people, or a record with one of them in a field."""
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


def _thread(evidence: Evidence, aliases: set[str], others: bool = False) -> Iterator[str]:
    """Yield the mails and messages that these people wrote or got; with `others`, yield all other mails and messages.

    Texts that the assistant wrote are left out.
    """
    tables = evidence.world.store.tables()
    # The assistant's own messages can't prove its values right.
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
        # A chat message refers to its chat, and the chat to its people.
        if bool(key in theirs or theirs & set(own)) is not others:
            yield " ".join(own)


# A record has the same topic as a text if they share a value and at least this many words.
_SHARED_WORDS = 3


def same_matter(evidence: Evidence, texts: Iterable[str], now: datetime) -> Iterator[str]:
    """Yield the texts of records with the same topic as these texts, except records that the assistant made."""
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
    """Return the numbers in titles with a word of `own`, such as the house number of the flat next door."""
    world, found = evidence.world, set[str]()
    for table, rows in world.store.tables().items():
        if table.startswith(("calendar.", "note.", "reminder.", "shopping.", "apartment.", "contacts.")):
            for record in rows.values():
                words = content_words(record_words(type(record)).name(world, record))
                found |= {word for word in words if words & own and word.isdigit() and len(word) > 1}
    return frozenset(found)


# Beginnings of tables whose titles name things to choose from: products and flats.
_THINGS = ("shopping.", "apartment.")
_TITLED = (*_THINGS, "calendar.", "note.", "reminder.", "contacts.")


def _all_titles(evidence: Evidence, tables: tuple[str, ...] = _TITLED) -> list[list[frozenset[str]]]:
    """Return the words of the titles in these tables, by table."""
    world = evidence.world
    return [
        [content_words(record_words(type(record)).name(world, record)) for record in rows.values()]
        for table, rows in world.store.tables().items()
        if table.startswith(tables)
    ]


def _nearest(titles: Iterable[frozenset[str]], known: frozenset[str]) -> dict[str, int]:
    """For each word of `known` in a title, return the most words of `known` that any title with this word has."""
    found: dict[str, int] = {}
    for title in titles:
        for word in title & known:
            found[word] = max(found.get(word, 0), len(title & known))
    return found


def _rivals(
    tables: Iterable[list[frozenset[str]]], matter: frozenset[str], known: frozenset[str]
) -> Iterator[tuple[str, str]]:
    """Yield pairs of words from titles that right texts do not mean: a word to avoid, and a word that right texts have.

    With the titles "Desk lamp" and "Floor lamp", and right texts about a desk lamp, the pair is "floor" and "lamp".
    """
    for titles in tables:
        nearest = _nearest(titles, matter)
        own = [title for title in titles if any(len(title & matter) == nearest[word] for word in title & matter)]
        for title in titles:
            for word in title & matter:
                if len(title & matter) < nearest[word]:
                    yield from ((other, word) for other in title - known.union(*own))


def _titles(
    evidence: Evidence, own: frozenset[str] = frozenset(), known: frozenset[str] = frozenset()
) -> Iterator[str]:
    """Yield the words of titles that are not about the topic: they have no word of `own`, and are not right titles.

    Of several titles with a word of `known`, such as two kinds of lamp, the title with most words of `known` is right.
    Words that a right title has too, such as "silo" in "Visit to the silo" and "Silo, signing", are left out.
    """
    right, others = set[str](), set[str]()
    for titles in _all_titles(evidence):
        nearest = _nearest(titles, known)
        for title in titles:
            shared = title & known
            is_right = title & own or (shared and all(len(shared) >= nearest[word] for word in shared))
            (right if is_right else others).update(title)
    yield from others - right
