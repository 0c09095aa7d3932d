"""Looking around in the shop: products, their items, and discount codes."""

from __future__ import annotations

import pytest

from simulator.phone.apps.shopping import Item, Product
from simulator.phone.apps.shopping.views import CodesPage, ProductCard, ProductPage, ShopPage, VariantPage
from simulator.phone.screens import GoneView
from tests.simulator.phone.apps.app_phone import done, refused
from tests.simulator.phone.apps.shopping_phone import PRODUCTS, ShoppingPhone, many_products


@pytest.fixture
def phone() -> ShoppingPhone:
    return ShoppingPhone().opened()


def crowded(count: int = 45) -> ShoppingPhone:
    phone = ShoppingPhone(seeds=())
    for record in many_products(count):
        phone.world.store.put(record)
    phone.world.store.commit()
    return phone.opened()


def to_product(phone: ShoppingPhone, label: str = "kettle") -> ShoppingPhone:
    return phone.opened(("view_product", {"product_id": phone.id(label)}))


def to_variant(phone: ShoppingPhone, label: str) -> ShoppingPhone:
    product_id = phone.item(label).product_id
    item = ("view_variant", {"item_id": phone.id(label)})
    return phone.opened(("view_product", {"product_id": product_id}), item)


def test_the_first_screen_shows_products_by_name(phone: ShoppingPhone) -> None:
    page = phone.shows(ShopPage)
    assert [row.name for row in page.rows] == ["Heron kettle", "Linen apron", "Morning mug", "Tea tray"]
    assert (page.total, page.offset, page.limit, page.query) == (4, 0, 10, "")


def test_a_card_shows_the_lowest_price_and_whether_others_cost_more(phone: ShoppingPhone) -> None:
    kettle, apron, mug, tray = phone.shows(ShopPage).rows
    assert kettle == ProductCard(phone.id("kettle"), "Heron kettle", "39.90", varies=True, items=3, available=True)
    assert (apron.price, apron.varies, apron.available) == ("24.50", False, True)
    assert (mug.available, mug.items) == (False, 1)
    assert (tray.price, tray.items, tray.available) == ("", 0, False)


def test_the_first_screen_counts_the_cart_and_the_orders_to_come(phone: ShoppingPhone) -> None:
    phone.filled(red=2, sage=1)
    assert (phone.shows(ShopPage).in_cart, phone.shows(ShopPage).orders) == (3, 1)


def test_paging_replaces_the_screen_and_says_where_one_is() -> None:
    phone = crowded()
    assert done(phone.tries("list_products", offset=40)) == "Products: 41 to 45 of 45."
    page = phone.shows(ShopPage)
    assert (page.rows[0].name, len(page.rows), page.total) == ("Thing 00040", 5, 45)
    assert phone.stack == ["ShoppingHome"]


@pytest.mark.parametrize(
    ("args", "word"),
    [
        ({"offset": -1}, "Give 0"),
        ({"offset": 45}, "smaller offset"),
        ({"limit": 0}, "Give 1 to 20"),
        ({"limit": 21}, "Give 1 to 20"),
        ({"offset": 10**18}, "smaller offset"),
    ],
)
def test_a_page_that_is_not_there_is_refused_with_a_remedy(args: dict[str, int], word: str) -> None:
    assert word in refused(crowded().tries("list_products", **args))


def test_an_empty_shop_says_so() -> None:
    phone = ShoppingPhone(seeds=()).opened()
    assert done(phone.tries("list_products")) == "Products: none."
    assert phone.shows(ShopPage).rows == ()


def test_a_search_replaces_the_screen_and_finds_parts_of_names(phone: ShoppingPhone) -> None:
    assert done(phone.tries("search_products", query="  KETT ")) == "Products with 'KETT': 1 to 1 of 1."
    page = phone.shows(ShopPage)
    assert ([row.name for row in page.rows], page.query, page.total) == (["Heron kettle"], "KETT", 1)
    assert phone.stack == ["ShoppingHome"]


def test_paging_stays_within_the_search() -> None:
    phone = crowded()
    phone.taps_all(("search_products", {"query": "thing 0001"}), ("list_products", {"offset": 5, "limit": 3}))
    assert [row.name for row in phone.shows(ShopPage).rows] == ["Thing 00015", "Thing 00016", "Thing 00017"]
    assert phone.shows(ShopPage).total == 10


def test_empty_words_show_all_products_again(phone: ShoppingPhone) -> None:
    phone.taps_all(("search_products", {"query": "apron"}), ("search_products", {"query": " "}))
    assert phone.shows(ShopPage).total == 4


def test_a_product_opens_on_top(phone: ShoppingPhone) -> None:
    assert done(phone.tries("view_product", product_id=phone.id("kettle"))) == "Heron kettle is open."
    assert phone.stack == ["ShoppingHome", "ProductDetail"]
    done(phone.tries("go_back"))
    assert phone.stack == ["ShoppingHome"]


def test_an_unknown_product_is_refused_by_naming_where_products_are(phone: ShoppingPhone) -> None:
    assert "first screen lists the products" in refused(phone.tries("view_product", product_id="prod_none"))


def test_a_product_shows_its_items_with_the_cheapest_first(phone: ShoppingPhone) -> None:
    page = to_product(phone).shows(ProductPage)
    assert (page.title, page.description, page.lowest, page.highest) == (
        "Heron kettle",
        "Boils quietly.",
        "39.90",
        "69.00",
    )
    assert [(row.options, row.price, row.available, row.left) for row in page.rows] == [
        ("red, 0.6 l", "39.90", True, 3),
        ("cream", "69.00", False, None),
        ("sage, 0.9 l", "69.00", True, None),
    ]


def test_a_product_without_items_shows_none(phone: ShoppingPhone) -> None:
    page = to_product(phone, "tray").shows(ProductPage)
    assert (page.rows, page.total, page.lowest) == ((), 0, "")


def test_many_items_are_paged() -> None:
    seeds = [{"label": "bead", "product": "Bead", "items": [{"price": n} for n in range(1, 26)]}]
    phone = ShoppingPhone(seeds)
    to_product(phone, "bead")
    assert len(phone.shows(ProductPage).rows) == 10
    assert done(phone.tries("list_variants", offset=20)) == "Bead: 21 to 25 of 25."
    assert [row.price for row in phone.shows(ProductPage).rows][-1] == "25.00"
    assert phone.stack == ["ShoppingHome", "ProductDetail"]


def test_an_item_shows_options_stock_codes_and_what_is_in_the_cart(phone: ShoppingPhone) -> None:
    phone.filled(red=2)
    page = to_variant(phone, "red").shows(VariantPage)
    assert page.title == "Heron kettle (red, 0.6 l)"
    assert [(option.name, option.value) for option in page.options] == [("colour", "red"), ("size", "0.6 l")]
    assert (page.price, page.left, page.in_cart, page.available) == ("39.90", 3, 2, True)
    assert [(row.code, row.percent, row.expired) for row in page.codes] == [
        ("OLD20", "20 %", True),
        ("SPRING10", "10 %", False),
    ]


def test_an_item_of_another_product_is_not_shown_here(phone: ShoppingPhone) -> None:
    said = refused(to_product(phone).tries("view_variant", item_id=phone.id("apron_item")))
    assert "belongs to another product" in said
    assert "list of Heron kettle" in said


def test_the_id_of_a_product_is_told_apart_from_that_of_an_item(phone: ShoppingPhone) -> None:
    said = refused(to_product(phone).tries("view_variant", item_id=phone.id("apron")))
    assert "is a product, not an item" in said
    assert phone.id("apron_item") in said


def test_an_unknown_item_is_refused_by_naming_where_items_are(phone: ShoppingPhone) -> None:
    assert "Open a product" in refused(to_product(phone).tries("view_variant", item_id="item_none"))


def test_adding_an_item_leads_to_the_cart_and_back_leads_to_the_product(phone: ShoppingPhone) -> None:
    said = done(to_variant(phone, "red").tries("add_to_cart", quantity=2))
    assert said == "2 x Heron kettle (red, 0.6 l) is in the cart."
    assert phone.stack == ["ShoppingHome", "ProductDetail", "CartView"]
    done(phone.tries("go_back"))
    assert phone.stack == ["ShoppingHome", "ProductDetail"]


def test_a_product_that_has_gone_says_so_and_its_taps_are_refused(phone: ShoppingPhone) -> None:
    to_product(phone).drop(Product, "kettle")
    assert phone.shows(GoneView).text == "This product is no longer there."
    assert "unknown_record" in refused(phone.tries("view_variant", item_id=phone.id("red")))
    assert "unknown_record" in refused(phone.tries("list_variants"))


def test_an_item_that_has_gone_says_so_and_cannot_be_bought(phone: ShoppingPhone) -> None:
    to_variant(phone, "red").drop(Item, "red")
    assert phone.shows(GoneView).text == "This item is no longer there."
    assert "unknown_record" in refused(phone.tries("add_to_cart"))


def test_the_codes_are_listed_with_what_they_cover_and_until_when(phone: ShoppingPhone) -> None:
    done(phone.tries("view_codes"))
    rows = phone.shows(CodesPage).rows
    assert [(row.code, row.item, row.percent) for row in rows if row.code != "SPRING10"] == [
        ("APRON5", "Linen apron", "5 %"),
        ("OLD20", "Heron kettle (red, 0.6 l)", "20 %"),
    ]
    spring = [row for row in rows if row.code == "SPRING10"]
    assert {row.item for row in spring} == {"Heron kettle (red, 0.6 l)", "Heron kettle (sage, 0.9 l)"}
    assert {(row.expires, row.expired) for row in spring} == {("2026-03-06 08:22:00", False)}


def test_many_codes_are_paged() -> None:
    codes = [{"code": f"C{n:02d}", "percent": 5, "items": ["red"]} for n in range(25)]
    phone = ShoppingPhone([*PRODUCTS, *codes]).opened(("view_codes", {}))
    assert done(phone.tries("view_codes", offset=20)) == "Discount codes: 21 to 25 of 25."
    assert [row.code for row in phone.shows(CodesPage).rows] == ["C20", "C21", "C22", "C23", "C24"]
    assert phone.stack == ["ShoppingHome", "CodeListView"]


@pytest.mark.parametrize("zone", ["Europe/Luxembourg", "Asia/Tokyo", "America/New_York"])
def test_times_are_local_to_the_owner(zone: str) -> None:
    phone = ShoppingPhone(zone=zone).opened(("view_codes", {}))
    assert "2026-03-06 08:22:00" in {row.expires for row in phone.shows(CodesPage).rows}


def test_looking_around_changes_nothing_in_the_shop(phone: ShoppingPhone) -> None:
    tables = [cls.table for cls in phone.app.records]
    taps = [
        ("list_products", {}),
        ("search_products", {"query": "kettle"}),
        ("view_product", {"product_id": phone.id("kettle")}),
        ("list_variants", {}),
        ("view_variant", {"item_id": phone.id("red")}),
    ]
    for name, args in taps:
        attempt = phone.tries(name, **args)
        assert attempt.error is None
        assert not [change for change in attempt.changes if change.table in tables]
