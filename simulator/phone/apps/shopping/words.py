"""The words of the shopping app: phrases for its actions and records, and labels for the fields of its views."""

from __future__ import annotations

from collections.abc import Mapping

from simulator.phone.apps.shopping.catalogue import item_name
from simulator.phone.apps.shopping.orders import in_full, in_short
from simulator.phone.apps.shopping.records import CartLine, Code, Item, Order, Payment, Product
from simulator.phone.words import Phrases, RecordWords, Words

_DEEDS: Mapping[str, Phrases] = {
    "list_all_products": "look through the shop[, {found:product}]",
    "list_products": "look through the shop",
    "get_product_details": ("read about {product_id}", "read about a product"),
    "search_product": ("search the shop for {product_name!q}[, {found:product}]", "search the shop"),
    "search_products": ("search the shop for {query!q}", "look through the shop"),
    "add_to_cart": ("put {quantity} × {item_id} into the cart", "put {item_id} into the cart", "put it into the cart"),
    "remove_from_cart": ("take {item_id} out of the cart", "take an item out of the cart"),
    "remove_item": ("take {item_id} out of the cart", "take an item out of the cart"),
    "list_cart": "look into the cart[, {found:item}]",
    "view_cart": "look into the cart",
    "checkout": "order what is in the cart[ with the code {discount_code}][, paid with {payment_method}]",
    "get_discount_code_info": ("look up the discount code {discount_code}", "look up a discount code"),
    "get_all_discount_codes": "look at the discount codes",
    "view_codes": "look at the discount codes",
    "list_orders": "look through the orders[, {found:order}]",
    "get_order_details": ("read about the order of {order_id}", "read about an order"),
    "view_order": ("open the order of {order_id}", "open an order"),
    "cancel_order": ("cancel the order of {order_id}", "cancel an order"),
    "list_payment_methods": "look at the ways to pay",
    "view_product": ("open {product_id}", "open a product"),
    "view_variant": ("open {item_id}", "open a variant"),
    "list_variants": ("look through the variants of {product_id}", "look through the variants"),
}
# Headlines for events of the shop. Tools, taps and events share names such as `cancel_order`, but not their phrases.
_NEWS: Mapping[str, Phrases] = {
    "add_product": "New in the shop: {name}",
    "add_item_to_product": "New variant of {product_id}[ for {price}]",
    "update_item": "The shop changes {item_id}",
    "add_discount_code": "New discount for {item_id}",
    "update_order_status": "The order of {order_id} is {status}",
    "cancel_order": "The shop cancels the order of {order_id}",
    "refund_order": "Refund for the order of {order_id}[: {amount}]",
    "update_payment": "News about {payment_id}",
}

WORDS = Words(
    deeds=_DEEDS,
    news=_NEWS,
    records={
        Product: RecordWords(noun="product"),
        Item: RecordWords(
            noun="item",
            held="variant",
            name=lambda look, item: item_name(look.store, item.id),
            labels={"product_id": "product"},
        ),
        CartLine: RecordWords(
            noun="line of the cart",
            name=lambda look, line: item_name(look.store, line.item_id),
            labels={"item_id": "item"},
        ),
        Order: RecordWords(
            noun="order",
            name=lambda look, order: in_short(order),
            told=("status", "note"),
            values={"lines": lambda look, order: in_full(order)},
        ),
        Code: RecordWords(noun="discount code", name=lambda look, code: code.code, labels={"item_id": "item"}),
        Payment: RecordWords(noun="way to pay"),
    },
    labels={
        "ItemRow.left": "left in stock",
        "OrderPage.items": "sum of the items",
        "ProductCard.varies": "price varies",
        "ProductPage.highest": "highest price",
        "ProductPage.in_cart": "pieces in the cart",
        "ProductPage.lowest": "lowest price",
        "ShopPage.in_cart": "pieces in the cart",
        "VariantPage.in_cart": "pieces in the cart",
        "VariantPage.left": "left in stock",
    },
    # These fields are False by default, and texts leave defaults out, but models must read that a thing can't be used.
    either_way=frozenset({"ItemRow.available", "PaymentRow.working", "ProductCard.available", "VariantPage.available"}),
)
