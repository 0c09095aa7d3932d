"""Pictures are chosen by what a thing is called, always the same, and every one that is chosen is drawn."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from simulator.templatetags import phone_pictures
from simulator.templatetags.phone_pictures import first_bought, goods

ICONS = Path(__file__).resolve().parents[3] / "static" / "phone" / "icons.svg"


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
    assert goods(name) == picture


def test_things_of_one_kind_need_not_look_alike_but_stay_as_they_are() -> None:
    chosen = {goods(f"{name} kettle") for name in ("Heron", "Brisa", "Oslo", "Lark", "Tern", "Wren", "Ibis", "Kite")}
    assert chosen == {"p-kettle", "p-gooseneck"}
    assert goods("Heron kettle") == goods("Heron kettle")


def test_an_order_goes_by_its_first_product() -> None:
    assert first_bought("Linen apron and 2 more items") == "Linen apron"
    assert first_bought("Salt and pepper") == "Salt and pepper"


def test_every_picture_that_can_be_chosen_is_drawn() -> None:
    drawn = set(re.findall(r'<symbol id="([^"]+)"', ICONS.read_text(encoding="utf-8")))
    chosen = {*phone_pictures._WORDS_OF, "p-box"}
    assert chosen <= drawn
