"""The world of a run: the phone with its records, its clock and its alarms."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple
from zoneinfo import ZoneInfo

from simulator.phone import when
from simulator.phone.app import Alarm, App
from simulator.phone.call import Look
from simulator.phone.people import Owner, Rules
from simulator.phone.registry import record_types
from simulator.phone.state import THE_PHONE, Cursor, Phone, Stack
from simulator.phone.store import Store


class Due(NamedTuple):
    """An alarm and the app that set it."""

    app: str
    alarm: Alarm


class World(Look):
    """The phone of a run in its current state, which actors change through the functions of `perform`."""

    __slots__ = ("alarmed",)

    def __init__(
        self, store: Store, now: int, tz: ZoneInfo, owner: Owner, apps: Mapping[str, App], rules: Rules
    ) -> None:
        super().__init__(store, now, tz, owner, apps, rules)
        # Only the apps that can have alarms: the engine asks for the next alarm very often, and few apps have any.
        self.alarmed = [app for app in apps.values() if type(app).next_alarm is not App.next_alarm]

    @classmethod
    def blank(cls, owner: Owner, apps: Mapping[str, App], now: int, rules: Rules | None = None) -> World:
        """Return a phone that has these apps but no data of apps, and that shows its home screen."""
        store = Store(record_types(dict(apps)))
        world = cls(store, now, when.zone(owner.time_zone), owner, apps, rules or Rules())
        store.put(Phone(id=THE_PHONE))
        for side in ("user", "assistant"):
            store.put(Cursor(id=side))
        for name in apps:
            if apps[name].screens:
                store.put(Stack(id=name, frames=(apps[name].root(world).frame(),)))
        store.commit()
        return world

    def copy(self) -> World:
        return World(self.store.copy(), self.now, self.tz, self.owner, self.apps, self.rules)

    def state_hash(self) -> str:
        return self.store.digest()

    def next_alarm(self) -> Due | None:
        """Return the earliest alarm of all apps, or None.

        If several apps have an alarm at that time, return the alarm of the first app.
        """
        first: Due | None = None
        for app in self.alarmed:
            alarm = app.next_alarm(self)
            if alarm is not None and (first is None or alarm.at < first.alarm.at):
                first = Due(app.name, alarm)
        return first
