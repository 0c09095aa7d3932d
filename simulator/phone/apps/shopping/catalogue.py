"""Finding products and their items, by name and by id."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from simulator.phone.apps.shopping.records import Item, Options, Product, options_text
from simulator.phone.call import Call
from simulator.phone.errors import ActionError
from simulator.phone.folding import folded_words
from simulator.phone.grouping import grouped
from simulator.phone.store import Store


class Entry(NamedTuple):
    """A product in the alphabetical list; `key` is a name that no other product has."""

    key: str
    folded: str
    product: Product


def catalogue(store: Store) -> list[Entry]:
    return store.derived("shopping.catalogue", Product, lambda: _entries(store))


def named_like(store: Store, words: str) -> list[Product]:
    """The products with these words in their name; case and accents do not matter."""
    wanted = folded_words(words)
    return [entry.product for entry in catalogue(store) if wanted in entry.folded]


def items_of(store: Store, product_id: str) -> list[Item]:
    """The variants of a product, the cheapest first."""

    def build() -> dict[str, list[Item]]:
        items = sorted(store.all(Item).values(), key=lambda item: (item.price, item.options, item.id))
        return grouped(items, lambda item: item.product_id)

    return store.derived("shopping.items_by_product", Item, build).get(product_id, [])


def product_name(store: Store, item: Item) -> str:
    product = store.get(Product, item.product_id)
    return "An item" if product is None else product.name


def item_name(store: Store, item_id: str) -> str:
    """What people call an item: the product, with the options that tell it from the others."""
    item = store.get(Item, item_id)
    if item is None:
        return "An item that is no longer sold"
    options = options_text(item.options)
    return f"{product_name(store, item)} ({options})" if options else product_name(store, item)


def on_sale(item: Item) -> bool:
    return item.available and item.stock != 0


def find_product(call: Call, product_id: str) -> Product:
    shown = "The shop's first screen lists the products."
    listed = "Shopping__list_all_products and Shopping__search_product give the ids."
    return call.find(Product, product_id, "product", shown if call.actor == "user" else listed)


def find_item(call: Call, item_id: str) -> Item:
    if call.store.get(Product, item_id) is not None:
        items = ", ".join(item.id for item in items_of(call.store, item_id)[:10]) or "none"
        raise ActionError("unknown_record", f"'{item_id}' is a product, not an item.", f"Its items: {items}.")
    shown = "Open a product to see its items."
    listed = "Shopping__get_product_details gives the ids of a product's items."
    return call.find(Item, item_id, "item", shown if call.actor == "user" else listed)


def checked_options(given: Mapping[str, str | int | float | bool]) -> Options:
    """As an item keeps them; an option without a name is refused."""
    pairs = {" ".join(name.split()): _spelled(value) for name, value in given.items()}
    if "" in pairs:
        raise ActionError("bad_argument", "An option has no name.", "Write options such as colour: red.")
    return tuple(sorted(pairs.items()))


def _entries(store: Store) -> list[Entry]:
    products = sorted(store.all(Product).values(), key=lambda one: (one.name.casefold(), one.name, one.id))
    names = {product.name for product in products}
    keys: dict[str, Product] = {}
    for product in products:
        key = product.name
        while key in keys or (key in names and key != product.name):
            key = f"{key} ({product.id})"
        keys[key] = product
    return [Entry(key, folded_words(one.name), one) for key, one in keys.items()]


def _spelled(value: str | int | float | bool) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return " ".join(str(value).split())
