"""How an order moves on by the shop's word."""

from __future__ import annotations

from typing import Any

from simulator.phone.apps.shopping.orders import cancel, changed, refund
from simulator.phone.apps.shopping.records import OPEN, Order, OrderStatus
from simulator.phone.call import Call
from simulator.phone.errors import ActionError


def moved_on(call: Call, order: Order, status: OrderStatus, expected: int | None, note: str) -> Order:
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
    return changed(call, order, **fields)
