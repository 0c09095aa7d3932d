"""What the world does in the shop, and what each side is told of it."""

from __future__ import annotations

from typing import Any

import pytest

from simulator.phone.actions import NOTHING
from simulator.phone.apps.shopping import Code, Item, Order, Payment, Product, Shopping
from simulator.phone.apps.shopping.order_views import OrderPage
from simulator.phone.apps.shopping.views import CodesPage, ProductPage, VariantPage
from tests.simulator.phone.apps.app_phone import done, id_in, refused
from tests.simulator.phone.apps.shopping_phone import ORDERS, PRODUCTS, ShoppingPhone


@pytest.fixture
def phone() -> ShoppingPhone:
    return ShoppingPhone()


def news(phone: ShoppingPhone) -> tuple[tuple[str, str], str]:
    """The last notice: title and text for the user, text for the assistant."""
    shown, told = phone.told("user")[-1], phone.told("assistant")[-1]
    assert shown.about == told.about
    return (shown.title, shown.text), told.text


def tells_nobody(phone: ShoppingPhone, name: str, /, **args: Any) -> str:
    before = phone.world.state_hash()
    said = refused(phone.tries_world(name, **args))
    assert (phone.told("user"), phone.told("assistant"), phone.world.state_hash()) == ([], [], before)
    return said


def test_the_published_events_have_their_arguments_first() -> None:
    usage = {name: event.usage for name, event in Shopping().events.items()}
    assert usage == {
        "add_product": "name",
        "add_item_to_product": "product_id, price, options=None, available=True, stock=None",
        "update_item": "item_id, new_price=None, new_availability=None, new_stock=None",
        "add_discount_code": "item_id, discount_code, expires=None",
        "update_order_status": "order_id, status='shipped', expected=None, message=''",
        "cancel_order": "order_id, message=''",
        "refund_order": "order_id, amount=None, message=''",
        "update_payment": "payment_id, working",
    }


def test_a_new_product_is_announced_by_name(phone: ShoppingPhone) -> None:
    product_id = done(phone.tries_world("add_product", name="  Oak  board "))
    assert phone.get(Product, product_id).name == "Oak board"
    assert news(phone) == (("New product", "Oak board"), f"New product: Oak board. Product id: {product_id}.")


def test_a_product_without_a_name_does_not_come(phone: ShoppingPhone) -> None:
    assert "no name" in tells_nobody(phone, "add_product", name=" ")


def test_a_product_takes_the_id_that_was_kept_for_it(phone: ShoppingPhone) -> None:
    assert done(phone.tries_world("add_product", (Product.table, "prod_kept"), name="Board")) == "prod_kept"


def test_an_item_takes_the_id_that_was_kept_for_it(phone: ShoppingPhone) -> None:
    args = {"product_id": phone.id("tray"), "price": 5}
    assert done(phone.tries_world("add_item_to_product", (Item.table, "item_kept"), **args)) == "item_kept"


def test_a_new_item_tells_the_user_the_price_and_the_assistant_the_options_too(phone: ShoppingPhone) -> None:
    options = {"wood": "oak", "handles": True, "kilos": 1.5}
    item_id = done(
        phone.tries_world("add_item_to_product", product_id=phone.id("tray"), price=12.345, options=options, stock=4)
    )
    item = phone.get(Item, item_id)
    assert (item.price, item.stock) == (12.35, 4)
    assert item.options == (("handles", "yes"), ("kilos", "1.5"), ("wood", "oak"))
    shown, full = news(phone)
    assert shown == ("New at Tea tray", "12.35")
    assert full == (
        "New item of Tea tray: 12.35. Options: handles yes, kilos 1.5, wood oak. In stock: 4. "
        f"Item id: {item_id}. Product id: {phone.id('tray')}."
    )


def test_a_new_item_that_cannot_be_bought_yet_says_so(phone: ShoppingPhone) -> None:
    done(phone.tries_world("add_item_to_product", product_id=phone.id("tray"), price=5, available=False))
    assert news(phone)[0] == ("New at Tea tray", "5.00, not available")


@pytest.mark.parametrize(
    ("args", "word"),
    [
        ({"product_id": "prod_none"}, "There is no product"),
        ({"price": -1}, "price cannot be -1"),
        ({"price": 1e300}, "price cannot be 1e+300"),
        ({"stock": -1}, "stock is out of range"),
        ({"options": {" ": "red"}}, "An option has no name"),
    ],
)
def test_an_impossible_item_does_not_come(phone: ShoppingPhone, args: dict[str, Any], word: str) -> None:
    assert word in tells_nobody(phone, "add_item_to_product", **{"product_id": phone.id("tray"), "price": 5, **args})


@pytest.mark.parametrize(
    ("change", "text"),
    [
        ({"new_price": 29.9}, "Now 29.90, was 39.90."),
        ({"new_availability": False}, "No longer available."),
        ({"new_stock": 1}, "1 left."),
        ({"new_stock": 0}, "Sold out."),
        ({"new_price": 45, "new_availability": False, "new_stock": 3}, "Now 45.00, was 39.90. No longer available."),
    ],
)
def test_a_changed_item_is_announced_by_name(phone: ShoppingPhone, change: dict[str, Any], text: str) -> None:
    done(phone.tries_world("update_item", item_id=phone.id("red"), **change))
    shown, full = news(phone)
    assert shown == ("Heron kettle (red, 0.6 l)", text)
    assert full.startswith(f"Heron kettle (red, 0.6 l): {text}")
    assert f"Item id: {phone.id('red')}." in full


def test_an_item_may_come_back(phone: ShoppingPhone) -> None:
    done(phone.tries_world("update_item", item_id=phone.id("cream"), new_availability=True))
    assert news(phone)[0][1] == "Available again."
    phone.filled(cream=1)


@pytest.mark.parametrize(
    ("change", "word"),
    [
        ({}, "The update is empty"),
        ({"new_price": 39.9, "new_stock": 3}, "already has these values"),
        ({"new_price": -0.01}, "new_price cannot be"),
        ({"new_stock": -2}, "new_stock is out of range"),
        ({"item_id": "item_none", "new_price": 5}, "There is no item"),
    ],
)
def test_an_impossible_change_of_an_item_tells_nobody(phone: ShoppingPhone, change: dict[str, Any], word: str) -> None:
    assert word in tells_nobody(phone, "update_item", **{"item_id": phone.id("red"), **change})


def test_a_new_code_shows_the_user_the_item_only(phone: ShoppingPhone) -> None:
    args = {"discount_code": {"HELLO": 15, "BYE": 2.5}, "expires": "2026-03-09 18:00:00"}
    code_id = done(phone.tries_world("add_discount_code", item_id=phone.id("apron_item"), **args))
    assert phone.get(Code, code_id).code == "HELLO"
    shown, full = news(phone)
    assert shown == ("New discount", "Linen apron")
    assert full == (
        "New discount for Linen apron. HELLO: 15 %, BYE: 2.5 %. Valid until 2026-03-09 18:00:00. "
        f"Item id: {phone.id('apron_item')}."
    )


def test_a_new_code_can_be_used(phone: ShoppingPhone) -> None:
    done(phone.tries_world("add_discount_code", item_id=phone.id("apron_item"), discount_code={"HELLO": 50}))
    phone.filled(apron_item=1)
    assert phone.get(Order, id_in(done(phone.tries_tool("checkout", discount_code="hello")))).total == 12.25


def test_a_code_that_the_item_had_holds_anew(phone: ShoppingPhone) -> None:
    args = {"item_id": phone.id("red"), "discount_code": {"old20": 25}}
    assert done(phone.tries_world("add_discount_code", (Code.table, "code_kept"), **args)) == "code_kept"
    told = done(phone.tries_tool("get_discount_code_info", discount_code="OLD20"))
    assert (told[phone.id("red")]["percent"], told[phone.id("red")]["expires"]) == (25.0, None)


@pytest.mark.parametrize(
    ("args", "word"),
    [
        ({"discount_code": {}}, "has no code"),
        ({"discount_code": {" ": 5}}, "an empty one"),
        ({"discount_code": {"A": 5, "a ": 6}}, "one twice"),
        ({"discount_code": {"A": 0}}, "cannot take 0 % off"),
        ({"discount_code": {"A": 0.001}}, "cannot take 0.001 % off"),
        ({"discount_code": {"A": 101}}, "cannot take 101 % off"),
        ({"item_id": "item_none"}, "There is no item"),
        ({"expires": "soon"}, "expires"),
    ],
)
def test_an_impossible_code_does_not_come(phone: ShoppingPhone, args: dict[str, Any], word: str) -> None:
    sound = {"item_id": phone.id("red"), "discount_code": {"A": 5}}
    assert word in tells_nobody(phone, "add_discount_code", **{**sound, **args})


def test_an_order_is_shipped_unless_it_says_otherwise() -> None:
    phone = ShoppingPhone([*PRODUCTS, {"label": "new", "order": [{"item": "sage"}], "at": "-1h"}])
    done(phone.tries_world("update_order_status", order_id=phone.id("new")))
    assert phone.order("new").status == "shipped"


def test_news_of_an_order_name_what_was_ordered(phone: ShoppingPhone) -> None:
    message = "The parcel is stuck in customs, we are sorry."
    args = {"status": "delayed", "expected": "2026-03-10 12:00:00", "message": message}
    done(phone.tries_world("update_order_status", order_id=phone.id("coming"), **args))
    order = phone.order("coming")
    assert (order.status, order.note) == ("delayed", message)
    assert phone.world.show(order.expected_at or 0) == "2026-03-10 12:00:00"
    shown, full = news(phone)
    assert shown == (
        "Order delayed",
        "Linen apron and 1 more item. Expected 2026-03-10 12:00:00. The parcel is stuck ...",
    )
    assert full == (
        f"Order {order.id} is delayed: 2 x Linen apron, 1 x Heron kettle (red, 0.6 l). "
        f"Expected 2026-03-10 12:00:00. {message}"
    )


def test_a_delivered_order_keeps_the_time(phone: ShoppingPhone) -> None:
    done(phone.tries_world("update_order_status", order_id=phone.id("coming"), status="delivered"))
    assert phone.order("coming").delivered_at == phone.world.now
    assert news(phone)[0] == ("Order delivered", "Linen apron and 1 more item.")


def test_an_order_may_be_delayed_again_with_a_new_time(phone: ShoppingPhone) -> None:
    for day in ("09", "11"):
        args = {"status": "delayed", "expected": f"2026-03-{day} 12:00:00"}
        done(phone.tries_world("update_order_status", order_id=phone.id("coming"), **args))
    assert phone.world.show(phone.order("coming").expected_at or 0) == "2026-03-11 12:00:00"


def test_the_last_word_of_the_shop_stays_until_there_is_another(phone: ShoppingPhone) -> None:
    done(phone.tries_world("update_order_status", order_id=phone.id("coming"), status="delayed", message="Snow."))
    done(phone.tries_world("update_order_status", order_id=phone.id("coming"), status="shipped"))
    assert phone.order("coming").note == "Snow."


@pytest.mark.parametrize(
    ("label", "args", "word"),
    [
        ("coming", {"status": "shipped"}, "is shipped already"),
        ("came", {"status": "shipped"}, "is delivered, so it cannot become shipped"),
        ("came", {"status": "cancelled"}, "cannot be cancelled"),
        ("coming", {"status": "lost"}, "status"),
        ("coming", {"status": "delivered", "expected": "2026-03-10 12:00:00"}, "no longer expected"),
        ("coming", {"status": "delayed", "expected": "later"}, "expected"),
    ],
)
def test_an_impossible_move_of_an_order_tells_nobody(
    phone: ShoppingPhone, label: str, args: dict[str, Any], word: str
) -> None:
    assert word in tells_nobody(phone, "update_order_status", order_id=phone.id(label), **args)


@pytest.mark.parametrize("event", ["update_order_status", "cancel_order", "refund_order"])
def test_an_unknown_order_fails_the_event(phone: ShoppingPhone, event: str) -> None:
    assert "There is no order" in tells_nobody(phone, event, order_id="order_none")


@pytest.mark.parametrize(("event", "args"), [("cancel_order", {}), ("update_order_status", {"status": "cancelled"})])
def test_what_the_shop_cancels_goes_back_into_stock(phone: ShoppingPhone, event: str, args: dict[str, Any]) -> None:
    done(phone.tries_world(event, order_id=phone.id("coming"), message="Out of stock.", **args))
    order = phone.order("coming")
    assert (order.status, order.note, phone.item("red").stock) == ("cancelled", "Out of stock.", 4)
    shown, full = news(phone)
    assert shown == ("Order cancelled", "Linen apron and 1 more item. Out of stock.")
    assert order.id in full


def test_a_refund_pays_all_back_unless_it_says_otherwise(phone: ShoppingPhone) -> None:
    done(phone.tries_world("refund_order", order_id=phone.id("came"), message="Sorry."))
    order = phone.order("came")
    assert (order.status, order.refunded, order.note) == ("refunded", 11.05, "Sorry.")
    shown, full = news(phone)
    assert shown == ("Refund", "11.05 for Morning mug. Sorry.")
    assert full == (
        f"Refund of 11.05 for order {order.id}, which is refunded: 1 x Morning mug. "
        "Paid back so far: 11.05 of 11.05. Sorry."
    )


def test_a_part_may_be_paid_back_and_later_the_rest(phone: ShoppingPhone) -> None:
    done(phone.tries_world("refund_order", order_id=phone.id("came"), amount=5))
    assert (phone.order("came").status, phone.order("came").refunded) == ("delivered", 5.0)
    done(phone.tries_world("refund_order", order_id=phone.id("came")))
    assert (phone.order("came").status, phone.order("came").refunded) == ("refunded", 11.05)
    assert news(phone)[0][1] == "6.05 for Morning mug."


def test_a_refunded_order_that_was_to_come_goes_back_into_stock(phone: ShoppingPhone) -> None:
    done(phone.tries_world("update_order_status", order_id=phone.id("coming"), status="refunded"))
    assert (phone.order("coming").refunded, phone.item("red").stock) == (88.9, 4)


def test_a_cancelled_order_is_refunded_without_a_second_return_to_stock(phone: ShoppingPhone) -> None:
    done(phone.tries_tool("cancel_order", order_id=phone.id("coming")))
    done(phone.tries_world("refund_order", order_id=phone.id("coming")))
    assert (phone.order("coming").status, phone.item("red").stock) == ("refunded", 4)


@pytest.mark.parametrize("amount", [0, -5, 11.06, 0.001, 1e300])
def test_an_impossible_refund_does_not_come(phone: ShoppingPhone, amount: float) -> None:
    assert "up to 11.05" in tells_nobody(phone, "refund_order", order_id=phone.id("came"), amount=amount)


def test_what_is_paid_back_whole_cannot_be_paid_back_again(phone: ShoppingPhone) -> None:
    done(phone.tries_world("refund_order", order_id=phone.id("came")))
    assert "is refunded in full" in refused(phone.tries_world("refund_order", order_id=phone.id("came")))


def test_a_way_to_pay_that_stops_working_is_announced_and_declined(phone: ShoppingPhone) -> None:
    done(phone.tries_world("update_payment", payment_id=phone.id("visa"), working=False))
    assert phone.get(Payment, "visa").working is False
    shown, full = news(phone)
    assert shown == ("Payment method", "Visa ending 4410 does not work at present.")
    assert phone.id("visa") in full
    assert "payment_declined" in refused(phone.filled(apron_item=1).tries_tool("checkout"))


def test_a_way_to_pay_may_work_again(phone: ShoppingPhone) -> None:
    done(phone.tries_world("update_payment", payment_id=phone.id("broken"), working=True))
    assert news(phone)[0][1] == "Amex ending 1001 works again."


def test_a_way_to_pay_that_stays_as_it_is_tells_nobody(phone: ShoppingPhone) -> None:
    assert "already works" in tells_nobody(phone, "update_payment", payment_id=phone.id("visa"), working=True)
    said = tells_nobody(phone, "update_payment", payment_id="pay_none", working=True)
    assert "Shopping__list_payment_methods" in said


def test_the_user_reads_no_ids(phone: ShoppingPhone) -> None:
    done(phone.tries_world("add_product", name="Board"))
    done(phone.tries_world("add_item_to_product", product_id=phone.id("tray"), price=5))
    done(phone.tries_world("update_item", item_id=phone.id("red"), new_price=5))
    done(phone.tries_world("add_discount_code", item_id=phone.id("red"), discount_code={"NEW": 5}))
    done(phone.tries_world("update_order_status", order_id=phone.id("coming"), status="delayed"))
    done(phone.tries_world("refund_order", order_id=phone.id("came"), amount=5))
    done(phone.tries_world("cancel_order", order_id=phone.id("coming")))
    ids = {record.id for cls in phone.app.records for record in phone.all(cls)}
    texts = [f"{notice.title} {notice.text}" for notice in phone.told("user")]
    assert len(texts) == 7
    assert not [text for text in texts if any(one in text for one in ids)]
    assert "NEW" not in " ".join(texts)


@pytest.mark.parametrize(
    ("event", "args", "view"),
    [
        ("add_product", {"name": "Board"}, ProductPage),
        ("update_item", {"item_id": "red", "new_price": 5}, VariantPage),
        ("add_discount_code", {"item_id": "red", "discount_code": {"NEW": 5}}, CodesPage),
        ("update_order_status", {"order_id": "coming", "status": "delayed"}, OrderPage),
    ],
)
def test_a_tap_on_the_news_opens_what_it_is_about(
    phone: ShoppingPhone, event: str, args: dict[str, Any], view: Any
) -> None:
    known = {name: phone.id(value) if value in ("red", "coming") else value for name, value in args.items()}
    done(phone.tries_world(event, **known))
    phone.taps_all(("go_home", {}), ("open_notifications", {}), ("open_notification", {"notification_id": "1"}))
    assert phone.shows(view)
    assert phone.stack[0] == "ShoppingHome"


@pytest.mark.parametrize("zone", ["Asia/Tokyo", "America/New_York"])
def test_times_in_news_are_local(zone: str) -> None:
    phone = ShoppingPhone(
        [*PRODUCTS, *ORDERS[1:], {"label": "new", "order": [{"item": "sage"}], "at": "-1h"}], zone=zone
    )
    done(phone.tries_world("update_order_status", order_id=phone.id("new"), expected="2026-03-10 12:00:00"))
    assert "Expected 2026-03-10 12:00:00." in phone.told("user")[-1].text


def test_events_say_what_they_bring() -> None:
    makes = {name: event.mark.makes for name, event in Shopping().events.items()}
    assert {name: table for name, table in makes.items() if table != NOTHING} == {
        "add_product": "shopping.product",
        "add_item_to_product": "shopping.item",
        "add_discount_code": "shopping.code",
    }
