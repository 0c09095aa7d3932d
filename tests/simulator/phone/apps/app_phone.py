"""A phone with one app on it, and what the tests of all apps do with it: Thursday 5 March 2026, 08:22 in Luxembourg."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar, Self, TypeVar

from simulator.phone.app import App
from simulator.phone.people import Owner, Person, Rules
from simulator.phone.perform import Done, environment_does
from simulator.phone.screens import Screen, View
from simulator.phone.state import Notice
from simulator.phone.store import Record
from tests.simulator.phone.small_phone import NOW, OWNER, PEOPLE, SmallPhone

R = TypeVar("R", bound=Record)
S = TypeVar("S", bound=Screen)
V = TypeVar("V", bound=View)
START = "2026-03-05 08:22"
"""The usual start as it is written, for phones in other zones."""


class AppPhone(SmallPhone):
    """A seeded phone on which each side can act in one app; labels stand for ids, and nothing needs a consent."""

    of: ClassVar[str]

    def __init__(
        self,
        seeds: Iterable[Mapping[str, Any]],
        *,
        files: Sequence[Mapping[str, Any]] = (),
        owner: Owner = OWNER,
        now: int = NOW,
        people: Mapping[str, Person] = PEOPLE,
        more_apps: Mapping[str, App] | None = None,
    ) -> None:
        rules = Rules(standing_consent=True)
        super().__init__(self.of, now=now, owner=owner, rules=rules, people=people, more_apps=more_apps)
        self.app.prepare(self.plot)
        if files:
            self.plant("files", *files)
        self.plant(self.of, *seeds)

    @property
    def app(self) -> App:
        return self.world.apps[self.of]

    def labels(self, ids: Iterable[str]) -> tuple[str, ...]:
        names = {record_id: label for label, (_, record_id) in self.plot.labels.items()}
        return tuple(names[record_id] for record_id in ids)

    def get(self, cls: type[R], label_or_id: str) -> R:
        record_id = self.id(label_or_id) if label_or_id in self.plot.labels else label_or_id
        found = self.world.store.get(cls, record_id)
        assert found is not None
        return found

    def all(self, cls: type[R]) -> list[R]:
        return sorted(self.world.store.all(cls).values(), key=lambda record: record.id)

    def drop(self, cls: type[Record], label: str) -> None:
        """Take a record away under everybody's feet."""
        self.world.store.drop(cls, self.id(label))
        self.world.store.commit()

    def taps_all(self, *taps: tuple[str, dict[str, Any]]) -> Self:
        """Several user actions, all of which must work."""
        for name, args in taps:
            self.taps(name, **args)
        return self

    def tries_tool(self, name: str, /, **args: Any) -> Done:
        return self.asks(f"{self.app.prefix}__{name}", **args)

    def tool(self, name: str, /, **args: Any) -> Any:
        return done(self.tries_tool(name, **args))

    def tries_world(self, name: str, reserved: tuple[str, str] | None = None, /, **args: Any) -> Done:
        """An event of the app, which may fail."""
        self.moment += 1
        return environment_does(self.world, self.of, name, args, self.moment, reserved)

    def world_does(self, name: str, /, **args: Any) -> Any:
        return done(self.tries_world(name, **args))

    @property
    def stack(self) -> list[str]:
        return self.screens(self.of)

    @property
    def screen_name(self) -> str:
        return type(self.world.screen).__name__

    def screen(self, expected: type[S]) -> S:
        screen = self.world.screen
        assert isinstance(screen, expected)
        return screen

    def shows(self, expected: type[V]) -> V:
        view = self.view
        assert isinstance(view, expected)
        return view

    def told_both(self) -> tuple[list[Notice], list[Notice]]:
        """What user and assistant were told, without the user's own taps."""
        return self.told("user"), self.told("assistant")

    def newest_told(self) -> tuple[Notice, Notice]:
        user, assistant = self.told_both()
        return user[-1], assistant[-1]


def ada_in(zone: str) -> Owner:
    return Owner(name="Ada Lind", email="ada@lind.example", time_zone=zone)


def done(attempt: Done) -> Any:
    """The result of an action that must have worked."""
    assert attempt.error is None, attempt.error
    return attempt.result


def id_in(sentence: str, kind: str = r"[a-z]+") -> str:
    """The first id in the confirmation of a write; of a message, `chat` finds the id of its chat."""
    found = re.search(rf"\b{kind}_[0-9a-f]\w*\b", sentence)
    assert found is not None, sentence
    return found[0]


def refused(attempt: Done) -> str:
    """Code and words of an action that must have failed, and changed nothing."""
    assert attempt.error is not None, f"{attempt.name} was expected to fail"
    assert attempt.changes == []
    return f"{attempt.error.code}: {attempt.error.message}"


def refused_for(attempt: Done, code: str, *words: str) -> None:
    """The action failed for this reason, with these words, and changed nothing."""
    said = refused(attempt)
    assert said.startswith(f"{code}: ")
    for word in words:
        assert word in said.removeprefix(f"{code}: ")
