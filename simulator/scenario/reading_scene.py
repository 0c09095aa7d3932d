"""Builds the scene in which texts of a run are read: its people, the records on the phone, and the time."""

from __future__ import annotations

from datetime import UTC, datetime

from simulator.phone.registry import app_of_table, record_words
from simulator.phone.store import Record
from simulator.phone.world import World
from simulator.reading.scene import Scene, Thing, content_words, person
from simulator.scenario.goals.evidence import Evidence

_PHONE_TABLES = ("phone.", "meta.")
# Tables whose records have no name that a text could use: lines in chats, read marks.
_NAMELESS = ("messaging.message", "messaging.read", "messaging.user")


def scene_of(evidence: Evidence, at: int) -> Scene:
    """Return the scene of a text that is written at this time."""
    world = evidence.world
    labels = {record: label for label, (_, record) in evidence.labels.items()}
    people = tuple(person(label, who.name, who.also) for label, who in evidence.people.items())
    things, texts = [], []
    for table, rows in world.store.tables().items():
        if table.startswith(_PHONE_TABLES) or app_of_table(table) not in world.apps:
            continue
        app = world.apps[app_of_table(table)]
        for key, record in rows.items():
            if app.gone(record):
                continue
            readable = app.readable(world.store, record)
            texts.append(readable)
            if table not in _NAMELESS:
                things.append(_thing(labels.get(key, key), record, world, readable))
    now = datetime.fromtimestamp(at, UTC).astimezone(world.tz)
    return Scene(now, person("owner", world.owner.name), people, tuple(things), tuple(texts))


def _thing(key: str, record: Record, world: World, readable: str) -> Thing:
    name = record_words(type(record)).name(world, record)
    return Thing(key, record.table, content_words(name), content_words(readable))
