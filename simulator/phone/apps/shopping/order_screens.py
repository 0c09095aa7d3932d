"""The screens that show the cart and the orders that come of it."""

from __future__ import annotations

from typing import ClassVar

from simulator.phone.actions import push, tap
from simulator.phone.actions import replace as swap_to
from simulator.phone.apps.shopping import cart
from simulator.phone.apps.shopping.arguments import CodeToUse, ItemId, Limit, Offset, OrderId, PaymentMethod, Quantity
from simulator.phone.apps.shopping.buying import check_out
from simulator.phone.apps.shopping.catalogue import item_name
from simulator.phone.apps.shopping.money import shown
from simulator.phone.apps.shopping.orders import cancel, find_order, in_short, newest_first
from simulator.phone.apps.shopping.records import APP, PREFIX, Order
from simulator.phone.apps.shopping.rows import cart_page, order_page, order_row, spoken
from simulator.phone.apps.shopping.views import PAGE, OrdersPage
from simulator.phone.call import Call, Look
from simulator.phone.paging import page_left
from simulator.phone.screens import GoneView, Screen, Step, View, go, stay, swap


class OrderListView(Screen, frozen=True):
    app: ClassVar[str] = APP
    prefix: ClassVar[str] = PREFIX

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
        said = spoken("Orders", newest_first(call.store), offset, limit, "order")
        return swap(OrderListView(offset=offset, limit=limit), said)

    def view(self, look: Look) -> View:
        page = page_left(newest_first(look.store), self.offset, self.limit)
        return OrdersPage(
            title="Orders",
            rows=tuple(order_row(look, order) for order in page.rows),
            total=page.total,
            offset=page.offset,
            limit=self.limit,
        )


class OrderDetailView(Screen, frozen=True):
    app: ClassVar[str] = APP
    prefix: ClassVar[str] = PREFIX

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


class CartView(Screen, frozen=True):
    app: ClassVar[str] = APP
    prefix: ClassVar[str] = PREFIX

    @tap(write=True)
    def remove_item(self, call: Call, item_id: ItemId, quantity: Quantity = 1) -> Step:
        """Take an item out of the cart."""
        cart.remove(call, item_id, quantity)
        return stay(f"{quantity} x {item_name(call.store, item_id)} is out of the cart.")

    # The last argument is ours: not in the published list.
    @tap(swap_to("OrderDetailView"), write=True)
    def checkout(self, call: Call, discount_code: CodeToUse = None, payment_method: PaymentMethod = None) -> Step:
        """Order what is in the cart."""
        order = check_out(call, discount_code, payment_method)
        said = f"Ordered for {shown(order.total)}, paid with {order.payment}."
        return swap(OrderDetailView(order_id=order.id), said)

    def view(self, look: Look) -> View:
        return cart_page(look)
