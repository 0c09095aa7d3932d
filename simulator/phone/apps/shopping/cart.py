"""The cart and the checkout: lines, sums, reasons why a line can't be bought, payment methods and the new order."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from decimal import Decimal
from typing import NamedTuple

from msgspec.structs import replace

from simulator.phone.apps.shopping.actions import CartItem, Checkout
from simulator.phone.apps.shopping.catalogue import find_codes, find_item, item_name, percents, product_name, remedy
from simulator.phone.apps.shopping.money import amount, cents, share, shown, whole
from simulator.phone.apps.shopping.records import (
    MOST_OF_ONE,
    CartLine,
    Item,
    Order,
    OrderLine,
    Payment,
    options_text,
)
from simulator.phone.call import Call
from simulator.phone.errors import ActionError
from simulator.phone.store import Store
from simulator.words.english import counted


class Sums(NamedTuple):
    """The price and the discount of several lines, in whole cents."""

    items: int
    discount: int

    @property
    def total(self) -> int:
        return self.items - self.discount


class Obstacle(NamedTuple):
    """A sentence that says why a line of the cart can't be bought, and one that says what to do."""

    problem: str
    remedy: str


def lines_in(store: Store) -> list[CartLine]:
    """Return the lines of the cart, sorted by the names of their items."""
    # Not cached by `store.derived`, which watches one table: the order also depends on items and products.
    lines = store.all(CartLine).values()
    return sorted(lines, key=lambda line: (item_name(store, line.item_id).casefold(), line.item_id, line.id))


def pieces(store: Store) -> int:
    """Return the number of pieces in the cart."""
    return sum(line.quantity for line in store.all(CartLine).values())


def line_of(store: Store, item_id: str) -> CartLine | None:
    """Return the line of an item, or None if the item is not in the cart."""
    return next((line for line in lines_in(store) if line.item_id == item_id), None)


def in_cart(store: Store, item_id: str) -> int:
    """Return the number of pieces of an item in the cart."""
    line = line_of(store, item_id)
    return 0 if line is None else line.quantity


def line_cents(store: Store, line: CartLine) -> int:
    """Return the current price of a line in cents; 0 if its item no longer exists."""
    item = store.get(Item, line.item_id)
    return 0 if item is None else cents(item.price) * line.quantity


def line_sum(store: Store, line: CartLine) -> float:
    """Return the current price of a line as an amount; 0 if its item no longer exists."""
    return amount(line_cents(store, line))


def sums(store: Store, lines: Iterable[CartLine], off: Mapping[str, float]) -> Sums:
    """Return the price and the discount of these lines. `off`: the percentage taken off each item, by id."""
    items, discount = 0, Decimal(0)
    for line in lines:
        price = line_cents(store, line)
        items += price
        discount += share(price, off.get(line.item_id, 0))
    # Rounded only once, so that the rounding of several lines does not add up.
    return Sums(items, whole(discount))


def add(call: Call, wanted: CartItem) -> Item:
    """Put pieces of an item into the cart and return the item. Raise ActionError if they can't all be bought."""
    item = find_item(call, wanted.item_id)
    _check_quantity(wanted.quantity)
    line = line_of(call.store, item.id)
    there = 0 if line is None else line.quantity
    _check_for_sale(call, item, there, wanted.quantity)
    if line is None:
        call.put(CartLine(id=call.new_id(CartLine), item_id=item.id, quantity=wanted.quantity))
    else:
        call.put(replace(line, quantity=there + wanted.quantity))
    return item


def remove(call: Call, unwanted: CartItem) -> None:
    """Take pieces of an item out of the cart. Raise ActionError if the cart does not hold that many."""
    item_id, quantity = unwanted.item_id, unwanted.quantity
    _check_quantity(quantity)
    line = line_of(call.store, item_id)
    if line is None:
        hint = remedy(call, "The cart shows what is in it.", "Shopping__list_cart gives the ids of what is in it.")
        raise ActionError("unknown_record", f"There is no item with the id '{item_id}' in the cart.", hint)
    if quantity > line.quantity:
        name = item_name(call.store, item_id)
        problem = f"Only {line.quantity} of '{name}' {_are(line.quantity)} in the cart."
        raise ActionError("bad_argument", problem, f"Remove at most {line.quantity}.")
    if quantity == line.quantity:
        call.drop(line)
    else:
        call.put(replace(line, quantity=line.quantity - quantity))


def added_text(store: Store, item: Item, quantity: int) -> str:
    """Return the confirmation that pieces of an item were added to the cart, with the cart's total."""
    return f"{quantity} x {item_name(store, item.id)} ({item.id}) added to the cart. {_content_text(store)}"


def removed_text(store: Store, unwanted: CartItem) -> str:
    """Return the confirmation that pieces of an item were removed from the cart, with the cart's total."""
    name = item_name(store, unwanted.item_id)
    return f"{unwanted.quantity} x {name} ({unwanted.item_id}) removed from the cart. {_content_text(store)}"


def _content_text(store: Store) -> str:
    lines = lines_in(store)
    number = counted(sum(line.quantity for line in lines), "piece")
    return f"The cart holds {number} for {shown(amount(sums(store, lines, {}).total))}."


def obstacle(store: Store, line: CartLine) -> Obstacle | None:
    """Return the reason why a line of the cart can't be bought now, or None if it can be bought."""
    # Stock and availability may have changed since the line was added.
    item, name = store.get(Item, line.item_id), item_name(store, line.item_id)
    if item is None or not item.available:
        return Obstacle(f"'{name}' cannot be bought any more.", "Remove it from the cart.")
    if item.stock == 0:
        return Obstacle(f"'{name}' is sold out.", "Remove it from the cart.")
    if item.stock is not None and line.quantity > item.stock:
        problem = f"{_few_left(item.stock, name)}, but {line.quantity} are in the cart."
        return Obstacle(problem, f"Remove {line.quantity - item.stock} of it from the cart.")
    return None


def _check_quantity(quantity: int) -> None:
    if not 1 <= quantity <= MOST_OF_ONE:
        raise ActionError("bad_argument", "The quantity is out of range.", f"Give 1 to {MOST_OF_ONE}.")


def _check_for_sale(call: Call, item: Item, there: int, quantity: int) -> None:
    name = item_name(call.store, item.id)
    if not item.available:
        raise ActionError("not_available", f"'{name}' cannot be bought now.", "Choose another item.")
    if item.stock == 0:
        raise ActionError("not_available", f"'{name}' is sold out.", "Choose another item.")
    already = f", and {there} {_are(there)} in the cart already" if there else ""
    if item.stock is not None and there + quantity > item.stock:
        # The stock may have fallen below the number in the cart.
        more = max(0, item.stock - there)
        hint = f"Add at most {more}." if more else "Buy what is in the cart, or choose another item."
        raise ActionError("not_available", f"{_few_left(item.stock, name)}{already}.", hint)
    if there + quantity > MOST_OF_ONE:
        problem = f"At most {MOST_OF_ONE} of '{name}' fit into the cart{already}."
        raise ActionError("bad_argument", problem, "Add fewer.")


def _few_left(stock: int, name: str) -> str:
    return f"Only {stock} of '{name}' {_are(stock)} left"


def _are(number: int) -> str:
    return "is" if number == 1 else "are"


def payments(store: Store) -> list[Payment]:
    """Return the payment methods: the preferred method first, the others by name."""
    return sorted(store.all(Payment).values(), key=lambda one: (not one.preferred, one.name.casefold(), one.id))


def check_out(call: Call, checkout: Checkout) -> Order:
    """Order everything in the cart, lower the stock, empty the cart, and return the order.

    Raise ActionError if the cart is empty, a line can't be bought, or the code or the payment method can't be used.
    """
    # The code is checked before the payment method, because a payment limit applies to the discounted total.
    lines = lines_in(call.store)
    if not lines:
        raise ActionError("not_available", "The cart is empty.", "Add an item first.")
    for line in lines:
        against = obstacle(call.store, line)
        if against is not None:
            raise ActionError("not_available", against.problem, f"{against.remedy} Then check out again.")
    code = (checkout.discount_code or "").strip()
    off = percents(call, code, {line.item_id for line in lines}) if code else {}
    price = sums(call.store, lines, off)
    payment = _paid_with(call, checkout.payment_method, price.total)
    # The order names the code as the shop spells it, not as it was typed.
    order = _order(call, lines, price, find_codes(call, code)[0].code if code else "", payment.name)
    for line in lines:
        _take(call, line)
    call.put(order)
    return order


def order_line(store: Store, item_id: str, quantity: int) -> OrderLine:
    """Return a line of an order for an existing item at its current price."""
    item = store.get(Item, item_id)
    assert item is not None, "only existing items can be bought"
    return OrderLine(
        item_id=item.id,
        product=product_name(store, item),
        quantity=quantity,
        price=item.price,
        options=options_text(item.options),
    )


def _order(call: Call, lines: list[CartLine], price: Sums, code: str, payment: str) -> Order:
    return Order(
        id=call.new_id(Order),
        lines=tuple(order_line(call.store, line.item_id, line.quantity) for line in lines),
        total=amount(price.total),
        ordered_at=call.now,
        discount_code=code,
        discount=amount(price.discount),
        payment=payment,
    )


def _take(call: Call, line: CartLine) -> None:
    item = call.store.get(Item, line.item_id)
    if item is not None and item.stock is not None:
        call.put(replace(item, stock=item.stock - line.quantity))
    call.drop(line)


def _paid_with(call: Call, method: str | None, total: int) -> Payment:
    """Return the payment method with this id or name, by default the preferred method. `total` is in cents.

    Raise ActionError if the method is unknown or does not work, or if its limit is too low.
    """
    hint = f"{_where_methods_are(call)} Pass another one as payment_method."
    payment = _chosen(call, (method or "").strip())
    if not payment.working:
        raise ActionError("payment_declined", f"{payment.name} was declined: it does not work at present.", hint)
    if payment.limit is not None and total > cents(payment.limit):
        problem = f"{payment.name} was declined: the total of {shown(amount(total))} is above its limit of "
        raise ActionError("payment_declined", f"{problem}{shown(payment.limit)}.", hint)
    return payment


def _chosen(call: Call, method: str) -> Payment:
    known = payments(call.store)
    if not known:
        raise ActionError("not_available", "There is no way to pay on this phone.", "Nothing can be bought here.")
    if not method:
        return known[0]
    for payment in known:
        # The user reads the names of methods in the cart; the assistant gets their ids from a tool.
        if method == payment.id or method.casefold() == payment.name.casefold():
            return payment
    raise ActionError("unknown_record", f"There is no payment method '{method}'.", _where_methods_are(call))


def _where_methods_are(call: Call) -> str:
    return remedy(call, "The cart shows the payment methods.", "Shopping__list_payment_methods lists the methods.")
