"""Rooms: a lived-in phone per app and the taps that lead to each of its screens, written down in rooms/<app>.yaml."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from simulator.phone.people import Rules
from simulator.phone.perform import user_does
from simulator.phone.world import World
from simulator.scenario.load import from_source
from simulator.scenario.story import Story
from simulator.scenario.yaml12 import load_yaml
from simulator.showing.shot import Shot, Tapped, shot_of

FOLDER = Path(__file__).parent / "rooms"
_SCENARIO: dict[str, Any] = {
    "title": "Rooms",
    "status": "draft",
    "category": "communication",
    "difficulty": {"rating": 1, "because": "only to be looked at"},
    "owner": {
        "name": "Nadia Haddad",
        "email": "nadia.haddad@postbox.example",
        "phone": "+44 20 7946 0101",
        "home": "Mill Lane 40",
        "time_zone": "Europe/London",
    },
    "start": "Thu 2026-05-14 17:36",
    "turns": 10,
    "user": {"goal": "Look around."},
    "needs": [],
    "goals": [],
    "offers": {"at_most": 0},
    "solution": [],
}


class Room(NamedTuple):
    """One screen to look at: how to get there, and what is tapped there."""

    app: str
    name: str
    taps: tuple[tuple[str, dict[str, Any]], ...]
    tapped: Tapped | None


def rooms() -> list[Room]:
    """All rooms of all apps, in the order of the files."""
    return [room for file in sorted(FOLDER.glob("*.yaml")) for room in rooms_of(file.stem)]


def rooms_of(app: str) -> list[Room]:
    found = []
    for room in _written(app)["rooms"]:
        taps = tuple((name, args or {}) for name, args in (next(iter(tap.items())) for tap in room.get("taps", [])))
        tapped = next(iter(room["tapped"].items()), None) if "tapped" in room else None
        ringed = None if tapped is None else Tapped(tapped[0], _bound(_story(app), tapped[1] or {}))
        found.append(Room(app, room["name"], taps, ringed))
    return found


def enter(room: Room) -> World:
    """The phone after the taps of a room; every tap must work."""
    story = _story(room.app)
    world = story.fresh(Rules())
    for number, (name, args) in enumerate(room.taps, 1):
        world.now += 10
        done = user_does(world, name, _bound(story, args), number)
        assert done.error is None, f"{room.app}, room {room.name!r}: {name} does not work: {done.error.message}"
    return world


def shot_in(room: Room) -> Shot:
    return shot_of(enter(room))


def _bound(story: Story, args: Mapping[str, Any]) -> dict[str, Any]:
    """Arguments with labels, written `@label`, in place of ids."""
    return {
        name: story.labels[value[1:]][1] if isinstance(value, str) and value.startswith("@") else value
        for name, value in args.items()
    }


@lru_cache
def _written(app: str) -> dict[str, Any]:
    file = FOLDER / f"{app}.yaml"
    content: dict[str, Any] = load_yaml(file.read_text(encoding="utf-8"), file.name).data
    return content


@lru_cache
def _story(app: str) -> Story:
    written = {name: part for name, part in _written(app).items() if name != "rooms"}
    return from_source({"id": f"rooms_{app}", **_SCENARIO, **written}, f"rooms/{app}.yaml")
