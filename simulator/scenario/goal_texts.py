"""Lists the values and statements that a message, report or field must contain to meet a goal or fit `allowed`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime

import msgspec

from simulator.phone.registry import app_of_table, record_words
from simulator.phone.store import Record
from simulator.reading.facts import Fact, parse_fact
from simulator.reading.facts.text_values import keys_in
from simulator.reading.messages.claim_points import related, told_point
from simulator.reading.messages.comparison import RightTexts
from simulator.reading.messages.message_points import WantedMessage
from simulator.reading.messages.read_field import FieldMatter
from simulator.reading.scene import content_words
from simulator.scenario.goals.evidence import Evidence
from simulator.scenario.goals.goal import Goal
from simulator.scenario.goals.matchers import FieldMatch
from simulator.scenario.goals.mentions import Mentions
from simulator.scenario.goals.message_claims import Sent, Told
from simulator.scenario.right_texts import flat_values, right_messages, same_matter, solution_steps, texts_in
from simulator.scenario.secret_topics import topic_words
from simulator.scenario.story import Story
from simulator.scenario.wanted_texts import value_facts, wanted_text

# Forms of address are parts of names, but do not identify a person.
_TITLES = content_words("mr mrs ms miss dr prof professor sir madam aunt uncle")
_HIDDEN = re.compile(r"must not (?:learn|hear|know|find out)(?: of| about)? (?:the |a )?([\w ]+)")


def wanted_messages(goal: Goal, story: Story, evidence: Evidence, now: datetime) -> list[WantedMessage]:
    """Return what a message must say, one entry per `sent` part of the goal. A message need fit only one entry."""
    # The cache also holds the goal: if the goal were freed, another object could get the same id().
    key = f"messages wanted at {now} by goal {id(goal)}, {evidence.seen}"
    return evidence.once(key, lambda: (goal, _wanted_messages(goal, story, evidence, now)))[1]


def _wanted_messages(goal: Goal, story: Story, evidence: Evidence, now: datetime) -> list[WantedMessage]:
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
    """Yield what other goals want the same people to be told. Compound goals are left out."""
    for other in story.scenario.goals:
        if other is not goal and other.sent is not None and set(other.sent.to.named) == set(to):
            yield wanted_text(other.sent.mentions, other.say, evidence, now)


def told_claim(told: Told, evidence: Evidence, now: datetime) -> WantedMessage:
    """Return the values and statements that a report must contain to meet a `told` claim."""
    return wanted_text(told.mentions, told.say, evidence, now)


def ruling_message(sent: Sent, story: Story, evidence: Evidence, now: datetime) -> WantedMessage:
    """Return the values and statements that a message must contain so that `allowed` covers it."""
    secret = tuple(_secrets(sent.to.named, story, evidence))
    wanted = wanted_text(sent.mentions, sent.say, evidence, now, secret)
    # The right texts are needed because a claim such as "gives the number" does not say which number is right.
    return wanted._replace(right=right_messages(sent.to.named, sent.say, story, evidence, now))


def ruling_field(match: FieldMatch, evidence: Evidence, now: datetime) -> WantedMessage:
    """Return the values and statements that a field's text must contain so that `allowed` covers it."""
    return wanted_text(match.mentions or Mentions(), match.say or "", evidence, now)


def wanted_fields(goal: Goal, name: str, story: Story, evidence: Evidence, now: datetime) -> list[WantedMessage]:
    """Return what the field `name` must say. The field need fit only one entry. An empty `name` means any field."""
    key = f"field {name} wanted at {now} by goal {id(goal)}, {evidence.seen}"
    return evidence.once(key, lambda: (goal, _wanted_fields(goal, name, story, evidence, now)))[1]


def _wanted_fields(goal: Goal, name: str, story: Story, evidence: Evidence, now: datetime) -> list[WantedMessage]:
    found = []
    for part in goal.parts():
        for matches in (part.exists.where if part.exists else {}, part.changed.to if part.changed else {}):
            for field, match in matches.items():
                if match.judges_text and name in ("", field):
                    secret = tuple(_secrets(_guests(matches), story, evidence))
                    say = match.say or part.say or goal.say
                    wanted = wanted_text(match.mentions or Mentions(), say, evidence, now, secret)
                    if wanted.together.together and sum(point.listed for point in wanted.points) == 1:
                        # In "takes their dog: Bruno" the name explains a word of the claim; a note may leave it out.
                        wanted = wanted._replace(points=tuple(one for one in wanted.points if not one.listed))
                    found.append(wanted._replace(right=_right_fields(goal, story, evidence, now)))
    return found


def _right_fields(goal: Goal, story: Story, evidence: Evidence, now: datetime) -> RightTexts:
    """Return what the text of a field is compared with: texts of the file's solutions, and related values and names."""
    texts = _field_texts(goal, story, evidence)
    say = " ".join(dict.fromkeys((goal.say, *(part.say for part in goal.parts()))))
    same = list(same_matter(evidence, [*texts, say], now))
    every = [text for part in solution_steps(story) for text in texts_in(part.args)]
    # Amounts and names may come from any related record; days and times must be the record's own.
    values = {key for text in (*same, *every) for key in keys_in(text, now) if key[0] not in ("day", "time")}
    values |= {key for text in _old_texts(goal, evidence) for key in keys_in(text, now)}
    people = content_words(" ".join(name for one in evidence.people.values() for name in (one.name, *one.also)))
    people -= _TITLES
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
    used = [part for part in solution_steps(story) if part.key.partition(".")[0] in apps]
    return [text for part in used for text in flat_values(part.args) if isinstance(text, str)]


def _old_texts(goal: Goal, evidence: Evidence) -> Iterator[str]:
    """Yield each earlier version of the records in the goal's `changed` claims as one text."""
    labels = {part.changed.record for part in goal.parts() if part.changed is not None}
    known = {evidence.labels[label] for label in labels if label in evidence.labels}
    for effect in evidence.ledger.effects:
        if (effect.table, effect.id) in known and effect.old is not None:
            yield " ".join(str(field) for field in flat_values(msgspec.structs.asdict(effect.old)))


def field_matter(goal: Goal, story: Story, evidence: Evidence) -> FieldMatter:
    """Return the words about the topic of the goal's records, and the titles of other records."""
    key = f"field matter of goal {id(goal)}, {evidence.seen}"
    return evidence.once(key, lambda: (goal, _field_matter(goal, story, evidence)))[1]


def _field_matter(goal: Goal, story: Story, evidence: Evidence) -> FieldMatter:
    people = content_words(" ".join([evidence.world.owner.name, *(person.name for person in evidence.people.values())]))
    people -= _TITLES
    topic = content_words(" ".join([goal.say, *(part.say for part in goal.parts()), *field_claims(goal)])) - people
    right = content_words(" ".join(_field_texts(goal, story, evidence)))
    meant = frozenset[str]().union(*_meant_titles(goal, topic, evidence))
    return FieldMatter(topic, tuple(_other_titles(goal, story, evidence)), right | meant, people)


def _guests(matches: Mapping[str, FieldMatch]) -> list[str]:
    """Return the people whom a condition on `attendees` requires; they can read the record."""
    match = matches.get("attendees")
    return [] if match is None else [*(match.same_set or []), *(match.includes or [])]


def field_claims(goal: Goal) -> Iterator[str]:
    """Yield the `say` of each condition on a field in a goal."""
    for part in goal.parts():
        for matches in (part.exists.where if part.exists else {}, part.changed.to if part.changed else {}):
            yield from (match.say for match in matches.values() if match.say)


def _other_titles(goal: Goal, story: Story, evidence: Evidence) -> Iterator[frozenset[str]]:
    """Yield the titles, as sets of words, of records that the goal does not name and the assistant did not touch."""
    parts = goal.parts()
    own = {part.changed.record for part in parts if part.changed is not None}
    own |= {label for part in parts if part.absent is not None for label in part.absent.record}
    known = {evidence.labels[label] for label in own if label in evidence.labels}
    # Another record may have the same title as the goal's record: the next dinner in a monthly series, for example.
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


def _meant_titles(goal: Goal, topic: frozenset[str], evidence: Evidence) -> Iterator[frozenset[str]]:
    """Yield the titles of records of other kinds that the goal's records are about, at most one of each kind.

    A reminder to sign for the flat "Mill Court 3" may have the flat's title. Such a title shares at least two words,
    most of its words, and more words than any other title of its kind with the topic.
    """
    parts = goal.parts()
    own = {part.exists.table(evidence) for part in parts if part.exists is not None}
    own |= {
        evidence.labels[part.changed.record][0]
        for part in parts
        if part.changed and part.changed.record in evidence.labels
    }
    for table, rows in evidence.world.store.tables().items():
        if table in own or table.startswith(("phone.", "meta.")) or app_of_table(table) not in evidence.world.apps:
            continue
        titles = {_title(record, evidence) for record in rows.values()}
        shared = max((len(title & topic) for title in titles), default=0)
        nearest = [title for title in titles if len(title & topic) == shared]
        if shared > 1 and len(nearest) == 1 and 2 * shared > len(nearest[0]):
            yield nearest[0]


def _title(record: Record, evidence: Evidence) -> frozenset[str]:
    return content_words(record_words(type(record)).name(evidence.world, record))


def _at_start(key: tuple[str, str], story: Story) -> Record | None:
    return story.blank.store.tables().get(key[0], {}).get(key[1])


def _secrets(to: Iterable[str], story: Story, evidence: Evidence) -> Iterator[Fact]:
    """Yield the values, and the words for topics, that `forbidden` keeps from these people."""
    for ruling in story.scenario.forbidden:
        if ruling.sent is not None and set(ruling.sent.to.named) & set(to):
            for word in sorted(topic_words(ruling.sent.say)):
                yield parse_fact({"words": word})
            hidden = _HIDDEN.search(ruling.say)
            if hidden:
                yield from (parse_fact({"words": word}) for word in sorted(related(content_words(hidden[1]))))
            for group in (ruling.sent.mentions.all, *ruling.sent.mentions.any_groups):
                yield from value_facts(group, evidence)
