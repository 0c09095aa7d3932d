"""Finds, checks and loads players from other packages: the entry points of the group `pare.policies`."""

from __future__ import annotations

import math
import re
import sys
import time
import traceback
from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from functools import lru_cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Any, Literal, NamedTuple

from simulator.agents.llm.secrets import masked
from simulator.agents.policy import AssistantView, Decision, NeedsPerson, PlayerFailed, UserView
from simulator.config import EpisodeConfig
from simulator.phone.writable import shortened, spelled
from simulator.scenario.goals.evidence import Evidence
from simulator.scenario.story import Story
from simulator.trace.moments import Envelope, plain_text

Role = Literal["user", "assistant"]
GROUP = "pare.policies"
ROLES: tuple[Role, ...] = ("user", "assistant")
_NAME = re.compile(r"[A-Za-z0-9_.-]{1,100}")
_LONGEST_REASON = 300


class BadPolicy(Exception):
    """Raised if an entry point can't be used as a player. The message gives the reason and the fix."""


class Checked(NamedTuple):
    """The result of loading one entry point: the roles that it can play, or the reason why it can't be used."""

    name: str
    value: str
    roles: tuple[Role, ...]
    fault: str


def installed_names() -> list[str]:
    """Return the names of all installed policies, including broken policies, without loading them."""
    return sorted(name for name in _points() if _NAME.fullmatch(name))


def points_called(name: str) -> tuple[EntryPoint, ...]:
    """Return the entry points with this name, without loading them."""
    return _points().get(name, ())


def checked(taken: Collection[str]) -> list[Checked]:
    """Load and check every installed policy. `taken`: names of built-in players, which entry points can't use."""
    return [_check(name, points, name in taken) for name, points in sorted(_points().items())]


class InstalledPolicy:
    """A player from another package, which is imported at the player's first decision and not when the run starts."""

    def __init__(
        self, name: str, role: Role, story: Story, config: EpisodeConfig, evidence: Callable[[], Evidence]
    ) -> None:
        self._name, self._role = name, role
        self._given = (story, config, evidence)
        self._policy: Any = None

    def decide(self, view: UserView | AssistantView) -> Decision:
        if self._policy is None:
            self._policy = self._made()
        began = time.monotonic()
        try:
            decision = self._policy.decide(view)
        except (PlayerFailed, NeedsPerson):
            # A policy may raise these on purpose, as built-in players do.
            raise
        except Exception as problem:
            raise self._failed(f"raised an error in `decide`: {_reason(problem)}") from problem
        if not isinstance(decision, Decision):
            raise self._failed(f"returned {spelled(decision)} from `decide`, which is not a Decision")
        return _measured(_readable(decision), time.monotonic() - began)

    def _made(self) -> Any:
        try:
            maker = _maker(self._name, self._role)
        except BadPolicy as problem:
            raise PlayerFailed("setup", f"{problem} Then resume the run.") from problem
        try:
            policy = maker(*self._given)
        except (PlayerFailed, NeedsPerson):
            raise
        except Exception as problem:
            what = f"can't be created from story, config and evidence: {_reason(problem)}"
            raise self._failed(what) from problem
        if not callable(getattr(policy, "decide", None)):
            raise self._failed(f"returned {spelled(policy)}, which has no method `decide`")
        return policy

    def _failed(self, what: str) -> PlayerFailed:
        value = " or ".join(point.value for point in _points().get(self._name, ()))
        return PlayerFailed(
            "setup", f"The {self._role} '{self._name}' ({value}) {what}. Fix the policy, then resume the run."
        )


def _points() -> Mapping[str, tuple[EntryPoint, ...]]:
    # `sys.path` is the cache's key, so packages in a folder that is added to it later are found without a restart.
    return _points_on(tuple(sys.path))


@lru_cache(maxsize=4)
def _points_on(path: tuple[str, ...]) -> Mapping[str, tuple[EntryPoint, ...]]:
    """Return the entry points by name. Cached per `sys.path`: reading every package's metadata takes 0.1 s."""
    found: dict[str, tuple[EntryPoint, ...]] = {}
    for point in sorted(entry_points(group=GROUP), key=lambda point: (point.name, point.value)):
        if point not in found.get(point.name, ()):
            found[point.name] = (*found.get(point.name, ()), point)
    return found


def _check(name: str, points: tuple[EntryPoint, ...], is_taken: bool) -> Checked:
    value = ", ".join(point.value for point in points)
    if is_taken:
        fault = (
            f"A built-in player has the name '{name}' too and takes precedence. Give the entry point a different name."
        )
        return Checked(name, value, (), fault)
    try:
        return Checked(name, value, tuple(_makers(_loaded(name))), "")
    except BadPolicy as problem:
        return Checked(name, value, (), str(problem))


def _maker(name: str, role: Role) -> Callable[..., Any]:
    makers = _makers(_loaded(name))
    if role not in makers:
        raise BadPolicy(
            f"The policy '{name}' plays only the {' and the '.join(makers)}. Choose a different {role}, "
            f"or add a function `{role}` to the object that its entry point names."
        )
    return makers[role]


def _makers(target: Any) -> dict[Role, Callable[..., Any]]:
    """Return the functions `user` and `assistant` of an object, which create players, by role.

    If the object has neither function, the object itself creates assistants.
    """
    found: dict[Role, Callable[..., Any]] = {}
    for role in ROLES:
        maker = getattr(target, role, None)
        if callable(maker):
            found[role] = maker
    return found or {"assistant": target}


def _loaded(name: str) -> Any:
    points = _points().get(name, ())
    if not _NAME.fullmatch(name):
        raise BadPolicy(
            f"The entry point '{name}' of {GROUP} has a name that can't be used. Rename it with letters, digits, "
            "'_', '-' and '.' only."
        )
    if len(points) > 1:
        values = ", ".join(point.value for point in points)
        raise BadPolicy(f"Several packages have a policy '{name}' ({values}). Rename or uninstall all but one.")
    if not points:
        raise BadPolicy(f"No installed package has a policy '{name}'. Install the package that provides it.")
    try:
        target = points[0].load()
    except (Exception, SystemExit) as problem:
        # Importing a broken package may raise anything, even SystemExit; the other players must stay usable.
        raise BadPolicy(
            f"The policy '{name}' ({points[0].value}) can't be loaded: {_reason(problem)}. Fix its package."
        ) from problem
    if not any(callable(maker) for maker in _makers(target).values()):
        raise BadPolicy(
            f"The policy '{name}' ({points[0].value}) can't create a player. Let the entry point name a class or "
            "function that takes story, config and evidence, or a module with such functions `user` and `assistant`."
        )
    return target


def _reason(problem: BaseException) -> str:
    """Return an error as a short clause, without secrets, with the file and line of the policy that raised it."""
    text = f"{type(problem).__name__}: {problem}".rstrip(": ")
    frames = traceback.extract_tb(problem.__traceback__)
    own = [frame for frame in frames if frame.filename != __file__ and "importlib" not in frame.filename]
    place = f" ({Path(own[-1].filename).name}, line {own[-1].lineno})" if own else ""
    # Masked: the error may come from a model client and show its key.
    return shortened(masked(plain_text(" ".join(text.split()))), _LONGEST_REASON).rstrip(".") + place


def _readable(decision: Decision) -> Decision:
    """Return the decision; if its name or its arguments can't be used, clear both and state the `problem`."""
    # The problem is recorded with the moment, so a reworded sentence would differ from older traces.
    problem = ""
    if not isinstance(decision.name, str):
        problem = f"The name of an action is a text, not {spelled(decision.name)}."
    elif not isinstance(decision.args, Mapping):
        problem = f"Arguments are given by name, as in {{'content': '...'}}, not as {spelled(decision.args)}."
    elif not decision.name and not decision.problem:
        problem = "The decision names no action."
    return replace(decision, name="", args={}, problem=problem) if problem else decision


def _measured(decision: Decision, seconds: float) -> Decision:
    """Return the decision with the measured time, unless the policy itself says how long the decision took."""
    return replace(
        decision,
        thinking_seconds=decision.thinking_seconds or math.ceil(seconds),
        envelope=decision.envelope or Envelope(latency_ms=round(seconds * 1000, 1)),
    )
