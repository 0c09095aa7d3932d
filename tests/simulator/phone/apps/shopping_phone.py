"""A phone with a shop for tests: Thursday 5 March 2026, 08:22 in Luxembourg."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

from simulator.phone import when
from simulator.phone.apps.shopping import CartLine, Item, Order, Product, Shopping
from simulator.phone.apps.shopping.seeds import ShoppingSeed
from simulator.phone.people import Owner, Rules
from simulator.phone.perform import Done, assistant_does, environment_does, user_does
from simulator.phone.plot import Plot, SeedClock
from simulator.phone.registry import phone_with
from simulator.phone.screens import View
from simulator.phone.state import Notice
from simulator.phone.store import Record
from simulator.phone.world import World

R = TypeVar("R", bound=Record)
V = TypeVar("V", bound=View)
Seeds = Iterable[Mapping[str, Any]]

START = "2026-03-05 08:22"
PRODUCTS: list[dict[str, Any]] = [
    {
        "label": "kettle",
        "product": "Heron kettle",
        "about": "Boils quietly.",
        "items": [
            {"label": "red", "price": 39.9, "options": {"colour": "red", "size": "0.6 l"}, "stock": 3},
            {"label": "sage", "price": 69, "options": {"colour": "sage", "size": "0.9 l"}},
            {"label": "cream", "price": 69, "options": {"colour": "cream"}, "available": False},
        ],
    },
    {"label": "apron", "product": "Linen apron", "price": 24.5, "item": "apron_item"},
    {"label": "mug", "product": "Morning mug", "price": 11.05, "stock": 0, "item": "mug_item"},
    {"label": "tray", "product": "Tea tray"},
]
CODES: list[dict[str, Any]] = [
    {"code": "SPRING10", "percent": 10, "items": ["red", "sage"], "expires": "+1d", "label": "spring"},
    {"code": "OLD20", "percent": 20, "items": ["red"], "expires": "-1d"},
    {"code": "APRON5", "percent": 5, "items": ["apron"]},
]
ORDERS: list[dict[str, Any]] = [
    {
        "label": "coming",
        "order": [{"item": "apron", "quantity": 2}, {"item": "red"}],
        "at": "-3d",
        "status": "shipped",
        "expected": "+2d",
        "payment": "visa",
    },
    {"label": "came", "order": [{"item": "mug"}], "at": "-9d", "status": "delivered", "expected": "-7d"},
]
PAYMENTS: list[dict[str, Any]] = [
    {"label": "visa", "payment": "Visa ending 4410", "preferred": True},
    {"label": "small", "payment": "Gift card", "limit": 50},
    {"label": "broken", "payment": "Amex ending 1001", "working": False},
]
SHOP: list[dict[str, Any]] = [*PRODUCTS, *PAYMENTS, *CODES, *ORDERS]


class ShoppingPhone:
    """A seeded phone on which each side can act; labels stand for ids."""

    def __init__(self, seeds: Seeds = SHOP, *, zone: str = "Europe/Luxembourg", start: str = START) -> None:
        owner = Owner(name="Ada Lind", email="ada@lind.example", time_zone=zone)
        tz = when.zone(zone)
        now = when.parse_local(start, tz)
        self.world = World.blank(owner, phone_with(("shopping",)), now, Rules(standing_consent=True))
        self.plot = Plot("t", self.world.store, SeedClock(now, tz), owner, {})
        self.app = Shopping()
        self.app.prepare(self.plot)
        for seed in seeds:
            self.plant(seed)
        self.world.store.commit()

    def plant(self, seed: Mapping[str, Any]) -> None:
        clock = SeedClock(self.plot.start, self.plot.tz)
        self.app.plant(self.plot, ShoppingSeed.model_validate(seed, context=clock))

    def id(self, label: str) -> str:
        return self.plot.labels[label][1]

    def get(self, cls: type[R], label_or_id: str) -> R:
        record_id = self.id(label_or_id) if label_or_id in self.plot.labels else label_or_id
        found = self.world.store.get(cls, record_id)
        assert found is not None
        return found

    def all(self, cls: type[R]) -> list[R]:
        return sorted(self.world.store.all(cls).values(), key=lambda record: record.id)

    def item(self, label: str) -> Item:
        return self.get(Item, label)

    def order(self, label: str) -> Order:
        return self.get(Order, label)

    def cart(self) -> dict[str, int]:
        """How many of each item are in the cart, by label."""
        labels = {record_id: label for label, (_, record_id) in self.plot.labels.items()}
        return {labels[line.item_id]: line.quantity for line in self.all(CartLine)}

    def forget(self, cls: type[Record], label: str) -> None:
        """Take a record away under everybody's feet."""
        self.world.store.drop(cls, self.id(label))
        self.world.store.commit()

    def user(self, name: str, /, **args: Any) -> Done:
        return user_does(self.world, name, args, 1)

    def assistant(self, name: str, /, **args: Any) -> Done:
        return assistant_does(self.world, f"Shopping__{name}", args, 1)

    def happens(self, name: str, reserved: tuple[str, str] | None = None, /, **args: Any) -> Done:
        return environment_does(self.world, "shopping", name, args, 1, reserved)

    def taps(self, *taps: tuple[str, dict[str, Any]]) -> ShoppingPhone:
        """Several user actions, all of which must work."""
        for name, args in taps:
            done(self.user(name, **args))
        return self

    def opened(self, *taps: tuple[str, dict[str, Any]]) -> ShoppingPhone:
        """The shop opened anew, and then some taps."""
        return self.taps(("go_home", {}), ("open_app", {"app_name": "Shopping"}), *taps)

    def filled(self, **quantities: int) -> ShoppingPhone:
        """The cart filled by the assistant."""
        for label, quantity in quantities.items():
            done(self.assistant("add_to_cart", item_id=self.id(label), quantity=quantity))
        return self

    def view(self, expected: type[V]) -> V:
        view = self.world.screen.view(self.world)
        assert isinstance(view, expected)
        return view

    @property
    def screens(self) -> list[str]:
        return [frame.screen for frame in self.world.frames("shopping")]

    def told(self, side: Any) -> list[Notice]:
        return [notice for notice in self.world.inbox(side) if notice.kind != "user_action"]


def done(attempt: Done) -> Any:
    """The result of an action that must have worked."""
    assert attempt.error is None, attempt.error
    return attempt.result


def refused(attempt: Done) -> str:
    """Code and words of an action that must have failed, and changed nothing."""
    assert attempt.error is not None, attempt.result
    assert attempt.changes == []
    return f"{attempt.error.code}: {attempt.error.message}"


def many_products(count: int) -> list[Record]:
    """Products with two items each, as records."""
    products = [Product(id=f"prod_{n:05d}", name=f"Thing {n:05d}") for n in range(count)]
    items = [
        Item(id=f"item_{n:05d}{kind}", product_id=f"prod_{n:05d}", price=1.0 + kind)
        for n in range(count)
        for kind in (0, 1)
    ]
    return [*products, *items]
