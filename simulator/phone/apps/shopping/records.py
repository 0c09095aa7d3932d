"""What the shop keeps: products and their items, the cart, orders, discount codes and ways to pay."""

from __future__ import annotations

from typing import ClassVar, Literal

import msgspec

from simulator.phone.store import Record

APP = "shopping"
PREFIX = "Shopping"
OrderStatus = Literal["processed", "shipped", "delayed", "delivered", "cancelled", "refunded"]
# Orders that are still to come, and so can be cancelled.
OPEN: tuple[OrderStatus, ...] = ("processed", "shipped", "delayed")
# Name and value of each option, sorted by name.
Options = tuple[tuple[str, str], ...]
MOST_STOCK = 1_000_000


class Product(Record, frozen=True):
    table: ClassVar[str] = "shopping.product"
    prefix: ClassVar[str] = "prod"

    name: str
    description: str = ""


class Item(Record, frozen=True):
    """One variant of a product: what is put into the cart."""

    table: ClassVar[str] = "shopping.item"
    prefix: ClassVar[str] = "item"

    product_id: str
    price: float
    options: Options = ()
    available: bool = True
    """Whether the shop offers it; one that is offered may still be out of stock."""
    stock: int | None = None
    """How many are left; None means plenty."""


class CartLine(Record, frozen=True):
    table: ClassVar[str] = "shopping.cart"
    prefix: ClassVar[str] = "line"

    item_id: str
    quantity: int


class OrderLine(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """What was bought, at the price of that day."""

    item_id: str
    product: str
    quantity: int
    price: float
    options: str = ""


class Order(Record, frozen=True):
    table: ClassVar[str] = "shopping.order"
    prefix: ClassVar[str] = "order"

    lines: tuple[OrderLine, ...]
    total: float
    """What was paid: the lines less the discount."""
    ordered_at: int
    discount_code: str = ""
    discount: float = 0.0
    status: OrderStatus = "processed"
    expected_at: int | None = None
    delivered_at: int | None = None
    refunded: float = 0.0
    payment: str = ""
    """Name of the way it was paid, as shown."""
    note: str = ""
    """The last word of the shop about it."""


class Code(Record, frozen=True):
    """What a discount code takes off one item; a code for several items has a record for each."""

    table: ClassVar[str] = "shopping.code"
    prefix: ClassVar[str] = "code"

    code: str
    item_id: str
    percent: float
    expires_at: int | None = None


class Payment(Record, frozen=True):
    """A way to pay."""

    table: ClassVar[str] = "shopping.payment"
    prefix: ClassVar[str] = "pay"

    name: str
    working: bool = True
    limit: float | None = None
    """Up to which amount it pays at once."""
    preferred: bool = False


def options_text(options: Options) -> str:
    """The options as a price tag shows them: `Sage, 0.9 l`; one that is yes or no goes by its name."""
    spoken = {"yes": "{}", "no": "no {}"}
    return ", ".join(spoken[value].format(name) if value in spoken else value for name, value in options)
