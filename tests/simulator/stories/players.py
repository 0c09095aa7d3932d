"""Players who do anything that can be done, by chance: for properties that must hold whatever happens."""

from __future__ import annotations

from collections.abc import Mapping

from simulator.agents.policy import AssistantView, Decision, UserView
from simulator.agents.registry import AssistantMaker, UserMaker
from simulator.phone.actions import Action
from simulator.phone.call import Look
from simulator.phone.keyed_random import keyed
from simulator.phone.perform import assistant_tools
from simulator.phone.plausible_arguments import plausible


class Wanderer:
    """A user who taps whatever is there, now and then with wrong arguments or where nothing is."""

    def __init__(self, seed: int) -> None:
        self._seed = seed

    def decide(self, view: UserView) -> Decision:
        return _anything(self._seed, "wanderer", len(view.own), view.actions, view.look)


class Reckless:
    """An assistant that tries any tool at any time, whether it has consent or not."""

    def __init__(self, seed: int) -> None:
        self._seed = seed

    def decide(self, view: AssistantView) -> Decision:
        return _anything(self._seed, "reckless", len(view.own), assistant_tools(view.look), view.look)


def wanderer(seed: int) -> UserMaker:
    return lambda *_: Wanderer(seed)


def reckless(seed: int) -> AssistantMaker:
    return lambda *_: Reckless(seed)


def _anything(seed: int, purpose: str, index: int, actions: Mapping[str, Action], look: Look) -> Decision:
    rng = keyed(seed, purpose, index)
    if rng.random() < 0.05:
        return Decision(rng.choice(["fly", "Emails__fly", "Emails.fly.away", ""]))
    name = rng.choice(list(actions))
    args = plausible(actions[name], look, rng) or {}
    if rng.random() < 0.05:
        args = {**args, rng.choice(["content", "title", "x"]): rng.choice([None, 7, "", "\ud800", [1], 1e308])}
    return Decision(name, args)
