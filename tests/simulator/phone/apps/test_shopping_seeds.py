"""The shop in a scenario file."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from simulator.phone.apps.shopping import CartLine, Code, Item, Order, Payment, Product
from simulator.phone.errors import ActionError
from simulator.phone.plot import SeedError
from tests.simulator.phone.apps.shopping_phone import PRODUCTS, SHOP, ShoppingPhone


def wrong(seed: dict[str, Any], before: list[dict[str, Any]] | None = None) -> tuple[str, str]:
    """The field and the words of a seed that must be refused."""
    with pytest.raises(SeedError) as caught:
        ShoppingPhone([*(SHOP if before is None else before), seed])
    return caught.value.field, str(caught.value)


def planted(*seeds: dict[str, Any]) -> ShoppingPhone:
    return ShoppingPhone([*PRODUCTS, *seeds])


def test_a_product_has_its_items() -> None:
    phone = planted()
    assert phone.get(Product, "kettle") == Product(
        id=phone.id("kettle"), name="Heron kettle", description="Boils quietly."
    )
    assert phone.item("red") == Item(
        id=phone.id("red"),
        product_id=phone.id("kettle"),
        price=39.9,
        options=(("colour", "red"), ("size", "0.6 l")),
        stock=3,
    )


def test_a_price_on_the_product_makes_its_only_item() -> None:
    phone = planted()
    item = phone.item("apron_item")
    assert (item.product_id, item.price, item.options, item.available) == (phone.id("apron"), 24.5, (), True)


def test_a_product_may_be_without_items_at_first() -> None:
    phone = planted()
    assert not [item for item in phone.all(Item) if item.product_id == phone.id("tray")]


def test_an_order_sums_up_its_lines() -> None:
    phone = ShoppingPhone()
    order = phone.order("coming")
    assert (order.total, order.status, order.payment) == (88.9, "shipped", "Visa ending 4410")
    assert phone.world.show(order.ordered_at) == "2026-03-02 08:22:00"
    assert phone.world.show(order.expected_at or 0) == "2026-03-07 08:22:00"


def test_an_order_in_the_file_takes_nothing_out_of_stock() -> None:
    assert ShoppingPhone().item("red").stock == 3


def test_a_total_in_the_file_counts() -> None:
    order = planted({"label": "o", "order": [{"item": "red"}], "at": "-1d", "total": 20}).order("o")
    assert (order.total, order.discount) == (20.0, 0.0)


def test_an_old_order_remembers_what_a_piece_cost_then() -> None:
    order = planted({"label": "o", "order": [{"item": "red", "quantity": 2, "price": 30}], "at": "-90d"}).order("o")
    assert ([line.price for line in order.lines], order.total) == ([30.0], 60.0)


def test_an_order_with_a_code_is_cheaper() -> None:
    code = {"code": "TEN", "percent": 10, "items": ["red"]}
    order = planted(code, {"label": "o", "order": [{"item": "red"}], "at": "-1d", "code": "TEN"}).order("o")
    assert (order.total, order.discount, order.discount_code) == (35.91, 3.99, "TEN")


def test_an_order_with_an_old_code_and_a_total_knows_its_discount() -> None:
    seed = {"label": "o", "order": [{"item": "red"}], "at": "-1d", "code": "GONE", "total": 30}
    order = planted(seed).order("o")
    assert (order.total, order.discount) == (30.0, 9.9)


def test_a_refunded_order_is_paid_back() -> None:
    seed = {"label": "o", "order": [{"item": "red"}], "at": "-9d", "status": "refunded", "delivered": "-5d"}
    order = planted(seed).order("o")
    assert (order.refunded, order.delivered_at is not None) == (39.9, True)


def test_a_delivered_order_came_when_it_was_expected_unless_it_says() -> None:
    phone = ShoppingPhone()
    assert phone.order("came").delivered_at == phone.order("came").expected_at
    said = {"order": [{"item": "red"}], "at": "-9d", "status": "delivered", "expected": "-7d", "delivered": "-6d"}
    other = planted({"label": "o", **said})
    assert other.world.show(other.order("o").delivered_at or 0) == "2026-02-27 08:22:00"


def test_the_way_an_order_was_paid_may_be_a_name() -> None:
    seed = {"label": "o", "order": [{"item": "red"}], "at": "-1d", "payment": "Bank transfer", "note": "Thanks!"}
    assert (planted(seed).order("o").payment, planted(seed).order("o").note) == ("Bank transfer", "Thanks!")


def test_the_label_of_a_product_with_one_item_stands_for_the_item() -> None:
    phone = planted({"cart": "apron", "quantity": 2})
    assert phone.cart() == {"apron_item": 2}


def test_a_code_for_a_product_covers_all_its_items() -> None:
    phone = planted({"code": "ALL", "percent": 5, "items": ["kettle", "red"]})
    assert {code.item_id for code in phone.all(Code)} == {phone.id(label) for label in ("red", "sage", "cream")}


def test_the_label_of_a_code_means_its_first_item() -> None:
    phone = ShoppingPhone()
    assert (phone.get(Code, "spring").code, phone.get(Code, "spring").item_id) == ("SPRING10", phone.id("red"))


def test_named_ways_to_pay_take_the_place_of_the_card() -> None:
    phone = planted({"label": "visa", "payment": "Visa ending 4410", "limit": 50.005})
    assert phone.all(Payment) == [Payment(id=phone.id("visa"), name="Visa ending 4410", limit=50.01)]


def test_labels_never_stand_in_ids() -> None:
    phone = ShoppingPhone()
    for label, (_, record_id) in phone.plot.labels.items():
        assert label not in record_id


@pytest.mark.parametrize(
    ("seed", "field", "word"),
    [
        ({"label": "x"}, "", "write one of product, order, cart, code, payment"),
        ({"product": "Lamp", "quantity": 2}, "quantity", "does not go with product"),
        ({"product": "Lamp", "cart": "red"}, "cart", "does not go with product"),
        ({"cart": "red", "percent": 5}, "percent", "fields that do: quantity"),
        ({"payment": "Cash", "percent": 5}, "percent", "does not go with payment"),
        ({"product": " "}, "product", "no name"),
        ({"product": "Lamp", "items": ["red"]}, "items", "write each item as"),
        ({"product": "Lamp", "items": [{"price": 5}], "price": 5}, "price", "into each entry of `items`"),
        ({"product": "Lamp", "stock": 5}, "stock", "needs a price"),
        ({"product": "Lamp", "price": 5, "item": "Big Lamp"}, "item", "is not a label"),
        ({"product": "Lamp", "label": "red"}, "label", "used twice"),
        ({"order": [{"item": "red"}]}, "at", "say when"),
        ({"order": [{"item": "red"}], "at": "+1h"}, "at", "after the start"),
        ({"order": [{"item": "red"}, {"item": "red"}], "at": "-1h"}, "order", "twice"),
        ({"order": [{"item": "none"}], "at": "-1h"}, "order", "no item is labelled 'none'"),
        ({"order": [{"item": "kettle"}], "at": "-1h"}, "order", "a product with 3 items"),
        ({"order": [{"item": "red"}], "at": "-1h", "expected": "-2h"}, "expected", "before the order"),
        ({"order": [{"item": "red"}], "at": "-1h", "delivered": "-30m"}, "delivered", "status: delivered"),
        (
            {"order": [{"item": "red"}], "at": "-1h", "delivered": "+1h", "status": "delivered"},
            "delivered",
            "before the start",
        ),
        ({"order": [{"item": "red"}], "at": "-1h", "code": "NONE"}, "code", "write total"),
        ({"order": [{"item": "red"}], "at": "-1h", "code": "APRON5"}, "code", "for these items"),
        ({"order": [{"item": "red"}], "at": "-1h", "payment": "mastercard"}, "payment", "labelled 'mastercard'"),
        ({"cart": "tray"}, "cart", "a product with 0 items"),
        ({"cart": "visa"}, "cart", "no item is labelled 'visa'"),
        ({"code": "NEW", "items": ["red"]}, "percent", "how much"),
        ({"code": "NEW", "percent": 5}, "items", "which items the code covers"),
        ({"code": " ", "percent": 5, "items": ["red"]}, "code", "empty"),
        ({"code": "NEW", "percent": 5, "items": [{"price": 5}]}, "items", "write labels"),
        ({"code": "spring10", "percent": 5, "items": ["red"]}, "items", "already"),
        ({"code": "NEW", "percent": 5, "items": ["none"]}, "items", "no item is labelled 'none'"),
        ({"payment": "visa ending 4410"}, "payment", "already"),
        ({"payment": " "}, "payment", "no name"),
        ({"payment": "Cash", "preferred": True}, "preferred", "preferred already"),
    ],
)
def test_a_mistake_is_told_with_its_field_and_a_remedy(seed: dict[str, Any], field: str, word: str) -> None:
    found, text = wrong(seed)
    assert found == field
    assert word in text


def test_something_in_the_cart_twice_is_refused() -> None:
    assert wrong({"cart": "red"}, [*PRODUCTS, {"cart": "red"}])[0] == "cart"


@pytest.mark.parametrize(
    "seed",
    [
        {"product": "Lamp", "price": -1},
        {"product": "Lamp", "price": float("nan")},
        {"product": "Lamp", "items": [{"label": "x"}]},
        {"order": [], "at": "-1h"},
        {"order": [{"item": "red", "quantity": 0}], "at": "-1h"},
        {"order": [{"item": "red"}], "at": "-1h", "status": "lost"},
        {"code": "NEW", "percent": 101, "items": ["red"]},
        {"code": "NEW", "percent": 0, "items": ["red"]},
        {"cart": "red", "quantity": 1000},
        {"payment": "Cash", "limit": -1},
        {"product": "Lamp", "colour": "red"},
    ],
)
def test_a_value_out_of_range_or_an_unknown_field_is_refused(seed: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        ShoppingPhone([*SHOP, seed])


def test_an_option_without_a_name_is_refused() -> None:
    with pytest.raises(ActionError, match="no name"):
        planted({"product": "Lamp", "price": 5, "options": {" ": "x"}})


def test_the_same_file_gives_the_same_shop() -> None:
    assert ShoppingPhone().world.state_hash() == ShoppingPhone().world.state_hash()


def test_every_kind_of_record_can_be_seeded() -> None:
    phone = ShoppingPhone([*SHOP, {"cart": "red"}])
    assert {cls for cls in (Product, Item, CartLine, Order, Code, Payment) if phone.all(cls)} == set(phone.app.records)
