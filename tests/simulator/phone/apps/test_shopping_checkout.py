"""Checking out: the right sum, the stock, codes and ways to pay; refused whole or done whole."""

from __future__ import annotations

from typing import Any

import pytest

from simulator.phone.apps.shopping import CartLine, Item, Order, Payment
from simulator.phone.apps.shopping.order_views import OrderPage
from simulator.phone.apps.shopping.records import OrderLine
from tests.simulator.phone.apps.app_phone import done, id_in, refused
from tests.simulator.phone.apps.shopping_phone import PRODUCTS, ShoppingPhone


@pytest.fixture
def phone() -> ShoppingPhone:
    return ShoppingPhone().filled(red=2, apron_item=1)


def bought(phone: ShoppingPhone, **args: Any) -> Order:
    return phone.get(Order, id_in(done(phone.tries_tool("checkout", **args))))


def test_checking_out_makes_an_order_of_all_that_is_in_the_cart(phone: ShoppingPhone) -> None:
    order = bought(phone)
    assert order == Order(
        id="order_a1",
        lines=(
            OrderLine(item_id=phone.id("red"), product="Heron kettle", quantity=2, price=39.9, options="red, 0.6 l"),
            OrderLine(item_id=phone.id("apron_item"), product="Linen apron", quantity=1, price=24.5),
        ),
        total=104.3,
        ordered_at=phone.world.now,
        payment="Visa ending 4410",
    )


def test_the_cart_is_empty_afterwards_and_the_stock_lower(phone: ShoppingPhone) -> None:
    bought(phone)
    assert phone.all(CartLine) == []
    assert (phone.item("red").stock, phone.item("apron_item").stock) == (1, None)


def test_an_empty_cart_cannot_be_ordered() -> None:
    said = refused(ShoppingPhone().tries_tool("checkout"))
    assert said == "not_available: The cart is empty. Add an item first."


def test_the_price_of_the_day_counts(phone: ShoppingPhone) -> None:
    done(phone.tries_world("update_item", item_id=phone.id("red"), new_price=35))
    assert bought(phone).total == 94.5


def test_a_code_takes_its_share_off_the_lines_it_covers(phone: ShoppingPhone) -> None:
    order = bought(phone, discount_code="SPRING10")
    assert (order.total, order.discount, order.discount_code) == (96.32, 7.98, "SPRING10")


@pytest.mark.parametrize("typed", ["spring10", " SPRING10 ", "Spring10"])
def test_capitals_and_spaces_of_a_code_do_not_matter(phone: ShoppingPhone, typed: str) -> None:
    assert bought(phone, discount_code=typed).discount_code == "SPRING10"


@pytest.mark.parametrize("nothing", [None, "", "  "])
def test_no_code_means_the_full_price(phone: ShoppingPhone, nothing: str | None) -> None:
    order = bought(phone, discount_code=nothing, payment_method=nothing)
    assert (order.total, order.discount, order.discount_code) == (104.3, 0.0, "")


def test_an_unknown_code_is_refused_by_naming_the_tool_that_lists_codes(phone: ShoppingPhone) -> None:
    said = refused(phone.tries_tool("checkout", discount_code="SPRING10X"))
    assert said.startswith("unknown_record: There is no discount code 'SPRING10X'.")
    assert "Shopping__get_all_discount_codes" in said


def test_a_code_that_covers_nothing_in_the_cart_says_what_it_covers() -> None:
    phone = ShoppingPhone().filled(apron_item=1)
    said = refused(phone.tries_tool("checkout", discount_code="SPRING10"))
    assert "SPRING10 covers nothing in the cart. It covers: " in said
    assert "Heron kettle (red, 0.6 l)" in said
    assert phone.cart() == {"apron_item": 1}


def test_an_expired_code_says_when_it_expired(phone: ShoppingPhone) -> None:
    said = refused(phone.tries_tool("checkout", discount_code="OLD20"))
    assert "OLD20 expired at 2026-03-04 08:22:00." in said
    assert "check out without one" in said


def test_a_code_holds_until_the_last_second() -> None:
    phone = ShoppingPhone().filled(red=1)
    phone.world.now = phone.plot.start + 86_400
    before = phone.world.copy()
    assert bought(phone, discount_code="SPRING10").discount == 3.99
    phone.world = before
    phone.world.now += 1
    assert "expired" in refused(phone.tries_tool("checkout", discount_code="SPRING10"))


def test_of_a_code_with_two_dates_only_what_still_holds_counts() -> None:
    codes = [
        {"code": "TWO", "percent": 10, "items": ["red"], "expires": "-1h"},
        {"code": "TWO", "percent": 50, "items": ["sage"]},
    ]
    phone = ShoppingPhone([*PRODUCTS, *codes]).filled(red=1, sage=1)
    assert bought(phone, discount_code="TWO").discount == 34.5


def test_the_discount_is_rounded_once_and_half_up() -> None:
    seeds: list[dict[str, Any]] = [
        {"label": "a", "product": "A", "price": 0.05},
        {"label": "b", "product": "B", "price": 0.05},
        {"code": "TEN", "percent": 10, "items": ["a", "b"]},
        {"cart": "a"},
        {"cart": "b"},
    ]
    order = bought(ShoppingPhone(seeds), discount_code="TEN")
    assert (order.discount, order.total) == (0.01, 0.09)


def test_everything_off_costs_nothing() -> None:
    seeds = [*PRODUCTS, {"code": "GIFT", "percent": 100, "items": ["sage"]}, {"cart": "sage", "quantity": 3}]
    order = bought(ShoppingPhone(seeds), discount_code="GIFT")
    assert (order.discount, order.total) == (207.0, 0.0)


def test_stock_that_has_dropped_is_seen_and_the_cart_stays(phone: ShoppingPhone) -> None:
    done(phone.tries_world("update_item", item_id=phone.id("red"), new_stock=1))
    said = refused(phone.tries_tool("checkout"))
    assert "Only 1 of 'Heron kettle (red, 0.6 l)' is left, but 2 are in the cart." in said
    assert "Remove 1 of it from the cart. Then check out again." in said
    assert phone.cart() == {"red": 2, "apron_item": 1}


def test_the_remedy_for_stock_that_has_dropped_works(phone: ShoppingPhone) -> None:
    done(phone.tries_world("update_item", item_id=phone.id("red"), new_stock=1))
    done(phone.tries_tool("remove_from_cart", item_id=phone.id("red"), quantity=1))
    assert bought(phone).total == 64.4


@pytest.mark.parametrize(
    ("change", "word"), [({"new_stock": 0}, "is sold out"), ({"new_availability": False}, "cannot be bought any more")]
)
def test_what_can_no_longer_be_bought_stops_the_order(phone: ShoppingPhone, change: dict[str, Any], word: str) -> None:
    done(phone.tries_world("update_item", item_id=phone.id("red"), **change))
    assert word in refused(phone.tries_tool("checkout"))


def test_an_item_that_has_gone_stops_the_order(phone: ShoppingPhone) -> None:
    phone.drop(Item, "red")
    assert "no longer sold" in refused(phone.tries_tool("checkout"))


@pytest.mark.parametrize("method", ["Gift card", "gift card ", "id"])
def test_another_way_to_pay_goes_by_name_or_id(method: str) -> None:
    phone = ShoppingPhone().filled(apron_item=1)
    wanted = phone.id("small") if method == "id" else method
    assert bought(phone, payment_method=wanted).payment == "Gift card"


def test_a_way_to_pay_that_does_not_work_is_declined_and_nothing_is_ordered(phone: ShoppingPhone) -> None:
    orders = phone.all(Order)
    said = refused(phone.tries_tool("checkout", payment_method="Amex ending 1001"))
    assert said.startswith("payment_declined: Amex ending 1001 was declined: it does not work at present.")
    assert "Shopping__list_payment_methods" in said
    assert "payment_method" in said
    assert (phone.all(Order), phone.cart()) == (orders, {"red": 2, "apron_item": 1})


def test_a_total_above_the_limit_is_declined_with_both_amounts(phone: ShoppingPhone) -> None:
    said = refused(phone.tries_tool("checkout", payment_method="Gift card"))
    assert "payment_declined: Gift card was declined: the total of 104.30 is above its limit of 50.00." in said


def test_a_total_at_the_limit_is_paid() -> None:
    seeds = [*PRODUCTS, {"payment": "Voucher", "limit": 24.5}, {"cart": "apron"}]
    assert bought(ShoppingPhone(seeds)).payment == "Voucher"


def test_the_discount_counts_before_the_limit() -> None:
    seeds = [
        *PRODUCTS,
        {"payment": "Voucher", "limit": 20},
        {"code": "HALF", "percent": 50, "items": ["apron"]},
        {"cart": "apron"},
    ]
    assert bought(ShoppingPhone(seeds), discount_code="HALF").total == 12.25


def test_an_unknown_way_to_pay_is_refused(phone: ShoppingPhone) -> None:
    said = refused(phone.tries_tool("checkout", payment_method="Cheque"))
    assert "There is no payment method 'Cheque'." in said
    assert "Shopping__list_payment_methods" in said


def test_a_phone_without_named_ways_to_pay_has_a_card() -> None:
    phone = ShoppingPhone(PRODUCTS).filled(apron_item=1)
    assert [payment.name for payment in phone.all(Payment)] == ["Card"]
    assert bought(phone).payment == "Card"


def test_without_any_way_to_pay_nothing_can_be_bought() -> None:
    phone = ShoppingPhone(PRODUCTS).filled(apron_item=1)
    phone.world.store.drop(Payment, phone.all(Payment)[0].id)
    phone.world.store.commit()
    assert "no way to pay" in refused(phone.tries_tool("checkout"))


def test_the_ways_to_pay_are_listed_with_the_preferred_one_first(phone: ShoppingPhone) -> None:
    before = phone.world.state_hash()
    listed = done(phone.tries_tool("list_payment_methods"))
    assert listed[0] == {
        "payment_id": phone.id("visa"),
        "name": "Visa ending 4410",
        "preferred": True,
        "working": True,
        "limit": None,
    }
    assert [one["name"] for one in listed] == ["Visa ending 4410", "Amex ending 1001", "Gift card"]
    assert phone.world.state_hash() == before


def test_the_user_checks_out_and_the_order_takes_the_place_of_the_cart(phone: ShoppingPhone) -> None:
    phone.opened(("view_cart", {}))
    said = done(phone.tries("checkout", discount_code="SPRING10"))
    assert said == "Ordered for 96.32, 7.98 off, paid with Visa ending 4410."
    assert phone.stack == ["ShoppingHome", "OrderDetailView"]
    page = phone.shows(OrderPage)
    assert (page.items, page.discount_code, page.discount, page.total) == ("104.30", "SPRING10", "7.98", "96.32")
    done(phone.tries("go_back"))
    assert phone.stack == ["ShoppingHome"]


def test_the_users_order_is_the_users_alone(phone: ShoppingPhone) -> None:
    orders = len(phone.all(Order))
    phone.opened(("view_cart", {}), ("checkout", {}))
    assert len(phone.all(Order)) == orders + 1
    assert phone.get(Order, "order_u1").total == 104.3


def test_a_refused_checkout_leaves_the_user_on_the_cart(phone: ShoppingPhone) -> None:
    phone.opened(("view_cart", {}))
    before = phone.world.state_hash()
    said = refused(phone.tries("checkout", payment_method="Amex ending 1001"))
    assert "The cart shows the payment methods." in said
    assert "Shopping__" not in said
    assert (phone.world.state_hash(), phone.stack) == (before, ["ShoppingHome", "CartView"])


def test_the_user_is_sent_to_the_list_of_codes_for_an_unknown_one(phone: ShoppingPhone) -> None:
    phone.opened(("view_cart", {}))
    assert "list of codes shows them" in refused(phone.tries("checkout", discount_code="NONE"))
