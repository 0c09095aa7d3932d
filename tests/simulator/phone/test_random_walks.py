"""Long random walks over every app: nothing but clean refusals, never off the declared graph, never too deep."""

from __future__ import annotations

import random

import msgspec
import pytest

from simulator.phone.actions import Action
from simulator.phone.app import App
from simulator.phone.apps.files import FileSeed
from simulator.phone.graph import Edge, Graph, state_graph
from simulator.phone.people import Owner, Person, Rules
from simulator.phone.perform import Done, assistant_does, environment_does, user_actions, user_does
from simulator.phone.plausible_arguments import plausible
from simulator.phone.plot import Plot, SeedClock
from simulator.phone.registry import all_apps, phone_with
from simulator.phone.screens import taps_of
from simulator.phone.world import World

TAPS = 10_000
SECONDS_PER_ACTION = 10
START = 1_772_695_320
DEEPEST_STACK = 8
RECORDS = 30
PEOPLE = {
    name.split()[0].lower(): Person(
        label=name.split()[0].lower(),
        name=name,
        email=f"{name.split()[0].lower()}@people.example",
        phone=f"+352 621 555 0{number}",
    )
    for number, name in enumerate(("Bo Ek", "Cy Roth", "Odile Marchand", "Tomáš Novák"), start=10)
}
WALKED = [app.name for app in all_apps().values() if app.screens and not app.system]


class Walk:
    """One phone and the player who taps on it at random, mostly on the screen, now and then elsewhere."""

    def __init__(self, app: str) -> None:
        owner = Owner(name="Ada Lind", email="ada@lind.example", time_zone="Europe/Luxembourg")
        self.app = app
        self.world = World.blank(owner, phone_with((app,)), START, Rules(standing_consent=True))
        self.rng = random.Random(f"walk {app}")
        self.graph: Graph = state_graph(self.world.apps[app])
        self.edges = set(self.graph.edges)
        self.visited: set[str] = set()
        self.moment = 0
        self.taps = 0

    def fill(self) -> None:
        """Let the world and the assistant put records into every app; people and files come from a scenario only."""
        plot = Plot("walk", self.world.store, SeedClock(self.world.now, self.world.tz), self.world.owner, people=PEOPLE)
        for app in self.world.apps.values():
            app.prepare(plot)
        for path in ("Documents/lease.pdf", "Documents/plan.txt"):
            if "files" in self.world.apps:
                self.world.apps["files"].plant(plot, FileSeed(path=path, text="Some pages."))
        self.world.store.commit()
        for app in [app for app in self.world.apps.values() if not app.system]:
            for _ in range(RECORDS * 20):
                if _count(self.world, app) < RECORDS:
                    self._attempt_one_of(_writers(app))

    def step(self) -> None:
        self.world.now += SECONDS_PER_ACTION
        due = self.world.next_alarm()
        if due is not None and due.alarm.at <= self.world.now:
            self.moment += 1
            environment_does(self.world, due.app, due.alarm.event, due.alarm.args, self.moment)
        app = self.world.apps[self.app]
        chance = self.rng.random()
        if chance < 0.05 or _count(self.world, app) < RECORDS // 2:
            self._attempt_one_of(_writers(app))
        self._tap()

    def _tap(self) -> None:
        actions = list(user_actions(self.world).values())
        here = list(taps_of(type(self.world.screen)).values())
        action = self.rng.choice(here if here and self.rng.random() < 0.85 else actions)
        active, screen = self.world.phone.active, type(self.world.screen).__name__
        done = self._attempt(action)
        if done is not None:
            self.taps += 1
            if done.error is None:
                self._check_move(action, active, screen)
            self._check_place()

    def _attempt(self, action: Action) -> Done | None:
        args = plausible(action, self.world, self.rng)
        if args is None:
            return None
        self.moment += 1
        before = self.world.state_hash()
        if action.mark.side == "user":
            done = user_does(self.world, action.full_name, args, self.moment)
        elif action.mark.side == "assistant":
            done = assistant_does(self.world, action.full_name, args, self.moment)
        else:
            done = environment_does(self.world, action.app, action.name, args, self.moment)
        if done.error is not None:
            assert done.error.code, f"{action.full_name} refused {args} without a code"
            assert done.error.message, f"{action.full_name} refused {args} without a word"
            assert self.world.state_hash() == before, f"{action.full_name} failed and yet changed something: {args}"
        return done

    def _attempt_one_of(self, actions: list[Action]) -> None:
        if actions:
            self._attempt(self.rng.choice(actions))

    def _check_move(self, action: Action, active: str, screen: str) -> None:
        """Taps of the app and going back move along the graph; the home screen's own taps may leave the app."""
        if active == self.app == self.world.phone.active and (action.app == self.app or action.name == "go_back"):
            target = type(self.world.screen).__name__
            moves = {Edge(screen, action.name, lead.move, target) for lead in action.mark.leads}
            assert moves & self.edges, f"{action.full_name} led from {screen} to {target}, which is not in the graph"

    def _check_place(self) -> None:
        frames = self.world.frames(self.app)
        assert len(frames) <= DEEPEST_STACK, f"the back stack grew too deep: {[frame.screen for frame in frames]}"
        if self.world.phone.active == self.app:
            self.visited.add(frames[-1].screen)


def _writers(app: App) -> list[Action]:
    """What the world and the assistant may do to the app's records."""
    return [*app.events.values(), *(tool for tool in app.tools.values() if tool.write)]


def _count(world: World, app: App) -> int:
    return sum(len(world.store.all(cls)) for cls in app.records)


def test_there_are_apps_to_walk_over() -> None:
    assert {"calendar", "reminder"} <= set(WALKED)


@pytest.mark.parametrize("app", WALKED)
def test_a_random_walk_stays_on_the_graph_and_refuses_cleanly(app: str) -> None:
    walk = Walk(app)
    walk.fill()
    while walk.taps < TAPS:
        walk.step()
        if walk.taps % 10 == 0:
            assert msgspec.json.encode(walk.world.screen.view(walk.world))
    assert walk.visited == set(walk.graph.screens)


@pytest.mark.parametrize("app", WALKED)
def test_a_random_walk_can_be_walked_again(app: str) -> None:
    first, second = Walk(app), Walk(app)
    for walk in (first, second):
        walk.fill()
        for _ in range(300):
            walk.step()
    assert first.world.state_hash() == second.world.state_hash()
