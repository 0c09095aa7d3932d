"""All that a reader of a record learns, names instead of ids included."""

from __future__ import annotations

from simulator.phone.apps.shopping.catalogue import item_name, on_sale, product_name
from simulator.phone.apps.shopping.money import shown, shown_percent
from simulator.phone.apps.shopping.records import CartLine, Code, Item, Order
from simulator.phone.store import Record, Store


def readable_text(store: Store, record: Record) -> str:
    """Empty for records that say all themselves."""
    match record:
        case Order():
            return _order(record)
        case Item():
            return _item(store, record)
        case CartLine():
            return f"{record.id} {record.item_id} {record.quantity} x {item_name(store, record.item_id)}"
        case Code():
            return _code(store, record)
        case _:
            return ""


def _order(order: Order) -> str:
    lines = [
        f"{line.item_id} {line.quantity} x {line.product} {line.options} {shown(line.price)}" for line in order.lines
    ]
    times = [str(at) for at in (order.ordered_at, order.expected_at, order.delivered_at) if at is not None]
    parts = [order.id, *lines, f"total {shown(order.total)}", order.status, *times, order.payment, order.note]
    if order.discount_code:
        parts.append(f"{order.discount_code} {shown(order.discount)}")
    if order.refunded:
        parts.append(f"refunded {shown(order.refunded)}")
    return " ".join(part for part in parts if part)


def _item(store: Store, item: Item) -> str:
    options = ", ".join(f"{name} {value}" for name, value in item.options)
    parts = [item.id, product_name(store, item), options, shown(item.price)]
    parts.append("available" if on_sale(item) else "not available")
    parts.extend([] if item.stock is None else [f"{item.stock} in stock"])
    return " ".join(part for part in parts if part)


def _code(store: Store, code: Code) -> str:
    until = "" if code.expires_at is None else f" {code.expires_at}"
    return f"{code.id} {code.code} {shown_percent(code.percent)} {item_name(store, code.item_id)}{until}"
