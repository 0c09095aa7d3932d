"""Types of arguments for actions in the shop, and the changes that the shop itself makes, with their notices.

The modules `cart` and `orders` make the changes for the user and the assistant.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated

from msgspec.structs import replace

from simulator.phone.apps.shopping.catalogue import (
    checked_options,
    code_key,
    codes_for,
    find_item,
    find_product,
    item_name,
    on_sale,
    product_name,
)
from simulator.phone.apps.shopping.money import checked_percent, checked_price, shown, shown_percent
from simulator.phone.apps.shopping.records import APP, MOST_STOCK, Item, Order, OrderStatus, Payment, Product
from simulator.phone.apps.shopping.records import Code as CodeRecord
from simulator.phone.arguments import Arguments
from simulator.phone.call import Call
from simulator.phone.errors import ActionError
from simulator.phone.roles import Amount, Code, Plain, Ref, Text, When

PAGE = 10

ProductId = Annotated[str, Ref("Id of the product.", Product.table)]
ItemId = Annotated[str, Ref("Id of the item, which is one variant of a product.", Item.table)]
OrderId = Annotated[str, Ref("Id of the order.", Order.table)]
PaymentId = Annotated[str, Ref("Id of the payment method.", Payment.table)]
Quantity = Annotated[int, Amount("How many pieces.")]
OneCode = Annotated[str, Code("A discount code.")]
Words = Annotated[str, Plain("Words in the name of the product.")]
ProductName = Annotated[str, Text("Name of the product.")]
CodesWithPercents = Annotated[dict[str, float], Code("Codes, each with the percentage that it takes off.")]
Expires = Annotated[str | None, When("Until when the codes hold, local date and time; leave out for always.")]
Status = Annotated[OrderStatus, Code("processed, shipped, delayed, delivered, cancelled or refunded.")]
Expected = Annotated[str | None, When("When it should arrive, local date and time, YYYY-MM-DD HH:MM:SS.")]
ShopMessage = Annotated[str, Text("What the shop says about it; may be empty.")]
Refund = Annotated[float | None, Amount("How much is paid back; leave out for all that was paid.")]
Working = Annotated[bool, Plain("Whether the payment method works from now on.")]


class Paging(Arguments, frozen=True, kw_only=True):
    """Arguments for a page of a list: offset and limit."""

    offset: Annotated[int, Plain("How many to skip.")] = 0
    limit: Annotated[int, Plain("How many to show at most.")] = PAGE


class CartItem(Arguments, frozen=True, kw_only=True):
    """Arguments for an item and the number of pieces that go into the cart or out of it."""

    item_id: ItemId
    quantity: Quantity = 1


class Checkout(Arguments, frozen=True, kw_only=True):
    """Discount code and payment method of a checkout; PARE's published action has no payment method."""

    discount_code: Annotated[str | None, Code("A discount code to use; leave out to pay the full price.")] = None
    payment_method: Annotated[
        str | None,
        Ref("Id or name of a payment method; leave out for the preferred one.", Payment.table, named=True, ours=True),
    ] = None


class NewItem(Arguments, frozen=True, kw_only=True):
    """The fields of a new variant of a product; PARE's published action has no `stock`."""

    price: Annotated[float, Amount("Price of one piece.")]
    options: Annotated[
        dict[str, str | int | float | bool] | None, Text("Options of the item, such as colour: red.")
    ] = None
    available: Annotated[bool, Plain("Whether it can be bought.")] = True
    stock: Annotated[int | None, Amount("How many are left; leave out for plenty.")] = None


class ItemChanges(Arguments, frozen=True, kw_only=True):
    """New values of an item; None keeps the old value. PARE's published action has no `new_stock`."""

    new_price: Annotated[float | None, Amount("New price of one piece.")] = None
    new_availability: Annotated[bool | None, Plain("Whether it can be bought from now on.")] = None
    new_stock: Annotated[int | None, Amount("How many are left now.")] = None


def add_product(call: Call, name: str) -> Product:
    """Add a product, notify the user and the assistant, and return the product, which has no items to buy yet."""
    if not name.strip():
        raise ActionError("bad_argument", "The product has no name.", "Give it one.")
    product = Product(id=call.new_id(Product), name=" ".join(name.split()))
    call.put(product)
    full = f"New product: {product.name}. Product id: {product.id}."
    call.notify(APP, APP, "New product", product.name, full, product)
    return product


def add_item(call: Call, product_id: str, fields: NewItem) -> Item:
    """Add a variant of a product, notify the user and the assistant, and return the variant."""
    product = find_product(call, product_id)
    item = Item(
        id=call.new_id(Item),
        product_id=product.id,
        price=checked_price(fields.price, "price"),
        options=checked_options(fields.options or {}),
        available=fields.available,
        stock=_checked_stock(fields.stock, "stock"),
    )
    call.put(item)
    _notify_new_item(call, item)
    return item


def update_item(call: Call, item_id: str, changes: ItemChanges) -> Item:
    """Change price, availability or stock of an item, notify the user and the assistant, and return the item.

    Raise ActionError if there is no such item, a value is invalid, or nothing would change.
    """
    old = find_item(call, item_id)
    price, available, stock = changes.new_price, changes.new_availability, changes.new_stock
    if price is None and available is None and stock is None:
        raise ActionError("bad_argument", "The update is empty.", "Give a price, an availability or a stock.")
    new = replace(
        old,
        price=old.price if price is None else checked_price(price, "new_price"),
        available=old.available if available is None else available,
        stock=old.stock if stock is None else _checked_stock(stock, "new_stock"),
    )
    if new == old:
        raise ActionError("bad_argument", f"The item '{item_id}' already has these values.", "Give a new value.")
    call.put(new)
    _notify_changed_item(call, old, new)
    return new


def add_codes(call: Call, item_id: str, codes: Mapping[str, float], expires: str | None) -> Sequence[CodeRecord]:
    """Add discount codes for an item, notify the user and the assistant, and return the new records.

    A code that the item already has is replaced. Raise ActionError for an unknown item, an invalid time or percentage,
    or codes that are missing, empty or repeated.
    """
    item = find_item(call, item_id)
    until = call.parse_time(expires, "expires") if expires is not None else None
    wanted = {code.strip(): checked_percent(value, "discount_code") for code, value in codes.items()}
    if not wanted or "" in wanted or len({code_key(code) for code in wanted}) < len(codes):
        remedy = "Give each code once with its percentage, such as SPRING10: 10."
        raise ActionError("bad_argument", "discount_code has no code, or an empty one, or one twice.", remedy)
    before = {code_key(code.code): code for code in codes_for(call.store, item.id)}
    made = []
    for code, percent in wanted.items():
        # Deleted and added again, not changed, because a scheduled event has a reserved id for a new record.
        if code_key(code) in before:
            call.drop(before[code_key(code)])
        record = CodeRecord(id=call.new_id(CodeRecord), code=code, item_id=item.id, percent=percent, expires_at=until)
        call.put(record)
        made.append(record)
    _notify_codes(call, item, made)
    return made


def update_payment(call: Call, payment_id: str, working: bool) -> Payment:
    """Make a payment method fail or work again, notify the user and the assistant, and return the method."""
    payment = call.find(Payment, payment_id, "payment method", "Shopping__list_payment_methods gives the ids.")
    if payment.working == working:
        state = "already works" if working else "already fails"
        raise ActionError("bad_argument", f"{payment.name} {state}.", f"Give working={not working}.")
    new = replace(payment, working=working)
    call.put(new)
    text = f"{new.name} {'works again' if working else 'does not work at present'}."
    call.notify(APP, APP, "Payment method", text, f"{text} Payment id: {new.id}.", new)
    return new


def _checked_stock(stock: int | None, argument: str) -> int | None:
    if stock is not None and not 0 <= stock <= MOST_STOCK:
        raise ActionError("bad_argument", f"{argument} is out of range.", f"Give 0 to {MOST_STOCK}.")
    return stock


# In all notices, the user reads names and amounts but no ids; the assistant also gets the ids that its tools take.
def _notify_new_item(call: Call, item: Item) -> None:
    product = product_name(call.store, item)
    state = "" if on_sale(item) else ", not available"
    parts = [
        f"New item of {product}: {shown(item.price)}{state}.",
        f"Options: {', '.join(f'{name} {value}' for name, value in item.options)}." if item.options else "",
        "" if item.stock is None else f"In stock: {item.stock}.",
        f"Item id: {item.id}. Product id: {item.product_id}.",
    ]
    full = " ".join(filter(None, parts))
    call.notify(APP, APP, f"New at {product}", f"{shown(item.price)}{state}", full, item)


def _notify_changed_item(call: Call, old: Item, new: Item) -> None:
    name = item_name(call.store, new.id)
    news = []
    if new.price != old.price:
        news.append(f"Now {shown(new.price)}, was {shown(old.price)}.")
    if new.available != old.available:
        news.append("Available again." if new.available else "No longer available.")
    if new.stock != old.stock:
        news.append("Sold out." if new.stock == 0 else f"{new.stock} left.")
    text = " ".join(news)
    full = f"{name}: {text} Item id: {new.id}. Product id: {new.product_id}."
    call.notify(APP, APP, name, text, full, new)


def _notify_codes(call: Call, item: Item, codes: Sequence[CodeRecord]) -> None:
    name = item_name(call.store, item.id)
    offers = ", ".join(f"{code.code}: {shown_percent(code.percent)}" for code in codes)
    until = codes[0].expires_at
    parts = [
        f"New discount for {name}. {offers}.",
        "" if until is None else f"Valid until {call.show(until)}.",
        f"Item id: {item.id}.",
    ]
    # The user's notice names the item but not the code, because a lock screen must not show codes.
    call.notify(APP, APP, "New discount", name, " ".join(filter(None, parts)), codes[0])
