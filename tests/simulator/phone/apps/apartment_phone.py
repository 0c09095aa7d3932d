"""A phone with a few listings, and short ways to act on it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeVar
from zoneinfo import ZoneInfo

from simulator.phone.apps.apartment import Apartment, Apartments
from simulator.phone.apps.apartment.seeds import ApartmentSeed
from simulator.phone.people import Owner, Rules
from simulator.phone.perform import Done, assistant_does, environment_does, user_does
from simulator.phone.plot import Plot, SeedClock
from simulator.phone.registry import phone_with
from simulator.phone.screens import View
from simulator.phone.state import AssistantNotice, UserNotice
from simulator.phone.store import Record
from simulator.phone.world import World

START = 1_772_695_320
CLOCK = SeedClock(START, ZoneInfo("Europe/Luxembourg"))
OWNER = Owner(name="Ada Lind", email="ada@lind.example", time_zone="Europe/Luxembourg")
FLATS: tuple[dict[str, Any], ...] = (
    {
        "label": "alder",
        "name": "Alder Court 4B",
        "location": "Fen Road 6, Fenside",
        "zip_code": "40213",
        "price": 1380,
        "bedrooms": 2,
        "bathrooms": 1,
        "property_type": "Apartment",
        "square_footage": 730,
        "furnished_status": "Unfurnished",
        "floor_level": "4th",
        "pet_policy": "Cats allowed",
        "lease_term": "12 months",
        "amenities": ["Lift", "Balcony", "Bike store"],
        "saved": True,
    },
    {
        "label": "loft",
        "name": "the Old Mill, loft 2",
        "location": "Lower Fenside",
        "zip_code": "40215",
        "price": 1495.5,
        "bedrooms": 2,
        "bathrooms": 2,
        "property_type": "Loft",
        "square_footage": 870,
        "pet_policy": "No pets",
        "amenities": ["Balcony"],
    },
    {
        "label": "studio",
        "name": "Café Zoë studio",
        "location": "Orléans Quay",
        "zip_code": "L-2163",
        "price": 0,
        "bedrooms": 0,
        "property_type": "Apartment",
        "furnished_status": "Furnished",
        "floor_level": "Ground",
        "lease_term": "6 months",
    },
    {"label": "row", "name": "Weaver's Row 9", "location": "Fenside", "price": 1450, "bedrooms": 3, "saved": True},
)
"""Sorted by name as the app lists them: alder, studio, loft, row."""
BY_NAME = ("alder", "studio", "loft", "row")
NEW_FLAT: dict[str, Any] = {
    "name": "Quayside 11",
    "location": "Fenside Docks",
    "zip_code": "40219",
    "price": 1290,
    "number_of_bedrooms": 2,
    "number_of_bathrooms": 1,
    "square_footage": 635,
}
V = TypeVar("V", bound=View)


class ApartmentPhone:
    """A seeded phone on which each side can act; labels stand for ids."""

    def __init__(self, flats: Iterable[Mapping[str, Any]] = FLATS) -> None:
        apps = phone_with(("apartment",))
        self.world = World.blank(OWNER, apps, START, Rules(standing_consent=True))
        self.app = apps["apartment"]
        assert isinstance(self.app, Apartments)
        self.plot = Plot("t", self.world.store, CLOCK, OWNER, {})
        for flat in flats:
            self.app.plant(self.plot, ApartmentSeed.model_validate(flat, context=CLOCK))
        self.world.store.commit()
        self.user("open_app", app_name="Apartment")

    def id(self, label: str) -> str:
        return self.plot.labels[label][1]

    def labels(self, ids: Iterable[str]) -> tuple[str, ...]:
        names = {record_id: label for label, (_, record_id) in self.plot.labels.items()}
        return tuple(names[record_id] for record_id in ids)

    def flat(self, label: str) -> Apartment:
        return self.stored(self.id(label))

    def stored(self, apartment_id: str) -> Apartment:
        found = self.world.store.get(Apartment, apartment_id)
        assert found is not None
        return found

    def put(self, record: Record) -> None:
        self.world.store.put(record)
        self.world.store.commit()

    def drop(self, label: str) -> None:
        self.world.store.drop(Apartment, self.id(label))
        self.world.store.commit()

    def try_user(self, action: str, /, **args: Any) -> Done:
        return user_does(self.world, action, args, 1)

    def user(self, action: str, /, **args: Any) -> Any:
        return _result(self.try_user(action, **args))

    def try_tool(self, tool: str, /, **args: Any) -> Done:
        return assistant_does(self.world, f"Apartment__{tool}", args, 1)

    def tool(self, tool: str, /, **args: Any) -> Any:
        return _result(self.try_tool(tool, **args))

    def found(self, **filters: Any) -> tuple[str, ...]:
        """Labels of the flats that the assistant's search gives."""
        return self.labels(self.tool("search_apartments", **filters))

    def try_event(self, event: str, /, reserved: tuple[str, str] | None = None, **args: Any) -> Done:
        return environment_does(self.world, "apartment", event, args, 1, reserved)

    def event(self, event: str, /, **args: Any) -> Any:
        return _result(self.try_event(event, **args))

    def screen(self) -> str:
        return type(self.world.screen).__name__

    def view(self, expected: type[V]) -> V:
        view = self.world.screen.view(self.world)
        assert isinstance(view, expected)
        return view

    def depth(self) -> int:
        return len(self.world.frames("apartment"))

    def notices(self) -> tuple[UserNotice, AssistantNotice]:
        """The newest notice of each side."""
        user, assistant = self.world.store.all(UserNotice), self.world.store.all(AssistantNotice)
        return user[str(len(user))], assistant[str(len(assistant))]

    def told(self) -> tuple[int, int]:
        """How many notices each side has been sent."""
        return len(self.world.store.all(UserNotice)), len(self.world.store.all(AssistantNotice))


def many(count: int, **fields: Any) -> list[dict[str, Any]]:
    """Flats named Flat 00, Flat 01 and so on, labelled by number."""
    return [
        {"label": str(n), "name": f"Flat {n:02}", "location": "Fenside", "price": 100 + n, "bedrooms": 1, **fields}
        for n in range(count)
    ]


def refused(done: Done, code: str, *words: str) -> None:
    """The action failed for this reason, with these words, and changed nothing."""
    assert done.error is not None, "it was not refused"
    assert done.error.code == code
    assert done.changes == []
    for word in words:
        assert word in done.error.message


def _result(done: Done) -> Any:
    assert done.error is None, done.error
    return done.result
