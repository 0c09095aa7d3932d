"""What the assistant can look up in the shop."""

from __future__ import annotations

import pytest

from simulator.phone.apps.shopping import Product, Shopping
from tests.simulator.phone.apps.app_phone import done, refused
from tests.simulator.phone.apps.shopping_phone import ShoppingPhone, many_products


@pytest.fixture
def phone() -> ShoppingPhone:
    return ShoppingPhone()


def crowded(count: int = 45) -> ShoppingPhone:
    phone = ShoppingPhone(seeds=())
    for record in many_products(count):
        phone.world.store.put(record)
    phone.world.store.commit()
    return phone


def test_the_published_tools_have_their_arguments_and_defaults() -> None:
    usage = {name: tool.usage for name, tool in Shopping().tools.items()}
    assert usage == {
        "list_all_products": "offset=0, limit=10",
        "get_product_details": "product_id",
        "search_product": "product_name, offset=0, limit=10",
        "add_to_cart": "item_id, quantity=1",
        "remove_from_cart": "item_id, quantity=1",
        "list_cart": "none",
        "checkout": "discount_code=None, payment_method=None",
        "get_discount_code_info": "discount_code=''",
        "get_all_discount_codes": "none",
        "list_orders": "none",
        "get_order_details": "order_id",
        "cancel_order": "order_id",
        "list_payment_methods": "none",
    }


def test_only_what_changes_something_is_a_write() -> None:
    writes = {name for name, tool in Shopping().tools.items() if tool.write}
    assert writes == {"add_to_cart", "remove_from_cart", "checkout", "cancel_order"}


def test_products_are_listed_by_name_with_their_ids(phone: ShoppingPhone) -> None:
    listed = done(phone.tries_tool("list_all_products"))
    assert list(listed["products"].items()) == [
        ("Heron kettle", phone.id("kettle")),
        ("Linen apron", phone.id("apron")),
        ("Morning mug", phone.id("mug")),
        ("Tea tray", phone.id("tray")),
    ]
    assert listed["metadata"] == {"range": [0, 4], "total": 4}


def test_products_are_listed_page_by_page() -> None:
    listed = done(crowded().tries_tool("list_all_products", offset=40, limit=10))
    assert listed["metadata"] == {"range": [40, 45], "total": 45}
    assert next(iter(listed["products"])) == "Thing 00040"


@pytest.mark.parametrize("args", [{"offset": 45}, {"offset": -1}, {"limit": 0}, {"limit": -5}, {"limit": 2**62}])
def test_a_page_that_is_not_there_is_refused(args: dict[str, int]) -> None:
    assert "bad_argument" in refused(crowded().tries_tool("list_all_products", **args))


def test_products_of_one_name_are_told_apart(phone: ShoppingPhone) -> None:
    for product_id in ("prod_1", "prod_2"):
        phone.world.store.put(Product(id=product_id, name="Lamp"))
    products = done(phone.tries_tool("list_all_products"))["products"]
    assert (products["Lamp"], products["Lamp (prod_2)"]) == ("prod_1", "prod_2")


def test_a_name_that_looks_like_a_name_with_an_id_takes_no_ones_place(phone: ShoppingPhone) -> None:
    names = {"prod_1": "Lamp", "prod_2": "Lamp", "prod_3": "Lamp (prod_2)"}
    for product_id, name in names.items():
        phone.world.store.put(Product(id=product_id, name=name))
    products = done(phone.tries_tool("list_all_products"))["products"]
    assert set(names) <= set(products.values())
    assert products["Lamp (prod_2)"] == "prod_3"


def test_the_second_of_one_name_keeps_its_key_on_a_page_of_its_own(phone: ShoppingPhone) -> None:
    for product_id in ("prod_1", "prod_2"):
        phone.world.store.put(Product(id=product_id, name="Aa"))
    listed = done(phone.tries_tool("list_all_products", offset=1, limit=1))
    assert listed["products"] == {"Aa (prod_2)": "prod_2"}


def test_a_product_is_told_with_all_its_items(phone: ShoppingPhone) -> None:
    told = done(phone.tries_tool("get_product_details", product_id=phone.id("kettle")))
    assert (told["product_id"], told["name"], told["description"]) == (
        phone.id("kettle"),
        "Heron kettle",
        "Boils quietly.",
    )
    assert told["variants"][phone.id("red")] == {
        "item_id": phone.id("red"),
        "price": 39.9,
        "available": True,
        "stock": 3,
        "options": {"colour": "red", "size": "0.6 l"},
    }
    assert told["variants"][phone.id("cream")]["available"] is False
    assert len(told["variants"]) == 3


def test_what_is_out_of_stock_is_not_available(phone: ShoppingPhone) -> None:
    told = done(phone.tries_tool("get_product_details", product_id=phone.id("mug")))
    assert told["variants"][phone.id("mug_item")]["available"] is False


def test_an_unknown_product_is_refused_by_naming_the_tools_that_give_ids(phone: ShoppingPhone) -> None:
    said = refused(phone.tries_tool("get_product_details", product_id="prod_none"))
    assert "Shopping__list_all_products" in said
    assert "Shopping__search_product" in said


def test_a_search_finds_parts_of_names_in_any_case(phone: ShoppingPhone) -> None:
    found = done(phone.tries_tool("search_product", product_name="N K"))
    assert [product["name"] for product in found] == ["Heron kettle"]
    assert phone.id("red") in found[0]["variants"]


def test_a_search_that_finds_nothing_gives_an_empty_list(phone: ShoppingPhone) -> None:
    assert done(phone.tries_tool("search_product", product_name="sofa")) == []


def test_a_search_is_paged() -> None:
    found = done(crowded().tries_tool("search_product", product_name="thing", offset=3, limit=2))
    assert [product["name"] for product in found] == ["Thing 00003", "Thing 00004"]


def test_empty_search_words_are_refused_with_the_tool_that_lists_all(phone: ShoppingPhone) -> None:
    assert "Shopping__list_all_products" in refused(phone.tries_tool("search_product", product_name=" "))


def test_a_code_tells_its_items_percentage_and_expiry(phone: ShoppingPhone) -> None:
    told = done(phone.tries_tool("get_discount_code_info", discount_code="spring10"))
    assert set(told) == {phone.id("red"), phone.id("sage")}
    assert told[phone.id("red")] == {
        "percent": 10.0,
        "name": "Heron kettle",
        "options": {"colour": "red", "size": "0.6 l"},
        "price": 39.9,
        "expires": "2026-03-06 08:22:00",
        "expired": False,
    }


@pytest.mark.parametrize("args", [{}, {"discount_code": "NONE"}])
def test_an_unknown_code_is_refused_by_naming_the_tool_that_lists_codes(
    phone: ShoppingPhone, args: dict[str, str]
) -> None:
    assert "Shopping__get_all_discount_codes" in refused(phone.tries_tool("get_discount_code_info", **args))


def test_all_codes_are_listed_with_what_they_cover(phone: ShoppingPhone) -> None:
    told = done(phone.tries_tool("get_all_discount_codes"))
    assert list(told) == ["APRON5", "OLD20", "SPRING10"]
    assert told["SPRING10"] == done(phone.tries_tool("get_discount_code_info", discount_code="SPRING10"))
    assert told["OLD20"][phone.id("red")]["expired"] is True
    assert told["APRON5"][phone.id("apron_item")]["expires"] is None


@pytest.mark.parametrize(
    ("tool", "args"),
    [
        ("list_all_products", {}),
        ("search_product", {"product_name": "kettle"}),
        ("get_discount_code_info", {"discount_code": "SPRING10"}),
        ("get_all_discount_codes", {}),
    ],
)
def test_looking_things_up_changes_nothing(phone: ShoppingPhone, tool: str, args: dict[str, str]) -> None:
    before = phone.world.state_hash()
    attempt = phone.tries_tool(tool, **args)
    assert (attempt.error, attempt.changes, phone.world.state_hash()) == (None, [], before)
