"""Builds the scene in which texts of a run are read: the people, the records on the phone, and the time."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime

from simulator.phone.apps.contacts.records import Contact
from simulator.phone.apps.messaging.records import Conversation
from simulator.phone.people import Person
from simulator.phone.registry import app_of_table, record_words
from simulator.phone.store import Record
from simulator.phone.world import World
from simulator.reading.facts.folding import fold
from simulator.reading.facts.text_values import ValueKey, keys_in
from simulator.reading.scene import Group, Scene, Someone, Thing, content_words, person
from simulator.scenario.goals.evidence import Evidence

_EPOCH = re.compile(r"\b1[6-9][0-9]{8}\b")
_PHONE_TABLES = ("phone.", "meta.")
# Tables whose records are not things of the scene: chat messages, read marks, and users, who are people.
_NAMELESS = ("messaging.message", "messaging.read", "messaging.user")


def scene_of(evidence: Evidence, at: int) -> Scene:
    """Return the scene for reading a text that is written at this time."""
    # Cached, because an offer is read against every need in the same scene.
    seen = len(evidence.ledger.assistant_acts)
    key = f"scene at {at}, version {evidence.world.store.version}, after {seen} acts"
    return evidence.once(key, lambda: _build(evidence, at))


def _build(evidence: Evidence, at: int) -> Scene:
    world = evidence.world
    # Until a record of an app changes, scenes differ only in the time and in the results of reads; the other parts are
    # cached. The story keeps its labels in memory, so their id() is a safe key.
    key = f"scene of story {id(evidence.labels)}"
    timeless = world.store.derived_from_apps(key, lambda: _timeless(evidence))
    now = datetime.fromtimestamp(at, UTC).astimezone(world.tz)
    return replace(timeless, now=now, shown=tuple(_shown(evidence, at)))


def _timeless(evidence: Evidence) -> Scene:
    """Return the scene without its time and without the results of the assistant's reads."""
    world = evidence.world
    labels = {record: label for label, (_, record) in evidence.labels.items()}
    things, texts = [], []
    for key, record, readable in _records(world):
        texts.append(_with_times(readable, world))
        if record.table not in _NAMELESS:
            things.append(_thing(labels.get(key, key), record, world, readable)._replace(text=texts[-1]))
    people = tuple(
        person(label, who.name, (*who.also, *_on_the_phone(who, world, texts)))
        for label, who in evidence.people.items()
    )
    people += tuple(_other_cards(evidence))
    owner = person("owner", world.owner.name)
    never = datetime.fromtimestamp(0, UTC)
    addresses = tuple((fold(who.email), label) for label, who in evidence.people.items() if who.email)
    return Scene(never, owner, people, tuple(things), tuple(texts), tuple(_groups(evidence)), addresses=addresses)


def _shown(evidence: Evidence, at: int) -> Iterator[str]:
    """Yield the texts in results of the assistant's reads until `at`, such as a quoted price that no record has."""
    for act in evidence.ledger.assistant_acts:
        if act.app in evidence.world.apps and act.error is None and not act.write and act.at <= at:
            yield from dict.fromkeys(_leaves(act.result))


def _leaves(value: object) -> Iterator[str]:
    if isinstance(value, dict):
        for name, item in value.items():
            # A number gets the last word of its name: "duration_minutes: 18" becomes "18 minutes".
            yield from (f"{item} {name.rpartition('_')[2]}",) if isinstance(item, int | float) else _leaves(item)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _leaves(item)
    elif value is not None:
        yield str(value)


def values_of_others(evidence: Evidence, now: datetime) -> frozenset[ValueKey]:
    """Return the values on the phone, except in records that the assistant made, which can't prove its texts right."""
    return evidence.once(
        f"values of others on {now.date()}, version {evidence.world.store.version}",
        lambda: _values_of_others(evidence, now),
    )


def _values_of_others(evidence: Evidence, now: datetime) -> frozenset[ValueKey]:
    world, made = evidence.world, own_records(evidence)
    texts = (
        _with_times(readable, world) for key, record, readable in _records(world) if (record.table, key) not in made
    )
    return frozenset[ValueKey]().union(*(keys_in(text, now) for text in texts))


def own_records(evidence: Evidence) -> set[tuple[str, str]]:
    """Return table and id of each record that the assistant made; these records can't prove its texts right."""
    return {(effect.table, effect.id) for effect in evidence.ledger.by("assistant") if effect.old is None}


def _records(world: World) -> Iterator[tuple[str, Record, str]]:
    """Yield id, record and readable text of each record in an app, without deleted records."""
    for table, rows in world.store.tables().items():
        if table.startswith(_PHONE_TABLES) or app_of_table(table) not in world.apps:
            continue
        app = world.apps[app_of_table(table)]
        for key, record in rows.items():
            if not app.gone(record):
                yield key, record, app.readable(world.store, record)


def _on_the_phone(who: Person, world: World, texts: Sequence[str]) -> Iterator[str]:
    """Yield other words for a person: the job on the contact card, and the firm in "<name> from Blue Door Homes"."""
    if "contacts" in world.apps:
        for card in world.store.all(Contact).values():
            if card.job and _is_card_of(card, who):
                yield card.job
    signed = re.compile(re.escape(who.name) + r"(?:,| from| of| at) ((?:[A-Z][\w'&]+ ?){2,3})")
    for text in texts:
        for match in signed.finditer(text):
            yield match[1].strip()


def _is_card_of(card: Contact, who: Person) -> bool:
    """Return True if a contact card is for this person: the same name, and no different number or e-mail address."""
    if fold(card.name) != fold(who.name) or card.is_user:
        return False
    return not (card.phone and who.phone and card.phone != who.phone) and not (
        card.email and who.email and card.email != who.email
    )


def _other_cards(evidence: Evidence) -> Iterator[Someone]:
    """Yield the people who are only on contact cards. Texts may name them, and they may share names with others."""
    world = evidence.world
    if "contacts" not in world.apps:
        return
    for key, card in world.store.all(Contact).items():
        if not card.is_user and not any(_is_card_of(card, who) for who in evidence.people.values()):
            yield person(f"card:{key}", card.name, (card.job,) if card.job else ())


def _groups(evidence: Evidence) -> Iterator[Group]:
    """Yield the chats that have a title, each with its people."""
    world = evidence.world
    if "messaging" not in world.apps:
        return
    labels = {who.user_id: label for label, who in evidence.people.items() if who.user_id}
    for key, chat in world.store.all(Conversation).items():
        if chat.title:
            members = frozenset(labels[user_id] for user_id in chat.others if user_id in labels)
            yield Group(key, tuple(re.findall(r"[^\W_]+", fold(chat.title))), members)


def _with_times(readable: str, world: World) -> str:
    return _EPOCH.sub(lambda match: _local(int(match[0]), world), readable)


def _local(at: int, world: World) -> str:
    """Return a stored time as local date and time, such as `2026-03-05, 08:22`."""
    return datetime.fromtimestamp(at, UTC).astimezone(world.tz).strftime("%Y-%m-%d, %H:%M")


def _thing(key: str, record: Record, world: World, readable: str) -> Thing:
    name = record_words(type(record)).name(world, record)
    return Thing(key, record.table, content_words(name), content_words(readable))
