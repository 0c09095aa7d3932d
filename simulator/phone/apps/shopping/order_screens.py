"""The screens that show orders."""

from __future__ import annotations

from typing import ClassVar

from simulator.phone.actions import push, tap
from simulator.phone.actions import replace as swap_to
from simulator.phone.apps.shopping.arguments import Limit, Offset, OrderId
from simulator.phone.apps.shopping.orders import cancel, find_order, in_short, newest_first
from simulator.phone.apps.shopping.paging import PAGE, spoken
from simulator.phone.apps.shopping.records import Order
from simulator.phone.apps.shopping.rows import order_page, order_row
from simulator.phone.apps.shopping.views import OrdersPage
from simulator.phone.call import Call, Look
from simulator.phone.screens import GoneView, Screen, Step, View, go, stay, swap


class OrderListView(Screen, frozen=True):
    app: ClassVar[str] = "shopping"
    prefix: ClassVar[str] = "Shopping"

    offset: int = 0
    limit: int = PAGE

    @tap(push("OrderDetailView"))
    def view_order(self, call: Call, order_id: OrderId) -> Step:
        """Open an order."""
        order = find_order(call, order_id)
        return go(OrderDetailView(order_id=order.id), f"The order of {in_short(order)} is open.")

    # Ours: not in the published list.
    @tap(swap_to("OrderListView"))
    def list_orders(self, call: Call, offset: Offset = 0, limit: Limit = PAGE) -> Step:
        """Show a page of the orders, newest first."""
        said = spoken("Orders", newest_first(call.store), offset, limit)
        return swap(OrderListView(offset=offset, limit=limit), said)

    def view(self, look: Look) -> View:
        orders = newest_first(look.store)
        return OrdersPage(
            title="Orders",
            rows=tuple(order_row(look, order) for order in orders[self.offset : self.offset + self.limit]),
            total=len(orders),
            offset=self.offset,
            limit=self.limit,
        )


class OrderDetailView(Screen, frozen=True):
    app: ClassVar[str] = "shopping"
    prefix: ClassVar[str] = "Shopping"

    order_id: str

    @tap()
    def view_order(self, call: Call) -> Step:
        """Look at the order again."""
        order = find_order(call, self.order_id)
        return stay(f"The order of {in_short(order)} is {order.status}.")

    # Ours: not in the published list.
    @tap(write=True)
    def cancel_order(self, call: Call) -> Step:
        """Cancel this order."""
        order = cancel(call, find_order(call, self.order_id))
        return stay(f"The order of {in_short(order)} is cancelled.")

    def view(self, look: Look) -> View:
        order = look.store.get(Order, self.order_id)
        if order is None:
            return GoneView(title="Order", text="This order is no longer there.")
        return order_page(look, order)
