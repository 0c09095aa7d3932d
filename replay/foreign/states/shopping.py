"""Reads the shop from a foreign trace, and writes our shop in the same format."""

from __future__ import annotations

from typing import Any, get_args

from replay.foreign.states.clock import told_time
from replay.foreign.states.draft import Draft, without_blanks
from replay.foreign.states.entry import ForeignEntry, as_number, clean
from simulator.phone.apps.shopping.catalogue import code_key
from simulator.phone.apps.shopping.money import HIGHEST_PRICE
from simulator.phone.apps.shopping.records import MOST_OF_ONE, CartLine, Code, Item, Order, OrderStatus, Product
from simulator.phone.world import World

_STATUSES: tuple[str, ...] = get_args(OrderStatus)
# Part of the scenario and of its content hash, so the wording must not change.
_NO_NAME = "A product without a name"
_GONE = "A product that is no longer sold"


def read(state: ForeignEntry, draft: Draft) -> list[dict[str, Any]]:
    products = [_product(key, product, draft) for key, product in state.entries("products")]
    orders = [seed for key, order in state.entries("orders") if (seed := _order(key, order, products, draft))]
    cart = [seed for key, line in state.entries("cart") if (seed := _cart(key, line, products, draft))]
    return [*products, *_codes(state, draft), *cart, *orders]


def _product(key: str, product: ForeignEntry, draft: Draft) -> dict[str, Any]:
    foreign, name = product.text("product_id") or key, " ".join(product.text("name").split())
    if not name:
        draft.notes.say(product.app, f"a product without a name is called '{_NO_NAME}'")
    items = [seed for key, item in product.entries("variants") if (seed := _item(key, item, draft)) is not None]
    return {"label": draft.label(Product.table, foreign), "product": name or _NO_NAME, "items": items}


def _item(key: str, item: ForeignEntry, draft: Draft) -> dict[str, Any] | None:
    foreign = item.text("item_id") or key
    price = item.number("price", 0, HIGHEST_PRICE)
    if price is None or draft.has(Item.table, foreign):
        item.ignore(*item.raw)
        draft.notes.say(item.app, "an item without a price or with a duplicate id is skipped")
        return None
    sold = item.value("available")
    return {
        "label": draft.label(Item.table, foreign),
        "price": price,
        "options": _options(item),
        "available": True if sold is None else bool(sold),
    }


def _options(item: ForeignEntry) -> dict[str, str]:
    options = item.value("options")
    if not isinstance(options, dict):
        if options:
            item.odd("options")
        return {}
    told = {clean(name).strip(): clean(_worded(value)).strip() for name, value in options.items()}
    return {name: value for name, value in told.items() if name and value}


def _worded(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(map(_worded, value))
    return str(value)


def _cart(key: str, line: ForeignEntry, products: list[dict[str, Any]], draft: Draft) -> dict[str, Any] | None:
    # These fields only repeat those of the item.
    line.ignore("price", "available", "options")
    item = line.text("item_id") or key
    return {"cart": _item_label(item, line, products, draft), "quantity": _quantity(line)}


def _order(key: str, order: ForeignEntry, products: list[dict[str, Any]], draft: Draft) -> dict[str, Any] | None:
    foreign = order.text("order_id") or key
    if foreign and draft.has(Order.table, foreign):
        draft.notes.say(order.app, "an order with a duplicate id is shown once")
        return None
    lines = [_line(key, line, products, draft) for key, line in order.entries("order_items")]
    if not lines:
        draft.notes.say(order.app, "an order without items is skipped")
        return None
    status = order.text("order_status").strip().lower()
    if status not in _STATUSES:
        draft.notes.say(order.app, f"an order with the status '{status[:40]}' is shown as processed")
        status = "processed"
    return without_blanks(
        {
            "label": draft.label(Order.table, foreign),
            "order": lines,
            "at": draft.written(draft.past(order, order.time("order_date"), "an order")),
            "status": status,
            "total": order.number("order_total", 0, HIGHEST_PRICE),
        }
    )


def _line(key: str, line: ForeignEntry, products: list[dict[str, Any]], draft: Draft) -> dict[str, Any]:
    line.ignore("available", "options")
    label = _item_label(line.text("item_id") or key, line, products, draft)
    return without_blanks({"item": label, "quantity": _quantity(line), "price": line.number("price", 0, HIGHEST_PRICE)})


def _item_label(foreign: str, line: ForeignEntry, products: list[dict[str, Any]], draft: Draft) -> str:
    """Return the label of the item in a cart or order line.

    An item that the shop no longer lists is added as unavailable.
    """
    if not draft.has(Item.table, foreign):
        draft.notes.say(line.app, f"an item that the shop does not list is shown as '{_GONE}'")
        price = line.number("price", 0, HIGHEST_PRICE) or 0.0
        item = {"label": draft.label(Item.table, foreign), "price": price, "available": False}
        products.append({"product": _GONE, "items": [item]})
    return draft.label(Item.table, foreign)


def _quantity(line: ForeignEntry) -> int:
    return line.whole("quantity", 1, MOST_OF_ONE) or 1


def _codes(state: ForeignEntry, draft: Draft) -> list[dict[str, Any]]:
    """Return each discount code with the items that it covers. The original PARE lists the codes by item instead."""
    covered: dict[tuple[str, float], list[str]] = {}
    seen: set[tuple[str, str]] = set()
    for item, codes in state.entries("discount_codes"):
        codes.ignore(*codes.raw)
        for written, taken in codes.raw.items():
            code, percent = clean(written).strip(), as_number(taken)
            known = draft.has(Item.table, item) and (item, code_key(code)) not in seen
            if not code or not known or percent is None or not 0.01 <= percent <= 100:
                draft.notes.say(state.app, "a discount code without a discount or without a known item is skipped")
                continue
            seen.add((item, code_key(code)))
            covered.setdefault((code, percent), []).append(draft.label(Item.table, item))
    return [{"code": code, "percent": percent, "items": items} for (code, percent), items in covered.items()]


def write(world: World) -> dict[str, Any]:
    store = world.store
    products = sorted(store.all(Product).values(), key=lambda product: product.id)
    cart = sorted(store.all(CartLine).values(), key=lambda line: line.id)
    orders = sorted(store.all(Order).values(), key=lambda order: (order.ordered_at, order.id))
    codes: dict[str, dict[str, float]] = {}
    for code in sorted(store.all(Code).values(), key=lambda code: (code.code, code.id)):
        codes.setdefault(code.item_id, {})[code.code] = code.percent
    return {
        "products": {product.id: _told_product(world, product) for product in products},
        "cart": {line.item_id: _bought(world, line.item_id, line.quantity, None) for line in cart},
        "orders": {order.id: _told_order(world, order) for order in orders},
        "discount_codes": codes,
    }


def _told_product(world: World, product: Product) -> dict[str, Any]:
    items = sorted(world.store.all(Item).values(), key=lambda item: item.id)
    variants = {item.id: _told_item(item) for item in items if item.product_id == product.id}
    return {"name": product.name, "product_id": product.id, "variants": variants}


def _told_item(item: Item) -> dict[str, Any]:
    return {
        "price": item.price,
        "available": item.available and item.stock != 0,
        "item_id": item.id,
        "options": dict(item.options),
    }


def _bought(world: World, item_id: str, quantity: int, price: float | None) -> dict[str, Any]:
    item = world.store.get(Item, item_id)
    told = {"item_id": item_id, "price": 0.0, "available": False, "options": {}} if item is None else _told_item(item)
    return {**told, "quantity": quantity, "price": told["price"] if price is None else price}


def _told_order(world: World, order: Order) -> dict[str, Any]:
    return {
        "order_status": order.status,
        "order_date": told_time(order.ordered_at, world.tz),
        "order_total": order.total,
        "order_id": order.id,
        "order_items": {line.item_id: _bought(world, line.item_id, line.quantity, line.price) for line in order.lines},
    }
