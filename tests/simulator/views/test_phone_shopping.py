"""The shop on the phone: cards, stock, codes, ways to pay, and orders in each of their states."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from simulator.phone.apps.shopping.views import ItemRow, ProductCard
from simulator.rendering.phone_html import render_phone
from simulator.showing.phone_picture import PhonePicture
from simulator.showing.tap_highlight import UserTap
from tests.simulator.showing.room import Room, picture_in, rooms_of
from tests.simulator.views.phone_html import Control, PhoneHtml

ROOMS = {room.name: room for room in rooms_of("shopping")}
ODD: tuple[Any, ...] = (None, 7, 2.5, True, ["a"], {"b": 1}, "", "  ", "<i>")


def picture(name: str) -> PhonePicture:
    return picture_in(ROOMS[name])


def page(name: str, tapped: UserTap | None = None) -> PhoneHtml:
    return PhoneHtml(render_phone(picture(name), tapped))


def ringed(found: PhoneHtml) -> Control:
    [control] = [control for control in found.controls if control.tapped]
    return control


def changed(of: PhonePicture, **fields: Any) -> str:
    return render_phone(msgspec.structs.replace(of, view=msgspec.structs.replace(of.view, **fields)))


def test_a_product_has_the_same_picture_wherever_it_stands() -> None:
    names = ("search", "product", "variant", "cart")
    assert all("#p-kettle" in render_phone(picture(name)) for name in names)
    assert all("ph-tone-c" in render_phone(picture(name)) for name in names)


def test_a_card_says_from_only_where_prices_differ() -> None:
    text = page("shop").text
    assert "from 64.00" in text
    assert "from 36.50" not in text
    assert "36.50" in text


@pytest.mark.parametrize(
    ("card", "said"),
    [
        (ProductCard("prod_1", "Lamp", "9.00", items=2, available=True), "2 variants"),
        (ProductCard("prod_1", "Lamp", "9.00", items=2), "Sold out"),
        (ProductCard("prod_1", "Lamp", ""), "Coming soon"),
    ],
)
def test_a_card_says_what_can_be_had(card: ProductCard, said: str) -> None:
    assert said in changed(picture("shop"), rows=(card,))


@pytest.mark.parametrize(
    ("row", "said"),
    [
        (ItemRow("item_1", "sage", "9.00", available=True), "In stock"),
        (ItemRow("item_1", "sage", "9.00", available=True, left=4), "4 left"),
        (ItemRow("item_1", "sage", "9.00", left=0), "Sold out"),
        (ItemRow("item_1", "sage", "9.00"), "Not for sale now"),
        (ItemRow("item_1", "", "9.00", available=True), "No options to choose"),
    ],
)
def test_a_variant_says_how_many_are_left(row: ItemRow, said: str) -> None:
    assert said in changed(picture("product"), rows=(row,))


def test_a_code_that_is_typed_is_taken_off_the_sum() -> None:
    typed = page("cart", UserTap("checkout", {"discount_code": " orchard10 "})).text
    assert "\N{MINUS SIGN}11.30" in typed
    assert "Check out, 101.70" in typed
    assert "Check out, 113.00" in page("cart").text


def test_a_code_that_has_expired_changes_no_sum() -> None:
    text = page("cart", UserTap("checkout", {"discount_code": "TEAHOUSE"})).text
    assert "TEAHOUSE has expired" in " ".join(text.split())
    assert "Check out, 113.00" in text


@pytest.mark.parametrize(
    ("method", "chosen"),
    [(None, "Card ending 4417"), ("card ending 0932", "Card ending 0932"), ("Gift card from Lerato", "Gift card")],
)
def test_one_way_to_pay_is_chosen(method: str | None, chosen: str) -> None:
    html = render_phone(picture("cart"), UserTap("checkout", {} if method is None else {"payment_method": method}))
    assert html.count("ph-pay--on") == 1
    assert f'ph-strong ph-wrap">{chosen}' in html.split("ph-pay--on")[1].split("ph-tag")[0]


def test_a_way_to_pay_says_what_is_wrong_with_it() -> None:
    text = page("cart").text
    assert "Does not work" in text
    assert "Above its limit" in text
    assert "Above its limit" not in changed(picture("cart"), total="80.00", codes=())


def test_taking_out_one_and_taking_out_all_are_two_controls() -> None:
    mugs = next(row for row in picture("cart").view.rows if row.quantity == 2)  # type: ignore[attr-defined]
    one = ringed(page("cart", UserTap("remove_item", {"item_id": mugs.item_id})))
    both = ringed(page("cart", UserTap("remove_item", {"item_id": mugs.item_id, "quantity": 2})))
    assert one.args == {"item_id": mugs.item_id}
    assert both.args == {"item_id": mugs.item_id, "quantity": 2}


def test_what_cannot_be_bought_any_more_says_why_in_the_cart() -> None:
    text = page("cart with problems").text
    assert "is sold out. Remove it from the cart." in text
    assert "Remove 1 of it from the cart." in text


@pytest.mark.parametrize(
    ("room", "said"),
    [
        ("order, shipped", "by tomorrow 12:00"),
        ("order, delayed", "by Mon 18 May 18:00"),
        ("order, delivered", "Thu 23 Apr 10:30"),
        ("order, refunded", "Paid back"),
        ("order, just cancelled", "Can no longer be cancelled"),
    ],
)
def test_an_order_tells_how_far_it_is(room: str, said: str) -> None:
    assert said in page(room).text


def test_an_order_has_one_present_stage_until_it_is_there() -> None:
    assert render_phone(picture("order, shipped")).count('aria-current="step"') == 1
    assert render_phone(picture("order, delivered")).count('aria-current="step"') == 0


@pytest.mark.parametrize("room", ROOMS.values(), ids=ROOMS.keys())
def test_no_currency_is_invented(room: Room) -> None:
    assert not set("€$£") & set(PhoneHtml(render_phone(picture_in(room))).text)


@pytest.mark.parametrize("odd", ODD)
def test_taps_with_arguments_of_any_kind_are_shown(odd: Any) -> None:
    for name, action, args in (
        ("cart", "checkout", {"discount_code": odd, "payment_method": odd}),
        ("cart", "remove_item", {"item_id": odd, "quantity": odd}),
        ("variant", "add_to_cart", {"quantity": odd}),
        ("shop", "search_products", {"query": odd}),
    ):
        found = page(name, UserTap(action, args))
        assert found.problems == []
        assert found.rings == (not found.unseen)
