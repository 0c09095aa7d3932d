"""Records of the shop: products and their items, the cart, orders, discount codes and payment methods."""

from __future__ import annotations

from typing import ClassVar, Literal

import msgspec

from simulator.phone.store import Record

APP = "shopping"
PREFIX = "Shopping"
OrderStatus = Literal["processed", "shipped", "delayed", "delivered", "cancelled", "refunded"]
# Orders with these statuses have not arrived yet, so they can still be cancelled.
OPEN: tuple[OrderStatus, ...] = ("processed", "shipped", "delayed")
# Name and value of each option, sorted by name, so that the order in a scenario file makes no difference.
Options = tuple[tuple[str, str], ...]
MOST_STOCK = 1_000_000
MOST_OF_ONE = 999


class Product(Record, frozen=True):
    """A product of the shop. Only the items of a product, which are its variants, can be bought."""

    table: ClassVar[str] = "shopping.product"
    prefix: ClassVar[str] = "prod"

    name: str
    description: str = ""


class Item(Record, frozen=True):
    """One variant of a product, which can be put into the cart."""

    table: ClassVar[str] = "shopping.item"
    prefix: ClassVar[str] = "item"

    product_id: str
    price: float
    options: Options = ()
    available: bool = True
    """False once the shop stops selling the item; an available item may still be out of stock."""
    stock: int | None = None
    """Number of pieces left; None means unlimited."""


class CartLine(Record, frozen=True):
    """An item in the cart. The line stores no price, because the item's current price applies."""

    table: ClassVar[str] = "shopping.cart"
    prefix: ClassVar[str] = "line"

    item_id: str
    quantity: int


class OrderLine(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """An ordered item, with its name and price at the time of the order."""

    item_id: str
    product: str
    quantity: int
    price: float
    options: str = ""


class Order(Record, frozen=True):
    """An order: the items of a cart after the checkout, with price, status and refund."""

    table: ClassVar[str] = "shopping.order"
    prefix: ClassVar[str] = "order"
    # The assistant may use a code without being asked, because a code only lowers the price.
    details: ClassVar[tuple[str, ...]] = ("discount_code", "note")

    lines: tuple[OrderLine, ...]
    total: float
    """The amount paid: the sum of the lines minus the discount, unless a scenario file gives another amount."""
    ordered_at: int
    discount_code: str = ""
    discount: float = 0.0
    status: OrderStatus = "processed"
    expected_at: int | None = None
    delivered_at: int | None = None
    refunded: float = 0.0
    payment: str = ""
    """Name of the payment method at the time of the order."""
    note: str = ""
    """The shop's latest message about the order."""


class Code(Record, frozen=True):
    """The discount that a code gives on one item; a code for several items has one record for each item."""

    table: ClassVar[str] = "shopping.code"
    prefix: ClassVar[str] = "code"

    code: str
    item_id: str
    percent: float
    expires_at: int | None = None


class Payment(Record, frozen=True):
    """A payment method."""

    table: ClassVar[str] = "shopping.payment"
    prefix: ClassVar[str] = "pay"

    name: str
    working: bool = True
    limit: float | None = None
    """The highest amount of a single payment; None means unlimited."""
    preferred: bool = False


def options_text(options: Options) -> str:
    """Return the values of options as text: `Sage, 0.9 l`.

    Instead of the values `yes` and `no`, the text gives the option's name: `lid`, `no lid`.
    """
    spoken = {"yes": "{}", "no": "no {}"}
    return ", ".join(spoken[value].format(name) if value in spoken else value for name, value in options)
