"""What the screens of the shop show. Prices are texts with two decimals."""

from __future__ import annotations

import msgspec

from simulator.phone.screens import View

PAGE = 10
# More rows do not fit on a screen.
LONGEST_PAGE = 20


class ProductCard(msgspec.Struct, frozen=True, omit_defaults=True):
    id: str
    name: str
    price: str
    """Of the cheapest item; empty if there is none yet."""
    varies: bool = False
    """Whether other items cost more."""
    items: int = 0
    available: bool = False


class ShopPage(View, frozen=True):
    rows: tuple[ProductCard, ...]
    total: int
    """How many products there are, or match the search."""
    offset: int
    limit: int
    query: str = ""
    in_cart: int = 0
    orders: int = 0
    """How many orders are still to come."""


class ItemRow(msgspec.Struct, frozen=True, omit_defaults=True):
    id: str
    options: str
    price: str
    available: bool = False
    left: int | None = None
    """How many there are; None means plenty."""


class ProductPage(View, frozen=True):
    id: str
    description: str
    rows: tuple[ItemRow, ...]
    total: int
    offset: int
    limit: int
    lowest: str = ""
    highest: str = ""
    in_cart: int = 0


class Option(msgspec.Struct, frozen=True):
    name: str
    value: str


class CodeRow(msgspec.Struct, frozen=True, omit_defaults=True):
    code: str
    percent: str
    item: str
    """Name of the item that it covers."""
    item_id: str
    expires: str = ""
    expired: bool = False


class VariantPage(View, frozen=True):
    id: str
    product_id: str
    options: tuple[Option, ...]
    price: str
    product: str = ""
    """Name of the product."""
    description: str = ""
    available: bool = False
    left: int | None = None
    in_cart: int = 0
    """How many of this item are in the cart."""
    codes: tuple[CodeRow, ...] = ()


class CodesPage(View, frozen=True):
    rows: tuple[CodeRow, ...]
    total: int
    offset: int
    limit: int


class CartRow(msgspec.Struct, frozen=True, omit_defaults=True):
    item_id: str
    product: str
    options: str
    quantity: int
    price: str
    sum: str
    problem: str = ""
    """Why it cannot be bought as it is."""


class CodeOffer(msgspec.Struct, frozen=True, omit_defaults=True):
    """A code that covers something in the cart, and what the cart would come to with it."""

    code: str
    percent: str
    discount: str
    total: str
    expires: str = ""
    expired: bool = False


class PaymentRow(msgspec.Struct, frozen=True, omit_defaults=True):
    id: str
    name: str
    preferred: bool = False
    working: bool = False
    limit: str = ""


class CartPage(View, frozen=True):
    rows: tuple[CartRow, ...]
    pieces: int
    total: str
    codes: tuple[CodeOffer, ...] = ()
    payments: tuple[PaymentRow, ...] = ()


class OrderRow(msgspec.Struct, frozen=True, omit_defaults=True):
    id: str
    what: str
    status: str
    ordered: str
    total: str
    expected: str = ""


class OrdersPage(View, frozen=True):
    rows: tuple[OrderRow, ...]
    total: int
    offset: int
    limit: int


class BoughtRow(msgspec.Struct, frozen=True, omit_defaults=True):
    item_id: str
    product: str
    options: str
    quantity: int
    price: str
    sum: str


class OrderPage(View, frozen=True):
    id: str
    status: str
    ordered: str
    rows: tuple[BoughtRow, ...]
    items: str
    """What the lines come to before the discount."""
    total: str
    discount_code: str = ""
    discount: str = ""
    expected: str = ""
    delivered: str = ""
    refunded: str = ""
    payment: str = ""
    note: str = ""
    can_cancel: bool = False
