"""The class of the shopping app: its tools and events, and the methods of `App` that it overrides."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from simulator.phone.actions import NOTHING, ToolAct, event, tool
from simulator.phone.app import App, Meddling
from simulator.phone.apps.shopping import actions, cart
from simulator.phone.apps.shopping.actions import (
    PAGE,
    CartItem,
    Checkout,
    CodesWithPercents,
    Expected,
    Expires,
    ItemChanges,
    ItemId,
    NewItem,
    OneCode,
    OrderId,
    Paging,
    PaymentId,
    ProductId,
    ProductName,
    Refund,
    ShopMessage,
    Status,
    Words,
    Working,
)
from simulator.phone.apps.shopping.catalogue import (
    all_codes,
    by_code,
    catalogue,
    expired,
    find_codes,
    find_product,
    item_name,
    items_of,
    named_like,
    on_sale,
    product_name,
)
from simulator.phone.apps.shopping.money import amount, cents, shown, shown_percent
from simulator.phone.apps.shopping.orders import (
    can_be_cancelled,
    cancel,
    cancelled_text,
    find_order,
    newest_first,
    notify_refund,
    notify_status,
    ordered_text,
    refund,
    refund_due,
    update_status,
)
from simulator.phone.apps.shopping.records import APP, PREFIX, CartLine, Code, Item, Order, Payment, Product
from simulator.phone.apps.shopping.screens import (
    CartView,
    CodeListView,
    OrderDetailView,
    OrderListView,
    ProductDetail,
    ShoppingHome,
    VariantDetail,
)
from simulator.phone.apps.shopping.seeds import ShoppingSeed, plant_default_payment, plant_seed
from simulator.phone.apps.shopping.words import WORDS
from simulator.phone.call import Call, Look
from simulator.phone.errors import ActionError
from simulator.phone.paging import page_of
from simulator.phone.plot import Plot
from simulator.phone.screens import Screen
from simulator.phone.store import Record, Store


class Shopping(App):
    name = APP
    prefix = PREFIX
    title = "Shopping"
    about = "Products, the cart, orders and discount codes."
    category = "commerce"
    records = (Product, Item, CartLine, Order, Code, Payment)
    screens = (ShoppingHome, ProductDetail, VariantDetail, CartView, OrderListView, OrderDetailView, CodeListView)
    seed = ShoppingSeed
    words = WORDS
    # An order also lowers the stock and empties the cart, but goals and `allowed` mention only the order.
    incidental = (Item, CartLine)

    @tool(write=False)
    def list_all_products(self, call: Call, paging: Paging) -> dict[str, Any]:
        """List a page of products by name, each with its id."""
        page = page_of(catalogue(call.store), paging.offset, paging.limit, "product")
        return {
            "products": {entry.key: entry.product.id for entry in page.rows},
            "metadata": {"range": page.range, "total": page.total},
        }

    @tool(write=False)
    def get_product_details(self, call: Call, product_id: ProductId) -> dict[str, Any]:
        """Read a product with its items: price, options, stock."""
        return _told_product(call, find_product(call, product_id))

    @tool(write=False)
    def search_product(self, call: Call, product_name: Words, paging: Paging) -> list[dict[str, Any]]:
        """List the products with these words in their name, each with its items."""
        # Every name contains the empty text, so an empty search would return the whole shop.
        if not product_name.strip():
            remedy = "Shopping__list_all_products lists all products."
            raise ActionError("bad_argument", "product_name is empty.", remedy)
        page = page_of(named_like(call.store, product_name), paging.offset, paging.limit, "product")
        return [_told_product(call, product) for product in page.rows]

    @tool(write=True, act=ToolAct("order", on="item_id"))
    def add_to_cart(self, call: Call, wanted: CartItem) -> str:
        """Put an item into the cart."""
        return cart.added_text(call.store, cart.add(call, wanted), wanted.quantity)

    @tool(write=True, act=ToolAct("delete", on="item_id"))
    def remove_from_cart(self, call: Call, unwanted: CartItem) -> str:
        """Take an item out of the cart."""
        cart.remove(call, unwanted)
        return cart.removed_text(call.store, unwanted)

    @tool(write=False)
    def list_cart(self, call: Call) -> dict[str, Any]:
        """List what is in the cart, with prices and the total."""
        lines = cart.lines_in(call.store)
        total = amount(cart.sums(call.store, lines, {}).total)
        return {"items": [_told_line(call, line) for line in lines], "total": total}

    @tool(write=True, act=ToolAct("order"))
    def checkout(self, call: Call, checkout: Checkout) -> str:
        """Order everything in the cart and return the id of the order."""
        return ordered_text(cart.check_out(call, checkout))

    @tool(write=False)
    def get_discount_code_info(self, call: Call, discount_code: OneCode = "") -> dict[str, Any]:
        """List the items that a discount code covers, each with its discount in percent."""
        return {code.item_id: _told_code(call, code) for code in find_codes(call, discount_code)}

    @tool(write=False)
    def get_all_discount_codes(self, call: Call) -> dict[str, Any]:
        """List every discount code with the items that it covers."""
        return {
            codes[0].code: {code.item_id: _told_code(call, code) for code in codes}
            for codes in by_code(call.store).values()
        }

    # No paging, as in PARE's published tool.
    @tool(write=False)
    def list_orders(self, call: Call) -> dict[str, Any]:
        """List all orders by their ids, newest first."""
        return {order.id: _told_order(call, order) for order in newest_first(call.store)}

    @tool(write=False)
    def get_order_details(self, call: Call, order_id: OrderId) -> dict[str, Any]:
        """Read one order."""
        return _told_order(call, find_order(call, order_id))

    @tool(write=True, act=ToolAct("cancel", on="order_id"))
    def cancel_order(self, call: Call, order_id: OrderId) -> str:
        """Cancel an order that has not arrived yet; the amount paid is refunded."""
        return cancelled_text(cancel(call, find_order(call, order_id)))

    @tool(write=False, ours=True)
    def list_payment_methods(self, call: Call) -> list[dict[str, Any]]:
        """List the payment methods, the preferred method first."""
        return [_told_payment(payment) for payment in cart.payments(call.store)]

    @event(makes=Product.table)
    def add_product(self, call: Call, name: ProductName) -> str:
        """The shop has a new product; its items are added by further events."""
        return actions.add_product(call, name).id

    @event(makes=Item.table)
    def add_item_to_product(self, call: Call, product_id: ProductId, fields: NewItem) -> str:
        """The shop adds a variant of a product."""
        return actions.add_item(call, product_id, fields).id

    @event(makes=NOTHING)
    def update_item(self, call: Call, item_id: ItemId, changes: ItemChanges) -> str:
        """The shop changes an item."""
        return actions.update_item(call, item_id, changes).id

    # Our addition: PARE's published action has no `expires`.
    @event(makes=Code.table)
    def add_discount_code(
        self, call: Call, item_id: ItemId, discount_code: CodesWithPercents, expires: Expires = None
    ) -> str:
        """The shop adds discount codes for an item; a code that the item already has is replaced."""
        return actions.add_codes(call, item_id, discount_code, expires)[0].id

    # Our additions: PARE's published action has neither `expected` nor `message`.
    @event(makes=NOTHING)
    def update_order_status(
        self,
        call: Call,
        order_id: OrderId,
        status: Status = "shipped",
        expected: Expected = None,
        message: ShopMessage = "",
    ) -> str:
        """The status of an order changes, for example to shipped, delayed or delivered."""
        order = find_order(call, order_id)
        at = call.parse_time(expected, "expected") if expected is not None else None
        notify_status(call, update_status(call, order, status, at, message.strip()), message.strip())
        return order.id

    # The tool has the same name, so the event's method has another name. Our addition: PARE's action has no `message`.
    @event(name="cancel_order", makes=NOTHING)
    def shop_cancels_order(self, call: Call, order_id: OrderId, message: ShopMessage = "") -> str:
        """The shop cancels an order that has not arrived yet."""
        order = cancel(call, find_order(call, order_id), message.strip())
        notify_status(call, order, message.strip())
        return order.id

    # Our addition: not among PARE's published actions.
    @event(makes=NOTHING)
    def refund_order(self, call: Call, order_id: OrderId, amount: Refund = None, message: ShopMessage = "") -> str:
        """The shop pays back an order, or a part of it."""
        old = find_order(call, order_id)
        new = refund(call, old, amount, message.strip())
        notify_refund(call, old, new, message.strip())
        return new.id

    # Our addition: not among PARE's published actions.
    @event(makes=NOTHING)
    def update_payment(self, call: Call, payment_id: PaymentId, working: Working) -> str:
        """A payment method stops working, or works again."""
        return actions.update_payment(call, payment_id, working).id

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
                # The offset of the page with the code.
                return (home, CodeListView(offset=all_codes(look.store).index(record) // PAGE * PAGE))
            case _:
                # For payment methods, which only the cart lists, and for lines of the cart.
                return (home, CartView())

    def meddlings(self, look: Look, spared: frozenset[str]) -> Iterable[Meddling]:
        free = next((item for item in _items_to_add(look) if not {item.id, item.product_id} & spared), None)
        if free is not None:
            yield Meddling("add_to_cart", {"item_id": free.id})
        for order in newest_first(look.store):
            if can_be_cancelled(order) and order.id not in spared:
                yield Meddling("cancel_order", {"order_id": order.id})

    def readable(self, store: Store, record: Record) -> str:
        match record:
            case Order():
                return _readable_order(record)
            case Item():
                return _readable_item(store, record)
            case CartLine():
                return f"{record.id} {record.item_id} {record.quantity} x {item_name(store, record.item_id)}"
            case Code():
                until = "" if record.expires_at is None else f" {record.expires_at}"
                percent, item = shown_percent(record.percent), item_name(store, record.item_id)
                return f"{record.id} {record.code} {percent} {item}{until}"
            case _:
                return super().readable(store, record)


def _items_to_add(look: Look) -> Iterable[Item]:
    """Yield the items of which one more piece can be put into the cart."""
    for entry in catalogue(look.store):
        for item in items_of(look.store, entry.product.id):
            if item.available and (item.stock is None or item.stock > cart.in_cart(look.store, item.id)):
                yield item


def _told_product(look: Look, product: Product) -> dict[str, Any]:
    return {
        "product_id": product.id,
        "name": product.name,
        "description": product.description,
        "variants": {item.id: _told_item(item) for item in items_of(look.store, product.id)},
    }


def _told_item(item: Item) -> dict[str, Any]:
    return {
        "item_id": item.id,
        "price": item.price,
        "available": on_sale(item),
        "stock": item.stock,
        "options": dict(item.options),
    }


def _told_line(look: Look, line: CartLine) -> dict[str, Any]:
    store = look.store
    item, against = store.get(Item, line.item_id), cart.obstacle(store, line)
    told: dict[str, Any] = {"item_id": line.item_id, "quantity": line.quantity}
    if item is not None:
        told |= {"product_id": item.product_id, "name": product_name(store, item), "options": dict(item.options)}
        told |= {"price": item.price, "sum": cart.line_sum(store, line)}
    told["available"] = against is None
    if against is not None:
        told["problem"] = f"{against.problem} {against.remedy}"
    return told


def _told_order(look: Look, order: Order) -> dict[str, Any]:
    return {
        "order_id": order.id,
        "order_status": order.status,
        "order_date": look.show(order.ordered_at),
        "order_total": order.total,
        "order_items": [
            {
                "item_id": line.item_id,
                "name": line.product,
                "options": line.options,
                "quantity": line.quantity,
                "price": line.price,
                "sum": amount(cents(line.price) * line.quantity),
            }
            for line in order.lines
        ],
        "discount_code": order.discount_code,
        "discount": order.discount,
        "expected": _told_time(look, order.expected_at),
        "delivered": _told_time(look, order.delivered_at),
        "refunded": order.refunded,
        "refund_due": refund_due(order),
        "payment_method": order.payment,
        "note": order.note,
    }


def _told_code(look: Look, code: Code) -> dict[str, Any]:
    item = look.store.get(Item, code.item_id)
    told: dict[str, Any] = {"percent": code.percent}
    if item is not None:
        told |= {"name": product_name(look.store, item), "options": dict(item.options), "price": item.price}
    return {**told, "expires": _told_time(look, code.expires_at), "expired": expired(code, look.now)}


def _told_payment(payment: Payment) -> dict[str, Any]:
    return {
        "payment_id": payment.id,
        "name": payment.name,
        "preferred": payment.preferred,
        "working": payment.working,
        "limit": payment.limit,
    }


def _told_time(look: Look, at: int | None) -> str | None:
    return None if at is None else look.show(at)


# Goals look for facts in these texts, so the texts hold ids, names, amounts and times (in epoch seconds).
def _readable_order(order: Order) -> str:
    lines = [
        f"{line.item_id} {line.quantity} x {line.product} {line.options} {shown(line.price)}" for line in order.lines
    ]
    times = [str(at) for at in (order.ordered_at, order.expected_at, order.delivered_at) if at is not None]
    parts = [order.id, *lines, f"total {shown(order.total)}", order.status, *times, order.payment, order.note]
    if order.discount_code:
        parts.append(f"{order.discount_code} {shown(order.discount)}")
    if order.refunded:
        parts.append(f"refunded {shown(order.refunded)}")
    return " ".join(filter(None, parts))


def _readable_item(store: Store, item: Item) -> str:
    options = ", ".join(f"{name} {value}" for name, value in item.options)
    parts = [item.id, product_name(store, item), options, shown(item.price)]
    parts.append("available" if on_sale(item) else "not available")
    parts.extend([] if item.stock is None else [f"{item.stock} in stock"])
    return " ".join(filter(None, parts))
