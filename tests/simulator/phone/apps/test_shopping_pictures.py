"""Pictures of products are chosen by their names, always the same, and every one that is chosen is drawn."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from simulator.phone.apps.shopping.order_views import OrderRow
from simulator.phone.apps.shopping.views import PICTURES, picture_of

ICONS = Path(__file__).resolve().parents[4] / "static" / "phone" / "icons.svg"


@pytest.mark.parametrize(
    ("name", "picture"),
    [
        ("Lumo reading lamp", "p-lamp"),
        ("Book lamp", "p-lamp"),
        ("Sani tent for two", "p-tent"),
        ("Fern in a clay pot", "p-plant"),
        ("Carving GLOVES", "p-glove"),
        ("The Salt Road, paperback", "p-book"),
        ("Walking shoes Tarn", "p-shoe"),
        ("Cork mat", "p-box"),
        ("", "p-box"),
        ("12", "p-box"),
    ],
)
def test_a_product_is_drawn_as_what_its_name_says(name: str, picture: str) -> None:
    assert picture_of(name) == picture


def test_things_of_one_kind_need_not_look_alike_but_stay_as_they_are() -> None:
    chosen = {
        picture_of(f"{name} kettle") for name in ("Heron", "Brisa", "Oslo", "Lark", "Tern", "Wren", "Ibis", "Kite")
    }
    assert chosen == {"p-kettle", "p-gooseneck"}
    assert picture_of("Heron kettle") == picture_of("Heron kettle")


@pytest.mark.parametrize(
    ("what", "product"),
    [("Linen apron and 2 more items", "Linen apron"), ("Salt and pepper", "Salt and pepper")],
)
def test_an_order_is_drawn_as_its_first_product(what: str, product: str) -> None:
    row = OrderRow(id="order_1", what=what, status="shipped", ordered="2026-03-05 08:22:00", total="9.00")
    assert row.first_product == product
    assert row.picture == picture_of(product)


def test_every_picture_that_can_be_chosen_is_drawn() -> None:
    drawn = set(re.findall(r'<symbol id="([^"]+)"', ICONS.read_text(encoding="utf-8")))
    assert set(PICTURES) <= drawn
