"""Rooms: a lived-in phone per app and the taps that lead to each of its screens, written down in rooms/<app>.yaml."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple, cast

from simulator.phone.actions import Side
from simulator.phone.people import Rules
from simulator.phone.perform import Done, assistant_does, environment_does, show_inbox, user_does
from simulator.phone.state import UserNotice
from simulator.phone.world import World
from simulator.scenario.load import from_source
from simulator.scenario.story import Story
from simulator.scenario.yaml12 import load_yaml
from simulator.showing.assistant_card import CardCall
from simulator.showing.phone_picture import PhonePicture, picture_of
from simulator.showing.tap_highlight import UserTap
from simulator.trace.moments import Acted, Moment, patches_of

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


class Step(NamedTuple):
    """Something that happens on the phone before it is looked at; `wait` lets seconds pass."""

    actor: str
    name: str
    args: dict[str, Any]
    works: bool = True


class Room(NamedTuple):
    """One screen to look at: how to get there, and what is tapped there."""

    app: str
    name: str
    steps: tuple[Step, ...]
    tapped: UserTap | None

    @property
    def group(self) -> str:
        return self.app.replace("_", " ").capitalize()

    @property
    def caption(self) -> str:
        return f"{self.group}: {self.name}"


def rooms() -> list[Room]:
    """All rooms of all apps, in the order of the files."""
    return [room for file in sorted(FOLDER.glob("*.yaml")) for room in rooms_of(file.stem)]


def rooms_of(app: str) -> list[Room]:
    found: list[Room] = []
    for room in _written(app)["rooms"]:
        first = [step for other in found if other.name == room.get("after") for step in other.steps]
        taps = [Step("user", *_pair(tap)) for tap in room.get("taps", [])]
        then = [_step(one) for one in room.get("then", [])]
        tapped = UserTap(*_pair(room["tapped"])) if "tapped" in room else None
        ringed = None if tapped is None else UserTap(tapped.name, _bound(story_of(app), tapped.args))
        found.append(Room(app, room["name"], (*first, *taps, *then), ringed))
    return found


def enter(room: Room) -> World:
    """The phone after the steps of a room."""
    return _entered(room)[0]


def picture_in(room: Room) -> PhonePicture:
    return picture_of(*_entered(room))


def _entered(room: Room) -> tuple[World, Moment | None, list[CardCall]]:
    """The phone, the moment that is shown, and the calls made under the offer of the assistant."""
    story = story_of(room.app)
    world = story.fresh(Rules())
    moment: Moment | None = None
    calls: list[CardCall] = []
    for number, step in enumerate(room.steps, 1):
        if step.actor == "wait":
            world.now += int(step.name)
            continue
        world.now += 10
        done = _do(world, step, _bound(story, step.args), number)
        told = "" if done.error is None else done.error.message
        assert (done.error is None) == step.works, f"{room.app}, room {room.name!r}: {step.name}: {told or 'works'}"
        if step.actor == "assistant" and world.proposal_in("accepted") is not None:
            calls.append(CardCall(done.app, _words(done.name), done.error is None))
        moment = _moment(world, step, done, number)
    return world, moment, calls


def _do(world: World, step: Step, args: dict[str, Any], number: int) -> Done:
    if step.actor == "environment":
        app, _, name = step.name.partition(".")
        return environment_does(world, app, name, args, number)
    if step.actor == "assistant":
        return assistant_does(world, step.name, args, number)
    show_inbox(world, "user", len(world.store.all(UserNotice)))
    return user_does(world, step.name, args, number)


def _moment(world: World, step: Step, done: Done, number: int) -> Moment:
    return Acted(
        n=number,
        at=world.now,
        local=world.show(world.now),
        patches=patches_of(done.changes),
        actor=cast(Side, step.actor),
        app=done.app,
        name=done.name,
        args=done.args,
        error=done.error,
    )


def _step(written: Mapping[str, Any]) -> Step:
    """`user: {tap: {}}`, or `refused` if it must fail, `assistant: {App__tool: {}}`, `environment: {app.event: {}}`."""
    actor, what = next(iter(written.items()))
    if actor == "wait":
        return Step(actor, str(what), {})
    name, args = _pair(what)
    return Step("user" if actor == "refused" else actor, name, args, works=actor != "refused")


def _pair(written: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
    name, args = next(iter(written.items()))
    return name, args or {}


def _words(name: str) -> str:
    return name.replace("_", " ").capitalize()


def _bound(story: Story, args: Mapping[str, Any]) -> dict[str, Any]:
    """Arguments with labels of records and people, written `@label`, in place of ids."""
    ids = {label: record_id for label, (_, record_id) in story.labels.items()}
    ids |= {label: person.user_id for label, person in story.people.items()}
    return {
        name: ids[value[1:]] if isinstance(value, str) and value.startswith("@") else value
        for name, value in args.items()
    }


@lru_cache
def _written(app: str) -> dict[str, Any]:
    file = FOLDER / f"{app}.yaml"
    content: dict[str, Any] = load_yaml(file.read_text(encoding="utf-8"), file.name).data
    return content


@lru_cache
def story_of(app: str) -> Story:
    written = {name: part for name, part in _written(app).items() if name != "rooms"}
    return from_source({"id": f"rooms_{app}", **_SCENARIO, **written}, f"rooms/{app}.yaml")
