"""Records as the assistant's tools give them, and as one text."""

from __future__ import annotations

from typing import Any

from simulator.phone.apps.shopping.cart import line_sum, obstacle
from simulator.phone.apps.shopping.catalogue import item_name, items_of, on_sale, product_name
from simulator.phone.apps.shopping.codes import expired
from simulator.phone.apps.shopping.money import amount, cents, shown, shown_percent
from simulator.phone.apps.shopping.records import CartLine, Code, Item, Order, Payment, Product
from simulator.phone.call import Look
from simulator.phone.store import Record, Store


def told_product(look: Look, product: Product) -> dict[str, Any]:
    return {
        "product_id": product.id,
        "name": product.name,
        "description": product.description,
        "variants": {item.id: told_item(item) for item in items_of(look.store, product.id)},
    }


def told_item(item: Item) -> dict[str, Any]:
    return {
        "item_id": item.id,
        "price": item.price,
        "available": on_sale(item),
        "stock": item.stock,
        "options": dict(item.options),
    }


def told_line(look: Look, line: CartLine) -> dict[str, Any]:
    store = look.store
    item, against = store.get(Item, line.item_id), obstacle(store, line)
    told: dict[str, Any] = {"item_id": line.item_id, "quantity": line.quantity}
    if item is not None:
        told |= {"product_id": item.product_id, "name": product_name(store, item), "options": dict(item.options)}
        told |= {"price": item.price, "sum": line_sum(store, line)}
    told["available"] = against is None
    if against is not None:
        told["problem"] = f"{against.problem} {against.remedy}"
    return told


def told_order(look: Look, order: Order) -> dict[str, Any]:
    return {
        "order_id": order.id,
        "order_status": order.status,
        "order_date": look.show(order.ordered_at),
        "order_total": order.total,
        "order_items": [
            {
                "item_id": line.item_id,
                "name": line.product,
                "options": line.options,
                "quantity": line.quantity,
                "price": line.price,
                "sum": amount(cents(line.price) * line.quantity),
            }
            for line in order.lines
        ],
        "discount_code": order.discount_code,
        "discount": order.discount,
        "expected": _shown(look, order.expected_at),
        "delivered": _shown(look, order.delivered_at),
        "refunded": order.refunded,
        "payment_method": order.payment,
        "note": order.note,
    }


def told_code(look: Look, code: Code) -> dict[str, Any]:
    item = look.store.get(Item, code.item_id)
    told: dict[str, Any] = {"percent": code.percent}
    if item is not None:
        told |= {"name": product_name(look.store, item), "options": dict(item.options), "price": item.price}
    return {**told, "expires": _shown(look, code.expires_at), "expired": expired(code, look.now)}


def told_payment(payment: Payment) -> dict[str, Any]:
    return {
        "payment_id": payment.id,
        "name": payment.name,
        "preferred": payment.preferred,
        "working": payment.working,
        "limit": payment.limit,
    }


def readable_text(store: Store, record: Record) -> str:
    """All that a reader learns from a record, with names beside ids; empty for records that say all themselves."""
    match record:
        case Order():
            return _read_order(record)
        case Item():
            return _read_item(store, record)
        case CartLine():
            return f"{record.id} {record.item_id} {record.quantity} x {item_name(store, record.item_id)}"
        case Code():
            return _read_code(store, record)
        case _:
            return ""


def _read_order(order: Order) -> str:
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


def _read_item(store: Store, item: Item) -> str:
    options = ", ".join(f"{name} {value}" for name, value in item.options)
    parts = [item.id, product_name(store, item), options, shown(item.price)]
    parts.append("available" if on_sale(item) else "not available")
    parts.extend([] if item.stock is None else [f"{item.stock} in stock"])
    return " ".join(part for part in parts if part)


def _read_code(store: Store, code: Code) -> str:
    until = "" if code.expires_at is None else f" {code.expires_at}"
    return f"{code.id} {code.code} {shown_percent(code.percent)} {item_name(store, code.item_id)}{until}"


def _shown(look: Look, at: int | None) -> str | None:
    return None if at is None else look.show(at)
