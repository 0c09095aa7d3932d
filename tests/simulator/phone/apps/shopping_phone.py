"""A phone with a shop for tests: Thursday 5 March 2026, 08:22 in Luxembourg."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from simulator.phone import when
from simulator.phone.apps.shopping import CartLine, Item, Order, Product
from simulator.phone.store import Record
from tests.simulator.phone.apps.app_phone import START, AppPhone, ada_in
from tests.simulator.phone.small_phone import ZONE

Seeds = Iterable[Mapping[str, Any]]

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


class ShoppingPhone(AppPhone):
    of = "shopping"

    def __init__(self, seeds: Seeds = SHOP, *, zone: str = ZONE, start: str = START) -> None:
        super().__init__(seeds, owner=ada_in(zone), now=when.parse_local(start, when.zone(zone)))

    def item(self, label: str) -> Item:
        return self.get(Item, label)

    def order(self, label: str) -> Order:
        return self.get(Order, label)

    def cart(self) -> dict[str, int]:
        """How many of each item are in the cart, by label."""
        labels = {record_id: label for label, (_, record_id) in self.plot.labels.items()}
        return {labels[line.item_id]: line.quantity for line in self.all(CartLine)}

    def opened(self, *taps: tuple[str, dict[str, Any]]) -> ShoppingPhone:
        """The shop opened anew, and then some taps."""
        self.opens("Shopping")
        return self.taps_all(*taps)

    def filled(self, **quantities: int) -> ShoppingPhone:
        """The cart filled by the assistant."""
        for label, quantity in quantities.items():
            self.tool("add_to_cart", item_id=self.id(label), quantity=quantity)
        return self


def many_products(count: int) -> list[Record]:
    """Products with two items each, as records."""
    products = [Product(id=f"prod_{n:05d}", name=f"Thing {n:05d}") for n in range(count)]
    items = [
        Item(id=f"item_{n:05d}{kind}", product_id=f"prod_{n:05d}", price=1.0 + kind)
        for n in range(count)
        for kind in (0, 1)
    ]
    return [*products, *items]
