"""What both sides are told when something happens in the shop: names for the user, ids as well for the assistant."""

from __future__ import annotations

from collections.abc import Sequence

from simulator.phone.apps.shopping.catalogue import item_name, on_sale, product_name
from simulator.phone.apps.shopping.money import amount, cents, shown, shown_percent
from simulator.phone.apps.shopping.orders import in_full, in_short
from simulator.phone.apps.shopping.records import APP, OPEN, Code, Item, Order, Payment, Product
from simulator.phone.call import Call, glance
from simulator.phone.store import Record


def new_product(call: Call, product: Product) -> None:
    full = f"New product: {product.name}. Product id: {product.id}."
    _notify(call, "New product", product.name, full, product)


def new_item(call: Call, item: Item) -> None:
    """The user sees product, price and whether it can be bought; the assistant the options and the stock too."""
    product = product_name(call.store, item)
    state = "" if on_sale(item) else ", not available"
    parts = [
        f"New item of {product}: {shown(item.price)}{state}.",
        f"Options: {', '.join(f'{name} {value}' for name, value in item.options)}." if item.options else "",
        "" if item.stock is None else f"In stock: {item.stock}.",
        f"Item id: {item.id}. Product id: {item.product_id}.",
    ]
    _notify(call, f"New at {product}", f"{shown(item.price)}{state}", _joined(parts), item)


def changed_item(call: Call, old: Item, new: Item) -> None:
    name = item_name(call.store, new.id)
    news = []
    if new.price != old.price:
        news.append(f"Now {shown(new.price)}, was {shown(old.price)}.")
    if new.available != old.available:
        news.append("Available again." if new.available else "No longer available.")
    if new.stock != old.stock:
        news.append("Sold out." if new.stock == 0 else f"{new.stock} left.")
    text = " ".join(news)
    _notify(call, name, text, f"{name}: {text} Item id: {new.id}. Product id: {new.product_id}.", new)


def new_codes(call: Call, item: Item, codes: Sequence[Code]) -> None:
    """A lock screen does not show the code itself."""
    name = item_name(call.store, item.id)
    offers = ", ".join(f"{code.code}: {shown_percent(code.percent)}" for code in codes)
    until = codes[0].expires_at
    parts = [
        f"New discount for {name}. {offers}.",
        "" if until is None else f"Valid until {call.show(until)}.",
        f"Item id: {item.id}.",
    ]
    _notify(call, "New discount", name, _joined(parts), codes[0])


def order_news(call: Call, order: Order, message: str) -> None:
    coming = order.expected_at if order.status in OPEN else None
    expected = "" if coming is None else f"Expected {call.show(coming)}."
    short = _joined([f"{in_short(order)}.", expected, glance(message)])
    full = _joined([f"Order {order.id} is {order.status}: {in_full(order)}.", expected, message])
    _notify(call, f"Order {order.status}", short, full, order)


def refunded(call: Call, old: Order, new: Order, message: str) -> None:
    back = shown(amount(cents(new.refunded) - cents(old.refunded)))
    short = _joined([f"{back} for {in_short(new)}.", glance(message)])
    state = f"Paid back so far: {shown(new.refunded)} of {shown(new.total)}."
    full = _joined([f"Refund of {back} for order {new.id}, which is {new.status}: {in_full(new)}.", state, message])
    _notify(call, "Refund", short, full, new)


def payment_news(call: Call, payment: Payment) -> None:
    text = f"{payment.name} {'works again' if payment.working else 'does not work at present'}."
    _notify(call, "Payment method", text, f"{text} Payment id: {payment.id}.", payment)


def _notify(call: Call, title: str, short: str, full: str, about: Record) -> None:
    call.notify(APP, APP, title, short, full, about)


def _joined(parts: Sequence[str]) -> str:
    return " ".join(part for part in parts if part)
