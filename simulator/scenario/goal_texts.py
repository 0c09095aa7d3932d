"""Lists the values and statements that the text of a message or a field must contain to meet a goal."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from typing import Any

import msgspec

from simulator.phone.registry import app_of_table, record_words
from simulator.reading.claim_points import points_in, related
from simulator.reading.comparison import RightTexts
from simulator.reading.facts import Fact, FactError, FactSet, TimeFact, parse_fact
from simulator.reading.facts.number_words import VALUES
from simulator.reading.facts.word_facts import WordsFact
from simulator.reading.fields import FieldMatter
from simulator.reading.lexicon import entries
from simulator.reading.message_points import WantedMessage, WantedValue
from simulator.reading.scene import content_words
from simulator.reading.text_values import keys_in
from simulator.scenario.goals.evidence import Evidence
from simulator.scenario.goals.goal import Goal
from simulator.scenario.goals.mentions import Mentions, settled_fact
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
_HIDDEN = re.compile(r"must not (?:learn|hear|know|find out)(?: of| about)? (?:the |a )?([\w ]+)")


def wanted_messages(goal: Goal, story: Story, evidence: Evidence, now: datetime) -> list[WantedMessage]:
    """Return the ways in which a message can say what the goal asks for; one of them is enough."""
    ways = [part for part in goal.parts() if part.sent is not None]
    found = []
    for way in ways:
        assert way.sent is not None
        secret = tuple(_secrets(way.sent.to.named, story, evidence))
        wanted = _wanted(way.sent.mentions, way.say or goal.say, story, evidence, now, secret)
        found.append(wanted._replace(right=right_messages(way.sent.to.named, goal, story, evidence, now)))
    return found


def right_messages(to: Iterable[str], goal: Goal, story: Story, evidence: Evidence, now: datetime) -> RightTexts:
    """Return what the file's own solutions write to these people, and what else is on the phone."""
    aliases = {alias.casefold() for who in to for alias in (who, *evidence.aliases(who))}
    texts = [
        text
        for part in _steps(story)
        if part.args and _reaches(part.args, aliases, evidence)
        for text in _texts(part.args)
    ]
    thread = list(_thread(evidence, aliases))
    readers = [evidence.people[who] for who in to if who in evidence.people]
    names = [evidence.world.owner.name, *(name for person in readers for name in (person.name, *person.also))]
    known = content_words(" ".join([*texts, *thread, *names, goal.say]))
    every = [text for part in _steps(story) for text in (part.offer or "", *_texts(part.args))]
    told = content_words(
        " ".join([*every, *(need.say for need in story.scenario.needs), *(one.say for one in story.scenario.goals)])
    )
    numbers = {digits for text in texts for digits in re.findall(r"\d{4}(?!\d)", text)}
    people = frozenset(
        word
        for person in evidence.people.values()
        # Somebody whose number is passed on may be named in full.
        if not (person.phone and person.phone[-4:] in numbers)
        for word in content_words(" ".join([person.name, *person.also]))
    )
    # What must be left alone is named in `forbidden`: the other ride, the namesake, the other group.
    decoys = decoy_words(story) - content_words(" ".join([*texts, *names, goal.say]))
    return RightTexts(
        tuple(texts),
        goal.say,
        (people - known) | decoys,
        frozenset(key for text in thread for key in keys_in(text, now)),
        frozenset(_titles(evidence)) - known - told - frozenset(entries()),
    )


def decoy_words(story: Story) -> frozenset[str]:
    """Return the words for what must be left alone, without common ones."""
    says = content_words(" ".join(ruling.say for ruling in story.scenario.forbidden))
    days = content_words("monday tuesday wednesday thursday friday saturday sunday clock")
    return frozenset(word for word in says - frozenset(entries()) - _PLAIN - days if word.isalpha() and len(word) > 3)


def _steps(story: Story) -> list[SolutionStep]:
    steps = [step.part for step in story.solution]
    for way in story.scenario.alternatives:
        steps += way.solution or []
    return steps


def _reaches(args: Mapping[str, Any], aliases: set[str], evidence: Evidence) -> bool:
    """Return True if a call writes to these people: it names them, or a mail or chat of theirs."""
    for value in _flat(args):
        if isinstance(value, str) and value.casefold() in aliases:
            return True
        if isinstance(value, str) and value in evidence.labels and (record := evidence.record(value)) is not None:
            fields = _flat(msgspec.structs.asdict(record))
            if any(isinstance(field, str) and field.casefold() in aliases for field in fields):
                return True
    return False


def _texts(args: Mapping[str, Any]) -> Iterator[str]:
    for value in _flat(args):
        if isinstance(value, str) and " " in value:
            yield value


def _flat(value: Any) -> Iterator[Any]:
    if isinstance(value, Mapping):
        for item in value.values():
            yield from _flat(item)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _flat(item)
    else:
        yield value


def _own_records(evidence: Evidence) -> set[tuple[str, str]]:
    """Return the records that the assistant made. What it says must not be right because it has said so."""
    return {(effect.table, effect.id) for effect in evidence.ledger.by("assistant") if effect.old is None}


def _thread(evidence: Evidence, aliases: set[str]) -> Iterator[str]:
    """Yield the mails and messages that these people have written or read."""
    tables = evidence.world.store.tables()
    made = _own_records(evidence)
    records = [
        record
        for table in tables
        if table.startswith(("email.", "messaging."))
        for record in tables[table].values()
        if (table, record.id) not in made
    ]
    fields = {record.id: [str(field) for field in _flat(msgspec.structs.asdict(record))] for record in records}
    theirs = {key for key, own in fields.items() if any(field.casefold() in aliases for field in own)}
    for key, own in fields.items():
        # A message in a chat names its chat, and the chat its people.
        if key in theirs or theirs & set(own):
            yield " ".join(own)


def _titles(evidence: Evidence) -> Iterator[str]:
    """Yield the words of titles on the phone."""
    world = evidence.world
    for table, rows in world.store.tables().items():
        if table.startswith(("calendar.", "note.", "reminder.", "shopping.", "apartment.", "contacts.")):
            for record in rows.values():
                yield from content_words(record_words(type(record)).name(world, record))


def wanted_fields(goal: Goal, name: str, story: Story, evidence: Evidence, now: datetime) -> list[WantedMessage]:
    """Return the ways in which a field can say what the goal asks for."""
    found = []
    for part in goal.parts():
        for matches in (part.exists.where if part.exists else {}, part.changed.to if part.changed else {}):
            for field, match in matches.items():
                if match.mentions is not None and name in ("", field):
                    readers = [
                        who for who, person in evidence.people.items() if person.name.split()[0] in goal.say.split()
                    ]
                    secret = tuple(_secrets(readers, story, evidence))
                    found.append(_wanted(match.mentions, part.say or goal.say, story, evidence, now, secret))
    return found


def field_matter(goal: Goal, story: Story, evidence: Evidence) -> FieldMatter:
    """Return the words of a goal that say what a record is about, and the titles of other records."""
    people = content_words(" ".join([evidence.world.owner.name, *(person.name for person in evidence.people.values())]))
    topic = content_words(" ".join([goal.say, *(part.say for part in goal.parts())])) - people
    apps = {part.exists.table(evidence).partition(".")[0] for part in goal.parts() if part.exists is not None}
    right = [text for part in _steps(story) if part.key.partition(".")[0] in apps for text in _flat(part.args)]
    return FieldMatter(topic, tuple(_other_titles(goal, evidence)), people | content_words(" ".join(map(str, right))))


def _other_titles(goal: Goal, evidence: Evidence) -> Iterator[frozenset[str]]:
    """Yield the titles of records that the goal does not name and that the assistant did not make."""
    parts = goal.parts()
    own = {part.changed.record for part in parts if part.changed is not None}
    own |= {label for part in parts if part.absent is not None for label in part.absent.record}
    known = {evidence.labels[label] for label in own if label in evidence.labels}
    known |= {(effect.table, effect.id) for effect in evidence.ledger.by("assistant")}
    for table, rows in evidence.world.store.tables().items():
        if (
            not table.startswith(("phone.", "meta.", "messaging.message"))
            and app_of_table(table) in evidence.world.apps
        ):
            for key, record in rows.items():
                if (table, key) not in known:
                    title = content_words(record_words(type(record)).name(evidence.world, record))
                    if title:
                        yield title


def _wanted(
    mentions: Mentions, say: str, story: Story, evidence: Evidence, now: datetime, secret: tuple[Fact, ...] = ()
) -> WantedMessage:
    values = [WantedValue((fact,)) for fact in _facts(mentions.all, evidence)]
    for group in mentions.any_groups:
        facts = tuple(_facts(group, evidence))
        if facts:
            # Words beside values may say the same, so that the values alone are not required.
            strict = len(facts) == len(group)
            if any(isinstance(fact, TimeFact) for fact in facts):
                # "Three" beside 15:00 means the hour, which is found where the text speaks of a time.
                facts = tuple(fact for fact in facts if fact.shown.casefold() not in VALUES)
            values.append(WantedValue(facts, strict))
    people = [*evidence.people.values()]
    names = content_words(" ".join([evidence.world.owner.name, *(person.name for person in people)]))
    capitals = frozenset(word for group in mentions.any_groups for fact in group for word in _names(fact))
    points = [point._replace(about=point.about | capitals) if point.about else point for point in points_in(say, names)]
    times = frozenset(key for key in keys_in(say, now) if key[0] in ("day", "time"))
    return WantedMessage(
        tuple(values),
        tuple(_facts(mentions.none, evidence)),
        secret,
        FactSet(together=tuple(_groups(mentions, evidence))),
        tuple(points),
        times,
    )


def _groups(mentions: Mentions, evidence: Evidence) -> Iterator[tuple[Fact, ...]]:
    for group in mentions.together:
        yield tuple(parse_fact(settled_fact(fact, evidence)) for fact in group)


def _secrets(to: Iterable[str], story: Story, evidence: Evidence) -> Iterator[Fact]:
    """Yield the values that the file forbids to tell these people, and words for what they must not learn of."""
    for ruling in story.scenario.forbidden:
        if ruling.sent is not None and set(ruling.sent.to.named) & set(to):
            hidden = _HIDDEN.search(ruling.say)
            if hidden:
                yield from (parse_fact({"words": word}) for word in sorted(related(content_words(hidden[1]))))
            for group in (ruling.sent.mentions.all, *ruling.sent.mentions.any_groups):
                yield from _facts(group, evidence)


def _facts(raw: Iterable[Any], evidence: Evidence) -> Iterator[Fact]:
    for fact in raw:
        if is_value(fact):
            try:
                yield parse_fact(settled_fact(fact, evidence))
            except FactError:
                continue


def is_value(fact: Any) -> bool:
    """Return True for a number, date, time, amount, code, phone number or name; False for a lower-case word."""
    if isinstance(fact, dict):
        return "words" not in fact or is_value(fact["words"])
    if not isinstance(fact, str) or fact.startswith("="):
        return True
    if fact.casefold() in VALUES or not isinstance(parse_fact(fact), WordsFact):
        return True
    return bool(re.search(r"[0-9]|[A-Z\u00c0-\u00de\u0100-\u017f]", fact)) and bool(
        re.search(r"\b[A-Z\u00c0-\u00de0-9+]", fact)
    )


def _names(fact: Any) -> frozenset[str]:
    return content_words(fact) if isinstance(fact, str) and fact[:1].isupper() and fact.isalpha() else frozenset()
