"""The cart: filled and emptied by either side, never beyond what there is."""

from __future__ import annotations

import pytest

from simulator.phone.apps.shopping import CartLine, Item
from simulator.phone.apps.shopping.order_views import CartPage, CodeOffer, PaymentRow
from tests.simulator.phone.apps.app_phone import done, refused
from tests.simulator.phone.apps.shopping_phone import SHOP, ShoppingPhone


@pytest.fixture
def phone() -> ShoppingPhone:
    return ShoppingPhone()


def test_adding_gives_the_id_of_the_item(phone: ShoppingPhone) -> None:
    assert phone.id("red") in done(phone.tries_tool("add_to_cart", item_id=phone.id("red")))
    assert phone.cart() == {"red": 1}


def test_adding_the_same_item_again_adds_up_in_one_line(phone: ShoppingPhone) -> None:
    phone.filled(red=1).filled(red=2)
    assert phone.cart() == {"red": 3}
    assert len(phone.all(CartLine)) == 1


def test_filling_the_cart_takes_nothing_out_of_stock(phone: ShoppingPhone) -> None:
    phone.filled(red=3)
    assert phone.item("red").stock == 3


@pytest.mark.parametrize("quantity", [0, -1, 1000, 2**62])
def test_an_impossible_quantity_is_refused(phone: ShoppingPhone, quantity: int) -> None:
    said = refused(phone.tries_tool("add_to_cart", item_id=phone.id("sage"), quantity=quantity))
    assert said == "bad_argument: The quantity is out of range. Give 1 to 999."


def test_more_than_is_left_is_refused_naming_how_many_there_are(phone: ShoppingPhone) -> None:
    said = refused(phone.tries_tool("add_to_cart", item_id=phone.id("red"), quantity=4))
    assert said == "not_available: Only 3 of 'Heron kettle (red, 0.6 l)' are left. Add at most 3."


def test_what_is_in_the_cart_counts_against_the_stock(phone: ShoppingPhone) -> None:
    phone.filled(red=2)
    said = refused(phone.tries_tool("add_to_cart", item_id=phone.id("red"), quantity=2))
    assert "and 2 are in the cart already. Add at most 1." in said
    phone.filled(red=1)
    assert "choose another item" in refused(phone.tries_tool("add_to_cart", item_id=phone.id("red")))
    assert phone.cart() == {"red": 3}


def test_no_more_than_fit_are_taken_of_what_is_plenty(phone: ShoppingPhone) -> None:
    phone.filled(sage=999)
    assert "At most 999" in refused(phone.tries_tool("add_to_cart", item_id=phone.id("sage")))


@pytest.mark.parametrize(("label", "word"), [("cream", "cannot be bought now"), ("mug_item", "is sold out")])
def test_what_is_not_for_sale_cannot_be_added(phone: ShoppingPhone, label: str, word: str) -> None:
    assert word in refused(phone.tries_tool("add_to_cart", item_id=phone.id(label)))


def test_an_unknown_item_is_refused_by_naming_the_tool_that_gives_ids(phone: ShoppingPhone) -> None:
    assert "Shopping__get_product_details" in refused(phone.tries_tool("add_to_cart", item_id="item_none"))


def test_the_id_of_a_product_is_answered_with_its_items(phone: ShoppingPhone) -> None:
    said = refused(phone.tries_tool("add_to_cart", item_id=phone.id("kettle")))
    assert "is a product, not an item" in said
    assert all(phone.id(label) in said for label in ("red", "sage", "cream"))


def test_removing_some_leaves_the_rest(phone: ShoppingPhone) -> None:
    phone.filled(red=3)
    assert phone.id("red") in done(phone.tries_tool("remove_from_cart", item_id=phone.id("red"), quantity=2))
    assert phone.cart() == {"red": 1}


def test_removing_all_drops_the_line(phone: ShoppingPhone) -> None:
    phone.filled(red=2)
    done(phone.tries_tool("remove_from_cart", item_id=phone.id("red"), quantity=2))
    assert phone.all(CartLine) == []


def test_more_than_is_there_cannot_be_removed(phone: ShoppingPhone) -> None:
    phone.filled(red=2)
    said = refused(phone.tries_tool("remove_from_cart", item_id=phone.id("red"), quantity=3))
    assert "Only 2" in said
    assert "at most 2" in said


@pytest.mark.parametrize("quantity", [0, -3])
def test_removing_nothing_is_refused(phone: ShoppingPhone, quantity: int) -> None:
    phone.filled(red=2)
    assert "Give 1" in refused(phone.tries_tool("remove_from_cart", item_id=phone.id("red"), quantity=quantity))


def test_what_is_not_in_the_cart_is_refused_by_naming_the_tool_that_lists_it(phone: ShoppingPhone) -> None:
    assert "Shopping__list_cart" in refused(phone.tries_tool("remove_from_cart", item_id=phone.id("red")))


def test_listing_the_cart_gives_names_prices_and_the_exact_total(phone: ShoppingPhone) -> None:
    phone.filled(red=3, apron_item=1)
    listed = done(phone.tries_tool("list_cart"))
    assert listed["total"] == 144.2
    kettle, apron = listed["items"]
    assert kettle == {
        "item_id": phone.id("red"),
        "product_id": phone.id("kettle"),
        "name": "Heron kettle",
        "options": {"colour": "red", "size": "0.6 l"},
        "quantity": 3,
        "price": 39.9,
        "sum": 119.7,
        "available": True,
    }
    assert (apron["name"], apron["sum"]) == ("Linen apron", 24.5)


def test_an_empty_cart_costs_nothing(phone: ShoppingPhone) -> None:
    assert done(phone.tries_tool("list_cart")) == {"items": [], "total": 0.0}


def test_listing_the_cart_changes_nothing(phone: ShoppingPhone) -> None:
    phone.filled(red=1)
    before = phone.world.state_hash()
    done(phone.tries_tool("list_cart"))
    assert phone.world.state_hash() == before


def test_a_line_that_can_no_longer_be_bought_says_why(phone: ShoppingPhone) -> None:
    phone.filled(red=3, sage=1)
    done(phone.tries_world("update_item", item_id=phone.id("red"), new_stock=1))
    done(phone.tries_world("update_item", item_id=phone.id("sage"), new_availability=False))
    red, sage = done(phone.tries_tool("list_cart"))["items"]
    assert (red["available"], sage["available"]) == (False, False)
    assert red["problem"].startswith("Only 1 of")
    assert red["problem"].endswith("Remove 2 of it from the cart.")
    assert "cannot be bought any more" in sage["problem"]


def test_the_users_cart_shows_lines_sums_codes_and_ways_to_pay(phone: ShoppingPhone) -> None:
    phone.filled(red=1, sage=1, apron_item=1).opened(("view_cart", {}))
    page = phone.shows(CartPage)
    assert [(row.product, row.options, row.quantity, row.sum) for row in page.rows] == [
        ("Heron kettle", "red, 0.6 l", 1, "39.90"),
        ("Heron kettle", "sage, 0.9 l", 1, "69.00"),
        ("Linen apron", "", 1, "24.50"),
    ]
    assert (page.pieces, page.total) == (3, "133.40")
    assert page.codes == (
        CodeOffer("APRON5", "5 %", "1.23", "132.17"),
        CodeOffer("OLD20", "20 %", "0.00", "133.40", "2026-03-04 08:22:00", expired=True),
        CodeOffer("SPRING10", "10 %", "10.89", "122.51", "2026-03-06 08:22:00"),
    )
    assert page.payments == (
        PaymentRow(phone.id("visa"), "Visa ending 4410", preferred=True, working=True),
        PaymentRow(phone.id("broken"), "Amex ending 1001"),
        PaymentRow(phone.id("small"), "Gift card", working=True, limit="50.00"),
    )


def test_an_empty_cart_shows_no_lines(phone: ShoppingPhone) -> None:
    page = phone.opened(("view_cart", {})).shows(CartPage)
    assert (page.rows, page.pieces, page.total, page.codes) == ((), 0, "0.00", ())


def test_the_user_removes_an_item_and_stays(phone: ShoppingPhone) -> None:
    phone.filled(red=2).opened(("view_cart", {}))
    said = done(phone.tries("remove_item", item_id=phone.id("red")))
    assert said == "1 x Heron kettle (red, 0.6 l) is out of the cart."
    assert (phone.cart(), phone.stack) == ({"red": 1}, ["ShoppingHome", "CartView"])


def test_the_user_cannot_remove_what_is_not_there(phone: ShoppingPhone) -> None:
    phone.opened(("view_cart", {}))
    assert "The cart shows what is in it" in refused(phone.tries("remove_item", item_id=phone.id("red")))


def test_a_line_whose_item_has_gone_can_still_be_removed(phone: ShoppingPhone) -> None:
    phone.filled(red=1).opened(("view_cart", {}))
    phone.drop(Item, "red")
    assert [(row.product, row.price) for row in phone.shows(CartPage).rows] == [("An item that is no longer sold", "")]
    assert done(phone.tries_tool("list_cart"))["items"][0]["available"] is False
    done(phone.tries("remove_item", item_id=phone.id("red")))
    assert phone.all(CartLine) == []


def test_what_the_user_does_is_done_once_and_in_the_users_name(phone: ShoppingPhone) -> None:
    phone.opened(
        ("view_product", {"product_id": phone.id("kettle")}),
        ("view_variant", {"item_id": phone.id("red")}),
        ("add_to_cart", {}),
    )
    assert [line.id for line in phone.all(CartLine)] == ["line_u1"]
    assert phone.cart() == {"red": 1}


def test_a_cart_may_be_seeded() -> None:
    phone = ShoppingPhone([*SHOP, {"label": "mine", "cart": "red", "quantity": 2}])
    assert phone.cart() == {"red": 2}
    assert phone.get(CartLine, "mine").quantity == 2
