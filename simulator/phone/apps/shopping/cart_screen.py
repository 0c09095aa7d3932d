"""The screen that shows the cart."""

from __future__ import annotations

from typing import ClassVar

from simulator.phone.actions import replace as swap_to
from simulator.phone.actions import tap
from simulator.phone.apps.shopping import cart
from simulator.phone.apps.shopping.arguments import CodeToUse, ItemId, PaymentMethod, Quantity
from simulator.phone.apps.shopping.buying import check_out
from simulator.phone.apps.shopping.catalogue import item_name
from simulator.phone.apps.shopping.money import shown
from simulator.phone.apps.shopping.order_screens import OrderDetailView
from simulator.phone.apps.shopping.rows import cart_page
from simulator.phone.call import Call, Look
from simulator.phone.screens import Screen, Step, View, stay, swap


class CartView(Screen, frozen=True):
    app: ClassVar[str] = "shopping"
    prefix: ClassVar[str] = "Shopping"

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
