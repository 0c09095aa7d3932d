"""Orders: looking at them, and cancelling those that are still to come."""

from __future__ import annotations

from typing import Any

import pytest

from simulator.phone.apps.shopping import Order
from simulator.phone.apps.shopping.order_views import BoughtRow, OrderPage, OrderRow, OrdersPage
from simulator.phone.screens import GoneView
from tests.simulator.phone.apps.app_phone import done, id_in, refused
from tests.simulator.phone.apps.shopping_phone import PRODUCTS, ShoppingPhone

STATUSES = ("processed", "shipped", "delayed", "delivered", "cancelled", "refunded")


@pytest.fixture
def phone() -> ShoppingPhone:
    return ShoppingPhone()


def with_order(status: str) -> ShoppingPhone:
    order = {"label": "it", "order": [{"item": "red", "quantity": 2}], "at": "-1d", "status": status}
    return ShoppingPhone([*PRODUCTS, order])


def to_order(phone: ShoppingPhone, label: str) -> ShoppingPhone:
    return phone.opened(("list_orders", {}), ("view_order", {"order_id": phone.id(label)}))


def test_orders_are_listed_newest_first_by_id(phone: ShoppingPhone) -> None:
    listed = done(phone.tries_tool("list_orders"))
    assert list(listed) == [phone.id("coming"), phone.id("came")]
    assert listed[phone.id("came")] == done(phone.tries_tool("get_order_details", order_id=phone.id("came")))


def test_an_order_is_told_with_names_sums_and_local_times(phone: ShoppingPhone) -> None:
    told = done(phone.tries_tool("get_order_details", order_id=phone.id("coming")))
    assert told == {
        "order_id": phone.id("coming"),
        "order_status": "shipped",
        "order_date": "2026-03-02 08:22:00",
        "order_total": 88.9,
        "order_items": [
            {
                "item_id": phone.id("apron_item"),
                "name": "Linen apron",
                "options": "",
                "quantity": 2,
                "price": 24.5,
                "sum": 49.0,
            },
            {
                "item_id": phone.id("red"),
                "name": "Heron kettle",
                "options": "red, 0.6 l",
                "quantity": 1,
                "price": 39.9,
                "sum": 39.9,
            },
        ],
        "discount_code": "",
        "discount": 0.0,
        "expected": "2026-03-07 08:22:00",
        "delivered": None,
        "refunded": 0.0,
        "refund_due": 0.0,
        "payment_method": "Visa ending 4410",
        "note": "",
    }


def test_reading_orders_changes_nothing(phone: ShoppingPhone) -> None:
    before = phone.world.state_hash()
    done(phone.tries_tool("list_orders"))
    done(phone.tries_tool("get_order_details", order_id=phone.id("came")))
    assert phone.world.state_hash() == before


@pytest.mark.parametrize("tool", ["get_order_details", "cancel_order"])
def test_an_unknown_order_is_refused_by_naming_the_tool_that_lists_orders(phone: ShoppingPhone, tool: str) -> None:
    assert "Shopping__list_orders" in refused(phone.tries_tool(tool, order_id="order_none"))


@pytest.mark.parametrize("status", STATUSES[:3])
def test_an_order_still_to_come_can_be_cancelled_and_goes_back_into_stock(status: str) -> None:
    phone = with_order(status)
    assert phone.id("it") in done(phone.tries_tool("cancel_order", order_id=phone.id("it")))
    assert phone.order("it").status == "cancelled"
    assert phone.item("red").stock == 5


@pytest.mark.parametrize("status", STATUSES[3:])
def test_an_order_that_is_over_cannot_be_cancelled(status: str) -> None:
    phone = with_order(status)
    said = refused(phone.tries_tool("cancel_order", order_id=phone.id("it")))
    assert f"is {status} and cannot be cancelled" in said
    assert "Only orders that are processed, shipped or delayed can be." in said
    assert phone.item("red").stock == 3


def test_cancelling_pays_nothing_back_by_itself() -> None:
    phone = with_order("shipped")
    done(phone.tries_tool("cancel_order", order_id=phone.id("it")))
    assert phone.order("it").refunded == 0


def test_what_is_plenty_stays_plenty_after_cancelling(phone: ShoppingPhone) -> None:
    done(phone.tries_tool("cancel_order", order_id=phone.id("coming")))
    assert phone.item("apron_item").stock is None


def test_nobody_is_told_of_what_the_assistant_cancels(phone: ShoppingPhone) -> None:
    done(phone.tries_tool("cancel_order", order_id=phone.id("coming")))
    assert (phone.told("user"), phone.told("assistant")) == ([], [])


def test_the_list_shows_what_was_ordered_when_and_how_it_stands(phone: ShoppingPhone) -> None:
    phone.opened(("list_orders", {}))
    page = phone.shows(OrdersPage)
    assert page.total == 2
    assert page.rows[0] == OrderRow(
        id=phone.id("coming"),
        what="Linen apron and 1 more item",
        status="shipped",
        ordered="2026-03-02 08:22:00",
        total="88.90",
        expected="2026-03-07 08:22:00",
    )
    assert (page.rows[1].what, page.rows[1].expected) == ("Morning mug", "")


def test_many_orders_are_paged() -> None:
    orders = [{"order": [{"item": "red"}], "at": f"-{n}h"} for n in range(1, 24)]
    phone = ShoppingPhone([*PRODUCTS, *orders]).opened(("list_orders", {}))
    assert len(phone.shows(OrdersPage).rows) == 10
    assert done(phone.tries("list_orders", offset=20)) == "Orders: 21 to 23 of 23."
    assert len(phone.shows(OrdersPage).rows) == 3
    assert phone.stack == ["ShoppingHome", "OrderListView"]


def test_an_order_opens_with_everything_about_it(phone: ShoppingPhone) -> None:
    page = to_order(phone, "coming").shows(OrderPage)
    assert phone.stack == ["ShoppingHome", "OrderListView", "OrderDetailView"]
    assert page.rows[0] == BoughtRow(phone.id("apron_item"), "Linen apron", "", 2, "24.50", "49.00")
    assert (page.items, page.total, page.status, page.can_cancel) == ("88.90", "88.90", "shipped", True)
    assert (page.ordered, page.expected) == ("2026-03-02 08:22:00", "2026-03-07 08:22:00")
    assert page.payment == "Visa ending 4410"


def test_an_order_that_came_shows_when(phone: ShoppingPhone) -> None:
    page = to_order(phone, "came").shows(OrderPage)
    assert (page.delivered, page.can_cancel) == ("2026-02-26 08:22:00", False)


def test_an_unknown_order_is_refused_to_the_user_too(phone: ShoppingPhone) -> None:
    phone.opened(("list_orders", {}))
    assert "The list of orders shows them" in refused(phone.tries("view_order", order_id="order_none"))


def test_looking_again_tells_how_the_order_stands_now(phone: ShoppingPhone) -> None:
    to_order(phone, "coming")
    done(phone.tries_world("update_order_status", order_id=phone.id("coming"), status="delayed"))
    assert done(phone.tries("view_order")) == "The order of Linen apron and 1 more item is delayed."
    assert phone.shows(OrderPage).status == "delayed"


def test_the_user_cancels_an_order_and_stays(phone: ShoppingPhone) -> None:
    to_order(phone, "coming")
    assert done(phone.tries("cancel_order")) == "The order of Linen apron and 1 more item is cancelled. Refund: 88.90."
    assert phone.shows(OrderPage).status == "cancelled"
    assert phone.item("red").stock == 4
    assert "cannot be cancelled" in refused(phone.tries("cancel_order"))


def test_the_user_cannot_cancel_what_has_come(phone: ShoppingPhone) -> None:
    before = to_order(phone, "came").world.state_hash()
    assert "is delivered" in refused(phone.tries("cancel_order"))
    assert phone.world.state_hash() == before


@pytest.mark.parametrize("tap", ["view_order", "cancel_order"])
def test_an_order_that_has_gone_says_so(phone: ShoppingPhone, tap: str) -> None:
    to_order(phone, "coming").drop(Order, "coming")
    assert phone.shows(GoneView).text == "This order is no longer there."
    assert "unknown_record" in refused(phone.tries(tap))


def test_buying_and_cancelling_leaves_the_stock_as_it_was(phone: ShoppingPhone) -> None:
    phone.filled(red=3)
    order_id = id_in(done(phone.tries_tool("checkout")))
    assert phone.item("red").stock == 0
    done(phone.tries_tool("cancel_order", order_id=order_id))
    assert phone.item("red").stock == 3


@pytest.mark.parametrize("zone", ["Asia/Tokyo", "America/New_York"])
def test_times_of_orders_are_local(zone: str) -> None:
    phone = ShoppingPhone(zone=zone)
    told: dict[str, Any] = done(phone.tries_tool("get_order_details", order_id=phone.id("coming")))
    assert told["expected"] == "2026-03-07 08:22:00"


def test_the_assistant_is_told_what_an_order_costs_and_what_a_cancellation_pays_back() -> None:
    phone = ShoppingPhone()
    phone.tool("add_to_cart", item_id=phone.id("red"), quantity=2)
    said = phone.tool("checkout", discount_code="SPRING10")
    order = phone.get(Order, id_in(said))
    assert f"Order {order.id} is placed: 2 x" in said
    assert f"Total {order.total:.2f}, discount {order.discount:.2f} (SPRING10), paid with {order.payment}." in said
    cancelled = phone.tool("cancel_order", order_id=order.id)
    assert cancelled.endswith(f"Refund: {order.total:.2f} to {order.payment}.")
    told = phone.tool("get_order_details", order_id=order.id)
    assert (told["refund_due"], told["refunded"]) == (order.total, 0)
    phone.opened(("list_orders", {}), ("view_order", {"order_id": order.id}))
    assert phone.shows(OrderPage).refund_due == f"{order.total:.2f}"
    phone.world_does("refund_order", order_id=order.id)
    told = phone.tool("get_order_details", order_id=order.id)
    assert (told["refund_due"], told["refunded"]) == (0, order.total)
