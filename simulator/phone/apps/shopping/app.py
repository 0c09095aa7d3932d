"""The shop as the phone knows it."""

from __future__ import annotations

from collections.abc import Iterable

from simulator.phone.app import Meddling
from simulator.phone.apps.shopping.browsing import CodeListView, ShoppingHome
from simulator.phone.apps.shopping.cart import in_cart
from simulator.phone.apps.shopping.catalogue import catalogue, items_of
from simulator.phone.apps.shopping.codes import all_codes
from simulator.phone.apps.shopping.events import ShoppingEvents
from simulator.phone.apps.shopping.order_screens import CartView, OrderDetailView, OrderListView
from simulator.phone.apps.shopping.orders import can_be_cancelled, newest_first
from simulator.phone.apps.shopping.planting import plant_default_payment, plant_seed
from simulator.phone.apps.shopping.product_screens import ProductDetail, VariantDetail
from simulator.phone.apps.shopping.records import APP, PREFIX, CartLine, Code, Item, Order, Payment, Product
from simulator.phone.apps.shopping.seeds import ShoppingSeed
from simulator.phone.apps.shopping.telling import readable_text
from simulator.phone.apps.shopping.tools import ShoppingTools
from simulator.phone.apps.shopping.views import PAGE
from simulator.phone.apps.shopping.words import WORDS
from simulator.phone.call import Look
from simulator.phone.plot import Plot
from simulator.phone.screens import Screen
from simulator.phone.store import Record, Store


class Shopping(ShoppingTools, ShoppingEvents):
    name = APP
    prefix = PREFIX
    title = "Shopping"
    about = "Products, the cart, orders and discount codes."
    records = (Product, Item, CartLine, Order, Code, Payment)
    screens = (ShoppingHome, ProductDetail, VariantDetail, CartView, OrderListView, OrderDetailView, CodeListView)
    seed = ShoppingSeed
    words = WORDS
    incidental = (Item, CartLine)

    def prepare(self, plot: Plot) -> None:
        plant_default_payment(plot)

    def plant(self, plot: Plot, seed: ShoppingSeed) -> None:
        plant_seed(plot, seed)

    def landing(self, look: Look, record: Record) -> tuple[Screen, ...]:
        home = self.root(look)
        match record:
            case Product():
                return (home, ProductDetail(product_id=record.id))
            case Item():
                return (home, ProductDetail(product_id=record.product_id), VariantDetail(item_id=record.id))
            case Order():
                return (home, OrderListView(), OrderDetailView(order_id=record.id))
            case Code():
                return (home, CodeListView(offset=all_codes(look.store).index(record) // PAGE * PAGE))
            case _:
                # The cart shows the ways to pay.
                return (home, CartView())

    def meddlings(self, look: Look, spared: frozenset[str]) -> Iterable[Meddling]:
        free = next((item for item in _items(look) if not {item.id, item.product_id} & spared), None)
        if free is not None:
            yield Meddling("add_to_cart", {"item_id": free.id})
        for order in newest_first(look.store):
            if can_be_cancelled(order) and order.id not in spared:
                yield Meddling("cancel_order", {"order_id": order.id})

    def readable(self, store: Store, record: Record) -> str:
        return readable_text(store, record) or super().readable(store, record)


def _items(look: Look) -> Iterable[Item]:
    """Items of which one more can be put into the cart."""
    for entry in catalogue(look.store):
        for item in items_of(look.store, entry.product.id):
            if item.available and (item.stock is None or item.stock > in_cart(look.store, item.id)):
                yield item
