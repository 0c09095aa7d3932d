"""Checking out: stock, code and payment are looked at before anything is written."""

from __future__ import annotations

from msgspec.structs import replace

from simulator.phone.apps.shopping.cart import Sums, lines_in, obstacle, sums
from simulator.phone.apps.shopping.catalogue import product_name
from simulator.phone.apps.shopping.codes import find_codes, percents
from simulator.phone.apps.shopping.money import amount, cents, shown
from simulator.phone.apps.shopping.records import CartLine, Item, Order, OrderLine, Payment, options_text
from simulator.phone.call import Call
from simulator.phone.errors import ActionError
from simulator.phone.store import Store


def payments(store: Store) -> list[Payment]:
    """The ways to pay, the preferred one first."""
    return sorted(store.all(Payment).values(), key=lambda one: (not one.preferred, one.name.casefold(), one.id))


def check_out(call: Call, discount_code: str | None, payment_method: str | None) -> Order:
    """Buy what is in the cart, whole or not at all."""
    lines = lines_in(call.store)
    if not lines:
        raise ActionError("not_available", "The cart is empty.", "Add an item first.")
    for line in lines:
        against = obstacle(call.store, line)
        if against is not None:
            raise ActionError("not_available", against.problem, f"{against.remedy} Then check out again.")
    code = (discount_code or "").strip()
    off = percents(call, code, {line.item_id for line in lines}) if code else {}
    price = sums(call.store, lines, off)
    payment = _paid_with(call, payment_method, price.total)
    order = _order(call, lines, price, find_codes(call, code)[0].code if code else "", payment.name)
    for line in lines:
        _take(call, line)
    call.put(order)
    return order


def _order(call: Call, lines: list[CartLine], price: Sums, code: str, payment: str) -> Order:
    return Order(
        id=call.new_id(Order),
        lines=tuple(bought(call.store, line.item_id, line.quantity) for line in lines),
        total=amount(price.total),
        ordered_at=call.now,
        discount_code=code,
        discount=amount(price.discount),
        payment=payment,
    )


def bought(store: Store, item_id: str, quantity: int) -> OrderLine:
    """An item as an order remembers it."""
    item = store.get(Item, item_id)
    assert item is not None, "only items that are there are bought"
    return OrderLine(
        item_id=item.id,
        product=product_name(store, item),
        quantity=quantity,
        price=item.price,
        options=options_text(item.options),
    )


def _take(call: Call, line: CartLine) -> None:
    item = call.store.get(Item, line.item_id)
    if item is not None and item.stock is not None:
        call.put(replace(item, stock=item.stock - line.quantity))
    call.drop(line)


def _paid_with(call: Call, method: str | None, total: int) -> Payment:
    """The method that pays, or a refusal that names it and says why it does not."""
    remedy = f"{_where_methods_are(call)} Pass another one as payment_method."
    payment = _chosen(call, (method or "").strip())
    if not payment.working:
        raise ActionError("payment_declined", f"{payment.name} was declined: it does not work at present.", remedy)
    if payment.limit is not None and total > cents(payment.limit):
        problem = f"{payment.name} was declined: the total of {shown(amount(total))} is above its limit of "
        raise ActionError("payment_declined", f"{problem}{shown(payment.limit)}.", remedy)
    return payment


def _chosen(call: Call, method: str) -> Payment:
    known = payments(call.store)
    if not known:
        raise ActionError("not_available", "There is no way to pay on this phone.", "Nothing can be bought here.")
    if not method:
        return known[0]
    for payment in known:
        if method == payment.id or method.casefold() == payment.name.casefold():
            return payment
    raise ActionError("unknown_record", f"There is no payment method '{method}'.", _where_methods_are(call))


def _where_methods_are(call: Call) -> str:
    if call.actor == "user":
        return "The cart shows the payment methods."
    return "Shopping__list_payment_methods lists the methods."
