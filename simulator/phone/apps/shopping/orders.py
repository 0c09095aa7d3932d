"""Orders: in a list, in words, and what becomes of them."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from simulator.phone.apps.shopping.money import amount, cents, shown
from simulator.phone.apps.shopping.records import OPEN, Item, Order, OrderLine, OrderStatus
from simulator.phone.call import Call
from simulator.phone.errors import ActionError
from simulator.phone.store import Store
from simulator.words.english import counted


def newest_first(store: Store) -> list[Order]:
    """Of those of one second, the one made last comes first: a longer counter is a later one."""
    return store.derived(
        "shopping.orders",
        Order,
        lambda: sorted(store.all(Order).values(), key=lambda one: (one.ordered_at, len(one.id), one.id), reverse=True),
    )


def find_order(call: Call, order_id: str) -> Order:
    shown_in, listed = "The list of orders shows them.", "Shopping__list_orders gives the ids."
    return call.find(Order, order_id, "order", shown_in if call.actor == "user" else listed)


def in_short(order: Order) -> str:
    """`Linen apron and 1 more item`."""
    others = len(order.lines) - 1
    return order.lines[0].product + (f" and {counted(others, 'more item')}" if others else "")


def in_full(order: Order) -> str:
    """`2 x Mug (rose), 1 x Linen apron`."""
    return ", ".join(f"{line.quantity} x {_called(line)}" for line in order.lines)


def can_be_cancelled(order: Order) -> bool:
    return order.status in OPEN


def items_cents(order: Order) -> int:
    return sum(cents(line.price) * line.quantity for line in order.lines)


def cancel(call: Call, order: Order, note: str = "") -> Order:
    if not can_be_cancelled(order):
        raise ActionError(
            "not_available",
            f"The order '{order.id}' is {order.status} and cannot be cancelled.",
            f"Only orders that are {', '.join(OPEN[:-1])} or {OPEN[-1]} can be.",
        )
    return _changed(call, order, status="cancelled", note=note or order.note)


def refund(call: Call, order: Order, value: float | None, note: str) -> Order:
    """Pay back; an order that is paid back whole is refunded."""
    left = cents(order.total) - cents(order.refunded)
    if not left:
        raise ActionError("not_available", f"Of the order '{order.id}', all is paid back.", "There is nothing left.")
    # An absurdly large number cannot be counted in cents, so it is compared first.
    back = left if value is None else cents(value) if 0 < value <= order.total else 0
    if not 0 < back <= left:
        remedy = f"Give more than 0, up to {shown(amount(left))}."
        raise ActionError("bad_argument", "So much cannot be paid back.", remedy)
    fields: dict[str, Any] = {"refunded": amount(cents(order.refunded) + back), "note": note or order.note}
    if back == left:
        fields["status"] = "refunded"
    return _changed(call, order, **fields)


def moved_on(call: Call, order: Order, status: OrderStatus, expected: int | None, note: str) -> Order:
    """By the word of the shop."""
    if expected is not None and status not in OPEN:
        problem = f"An order that is {status} is not expected any more."
        raise ActionError("bad_argument", problem, "Leave out expected.")
    if status == "cancelled":
        return cancel(call, order, note)
    if status == "refunded":
        return refund(call, order, None, note)
    if order.status not in OPEN:
        problem = f"The order '{order.id}' is {order.status}, so it cannot become {status}."
        raise ActionError("not_available", problem, f"Only orders that are {', '.join(OPEN)} move on so.")
    fields: dict[str, Any] = {"status": status, "note": note or order.note}
    if status == "delivered":
        fields["delivered_at"] = call.now
    elif expected is not None:
        fields["expected_at"] = expected
    if all(getattr(order, name) == value for name, value in fields.items()):
        problem = f"The order '{order.id}' is {status} already."
        raise ActionError("bad_argument", problem, "Give another status, a new time or a message.")
    return _changed(call, order, **fields)


def _changed(call: Call, order: Order, **fields: Any) -> Order:
    """The order as it is now; what will not come any more goes back into stock."""
    new = replace(order, **fields)
    if order.status in OPEN and new.status in ("cancelled", "refunded"):
        for line in order.lines:
            item = call.store.get(Item, line.item_id)
            if item is not None and item.stock is not None:
                call.put(replace(item, stock=item.stock + line.quantity))
    call.put(new)
    return new


def _called(line: OrderLine) -> str:
    return f"{line.product} ({line.options})" if line.options else line.product
