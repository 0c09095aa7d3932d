"""Reads the shop from a scenario file: products, orders, discount codes, the cart and payment methods."""

from __future__ import annotations

import re
from decimal import Decimal

from msgspec.structs import replace
from pydantic import BaseModel, ConfigDict, Field

from simulator.phone.app import Seed
from simulator.phone.apps.shopping.cart import line_of, order_line
from simulator.phone.apps.shopping.catalogue import by_code, checked_options, code_key, codes_for, items_of
from simulator.phone.apps.shopping.money import HIGHEST_PRICE, amount, cents, share, whole
from simulator.phone.apps.shopping.orders import lines_cents
from simulator.phone.apps.shopping.records import (
    MOST_OF_ONE,
    MOST_STOCK,
    CartLine,
    Code,
    Item,
    Order,
    OrderLine,
    OrderStatus,
    Payment,
    Product,
)
from simulator.phone.plot import Plot, SeedError, SeedTime

GivenOptions = dict[str, str | int | float | bool]

# The kinds of entries: the field that marks each kind, and the other fields that it allows. An entry is of the first
# kind whose field it has; `code` and `payment` come last, because an order may have these fields too.
FIELDS: dict[str, tuple[str, ...]] = {
    "product": ("about", "items", "price", "options", "stock", "available", "item"),
    "order": ("at", "status", "expected", "delivered", "total", "code", "payment", "note"),
    "cart": ("quantity",),
    "code": ("percent", "items", "expires"),
    "payment": ("working", "limit", "preferred"),
}
_LABEL = re.compile(r"[a-z][a-z0-9_]*")
_CARD = "pay_card"


class ItemSeed(BaseModel):
    """One variant of a product."""

    model_config = ConfigDict(extra="forbid")

    label: str | None = Field(None, description="Name by which the rest of the file refers to this item.")
    price: float = Field(ge=0, le=HIGHEST_PRICE)
    options: GivenOptions = {}
    stock: int | None = Field(None, ge=0, le=MOST_STOCK, description="How many are left; by default unlimited.")
    available: bool = True


class BoughtSeed(BaseModel):
    """One line of an order."""

    model_config = ConfigDict(extra="forbid")

    item: str = Field(description="Label of an item, or of a product with a single item.")
    quantity: int = Field(1, ge=1, le=MOST_OF_ONE)
    price: float | None = Field(
        None, ge=0, le=HIGHEST_PRICE, description="Price of one piece at that time; by default the current price."
    )


class ShoppingSeed(Seed):
    """One entry: a product, an order, a discount code, an item in the cart, or a payment method."""

    product: str | None = Field(None, min_length=1, description="Name of a product.")
    about: str = Field("", description="The shop's description of the product.")
    items: list[ItemSeed | str] | None = Field(
        None, description="Variants of a product; for a code, labels of the items that it covers."
    )
    price: float | None = Field(None, ge=0, le=HIGHEST_PRICE, description="Price of a product without variants.")
    options: GivenOptions = {}
    stock: int | None = Field(None, ge=0, le=MOST_STOCK)
    available: bool = True
    item: str | None = Field(None, description="Label for the only item of a product without variants.")
    order: list[BoughtSeed] | None = Field(None, min_length=1, description="The items ordered.")
    at: SeedTime | None = Field(None, description="When the order was made.")
    status: OrderStatus = "processed"
    expected: SeedTime | None = Field(None, description="When the order should arrive.")
    delivered: SeedTime | None = Field(None, description="When the order arrived.")
    total: float | None = Field(
        None, ge=0, le=HIGHEST_PRICE, description="The amount paid; by default computed from the items and the code."
    )
    note: str = Field("", description="The shop's latest message about the order.")
    code: str | None = Field(None, min_length=1, description="A discount code; in an order, the code that was used.")
    percent: float | None = Field(None, ge=0.01, le=100)
    expires: SeedTime | None = None
    cart: str | None = Field(None, description="Label of an item that is in the cart.")
    quantity: int = Field(1, ge=1, le=MOST_OF_ONE)
    payment: str | None = Field(
        None, min_length=1, description="A payment method; in an order, the method that was used."
    )
    working: bool = True
    limit: float | None = Field(None, ge=0, le=HIGHEST_PRICE, description="The highest amount of one payment.")
    preferred: bool = False

    def kind(self) -> str:
        """Return the entry's kind, a key of `FIELDS`. Raise SeedError if the entry has no kind or mixes kinds."""
        given = [name for name in type(self).model_fields if name in self.model_fields_set]
        kind = next((name for name in FIELDS if name in given and getattr(self, name) is not None), None)
        if kind is None:
            raise SeedError("", f"the entry has no kind; write one of {', '.join(FIELDS)}, such as product: Kettle")
        for name in given:
            if name not in ("label", kind, *FIELDS[kind]):
                known = ", ".join(FIELDS[kind])
                raise SeedError(name, f"'{name}' does not go with {kind}; fields that do: {known}")
        return kind


def plant_default_payment(plot: Plot) -> None:
    """Add a default payment method; `_plant_payment` removes it if the scenario file has payment methods."""
    plot.add(Payment(id=_CARD, name="Card", preferred=True))


def plant_seed(plot: Plot, seed: ShoppingSeed) -> None:
    """Add the records of one entry."""
    planters = {
        "product": _plant_product,
        "order": _plant_order,
        "cart": _plant_cart,
        "code": _plant_code,
        "payment": _plant_payment,
    }
    planters[seed.kind()](plot, seed)


def _plant_product(plot: Plot, seed: ShoppingSeed) -> None:
    name = " ".join((seed.product or "").split())
    if not name:
        raise SeedError("product", "this product has no name; write product: Kettle")
    items = _item_seeds(seed)
    product = Product(id=plot.new_id(Product), name=name, description=seed.about.strip())
    plot.add(product, seed.label)
    for item in items:
        planted = Item(
            id=plot.new_id(Item),
            product_id=product.id,
            price=amount(cents(item.price)),
            options=checked_options(item.options),
            available=item.available,
            stock=item.stock,
        )
        plot.add(planted, item.label)


def _item_seeds(seed: ShoppingSeed) -> list[ItemSeed]:
    """Return the items of a product: the list `items`, or one item with the product's `price`, or none.

    Raise SeedError if the fields contradict each other.
    """
    if seed.items is not None:
        for name in ("price", "options", "stock", "available", "item"):
            if name in seed.model_fields_set:
                raise SeedError(name, f"move '{name}' into each entry of `items`, because this product lists its items")
        # The type of `items` allows labels too, but only the entry of a code may have labels there.
        items = [item for item in seed.items if isinstance(item, ItemSeed)]
        if len(items) < len(seed.items):
            raise SeedError("items", "write each item as {price: 39.90, options: {colour: red}}")
        return items
    if seed.price is None:
        for name in ("options", "stock", "available", "item"):
            if name in seed.model_fields_set:
                raise SeedError(name, f"'{name}' needs a price beside it, such as price: 39.90")
        return []
    if seed.item is not None and not _LABEL.fullmatch(seed.item):
        raise SeedError("item", f"'{seed.item}' is not a label; write a lower-case letter, then a-z, 0-9 and _")
    options, stock = seed.options, seed.stock
    return [ItemSeed(label=seed.item, price=seed.price, options=options, stock=stock, available=seed.available)]


def _plant_order(plot: Plot, seed: ShoppingSeed) -> None:
    at = _ordered_at(plot, seed)
    lines = tuple(_bought(plot, line) for line in seed.order or ())
    if len({line.item_id for line in lines}) < len(lines):
        raise SeedError("order", "an item is listed twice; write it once with a quantity")
    total, discount = _price(plot, seed, lines)
    delivered = seed.delivered
    # A delivered order without `delivered` arrived when it was expected, if that was before the start.
    if seed.status == "delivered" and delivered is None and (seed.expected or plot.start + 1) <= plot.start:
        delivered = seed.expected
    order = Order(
        id=plot.new_id(Order),
        lines=lines,
        total=amount(total),
        ordered_at=at,
        discount_code=(seed.code or "").strip(),
        discount=amount(discount),
        status=seed.status,
        expected_at=seed.expected,
        delivered_at=delivered,
        refunded=amount(total) if seed.status == "refunded" else 0.0,
        payment=_payment_name(plot, seed.payment) if seed.payment else "",
        note=seed.note.strip(),
    )
    plot.add(order, seed.label)


def _bought(plot: Plot, seed: BoughtSeed) -> OrderLine:
    line = order_line(plot.store, _one_item(plot, seed.item, "order"), seed.quantity)
    return line if seed.price is None else replace(line, price=amount(cents(seed.price)))


def _ordered_at(plot: Plot, seed: ShoppingSeed) -> int:
    """Return the time of an order. Raise SeedError if the time is missing, or contradicts the start or other times."""
    if seed.at is None:
        raise SeedError("at", "say when the order was made, such as at: -3d")
    if seed.at > plot.start:
        raise SeedError("at", "the order is after the start; write an earlier time")
    for name in ("expected", "delivered"):
        then = getattr(seed, name)
        if then is not None and then < seed.at:
            raise SeedError(name, "the time is before the order was made; write a later time")
    if seed.delivered is not None and (seed.delivered > plot.start or seed.status not in ("delivered", "refunded")):
        problem = "only orders that have arrived may say `delivered`"
        raise SeedError("delivered", f"{problem}; write a time before the start, and status: delivered or refunded")
    return seed.at


def _price(plot: Plot, seed: ShoppingSeed, lines: tuple[OrderLine, ...]) -> tuple[int, int]:
    """Return the total and discount of an order in cents, from the file or computed from lines and code.

    Raise SeedError if the file gives a code without `total`, and no earlier entry defines this code for a line.
    """
    items = lines_cents(lines)
    if seed.total is not None:
        total = cents(seed.total)
        return total, max(0, items - total) if seed.code else 0
    if seed.code is None:
        return items, 0
    # Not by `catalogue.percents`, which refuses expired codes: the code may have expired after this order.
    percents = {code.item_id: code.percent for code in by_code(plot.store).get(code_key(seed.code), [])}
    off = sum((share(cents(one.price) * one.quantity, percents.get(one.item_id, 0)) for one in lines), Decimal(0))
    if not off:
        raise SeedError(
            "code", f"no code '{seed.code}' for these items is listed before this order; list it there, or write total:"
        )
    return items - whole(off), whole(off)


def _payment_name(plot: Plot, name: str) -> str:
    """Return the name of the payment method with this label; a text that is not a label is returned as a name.

    Raise SeedError for a text that looks like a label but is not the label of a payment method.
    """
    # Otherwise a mistyped label would be shown as the name of a payment method.
    if not _LABEL.fullmatch(name):
        return name.strip()
    payment = plot.store.get(Payment, plot.labelled(name, Payment, "payment"))
    assert payment is not None, "a label always names an existing record"
    return payment.name


def _plant_cart(plot: Plot, seed: ShoppingSeed) -> None:
    item_id = _one_item(plot, seed.cart or "", "cart")
    if line_of(plot.store, item_id) is not None:
        raise SeedError("cart", f"'{seed.cart}' is in the cart already; write it once with a quantity")
    plot.add(CartLine(id=plot.new_id(CartLine), item_id=item_id, quantity=seed.quantity), seed.label)


def _plant_code(plot: Plot, seed: ShoppingSeed) -> None:
    """Add one record for each item that a code covers; the entry's label, if any, refers to the first record."""
    code = (seed.code or "").strip()
    if not code:
        raise SeedError("code", "this code is empty; write code: SPRING10")
    if seed.percent is None:
        raise SeedError("percent", "say how much the code takes off, such as percent: 10")
    covered = _covered(plot, seed)
    for item_id in covered:
        if any(code_key(known.code) == code_key(code) for known in codes_for(plot.store, item_id)):
            raise SeedError("items", f"the code '{code}' covers one of these items already; list each item once")
    percent = amount(cents(seed.percent))
    for index, item_id in enumerate(covered):
        planted = Code(id=plot.new_id(Code), code=code, item_id=item_id, percent=percent, expires_at=seed.expires)
        plot.add(planted, seed.label if index == 0 else None)


def _covered(plot: Plot, seed: ShoppingSeed) -> list[str]:
    """Return the ids of the items that a code covers; the label of a product stands for all its items."""
    # A dict removes duplicates: an item may be named by its own label and by its product's label.
    covered: dict[str, None] = {}
    for label in seed.items or ():
        if not isinstance(label, str):
            raise SeedError("items", "write labels of the items that the code is for")
        product = _product(plot, label)
        items = [] if product is None else [item.id for item in items_of(plot.store, product)]
        covered.update(dict.fromkeys(items or [plot.labelled(label, Item, "items")]))
    if not covered:
        raise SeedError("items", "say which items the code covers, such as items: [red_kettle]")
    return list(covered)


def _one_item(plot: Plot, label: str, field: str) -> str:
    """Return the id of the item with this label, or of the only item of the product with this label.

    Raise SeedError if there is no such item, or if the product has several items or none.
    """
    product = _product(plot, label)
    if product is None:
        return plot.labelled(label, Item, field)
    items = items_of(plot.store, product)
    if len(items) != 1:
        raise SeedError(field, f"'{label}' is a product with {len(items)} items; write the label of one of them")
    return items[0].id


def _product(plot: Plot, label: str) -> str | None:
    table, record_id = plot.labels.get(label, ("", ""))
    return record_id if table == Product.table else None


def _plant_payment(plot: Plot, seed: ShoppingSeed) -> None:
    name = (seed.payment or "").strip()
    if not name:
        raise SeedError("payment", "this payment method has no name; write payment: Visa ending 4410")
    # If a scenario file gives payment methods, it gives all of them, so the default method is removed.
    if plot.store.get(Payment, _CARD) is not None:
        plot.store.drop(Payment, _CARD)
    for other in plot.store.all(Payment).values():
        if other.name.casefold() == name.casefold():
            raise SeedError("payment", f"there is already a payment method called '{name}'; give each its own name")
        if other.preferred and seed.preferred:
            raise SeedError("preferred", f"'{other.name}' is preferred already; mark only one as preferred")
    limit = None if seed.limit is None else amount(cents(seed.limit))
    payment = Payment(id=plot.new_id(Payment), name=name, working=seed.working, limit=limit, preferred=seed.preferred)
    plot.add(payment, seed.label)
