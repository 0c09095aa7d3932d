"""What the assistant can do in the shop."""

from __future__ import annotations

from typing import Any

from simulator.phone.actions import tool
from simulator.phone.app import App
from simulator.phone.apps.shopping import cart
from simulator.phone.apps.shopping.arguments import (
    CodeToUse,
    ItemId,
    Limit,
    Offset,
    OneCode,
    OrderId,
    PaymentMethod,
    ProductId,
    Quantity,
    Words,
)
from simulator.phone.apps.shopping.buying import check_out, payments
from simulator.phone.apps.shopping.catalogue import catalogue, find_product, named_like
from simulator.phone.apps.shopping.codes import by_code, find_codes
from simulator.phone.apps.shopping.money import amount
from simulator.phone.apps.shopping.orders import cancel, find_order, newest_first
from simulator.phone.apps.shopping.telling import told_code, told_line, told_order, told_payment, told_product
from simulator.phone.apps.shopping.views import PAGE
from simulator.phone.call import Call
from simulator.phone.errors import ActionError
from simulator.phone.paging import page_of


class ShoppingTools(App):
    @tool(write=False)
    def list_all_products(self, call: Call, offset: Offset = 0, limit: Limit = PAGE) -> dict[str, Any]:
        """List a page of products by name, each with its id."""
        page = page_of(catalogue(call.store), offset, limit, "product")
        return {
            "products": {entry.key: entry.product.id for entry in page.rows},
            "metadata": {"range": page.range, "total": page.total},
        }

    @tool(write=False)
    def get_product_details(self, call: Call, product_id: ProductId) -> dict[str, Any]:
        """Read a product with its items: price, options, stock."""
        return told_product(call, find_product(call, product_id))

    @tool(write=False)
    def search_product(
        self, call: Call, product_name: Words, offset: Offset = 0, limit: Limit = PAGE
    ) -> list[dict[str, Any]]:
        """List the products with these words in their name, each with its items."""
        if not product_name.strip():
            remedy = "Shopping__list_all_products lists all products."
            raise ActionError("bad_argument", "product_name is empty.", remedy)
        page = page_of(named_like(call.store, product_name), offset, limit, "product")
        return [told_product(call, product) for product in page.rows]

    @tool(write=True)
    def add_to_cart(self, call: Call, item_id: ItemId, quantity: Quantity = 1) -> str:
        """Put an item into the cart and give its id."""
        return cart.add(call, item_id, quantity).id

    @tool(write=True)
    def remove_from_cart(self, call: Call, item_id: ItemId, quantity: Quantity = 1) -> str:
        """Take an item out of the cart and give its id."""
        cart.remove(call, item_id, quantity)
        return item_id

    @tool(write=False)
    def list_cart(self, call: Call) -> dict[str, Any]:
        """List what is in the cart, with prices and the total."""
        lines = cart.lines_in(call.store)
        total = amount(cart.sums(call.store, lines, {}).total)
        return {"items": [told_line(call, line) for line in lines], "total": total}

    # The last argument is ours: not in the published list.
    @tool(write=True)
    def checkout(self, call: Call, discount_code: CodeToUse = None, payment_method: PaymentMethod = None) -> str:
        """Order all that is in the cart and give the id of the order."""
        return check_out(call, discount_code, payment_method).id

    @tool(write=False)
    def get_discount_code_info(self, call: Call, discount_code: OneCode = "") -> dict[str, Any]:
        """The items that a discount code covers, with the percentage it takes off each."""
        return {code.item_id: told_code(call, code) for code in find_codes(call, discount_code)}

    @tool(write=False)
    def get_all_discount_codes(self, call: Call) -> dict[str, Any]:
        """Every discount code with the items that it covers."""
        return {
            codes[0].code: {code.item_id: told_code(call, code) for code in codes}
            for codes in by_code(call.store).values()
        }

    @tool(write=False)
    def list_orders(self, call: Call) -> dict[str, Any]:
        """List all orders by their ids, newest first."""
        return {order.id: told_order(call, order) for order in newest_first(call.store)}

    @tool(write=False)
    def get_order_details(self, call: Call, order_id: OrderId) -> dict[str, Any]:
        """Read one order."""
        return told_order(call, find_order(call, order_id))

    @tool(write=True)
    def cancel_order(self, call: Call, order_id: OrderId) -> str:
        """Cancel an order that is still to come and give its id."""
        return cancel(call, find_order(call, order_id)).id

    @tool(write=False, ours=True)
    def list_payment_methods(self, call: Call) -> list[dict[str, Any]]:
        """List the ways to pay, the preferred one first."""
        return [told_payment(payment) for payment in payments(call.store)]
