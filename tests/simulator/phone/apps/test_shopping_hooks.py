"""What the shop tells the judge and the scenario engine."""

from __future__ import annotations

import pytest

from simulator.phone.apps.shopping import CartLine, Code, Item, Payment, Product, Shopping
from simulator.phone.apps.shopping.catalogue import catalogue, items_of
from simulator.phone.apps.shopping.screens import (
    CartView,
    CodeListView,
    OrderDetailView,
    OrderListView,
    ProductDetail,
    ShoppingHome,
    VariantDetail,
)
from simulator.phone.registry import all_apps
from simulator.phone.screens import taps_of
from tests.simulator.phone.apps.app_phone import done, id_in
from tests.simulator.phone.apps.shopping_phone import PRODUCTS, ShoppingPhone, many_products

APP = Shopping()


@pytest.fixture
def phone() -> ShoppingPhone:
    return ShoppingPhone()


def test_the_app_is_found_and_products_are_what_its_name_means() -> None:
    assert isinstance(all_apps()["shopping"], Shopping)
    assert APP.records[0] is Product
    assert APP.incidental == (Item, CartLine)


def test_every_lead_names_a_screen_of_the_app() -> None:
    leads = {lead.screen for screen in APP.screens for tap in taps_of(screen).values() for lead in tap.mark.leads}
    assert leads - {""} == {screen.__name__ for screen in APP.screens}


def test_each_kind_of_record_has_its_place(phone: ShoppingPhone) -> None:
    look, home = phone.world, ShoppingHome()
    assert APP.landing(look, phone.get(Product, "kettle")) == (home, ProductDetail(product_id=phone.id("kettle")))
    assert APP.landing(look, phone.item("red")) == (
        home,
        ProductDetail(product_id=phone.id("kettle")),
        VariantDetail(item_id=phone.id("red")),
    )
    assert APP.landing(look, phone.order("came")) == (
        home,
        OrderListView(),
        OrderDetailView(order_id=phone.id("came")),
    )
    assert APP.landing(look, phone.get(Code, "spring")) == (home, CodeListView())
    assert APP.landing(look, phone.get(Payment, "visa")) == (home, CartView())


def test_a_code_far_down_the_list_is_found_on_its_page() -> None:
    codes = [{"code": f"C{n:02d}", "percent": 5, "items": ["red"], "label": f"c{n}"} for n in range(25)]
    phone = ShoppingPhone([*PRODUCTS, *codes])
    assert APP.landing(phone.world, phone.get(Code, "c17"))[-1] == CodeListView(offset=10)


def test_nothing_leaves_the_phone_from_the_shop(phone: ShoppingPhone) -> None:
    phone.filled(red=1)
    for cls in APP.records:
        for record in phone.all(cls):
            assert APP.outgoing(phone.world.store, record) is None
            assert not APP.gone(record)
            assert not APP.harmless(phone.world.store, None, record)


def test_meddling_adds_something_or_cancels_an_order(phone: ShoppingPhone) -> None:
    meddlings = list(APP.meddlings(phone.world, frozenset()))
    assert [(one.tool, *one.args.values()) for one in meddlings] == [
        ("add_to_cart", phone.id("red")),
        ("cancel_order", phone.id("coming")),
    ]
    for one in meddlings:
        attempt = ShoppingPhone().tries_tool(one.tool, **one.args)
        assert [change for change in attempt.changes if change.table.startswith("shopping.")]


@pytest.mark.parametrize("spared", [("kettle", "coming"), ("red", "sage", "coming")])
def test_meddling_touches_nothing_that_is_spared(phone: ShoppingPhone, spared: tuple[str, ...]) -> None:
    meddlings = list(APP.meddlings(phone.world, frozenset(phone.id(label) for label in spared)))
    assert [(one.tool, one.args["item_id"]) for one in meddlings] == [("add_to_cart", phone.id("apron_item"))]


def test_meddling_leaves_alone_what_cannot_be_added(phone: ShoppingPhone) -> None:
    phone.filled(red=3)
    assert next(iter(APP.meddlings(phone.world, frozenset()))).args["item_id"] == phone.id("sage")


def test_an_empty_shop_offers_nothing_to_meddle_with() -> None:
    assert list(APP.meddlings(ShoppingPhone(seeds=()).world, frozenset())) == []


def read(phone: ShoppingPhone, label: str) -> str:
    table, record_id = phone.plot.labels[label]
    return APP.readable(phone.world.store, phone.world.store.tables()[table][record_id])


@pytest.mark.parametrize(
    ("label", "parts"),
    [
        ("kettle", ("Heron kettle", "Boils quietly.")),
        ("red", ("Heron kettle", "colour red", "size 0.6 l", "39.90", "available", "3 in stock")),
        ("cream", ("Heron kettle", "cream", "69.00", "not available")),
        ("spring", ("SPRING10", "10 %", "Heron kettle (red, 0.6 l)")),
        ("visa", ("Visa ending 4410",)),
        ("coming", ("2 x Linen apron", "1 x Heron kettle", "red, 0.6 l", "24.50", "39.90", "88.90", "shipped", "Visa")),
    ],
)
def test_a_reader_learns_names_instead_of_ids(phone: ShoppingPhone, label: str, parts: tuple[str, ...]) -> None:
    text = read(phone, label)
    assert phone.id(label) in text
    assert [part for part in parts if part not in text] == []


def test_a_reader_learns_the_times_of_an_order_and_a_code(phone: ShoppingPhone) -> None:
    order, code = phone.order("came"), phone.get(Code, "spring")
    assert str(order.ordered_at) in read(phone, "came")
    assert str(order.delivered_at) in read(phone, "came")
    assert str(code.expires_at) in read(phone, "spring")


def test_a_reader_learns_of_discount_and_refund(phone: ShoppingPhone) -> None:
    phone.filled(red=1)
    order_id = id_in(done(phone.tries_tool("checkout", discount_code="SPRING10")))
    done(phone.tries_world("refund_order", order_id=order_id, amount=5))
    text = APP.readable(phone.world.store, phone.order(order_id))
    assert "SPRING10 3.99" in text
    assert "refunded 5.00" in text


def test_a_reader_learns_what_is_in_the_cart(phone: ShoppingPhone) -> None:
    phone.filled(red=2)
    assert "2 x Heron kettle (red, 0.6 l)" in APP.readable(phone.world.store, phone.all(CartLine)[0])


def test_lists_are_sorted_once_and_kept_until_products_change() -> None:
    phone = ShoppingPhone(seeds=())
    for record in many_products(2000):
        phone.world.store.put(record)
    store = phone.world.store
    first, items = catalogue(store), items_of(store, "prod_00007")
    done(phone.tries_tool("add_to_cart", item_id="item_000070"))
    assert catalogue(store) is first
    assert items_of(store, "prod_00007") is items
    done(phone.tries_world("add_product", name="Aaa"))
    assert catalogue(store)[0].product.name == "Aaa"
