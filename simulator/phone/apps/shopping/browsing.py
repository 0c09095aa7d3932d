"""The shop's first screen, with its products, and the list of discount codes."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from simulator.phone.actions import push, tap
from simulator.phone.actions import replace as swap_to
from simulator.phone.apps.shopping.arguments import Limit, Offset, ProductId, Words
from simulator.phone.apps.shopping.cart import pieces
from simulator.phone.apps.shopping.catalogue import find_product, named_like
from simulator.phone.apps.shopping.codes import all_codes
from simulator.phone.apps.shopping.order_screens import CartView, OrderListView
from simulator.phone.apps.shopping.orders import can_be_cancelled, newest_first
from simulator.phone.apps.shopping.product_screens import ProductDetail
from simulator.phone.apps.shopping.records import APP, PREFIX
from simulator.phone.apps.shopping.rows import code_row, product_card, spoken
from simulator.phone.apps.shopping.views import PAGE, CodesPage, ShopPage
from simulator.phone.call import Call, Look
from simulator.phone.paging import page_left
from simulator.phone.screens import Screen, Step, View, go, swap


class ShoppingHome(Screen, frozen=True):
    app: ClassVar[str] = APP
    prefix: ClassVar[str] = PREFIX

    query: str = ""
    offset: int = 0
    limit: int = PAGE

    @tap(swap_to("ShoppingHome"))
    def list_products(self, call: Call, offset: Offset = 0, limit: Limit = PAGE) -> Step:
        """Show a page of the products, or of the search under way."""
        return _shown(call, replace(self, offset=offset, limit=limit))

    # Ours: not in the published list.
    @tap(swap_to("ShoppingHome"))
    def search_products(self, call: Call, query: Words) -> Step:
        """Show the products with these words in their name; empty words show all again."""
        return _shown(call, ShoppingHome(query=query.strip()))

    @tap(push("ProductDetail"))
    def view_product(self, call: Call, product_id: ProductId) -> Step:
        """Open a product."""
        product = find_product(call, product_id)
        return go(ProductDetail(product_id=product.id), f"{product.name} is open.")

    @tap(push("CartView"))
    def view_cart(self, call: Call) -> Step:
        """Open the cart."""
        return go(CartView(), "The cart is open.")

    @tap(push("OrderListView"))
    def list_orders(self, call: Call) -> Step:
        """Show the orders."""
        return go(OrderListView(), "The orders are shown.")

    # Ours: not in the published list.
    @tap(push("CodeListView"))
    def view_codes(self, call: Call) -> Step:
        """Show the discount codes."""
        return go(CodeListView(), "The discount codes are shown.")

    def view(self, look: Look) -> View:
        page = page_left(named_like(look.store, self.query), self.offset, self.limit)
        return ShopPage(
            title="Shopping",
            rows=tuple(product_card(look, one) for one in page.rows),
            total=page.total,
            offset=page.offset,
            limit=self.limit,
            query=self.query,
            in_cart=pieces(look.store),
            orders=sum(map(can_be_cancelled, newest_first(look.store))),
        )


class CodeListView(Screen, frozen=True):
    app: ClassVar[str] = APP
    prefix: ClassVar[str] = PREFIX

    offset: int = 0
    limit: int = PAGE

    # Ours: not in the published list.
    @tap(swap_to("CodeListView"))
    def view_codes(self, call: Call, offset: Offset = 0, limit: Limit = PAGE) -> Step:
        """Show a page of the discount codes."""
        said = spoken("Discount codes", all_codes(call.store), offset, limit, "discount code")
        return swap(CodeListView(offset=offset, limit=limit), said)

    def view(self, look: Look) -> View:
        page = page_left(all_codes(look.store), self.offset, self.limit)
        return CodesPage(
            title="Discount codes",
            rows=tuple(code_row(look, code) for code in page.rows),
            total=page.total,
            offset=page.offset,
            limit=self.limit,
        )


def _shown(call: Call, screen: ShoppingHome) -> Step:
    what = f"Products with '{screen.query}'" if screen.query else "Products"
    return swap(screen, spoken(what, named_like(call.store, screen.query), screen.offset, screen.limit, "product"))
