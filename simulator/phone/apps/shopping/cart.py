"""The cart: what lies in it, what it comes to, and what stands against buying it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from decimal import Decimal
from typing import NamedTuple

from msgspec.structs import replace

from simulator.phone.apps.shopping.catalogue import find_item, item_name
from simulator.phone.apps.shopping.money import amount, cents, share, whole
from simulator.phone.apps.shopping.records import CartLine, Item
from simulator.phone.call import Call
from simulator.phone.errors import ActionError
from simulator.phone.store import Store

MOST_OF_ONE = 999


class Sums(NamedTuple):
    """What some lines cost, in whole cents."""

    items: int
    discount: int

    @property
    def total(self) -> int:
        return self.items - self.discount


class Obstacle(NamedTuple):
    """Why a line cannot be bought, and what to do about it."""

    problem: str
    remedy: str


def lines_in(store: Store) -> list[CartLine]:
    """The lines by name of the item."""
    lines = store.all(CartLine).values()
    return sorted(lines, key=lambda line: (item_name(store, line.item_id).casefold(), line.item_id, line.id))


def pieces(store: Store) -> int:
    return sum(line.quantity for line in store.all(CartLine).values())


def line_of(store: Store, item_id: str) -> CartLine | None:
    return next((line for line in lines_in(store) if line.item_id == item_id), None)


def in_cart(store: Store, item_id: str) -> int:
    line = line_of(store, item_id)
    return 0 if line is None else line.quantity


def line_cents(store: Store, line: CartLine) -> int:
    item = store.get(Item, line.item_id)
    return 0 if item is None else cents(item.price) * line.quantity


def line_sum(store: Store, line: CartLine) -> float:
    return amount(line_cents(store, line))


def sums(store: Store, lines: Iterable[CartLine], percents: Mapping[str, float]) -> Sums:
    """The discount is rounded once, over all lines that it covers."""
    whole_sum, off = 0, Decimal(0)
    for line in lines:
        price = line_cents(store, line)
        whole_sum += price
        off += share(price, percents.get(line.item_id, 0))
    return Sums(whole_sum, whole(off))


def add(call: Call, item_id: str, quantity: int) -> Item:
    item = find_item(call, item_id)
    _check_quantity(quantity)
    line = line_of(call.store, item.id)
    there = 0 if line is None else line.quantity
    _check_for_sale(call, item, there, quantity)
    if line is None:
        call.put(CartLine(id=call.new_id(CartLine), item_id=item.id, quantity=quantity))
    else:
        call.put(replace(line, quantity=there + quantity))
    return item


def remove(call: Call, item_id: str, quantity: int) -> None:
    _check_quantity(quantity)
    line = line_of(call.store, item_id)
    if line is None:
        shown, listed = "The cart shows what is in it.", "Shopping__list_cart gives the ids of what is in it."
        remedy = shown if call.actor == "user" else listed
        raise ActionError("unknown_record", f"There is no item with the id '{item_id}' in the cart.", remedy)
    if quantity > line.quantity:
        name = item_name(call.store, item_id)
        problem = f"Only {line.quantity} of '{name}' {_are(line.quantity)} in the cart."
        raise ActionError("bad_argument", problem, f"Remove at most {line.quantity}.")
    if quantity == line.quantity:
        call.drop(line)
    else:
        call.put(replace(line, quantity=line.quantity - quantity))


def obstacle(store: Store, line: CartLine) -> Obstacle | None:
    """Stock and offers may have changed since the line was put into the cart."""
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
        more = max(0, item.stock - there)
        remedy = f"Add at most {more}." if more else "Buy what is in the cart, or choose another item."
        raise ActionError("not_available", f"{_few_left(item.stock, name)}{already}.", remedy)
    if there + quantity > MOST_OF_ONE:
        problem = f"At most {MOST_OF_ONE} of '{name}' fit into the cart{already}."
        raise ActionError("bad_argument", problem, "Add fewer.")


def _few_left(stock: int, name: str) -> str:
    return f"Only {stock} of '{name}' {_are(stock)} left"


def _are(number: int) -> str:
    return "is" if number == 1 else "are"
