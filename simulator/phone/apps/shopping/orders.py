"""Orders: lookups, descriptions, changes of status, refunds, and the notices about changes by the shop."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from simulator.phone.apps.shopping.catalogue import remedy
from simulator.phone.apps.shopping.money import amount, cents, shown
from simulator.phone.apps.shopping.records import APP, OPEN, Item, Order, OrderLine, OrderStatus
from simulator.phone.call import Call, glance
from simulator.phone.errors import ActionError
from simulator.phone.store import Store
from simulator.words.english import counted


def newest_first(store: Store) -> list[Order]:
    """Return all orders, the newest first."""

    def build() -> list[Order]:
        orders = store.all(Order).values()
        # Length before id: ids made during a run end in a counter, and as text `order_a10` sorts before `order_a9`.
        return sorted(orders, key=lambda one: (one.ordered_at, len(one.id), one.id), reverse=True)

    return store.derived("shopping.orders", Order, build)


def find_order(call: Call, order_id: str) -> Order:
    """Return the order with this id. Raise ActionError if there is no such order."""
    hint = remedy(call, "The list of orders shows them.", "Shopping__list_orders gives the ids.")
    return call.find(Order, order_id, "order", hint)


def in_short(order: Order) -> str:
    """Return the order's short name, such as `Linen apron and 1 more item`."""
    others = len(order.lines) - 1
    return order.lines[0].product + (f" and {counted(others, 'more item')}" if others else "")


def in_full(order: Order) -> str:
    """Return all lines of the order as text, such as `2 x Mug (rose), 1 x Linen apron`."""
    return ", ".join(f"{line.quantity} x {_called(line)}" for line in order.lines)


def can_be_cancelled(order: Order) -> bool:
    """Return whether an order has not arrived yet: its status is processed, shipped or delayed."""
    return order.status in OPEN


def lines_cents(lines: tuple[OrderLine, ...]) -> int:
    """Return the sum of lines in cents, before any discount."""
    return sum(cents(line.price) * line.quantity for line in lines)


def cancel(call: Call, order: Order, note: str = "") -> Order:
    """Cancel an order, put its items back into stock, and return the changed order.

    Raise ActionError if the order can't be cancelled.
    """
    if not can_be_cancelled(order):
        raise ActionError(
            "not_available",
            f"The order '{order.id}' is {order.status} and cannot be cancelled.",
            f"Only orders that are {', '.join(OPEN[:-1])} or {OPEN[-1]} can be.",
        )
    return _changed(call, order, status="cancelled", note=note or order.note)


def refund(call: Call, order: Order, value: float | None, note: str) -> Order:
    """Pay back an amount, by default all that is not yet paid back, and return the changed order.

    An order that is paid back in full gets the status `refunded`. Raise ActionError if the amount is out of range, or
    if nothing is left to pay back.
    """
    left = cents(order.total) - cents(order.refunded)
    if not left:
        raise ActionError("not_available", f"The order '{order.id}' is refunded in full.", "Choose another order.")
    # Compared first, because `cents` fails for absurdly large numbers.
    back = left if value is None else cents(value) if 0 < value <= order.total else 0
    if not 0 < back <= left:
        hint = f"Give more than 0, up to {shown(amount(left))}."
        raise ActionError("bad_argument", "The refund is out of range.", hint)
    fields: dict[str, Any] = {"refunded": amount(cents(order.refunded) + back), "note": note or order.note}
    if back == left:
        fields["status"] = "refunded"
    return _changed(call, order, **fields)


def update_status(call: Call, order: Order, status: OrderStatus, expected: int | None, note: str) -> Order:
    """Set the status of an order as the shop reports it, and return the changed order.

    Raise ActionError if the status can't follow the current status, if `expected` is given with a status that allows
    no delivery, or if nothing would change.
    """
    if expected is not None and status not in OPEN:
        problem = f"An order that is {status} is no longer expected."
        raise ActionError("bad_argument", problem, "Leave out expected.")
    # `cancel` and `refund` also change the stock or the refunded amount.
    if status == "cancelled":
        return cancel(call, order, note)
    if status == "refunded":
        return refund(call, order, None, note)
    if order.status not in OPEN:
        problem = f"The order '{order.id}' is {order.status}, so it cannot become {status}."
        raise ActionError("not_available", problem, f"Only orders that are {', '.join(OPEN)} can.")
    fields: dict[str, Any] = {"status": status, "note": note or order.note}
    if status == "delivered":
        fields["delivered_at"] = call.now
    elif expected is not None:
        fields["expected_at"] = expected
    if all(getattr(order, name) == value for name, value in fields.items()):
        problem = f"The order '{order.id}' is {status} already."
        raise ActionError("bad_argument", problem, "Give another status, a new time or a message.")
    return _changed(call, order, **fields)


def refund_due(order: Order) -> float:
    """Return the amount that the shop still has to pay back for a cancelled order, or 0 for any other order."""
    return amount(cents(order.total) - cents(order.refunded)) if order.status == "cancelled" else 0.0


def ordered_text(order: Order) -> str:
    """Return the sentences that confirm an order to the assistant: id, lines, total, discount and payment method."""
    code = f" ({order.discount_code})" if order.discount_code else ""
    off = f", discount {shown(order.discount)}{code}" if order.discount or order.discount_code else ", no discount"
    paid = f", paid with {order.payment}" if order.payment else ""
    return f"Order {order.id} is placed: {in_full(order)}. Total {shown(order.total)}{off}{paid}."


def cancelled_text(order: Order) -> str:
    """Return the sentences that confirm a cancelled order to the assistant: id, lines and refund."""
    to = f" to {order.payment}" if order.payment else ""
    return f"Order {order.id} is cancelled: {in_full(order)}. Refund: {shown(refund_due(order))}{to}."


def notify_status(call: Call, order: Order, message: str) -> None:
    """Notify the user and the assistant of an order's new status."""
    coming = order.expected_at if order.status in OPEN else None
    expected = "" if coming is None else f"Expected {call.show(coming)}."
    short = (f"{in_short(order)}.", expected, glance(message))
    back = f"Refund: {shown(refund_due(order))}." if order.status == "cancelled" else ""
    full = (f"Order {order.id} is {order.status}: {in_full(order)}.", back, expected, message)
    call.notify(APP, APP, f"Order {order.status}", _joined(*short), _joined(*full), order)


def notify_refund(call: Call, old: Order, new: Order, message: str) -> None:
    """Notify the user and the assistant of a refund; the assistant also gets the sum of all refunds of the order."""
    back = shown(amount(cents(new.refunded) - cents(old.refunded)))
    short = (f"{back} for {in_short(new)}.", glance(message))
    full = (
        f"Refund of {back} for order {new.id}, which is {new.status}: {in_full(new)}.",
        f"Paid back so far: {shown(new.refunded)} of {shown(new.total)}.",
        message,
    )
    call.notify(APP, APP, "Refund", _joined(*short), _joined(*full), new)


def _changed(call: Call, order: Order, **fields: Any) -> Order:
    new = replace(order, **fields)
    # Items that will not be delivered go back into stock; after a delivery they do not.
    if order.status in OPEN and new.status in ("cancelled", "refunded"):
        for line in order.lines:
            item = call.store.get(Item, line.item_id)
            if item is not None and item.stock is not None:
                call.put(replace(item, stock=item.stock + line.quantity))
    call.put(new)
    return new


def _called(line: OrderLine) -> str:
    return f"{line.product} ({line.options})" if line.options else line.product


def _joined(*parts: str) -> str:
    return " ".join(filter(None, parts))
