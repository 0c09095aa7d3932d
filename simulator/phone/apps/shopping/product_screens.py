"""The screens that show one product and one of its items."""

from __future__ import annotations

from typing import ClassVar

from simulator.phone.actions import push, tap
from simulator.phone.actions import replace as swap_to
from simulator.phone.apps.shopping import cart
from simulator.phone.apps.shopping.arguments import ItemId, Limit, Offset, Quantity
from simulator.phone.apps.shopping.catalogue import find_item, find_product, item_name, items_of
from simulator.phone.apps.shopping.money import shown
from simulator.phone.apps.shopping.order_screens import CartView
from simulator.phone.apps.shopping.records import APP, PREFIX, Item, Product
from simulator.phone.apps.shopping.rows import item_row, spoken, variant_page
from simulator.phone.apps.shopping.views import PAGE, ProductPage
from simulator.phone.call import Call, Look
from simulator.phone.errors import ActionError
from simulator.phone.paging import page_left
from simulator.phone.screens import GoneView, Screen, Step, View, go, swap


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
        if item.product_id != product.id:
            problem = f"The item '{item_id}' belongs to another product."
            raise ActionError("unknown_record", problem, f"Pick one from the list of {product.name}.")
        return go(VariantDetail(item_id=item.id), f"{item_name(call.store, item.id)} is shown.")

    # Ours: not in the published list.
    @tap(swap_to("ProductDetail"))
    def list_variants(self, call: Call, offset: Offset = 0, limit: Limit = PAGE) -> Step:
        """Show a page of this product's items."""
        product = find_product(call, self.product_id)
        said = spoken(product.name, items_of(call.store, product.id), offset, limit, "item")
        return swap(ProductDetail(product_id=product.id, offset=offset, limit=limit), said)

    def view(self, look: Look) -> View:
        product = look.store.get(Product, self.product_id)
        if product is None:
            return GoneView(title="Product", text="This product is no longer there.")
        items = items_of(look.store, product.id)
        page = page_left(items, self.offset, self.limit)
        return ProductPage(
            title=product.name,
            id=product.id,
            description=product.description,
            rows=tuple(item_row(item) for item in page.rows),
            total=page.total,
            offset=page.offset,
            limit=self.limit,
            lowest=shown(items[0].price) if items else "",
            highest=shown(items[-1].price) if items else "",
            in_cart=cart.pieces(look.store),
        )


class VariantDetail(Screen, frozen=True):
    app: ClassVar[str] = APP
    prefix: ClassVar[str] = PREFIX

    item_id: str

    @tap(swap_to("CartView"), write=True)
    def add_to_cart(self, call: Call, quantity: Quantity = 1) -> Step:
        """Put this item into the cart."""
        item = cart.add(call, self.item_id, quantity)
        return swap(CartView(), f"{quantity} x {item_name(call.store, item.id)} is in the cart.")

    def view(self, look: Look) -> View:
        item = look.store.get(Item, self.item_id)
        if item is None:
            return GoneView(title="Item", text="This item is no longer there.")
        return variant_page(look, item)
