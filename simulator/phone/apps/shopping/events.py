"""What the world does in the shop: new products, prices and codes, and orders that move on."""

from __future__ import annotations

from msgspec.structs import replace

from simulator.phone.actions import NOTHING, event
from simulator.phone.app import App
from simulator.phone.apps.shopping import announcing
from simulator.phone.apps.shopping.arguments import (
    Available,
    CodesWithPercents,
    Expected,
    Expires,
    GivenOptions,
    ItemId,
    NewAvailability,
    NewPrice,
    NewStock,
    OrderId,
    PaymentId,
    Price,
    ProductId,
    ProductName,
    Refund,
    ShopMessage,
    Status,
    Stock,
    Working,
)
from simulator.phone.apps.shopping.catalogue import checked_options, find_item, find_product
from simulator.phone.apps.shopping.codes import code_key, codes_for
from simulator.phone.apps.shopping.money import checked_percent, checked_price
from simulator.phone.apps.shopping.orders import cancel, find_order, moved_on, refund
from simulator.phone.apps.shopping.records import MOST_STOCK, Code, Item, Payment, Product
from simulator.phone.call import Call
from simulator.phone.errors import ActionError


class ShoppingEvents(App):
    @event(makes=Product.table)
    def add_product(self, call: Call, name: ProductName) -> str:
        """The shop has a new product; items to buy are added to it."""
        if not name.strip():
            raise ActionError("bad_argument", "The product has no name.", "Give it one.")
        product = Product(id=call.new_id(Product), name=" ".join(name.split()))
        call.put(product)
        announcing.new_product(call, product)
        return product.id

    # The last argument is ours: not in the published list.
    @event(makes=Item.table)
    def add_item_to_product(
        self,
        call: Call,
        product_id: ProductId,
        price: Price,
        options: GivenOptions = None,
        available: Available = True,
        stock: Stock = None,
    ) -> str:
        """A product comes in a new variant."""
        product = find_product(call, product_id)
        item = Item(
            id=call.new_id(Item),
            product_id=product.id,
            price=checked_price(price, "price"),
            options=checked_options(options or {}),
            available=available,
            stock=_checked_stock(stock, "stock"),
        )
        call.put(item)
        announcing.new_item(call, item)
        return item.id

    # The last argument is ours: not in the published list.
    @event(makes=NOTHING)
    def update_item(
        self,
        call: Call,
        item_id: ItemId,
        new_price: NewPrice = None,
        new_availability: NewAvailability = None,
        new_stock: NewStock = None,
    ) -> str:
        """The shop changes an item."""
        old = find_item(call, item_id)
        if new_price is None and new_availability is None and new_stock is None:
            raise ActionError("bad_argument", "Nothing new is said.", "Give a price, an availability or a stock.")
        new = replace(
            old,
            price=old.price if new_price is None else checked_price(new_price, "new_price"),
            available=old.available if new_availability is None else new_availability,
            stock=old.stock if new_stock is None else _checked_stock(new_stock, "new_stock"),
        )
        if new == old:
            raise ActionError("bad_argument", f"The item '{item_id}' is so already.", "Say what becomes different.")
        call.put(new)
        announcing.changed_item(call, old, new)
        return new.id

    # The last argument is ours: not in the published list.
    @event(makes=Code.table)
    def add_discount_code(
        self, call: Call, item_id: ItemId, discount_code: CodesWithPercents, expires: Expires = None
    ) -> str:
        """The shop offers codes that make an item cheaper; one that the item had before holds anew."""
        item = find_item(call, item_id)
        until = call.parse_time(expires, "expires") if expires is not None else None
        wanted = {code.strip(): checked_percent(value, "discount_code") for code, value in discount_code.items()}
        if not wanted or "" in wanted or len({code_key(code) for code in wanted}) < len(discount_code):
            remedy = "Give each code once with its percentage, such as SPRING10: 10."
            raise ActionError("bad_argument", "discount_code has no code, or an empty one, or one twice.", remedy)
        before = {code_key(code.code): code for code in codes_for(call.store, item.id)}
        made = []
        for code, percent in wanted.items():
            if code_key(code) in before:
                call.drop(before[code_key(code)])
            made.append(Code(id=call.new_id(Code), code=code, item_id=item.id, percent=percent, expires_at=until))
            call.put(made[-1])
        announcing.new_codes(call, item, made)
        return made[0].id

    # The last two arguments are ours: not in the published list.
    @event(makes=NOTHING)
    def update_order_status(
        self,
        call: Call,
        order_id: OrderId,
        status: Status = "shipped",
        expected: Expected = None,
        message: ShopMessage = "",
    ) -> str:
        """An order moves on: it is shipped, delayed, delivered."""
        order = find_order(call, order_id)
        at = call.parse_time(expected, "expected") if expected is not None else None
        announcing.order_news(call, moved_on(call, order, status, at, message.strip()), message.strip())
        return order.id

    # The last argument is ours: not in the published list.
    @event(name="cancel_order", makes=NOTHING)
    def shop_cancels_order(self, call: Call, order_id: OrderId, message: ShopMessage = "") -> str:
        """The shop cancels an order that is still to come."""
        order = cancel(call, find_order(call, order_id), message.strip())
        announcing.order_news(call, order, message.strip())
        return order.id

    # Ours: not in the published list.
    @event(makes=NOTHING)
    def refund_order(self, call: Call, order_id: OrderId, amount: Refund = None, message: ShopMessage = "") -> str:
        """The shop pays back an order, or a part of it."""
        old = find_order(call, order_id)
        new = refund(call, old, amount, message.strip())
        announcing.refunded(call, old, new, message.strip())
        return new.id

    # Ours: not in the published list.
    @event(makes=NOTHING)
    def update_payment(self, call: Call, payment_id: PaymentId, working: Working) -> str:
        """A way to pay stops working, or works again."""
        payment = call.find(Payment, payment_id, "payment method", "Shopping__list_payment_methods gives the ids.")
        if payment.working == working:
            state = "works" if working else "does not work"
            raise ActionError("bad_argument", f"{payment.name} {state} already.", "Say what becomes different.")
        new = replace(payment, working=working)
        call.put(new)
        announcing.payment_news(call, new)
        return new.id


def _checked_stock(stock: int | None, argument: str) -> int | None:
    if stock is not None and not 0 <= stock <= MOST_STOCK:
        raise ActionError("bad_argument", f"{argument} is out of range.", f"Give 0 to {MOST_STOCK}.")
    return stock
