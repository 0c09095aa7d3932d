"""Whatever a player hands over ends in a result or in a refusal that changes nothing."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from simulator.phone.actions import Action
from simulator.phone.apps.files import FileSeed
from simulator.phone.people import Owner, Person, Rules
from simulator.phone.perform import Done, assistant_does, environment_does, user_actions, user_does
from simulator.phone.plausible_arguments import plausible
from simulator.phone.plot import Plot, SeedClock
from simulator.phone.registry import all_apps, phone_with
from simulator.phone.screens import taps_of
from simulator.phone.state import Proposal
from simulator.phone.store import patch_of
from simulator.phone.world import World

START = 1_772_695_320
OWNER = Owner(name="Ada Lind", email="ada@lind.example", time_zone="Europe/Luxembourg")
PEOPLE = {
    label: Person(label=label, name=name, email=f"{label}@people.example", phone=f"+352 621 555 0{number}")
    for number, (label, name) in enumerate((("bo", "Bo Ek"), ("cy", "Cy Roth"), ("odile", "Odile Marchand")), start=10)
}
RECORDS = 6
ROUNDS = 3
"""How often each action is tried with other arguments in one example."""


def deep_list(depth: int = 2000) -> list[Any]:
    deep: list[Any] = []
    for _ in range(depth):
        deep = [deep]
    return deep


TEXTS = (
    *("", " ", "\n\t\r", "\0", "\x1b[31m", "\u202e", "\ud800", "x\udfff", "%s {0} ${x}", "../../etc", "' or 1=1 --"),
    *("null", "None", "-1", "1e999", "NaN", "0x10", "٣", "2026-02-30 25:61", "9999-12-31 23:59:59", "1900-01-01 00:00"),
    *("(a+)+$", "[", "(?P<x>", "\\", "*", "@", "a@b@c", "<script>", "\U0001f600" * 50, "x" * 20_000),
)
NUMBERS = (0, -1, 1, 2**31, 2**63, 2**64, -(2**63) - 1, 10**30, 0.5, -0.0, 1e308, -1e308)
BROKEN_NUMBERS = (float("nan"), float("inf"), -float("inf"), 10**5000, -(10**5000))
absurd = st.one_of(
    st.sampled_from(TEXTS),
    st.sampled_from((*NUMBERS, *BROKEN_NUMBERS, True, False, None)),
    st.sampled_from(([], {}, [[]], [None], {"a": {"b": []}}, ["x"] * 500, deep_list())),
    st.text(max_size=30),
    st.lists(st.sampled_from((*TEXTS, *NUMBERS, None)), max_size=4),
    st.dictionaries(st.text(max_size=3), st.integers(), max_size=2),
)


@cache
def full_phone() -> World:
    """Every app, with records that the world and the assistant can make, and an offer to answer."""
    world = World.blank(OWNER, phone_with(tuple(all_apps())), START, Rules(standing_consent=True))
    plot = Plot("absurd", world.store, SeedClock(START, world.tz), OWNER, PEOPLE)
    for app in world.apps.values():
        app.prepare(plot)
    for path in ("Documents/lease.pdf", "Documents/plan.txt"):
        world.apps["files"].plant(plot, FileSeed(path=path, text="Some pages."))
    world.store.commit()
    for app in [app for app in world.apps.values() if not app.system]:
        # Each app has its own luck, so that a change of one does not empty another.
        rng = random.Random(f"absurd {app.name}")
        writers = [*app.events.values(), *(tool for tool in app.tools.values() if tool.write)]
        for _ in range(RECORDS * 20 if writers else 0):
            tables = [len(world.store.all(cls)) for cls in app.records]
            if sum(tables) < RECORDS or not all(tables):
                action = rng.choice(writers)
                perform(world, action, plausible(action, world, rng) or {})
    world.store.put(Proposal(id="proposal_1", text="Shall I?", made_at=START, made_in=1, expires_at=START + 60))
    world.store.commit()
    world.state_hash()
    return world


def perform(world: World, action: Action, args: dict[str, Any]) -> Done:
    if action.mark.side == "user":
        return user_does(world, action.full_name, args, 1)
    if action.mark.side == "assistant":
        return assistant_does(world, action.full_name, args, 1)
    return environment_does(world, action.app, action.name, args, 1)


class Situation:
    """An action and a phone on which it can be done; the phone is copied anew only after something was done to it."""

    def __init__(self, phone: World, action: Action) -> None:
        self.phone = phone
        self.action = action
        self._copy: World | None = None

    def check(self, args: dict[str, Any]) -> None:
        world = self._copy or self.phone.copy()
        self._copy = world
        before = self.phone.state_hash()
        done = perform(world, self.action, args)
        if done.error is not None:
            assert done.error.code and done.error.message
            assert len(done.error.message) < 6000
            assert world.state_hash() == before, f"{self.action.full_name} refused {args!r:.200} and changed something"
        else:
            self._copy = None
            assert msgspec.json.encode(world.screen.view(world))
            world.next_alarm()
        assert msgspec.json.encode((done, [patch_of(change) for change in done.changes]))


def places(app: str) -> Iterator[Situation]:
    """Every tap of the app with a phone on which it can be tapped: walked to at random, as a user would."""
    world = full_phone().copy()
    if all_apps()[app].system:
        yield from (Situation(world.copy(), action) for action in user_actions(world).values() if action.app == app)
    else:
        user_does(world, "open_app", {"app_name": app}, 1)
    rng = random.Random(app)
    reached: set[str] = set()
    wanted = {screen.__name__ for screen in all_apps()[app].screens}
    for _ in range(3000):
        screen = type(world.screen)
        if screen.app == app and screen.__name__ not in reached:
            reached.add(screen.__name__)
            kept = world.copy()
            yield from (Situation(kept, action) for action in taps_of(screen).values())
        if reached == wanted:
            return
        if screen.app != app:
            user_does(world, "go_home", {}, 1)
            user_does(world, "open_app", {"app_name": app}, 1)
        action = rng.choice(list(user_actions(world).values()))
        perform(world, action, plausible(action, world, rng) or {})


@cache
def situations(app: str) -> list[Situation]:
    found = all_apps()[app]
    calls = (*found.tools.values(), *found.events.values())
    return [*(Situation(full_phone(), action) for action in calls), *places(app)]


def arguments(draw: Callable[[st.SearchStrategy[Any]], Any], action: Action, rng: random.Random) -> dict[str, Any]:
    """Sound ones, of which some are replaced by absurd ones; now and then one is missing or one too many."""
    args = plausible(action, full_phone(), rng) or {}
    for name in action.params:
        if rng.random() < 0.6:
            args[name] = draw(absurd)
    if rng.random() < 0.1:
        args[draw(st.sampled_from(("extra", "\ud800", "", "self", "call")))] = draw(absurd)
    if args and rng.random() < 0.1:
        args.pop(next(iter(args)))
    return args


def test_every_screen_of_every_app_is_tried() -> None:
    for name, app in all_apps().items():
        tried = {found.action.full_name for found in situations(name) if found.action.mark.side == "user"}
        declared = {action.full_name for screen in app.screens for action in taps_of(screen).values()}
        declared |= {action.full_name for action in app.everywhere.values()} - {"System__go_back"}
        assert declared <= tried, f"{name}: nobody gets to {sorted(declared - tried)}"


@pytest.mark.parametrize("app", list(all_apps()))
@settings(max_examples=25, phases=[Phase.generate], suppress_health_check=list(HealthCheck))
@given(data=st.data(), seed=st.integers(0, 10**6))
def test_absurd_arguments_end_in_a_result_or_a_refusal(app: str, data: st.DataObject, seed: int) -> None:
    rng = random.Random(seed)
    for situation in situations(app):
        if situation.action.params:
            for _ in range(ROUNDS):
                situation.check(arguments(data.draw, situation.action, rng))


@pytest.mark.parametrize("app", list(all_apps()))
def test_every_argument_survives_every_absurd_value_alone(app: str) -> None:
    rng = random.Random(app)
    values: tuple[Any, ...] = (*TEXTS, *NUMBERS, *BROKEN_NUMBERS, True, None, [], {}, [[]], ["x", None], deep_list())
    for situation in situations(app):
        sound = plausible(situation.action, situation.phone, rng) or {}
        for name, param in situation.action.params.items():
            takes_list = "list[" in str(param.annotation)
            for value in values:
                situation.check({**sound, name: [value] if takes_list else value})
