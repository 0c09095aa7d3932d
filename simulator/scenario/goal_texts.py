"""Lists the values and statements that the text of a message or a field must contain to meet a goal."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from typing import Any

import msgspec

from simulator.phone.registry import app_of_table, record_words
from simulator.phone.store import Record
from simulator.reading.claim_points import related, told_point
from simulator.reading.comparison import RightTexts
from simulator.reading.facts import Fact, parse_fact
from simulator.reading.fields import FieldMatter
from simulator.reading.lexicon import entries
from simulator.reading.message_points import WantedMessage
from simulator.reading.scene import content_words
from simulator.reading.text_values import keys_in
from simulator.scenario.goals.evidence import Evidence
from simulator.scenario.goals.goal import Goal
from simulator.scenario.goals.matchers import FieldMatch
from simulator.scenario.goals.mentions import Mentions
from simulator.scenario.goals.message_claims import Sent, Told
from simulator.scenario.reading_scene import own_records, values_of_others
from simulator.scenario.schema import SolutionStep
from simulator.scenario.secret_topics import topic_words
from simulator.scenario.story import Story
from simulator.scenario.wanted_texts import value_facts, wanted_text

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
_HIDDEN = re.compile(r"must not (?:learn|hear|know|find out)(?: of| about)? (?:the |a )?([\w ]+)")


def wanted_messages(goal: Goal, story: Story, evidence: Evidence, now: datetime) -> list[WantedMessage]:
    """Return the ways in which a message can say what the goal asks for; one of them is enough."""
    ways = [part for part in goal.parts() if part.sent is not None]
    found = []
    for way in ways:
        assert way.sent is not None
        secret = tuple(_secrets(way.sent.to.named, story, evidence))
        wanted = wanted_text(way.sent.mentions, way.say or goal.say, evidence, now, secret)
        if not (wanted.values or wanted.points or wanted.together.together):
            people = [evidence.world.owner.name, *(person.name for person in evidence.people.values())]
            told = told_point(way.say or goal.say, content_words(" ".join(people)))
            wanted = wanted._replace(points=(told,))
        beside = tuple(_beside(goal, way.sent.to.named, story, evidence, now))
        right = right_messages(way.sent.to.named, goal.say, story, evidence, now)
        found.append(wanted._replace(right=right, beside=beside))
    return found


def _beside(goal: Goal, to: Iterable[str], story: Story, evidence: Evidence, now: datetime) -> Iterator[WantedMessage]:
    """Yield what other goals want these same people to be told; goals that can be met in several ways are left out."""
    for other in story.scenario.goals:
        if other is not goal and other.sent is not None and set(other.sent.to.named) == set(to):
            yield wanted_text(other.sent.mentions, other.say, evidence, now)


def told_claim(told: Told, evidence: Evidence, now: datetime) -> WantedMessage:
    """Return what a report must tell the user."""
    return wanted_text(told.mentions, told.say, evidence, now)


def ruling_message(sent: Sent, story: Story, evidence: Evidence, now: datetime) -> WantedMessage:
    """Return what a message says that `allowed` covers."""
    secret = tuple(_secrets(sent.to.named, story, evidence))
    wanted = wanted_text(sent.mentions, sent.say, evidence, now, secret)
    # A claim such as "the number comes in time" must not let another number pass.
    return wanted._replace(right=right_messages(sent.to.named, sent.say, story, evidence, now))


def ruling_field(match: FieldMatch, evidence: Evidence, now: datetime) -> WantedMessage:
    """Return what the text of a field says that `allowed` covers."""
    return wanted_text(match.mentions or Mentions(), match.say or "", evidence, now)


def right_messages(to: Iterable[str], say: str, story: Story, evidence: Evidence, now: datetime) -> RightTexts:
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
    known = content_words(" ".join([*texts, *thread, *names, say]))
    every = [text for part in _steps(story) for text in (part.offer or "", *_texts(part.args))]
    told = content_words(
        " ".join([*every, *(need.say for need in story.scenario.needs), *(one.say for one in story.scenario.goals)])
    )
    same = list(_same_matter(evidence, [*texts, say], now))
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
    own = _proper_names([*texts, *thread, say]) - people
    decoys &= frozenset(_titles(evidence)) | people | _capitalised(ruling.say for ruling in story.scenario.forbidden)
    return RightTexts(
        tuple(texts),
        say,
        (people - known - content_words(" ".join(same))) | decoys,
        frozenset(key for text in (*thread, *same) for key in keys_in(text, now)),
        frozenset(_titles(evidence, own)) - known - told - frozenset(entries()),
        values_of_others(evidence, now),
        content_words(" ".join(name for person in readers for name in (person.name, *person.also))),
        _others_names(to, evidence),
    )


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
    fields = {record.id: [str(field) for field in _flat(msgspec.structs.asdict(record))] for record in records}
    theirs = {key for key, own in fields.items() if any(field.casefold() in aliases for field in own)}
    for key, own in fields.items():
        # A message in a chat names its chat, and the chat its people.
        if key in theirs or theirs & set(own):
            yield " ".join(own)


# A record is about the same matter as a text if it shares a value and this many words with it.
_SHARED_WORDS = 3


def _same_matter(evidence: Evidence, texts: Iterable[str], now: datetime) -> Iterator[str]:
    """Yield the records on the phone that are about what these texts are about."""
    told = " ".join(texts)
    words, values = content_words(told), {key for key in keys_in(told, now) if key[0] != "number"}
    world, made = evidence.world, own_records(evidence)
    for table, rows in world.store.tables().items():
        if table.startswith(("email.", "note.", "messaging.message", "calendar.", "shopping.order")):
            for record in rows.values():
                if (table, record.id) in made:
                    continue
                text = world.apps[app_of_table(table)].readable(world.store, record)
                if len(content_words(text) & words) >= _SHARED_WORDS and keys_in(text, now) & values:
                    yield text


def _titles(evidence: Evidence, own: frozenset[str] = frozenset()) -> Iterator[str]:
    """Yield the words of titles on the phone, without those that have one of the matter's own names."""
    world = evidence.world
    for table, rows in world.store.tables().items():
        if table.startswith(("calendar.", "note.", "reminder.", "shopping.", "apartment.", "contacts.")):
            for record in rows.values():
                words = content_words(record_words(type(record)).name(world, record))
                if not words & own:
                    yield from words


def wanted_fields(goal: Goal, name: str, story: Story, evidence: Evidence, now: datetime) -> list[WantedMessage]:
    """Return the ways in which a field can say what the goal asks for."""
    found = []
    for part in goal.parts():
        for matches in (part.exists.where if part.exists else {}, part.changed.to if part.changed else {}):
            for field, match in matches.items():
                if match.judges_text and name in ("", field):
                    secret = tuple(_secrets(_guests(matches), story, evidence))
                    say = match.say or part.say or goal.say
                    wanted = wanted_text(match.mentions or Mentions(), say, evidence, now, secret)
                    found.append(wanted._replace(right=_right_fields(goal, story, evidence, now)))
    return found


def _right_fields(goal: Goal, story: Story, evidence: Evidence, now: datetime) -> RightTexts:
    """Return what the file's own solutions write into such records, and what else is on the phone about it."""
    texts = _field_texts(goal, story, evidence)
    say = " ".join(dict.fromkeys((goal.say, *(part.say for part in goal.parts()))))
    same = list(_same_matter(evidence, [*texts, say], now))
    every = [text for part in _steps(story) for text in _texts(part.args)]
    # Amounts may come from anywhere in the matter; days and times of a record are its own.
    values = {key for text in (*same, *every) for key in keys_in(text, now) if key[0] not in ("day", "time")}
    values |= {key for text in _old_texts(goal, evidence) for key in keys_in(text, now)}
    people = content_words(" ".join(name for one in evidence.people.values() for name in (one.name, *one.also)))
    strangers = people - content_words(" ".join([*texts, say, *same]))
    return RightTexts(tuple(texts), say, strangers, frozenset(values), prose=False)


def _field_texts(goal: Goal, story: Story, evidence: Evidence) -> list[str]:
    parts = goal.parts()
    tables = [part.exists.table(evidence) for part in parts if part.exists is not None]
    tables += [
        evidence.labels[part.changed.record][0]
        for part in parts
        if part.changed is not None and part.changed.record in evidence.labels
    ]
    apps = {table.partition(".")[0] for table in tables}
    used = [part for part in _steps(story) if part.key.partition(".")[0] in apps]
    return [text for part in used for text in _flat(part.args) if isinstance(text, str)]


def _old_texts(goal: Goal, evidence: Evidence) -> Iterator[str]:
    """Yield what stood in the records that the goal changes."""
    labels = {part.changed.record for part in goal.parts() if part.changed is not None}
    known = {evidence.labels[label] for label in labels if label in evidence.labels}
    for effect in evidence.ledger.effects:
        if (effect.table, effect.id) in known and effect.old is not None:
            yield " ".join(str(field) for field in _flat(msgspec.structs.asdict(effect.old)))


def field_matter(goal: Goal, story: Story, evidence: Evidence) -> FieldMatter:
    """Return the words of a goal that say what a record is about, and the titles of other records."""
    people = content_words(" ".join([evidence.world.owner.name, *(person.name for person in evidence.people.values())]))
    topic = content_words(" ".join([goal.say, *(part.say for part in goal.parts()), *field_claims(goal)])) - people
    right = content_words(" ".join(_field_texts(goal, story, evidence)))
    return FieldMatter(topic, tuple(_other_titles(goal, story, evidence)), right, people)


def _guests(matches: Mapping[str, FieldMatch]) -> list[str]:
    """Return the people who can read a record because they take part in it."""
    match = matches.get("attendees")
    return [] if match is None else [*(match.same_set or []), *(match.includes or [])]


def field_claims(goal: Goal) -> Iterator[str]:
    """Yield what the fields of a goal's records say."""
    for part in goal.parts():
        for matches in (part.exists.where if part.exists else {}, part.changed.to if part.changed else {}):
            yield from (match.say for match in matches.values() if match.say)


def _other_titles(goal: Goal, story: Story, evidence: Evidence) -> Iterator[frozenset[str]]:
    """Yield the titles of records that the goal does not name and that the assistant did not make."""
    parts = goal.parts()
    own = {part.changed.record for part in parts if part.changed is not None}
    own |= {label for part in parts if part.absent is not None for label in part.absent.record}
    known = {evidence.labels[label] for label in own if label in evidence.labels}
    # A dinner that comes again every month has the same title as the one that is moved.
    own_titles = {_title(record, evidence) for key in known if (record := _at_start(key, story)) is not None}
    known |= {(effect.table, effect.id) for effect in evidence.ledger.by("assistant")}
    for table, rows in evidence.world.store.tables().items():
        if (
            not table.startswith(("phone.", "meta.", "messaging.message"))
            and app_of_table(table) in evidence.world.apps
        ):
            for key, record in rows.items():
                if (table, key) not in known:
                    title = _title(record, evidence)
                    if title and title not in own_titles:
                        yield title


def _title(record: Record, evidence: Evidence) -> frozenset[str]:
    return content_words(record_words(type(record)).name(evidence.world, record))


def _at_start(key: tuple[str, str], story: Story) -> Record | None:
    return story.blank.store.tables().get(key[0], {}).get(key[1])


def _secrets(to: Iterable[str], story: Story, evidence: Evidence) -> Iterator[Fact]:
    """Yield the values that the file forbids to tell these people, and words for what they must not learn of."""
    for ruling in story.scenario.forbidden:
        if ruling.sent is not None and set(ruling.sent.to.named) & set(to):
            for word in sorted(topic_words(ruling.sent.say)):
                yield parse_fact({"words": word})
            hidden = _HIDDEN.search(ruling.say)
            if hidden:
                yield from (parse_fact({"words": word}) for word in sorted(related(content_words(hidden[1]))))
            for group in (ruling.sent.mentions.all, *ruling.sent.mentions.any_groups):
                yield from value_facts(group, evidence)
