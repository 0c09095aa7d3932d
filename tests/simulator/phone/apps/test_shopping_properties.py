"""What holds in the shop whatever anybody does."""

from __future__ import annotations

from decimal import Decimal

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulator.phone.apps.shopping import CartLine, Order
from simulator.phone.apps.shopping.money import amount, cents, rounded, share, whole
from simulator.phone.apps.shopping.records import OPEN
from tests.simulator.phone.apps.app_phone import done
from tests.simulator.phone.apps.shopping_phone import ShoppingPhone

PRICES = st.integers(0, 10**8).map(amount)
MOVES = st.lists(
    st.one_of(
        st.tuples(st.just("add"), st.sampled_from(("red", "sage", "apron_item")), st.integers(1, 4)),
        st.tuples(st.just("remove"), st.sampled_from(("red", "sage", "apron_item")), st.integers(1, 4)),
        st.tuples(st.just("buy"), st.sampled_from((None, "SPRING10", "APRON5", "OLD20")), st.just(0)),
        st.tuples(st.just("cancel"), st.just(None), st.integers(0, 5)),
        st.tuples(st.just("refund"), st.just(None), st.integers(0, 5)),
    ),
    max_size=15,
)


def move(phone: ShoppingPhone, what: str, which: str | None, number: int) -> None:
    """Some may be refused: that is part of what is tried."""
    orders = [order.id for order in phone.all(Order) if order.id.startswith("order_a")]
    if what == "add":
        phone.tries_tool("add_to_cart", item_id=phone.id(str(which)), quantity=number)
    elif what == "remove":
        phone.tries_tool("remove_from_cart", item_id=phone.id(str(which)), quantity=number)
    elif what == "buy":
        phone.tries_tool("checkout", discount_code=which)
    elif number < len(orders) and what == "cancel":
        phone.tries_tool("cancel_order", order_id=orders[number])
    elif number < len(orders):
        phone.tries_world("refund_order", order_id=orders[number], amount=1)


@given(moves=MOVES)
def test_pieces_are_never_lost_and_sums_are_exact(moves: list[tuple[str, str | None, int]]) -> None:
    phone = ShoppingPhone()
    for one in moves:
        move(phone, *one)
        made = [order for order in phone.all(Order) if order.id.startswith("order_a")]
        out = sum(
            line.quantity
            for order in made
            if order.status in (*OPEN, "delivered")
            for line in order.lines
            if line.item_id == phone.id("red")
        )
        stock = phone.item("red").stock
        assert stock is not None
        assert stock + out == 3
        assert stock >= 0
        for order in made:
            items = sum(Decimal(str(line.price)) * line.quantity for line in order.lines)
            assert items - Decimal(str(order.discount)) == Decimal(str(order.total))
            assert 0 <= order.refunded <= order.total
        lines = phone.all(CartLine)
        assert len({line.item_id for line in lines}) == len(lines)


@given(price=PRICES)
def test_an_amount_survives_the_way_to_cents_and_back(price: float) -> None:
    assert amount(cents(price)) == price


@given(value=st.floats(0, 10**6))
def test_rounding_is_never_off_by_more_than_half_a_cent(value: float) -> None:
    assert abs(rounded(value) - Decimal(repr(value))) <= Decimal("0.005")


@pytest.mark.parametrize(("value", "expected"), [(1.005, 101), (2.675, 268), (0.004, 0), (-0.0, 0), (39.9, 3990)])
def test_half_a_cent_is_rounded_up_as_it_is_written(value: float, expected: int) -> None:
    assert cents(value) == expected


@given(price=st.integers(0, 10**11), percent=st.integers(1, 10_000).map(amount))
def test_a_discount_is_never_more_than_the_price(price: int, percent: float) -> None:
    assert 0 <= whole(share(price, percent)) <= price


def test_a_long_name_still_fits_everywhere() -> None:
    phone = ShoppingPhone()
    product_id = done(phone.tries_world("add_product", name="long name " * 500))
    item_id = done(phone.tries_world("add_item_to_product", product_id=product_id, price=1))
    phone.opened(("view_product", {"product_id": product_id}), ("view_variant", {"item_id": item_id}))
    phone.taps_all(("add_to_cart", {}), ("checkout", {}))
    assert msgspec.json.encode(phone.world.screen.view(phone.world))
