"""A phone for tests of its core and its small apps: Thursday 5 March 2026, 08:22 in Luxembourg."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from simulator.phone import when
from simulator.phone.app import App
from simulator.phone.people import Owner, Person, Rules
from simulator.phone.perform import Done, assistant_does, environment_does, user_does
from simulator.phone.plot import Plot, SeedClock
from simulator.phone.registry import phone_with
from simulator.phone.state import Notice, Proposal, Recipient
from simulator.phone.store import Record
from simulator.phone.world import World
from tests.simulator.phone.toy_app import Lamps

ZONE = "Europe/Luxembourg"
TZ = when.zone(ZONE)
NOW = when.parse_local("2026-03-05 08:22", TZ)
OWNER = Owner(name="Ada Lind", email="ada@lind.example", phone="+352 621 555 001", time_zone=ZONE)
PEOPLE = {
    "bo": Person(label="bo", name="Bo Ek", email="bo@ek.example", phone="+352 621 555 002"),
    "cy": Person(label="cy", name="Cy Roth", email="cy@roth.example"),
    "mute": Person(label="mute", name="Mo Mute"),
}
SAY = "PAREAgentUserInterface__send_message_to_user"


class SmallPhone:
    """The world with short ways to act in it; moments are counted."""

    def __init__(
        self,
        *apps: str,
        now: int = NOW,
        owner: Owner = OWNER,
        rules: Rules | None = None,
        people: Mapping[str, Person] = PEOPLE,
        more_apps: Mapping[str, App] | None = None,
    ) -> None:
        names = tuple(name for name in apps if name != "lamp")
        found: dict[str, App] = {**phone_with(names), **(more_apps or {})}
        if "lamp" in apps:
            found["lamp"] = Lamps()
        self.world = World.blank(owner, found, now, rules or Rules())
        self.clock = SeedClock(now, self.world.tz)
        self.plot = Plot("t", self.world.store, self.clock, owner, people)
        self.moment = 0

    def plant(self, app: str, *seeds: Mapping[str, Any]) -> SmallPhone:
        holder = self.world.apps[app]
        assert holder.seed is not None
        for seed in seeds:
            holder.plant(self.plot, holder.seed.model_validate(seed, context=self.clock))
        self.world.store.commit()
        return self

    def put(self, *records: Record) -> None:
        for record in records:
            self.world.store.put(record)
        self.world.store.commit()

    def id(self, label: str) -> str:
        return self.plot.labels[label][1]

    def tries(self, name: str, /, **args: Any) -> Done:
        self.moment += 1
        return user_does(self.world, name, args, self.moment)

    def taps(self, name: str, /, **args: Any) -> str:
        return str(_went_well(self.tries(name, **args)))

    def asks(self, name: str, /, failing: str = "", **args: Any) -> Done:
        self.moment += 1
        return assistant_does(self.world, name, args, self.moment, failing)

    def calls(self, name: str, /, **args: Any) -> Any:
        return _went_well(self.asks(name, **args))

    def event(self, app: str, name: str, /, **args: Any) -> Done:
        self.moment += 1
        return environment_does(self.world, app, name, args, self.moment)

    def happens(self, app: str, name: str, /, **args: Any) -> Any:
        return _went_well(self.event(app, name, **args))

    def passes_to(self, local: str) -> int:
        """Let time pass, with everything that apps do by themselves meanwhile; says how much happened."""
        end, count = when.parse_local(local, self.world.tz), 0
        while (due := self.world.next_alarm()) is not None and due.alarm.at <= end:
            self.world.now = max(self.world.now, due.alarm.at)
            self.happens(due.app, due.alarm.event, **due.alarm.args)
            count += 1
        self.world.now = end
        return count

    def opens(self, app: str) -> None:
        self.taps("go_home")
        self.taps("open_app", app_name=app)

    def offers(self, text: str = "Shall I?") -> None:
        self.calls(SAY, content=text)

    @property
    def front(self) -> str:
        return self.world.phone.active

    def screens(self, app: str) -> list[str]:
        return [frame.screen for frame in self.world.frames(app)]

    @property
    def view(self) -> Any:
        return self.world.screen.view(self.world)

    @property
    def proposal(self) -> Proposal:
        latest = self.world.latest_proposal()
        assert latest is not None
        return latest

    def told(self, side: Recipient) -> list[Notice]:
        """What a side was told, without the user's own taps."""
        return [notice for notice in self.world.inbox(side) if notice.kind != "user_action"]

    def texts(self, side: Recipient) -> list[str]:
        return [notice.text for notice in self.told(side)]


def _went_well(done: Done) -> Any:
    assert done.error is None, done.error
    return done.result


def refusal(done: Done) -> str:
    assert done.error is not None, f"{done.name} was expected to fail"
    return f"{done.error.code}: {done.error.message}"


def everything(world: World) -> dict[str, dict[str, Record]]:
    """All that is on the phone, the unhashed tables included, to compare before and after."""
    return {table: dict(rows) for table, rows in world.store.tables().items()}
