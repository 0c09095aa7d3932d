"""The catalogue: lookups of products, items and discount codes."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import NamedTuple

from simulator.phone.apps.shopping.records import Code, Item, Options, Product, options_text
from simulator.phone.call import Call
from simulator.phone.errors import ActionError
from simulator.phone.search_text import folded_words
from simulator.phone.store import Store, grouped
from simulator.words.english import listed

_MOST_NAMED = 5


class Entry(NamedTuple):
    """A product in the list of all products; `key` is its name, plus the id if an earlier product has the same name."""

    key: str
    folded: str
    product: Product


def catalogue(store: Store) -> list[Entry]:
    """Return all products, sorted by name."""
    return store.derived("shopping.catalogue", Product, lambda: _entries(store))


def named_like(store: Store, words: str) -> list[Product]:
    """Return the products whose name contains `words`, ignoring case and accents, sorted by name."""
    wanted = folded_words(words)
    return [entry.product for entry in catalogue(store) if wanted in entry.folded]


def items_of(store: Store, product_id: str) -> list[Item]:
    """Return the variants of a product, the cheapest first."""

    def build() -> dict[str, list[Item]]:
        items = sorted(store.all(Item).values(), key=lambda item: (item.price, item.options, item.id))
        return grouped(items, lambda item: item.product_id)

    return store.derived("shopping.items_by_product", Item, build).get(product_id, [])


def product_name(store: Store, item: Item) -> str:
    """Return the name of an item's product, or `An item` if the product does not exist."""
    product = store.get(Product, item.product_id)
    return "An item" if product is None else product.name


def item_name(store: Store, item_id: str) -> str:
    """Return the product's name with the item's options, as in `Mug (rose)`, or a general name for an unknown item."""
    item = store.get(Item, item_id)
    if item is None:
        return "An item that is no longer sold"
    options = options_text(item.options)
    return f"{product_name(store, item)} ({options})" if options else product_name(store, item)


def on_sale(item: Item) -> bool:
    """Return whether at least one piece can be bought now."""
    return item.available and item.stock != 0


def remedy(call: Call, on_screen: str, by_tool: str) -> str:
    """Return the advice for an error text: `on_screen` for the user, who sees screens, otherwise `by_tool`."""
    return on_screen if call.actor == "user" else by_tool


def find_product(call: Call, product_id: str) -> Product:
    """Return the product with this id. Raise ActionError if there is no such product."""
    shown = "The shop's first screen lists the products."
    by_tool = "Shopping__list_all_products and Shopping__search_product give the ids."
    return call.find(Product, product_id, "product", remedy(call, shown, by_tool))


def find_item(call: Call, item_id: str) -> Item:
    """Return the item with this id.

    Raise ActionError if there is no such item; if the id is a product's, the error lists the product's items.
    """
    # PARE's published list of products gives only the ids of products, so a model may pass a product's id by mistake.
    if call.store.get(Product, item_id) is not None:
        items = ", ".join(item.id for item in items_of(call.store, item_id)[:10]) or "none"
        raise ActionError("unknown_record", f"'{item_id}' is a product, not an item.", f"Its items: {items}.")
    shown = "Open a product to see its items."
    by_tool = "Shopping__get_product_details gives the ids of a product's items."
    return call.find(Item, item_id, "item", remedy(call, shown, by_tool))


def checked_options(given: Mapping[str, str | int | float | bool]) -> Options:
    """Return options as an item stores them, sorted by name. Raise ActionError for an option without a name."""
    pairs = {" ".join(name.split()): _spelled(value) for name, value in given.items()}
    if "" in pairs:
        raise ActionError("bad_argument", "An option has no name.", "Write options such as colour: red.")
    return tuple(sorted(pairs.items()))


def _entries(store: Store) -> list[Entry]:
    products = sorted(store.all(Product).values(), key=lambda one: (one.name.casefold(), one.name, one.id))
    names = {product.name for product in products}
    # PARE's published tool returns a mapping from name to id, in which a second product of the same name would be lost.
    keys: dict[str, Product] = {}
    for product in products:
        key = product.name
        # Repeated, because another product may really be called "Mug (prod_2)".
        while key in keys or (key in names and key != product.name):
            key = f"{key} ({product.id})"
        keys[key] = product
    return [Entry(key, folded_words(one.name), one) for key, one in keys.items()]


def _spelled(value: str | int | float | bool) -> str:
    # `gift box: true` becomes "yes"; `options_text` then shows only the option's name, `gift box`.
    if isinstance(value, bool):
        return "yes" if value else "no"
    return " ".join(str(value).split())


def code_key(code: str) -> str:
    """Return a discount code in the form in which codes are compared: case-folded, without surrounding spaces."""
    return code.strip().casefold()


def all_codes(store: Store) -> list[Code]:
    """Return the records of all discount codes, one for each code and item that it covers, sorted by code."""
    return store.derived(
        "shopping.codes",
        Code,
        lambda: sorted(store.all(Code).values(), key=lambda one: (code_key(one.code), one.item_id, one.id)),
    )


def by_code(store: Store) -> dict[str, list[Code]]:
    """Return the records of each discount code, by `code_key`."""
    return store.derived(
        "shopping.codes_by_code", Code, lambda: grouped(all_codes(store), lambda one: code_key(one.code))
    )


def codes_for(store: Store, item_id: str) -> list[Code]:
    """Return the discount codes that cover an item, including expired codes."""
    items = store.derived("shopping.codes_by_item", Code, lambda: grouped(all_codes(store), lambda one: one.item_id))
    return items.get(item_id, [])


def expired(code: Code, now: int) -> bool:
    """Return whether a discount code has expired; at `expires_at` itself it is still valid."""
    return code.expires_at is not None and now > code.expires_at


def find_codes(call: Call, discount_code: str) -> list[Code]:
    """Return the records of a discount code, one for each covered item. Raise ActionError if the code is unknown."""
    found = by_code(call.store).get(code_key(discount_code))
    if found is None:
        hint = remedy(call, "The shop's list of codes shows them.", "Shopping__get_all_discount_codes lists them.")
        raise ActionError("unknown_record", f"There is no discount code '{discount_code.strip()}'.", hint)
    return found


def percents(call: Call, discount_code: str, item_ids: Collection[str]) -> dict[str, float]:
    """Return the percentage that a discount code takes off now, by item id, for the items in `item_ids` that it covers.

    Raise ActionError if the code is unknown, covers none of the items, or has expired for all of them.
    """
    found = find_codes(call, discount_code)
    covering = [code for code in found if code.item_id in item_ids]
    if not covering:
        names = listed([item_name(call.store, code.item_id) for code in found], _MOST_NAMED)
        raise ActionError(
            "not_available",
            f"{found[0].code} covers nothing in the cart. It covers: {names}.",
            "Put one of these into the cart, or check out without the code.",
        )
    # The code may expire at different times for different items, so only some of its records may be valid.
    valid = {code.item_id: code.percent for code in covering if not expired(code, call.now)}
    if not valid:
        last = max(code.expires_at or 0 for code in covering)
        problem = f"{found[0].code} expired at {call.show(last)}."
        raise ActionError("not_available", problem, "Use another code, or check out without one.")
    return valid
