"""The screens of the shop and their taps: products and variants, discount codes, the cart, and the orders."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import asdict, replace

from simulator.phone.actions import push, tap
from simulator.phone.actions import replace as swap_to
from simulator.phone.apps.shopping import cart
from simulator.phone.apps.shopping.actions import (
    PAGE,
    CartItem,
    Checkout,
    ItemId,
    OrderId,
    Paging,
    ProductId,
    Quantity,
    Words,
)
from simulator.phone.apps.shopping.catalogue import all_codes, find_item, find_product, item_name, items_of, named_like
from simulator.phone.apps.shopping.money import shown
from simulator.phone.apps.shopping.order_views import cart_page, order_page, orders_page
from simulator.phone.apps.shopping.orders import cancel, find_order, in_short, newest_first, refund_due
from simulator.phone.apps.shopping.records import APP, PREFIX, Item, Order, Product
from simulator.phone.apps.shopping.views import codes_page, product_page, shop_page, spoken, variant_page
from simulator.phone.call import Call, Look
from simulator.phone.errors import ActionError
from simulator.phone.screens import GoneView, Screen, Step, View, go, stay, swap


class ShoppingHome(Screen, frozen=True):
    app: ClassVar[str] = APP
    prefix: ClassVar[str] = PREFIX

    query: str = ""
    offset: int = 0
    limit: int = PAGE

    @tap(swap_to("ShoppingHome"))
    def list_products(self, call: Call, paging: Paging) -> Step:
        """Show a page of the products, or of the search under way."""
        return self._shown(call, self.query, paging)

    # Our addition: not among PARE's published actions.
    @tap(swap_to("ShoppingHome"))
    def search_products(self, call: Call, query: Words) -> Step:
        """Show the products with these words in their name; without words, show all products again."""
        return self._shown(call, query.strip(), Paging())

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

    # Our addition: not among PARE's published actions.
    @tap(push("CodeListView"))
    def view_codes(self, call: Call) -> Step:
        """Show the discount codes."""
        return go(CodeListView(), "The discount codes are shown.")

    def view(self, look: Look) -> View:
        return shop_page(look, self.query, self.offset, self.limit)

    def _shown(self, call: Call, query: str, paging: Paging) -> Step:
        what = f"Products with '{query}'" if query else "Products"
        said = spoken(what, named_like(call.store, query), paging, "product")
        return swap(ShoppingHome(query=query, **asdict(paging)), said)


class ProductDetail(Screen, frozen=True):
    app: ClassVar[str] = APP
    prefix: ClassVar[str] = PREFIX

    product_id: str
    offset: int = 0
    limit: int = PAGE

    @tap(push("VariantDetail"))
    def view_variant(self, call: Call, item_id: ItemId) -> Step:
        """Look at one item of this product."""
        product, item = find_product(call, self.product_id), find_item(call, item_id)
        # A person can tap only the items of this product; a model may pass any id that it has read.
        if item.product_id != product.id:
            problem = f"The item '{item_id}' belongs to another product."
            raise ActionError("unknown_record", problem, f"Pick one from the list of {product.name}.")
        return go(VariantDetail(item_id=item.id), f"{item_name(call.store, item.id)} is shown.")

    # Our addition: not among PARE's published actions.
    @tap(swap_to("ProductDetail"))
    def list_variants(self, call: Call, paging: Paging) -> Step:
        """Show a page of this product's items."""
        product = find_product(call, self.product_id)
        said = spoken(product.name, items_of(call.store, product.id), paging, "item")
        return swap(replace(self, **asdict(paging)), said)

    def view(self, look: Look) -> View:
        product = look.store.get(Product, self.product_id)
        if product is None:
            return GoneView(title="Product", text="This product is no longer there.")
        return product_page(look, product, self.offset, self.limit)


class VariantDetail(Screen, frozen=True):
    app: ClassVar[str] = APP
    prefix: ClassVar[str] = PREFIX

    item_id: str

    @tap(swap_to("CartView"), write=True)
    def add_to_cart(self, call: Call, quantity: Quantity = 1) -> Step:
        """Put this item into the cart."""
        item = cart.add(call, CartItem(item_id=self.item_id, quantity=quantity))
        return swap(CartView(), f"{quantity} x {item_name(call.store, item.id)} is in the cart.")

    def view(self, look: Look) -> View:
        item = look.store.get(Item, self.item_id)
        if item is None:
            return GoneView(title="Item", text="This item is no longer there.")
        return variant_page(look, item)


class CartView(Screen, frozen=True):
    app: ClassVar[str] = APP
    prefix: ClassVar[str] = PREFIX

    @tap(write=True)
    def remove_item(self, call: Call, unwanted: CartItem) -> Step:
        """Take an item out of the cart."""
        cart.remove(call, unwanted)
        return stay(f"{unwanted.quantity} x {item_name(call.store, unwanted.item_id)} is out of the cart.")

    @tap(swap_to("OrderDetailView"), write=True)
    def checkout(self, call: Call, checkout: Checkout) -> Step:
        """Order what is in the cart."""
        order = cart.check_out(call, checkout)
        off = f", {shown(order.discount)} off" if order.discount else ""
        said = f"Ordered for {shown(order.total)}{off}, paid with {order.payment}."
        return swap(OrderDetailView(order_id=order.id), said)

    def view(self, look: Look) -> View:
        return cart_page(look)


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

    # Our addition: not among PARE's published actions.
    @tap(swap_to("OrderListView"))
    def list_orders(self, call: Call, paging: Paging) -> Step:
        """Show a page of the orders, newest first."""
        said = spoken("Orders", newest_first(call.store), paging, "order")
        return swap(OrderListView(**asdict(paging)), said)

    def view(self, look: Look) -> View:
        return orders_page(look, self.offset, self.limit)


class OrderDetailView(Screen, frozen=True):
    app: ClassVar[str] = APP
    prefix: ClassVar[str] = PREFIX

    order_id: str

    @tap()
    def view_order(self, call: Call) -> Step:
        """Look at the order again."""
        order = find_order(call, self.order_id)
        return stay(f"The order of {in_short(order)} is {order.status}.")

    # Our addition: not among PARE's published actions.
    @tap(write=True)
    def cancel_order(self, call: Call) -> Step:
        """Cancel this order."""
        order = cancel(call, find_order(call, self.order_id))
        return stay(f"The order of {in_short(order)} is cancelled. Refund: {shown(refund_due(order))}.")

    def view(self, look: Look) -> View:
        order = look.store.get(Order, self.order_id)
        if order is None:
            return GoneView(title="Order", text="This order is no longer there.")
        return order_page(look, order)


class CodeListView(Screen, frozen=True):
    app: ClassVar[str] = APP
    prefix: ClassVar[str] = PREFIX

    offset: int = 0
    limit: int = PAGE

    # Our addition: not among PARE's published actions.
    @tap(swap_to("CodeListView"))
    def view_codes(self, call: Call, paging: Paging) -> Step:
        """Show a page of the discount codes."""
        said = spoken("Discount codes", all_codes(call.store), paging, "discount code")
        return swap(CodeListView(**asdict(paging)), said)

    def view(self, look: Look) -> View:
        return codes_page(look, self.offset, self.limit)
