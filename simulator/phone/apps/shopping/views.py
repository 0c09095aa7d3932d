"""Views of the catalogue: products, variants, discount codes, and the pictures of products.

Prices are texts with two decimals. The views of the cart and the orders are in `order_views`.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from simulator.phone.apps.shopping.actions import Paging
from simulator.phone.apps.shopping.cart import in_cart, pieces
from simulator.phone.apps.shopping.catalogue import (
    all_codes,
    codes_for,
    expired,
    item_name,
    items_of,
    named_like,
    on_sale,
    product_name,
)
from simulator.phone.apps.shopping.money import shown, shown_percent
from simulator.phone.apps.shopping.orders import can_be_cancelled, newest_first
from simulator.phone.apps.shopping.records import Code, Item, Product, options_text
from simulator.phone.call import Look
from simulator.phone.paging import page_left, page_of
from simulator.phone.screens import View
from simulator.phone.stages import tag_classes

# More rows do not fit on a screen.
_LONGEST_PAGE = 20
# A variant with fewer pieces is marked as nearly sold out.
_PLENTY = 6

_NO_PICTURE = "p-box"
# The names of pictures, each with the words in a product's name for which it is used. If a word is in several lists,
# a hash of the product's name chooses the picture.
_WORDS_OF = {
    "p-kettle": "kettle mixer cooker toaster boiler blender scale",
    "p-gooseneck": "gooseneck kettle",
    "p-pot": "pot teapot pan casserole tin",
    "p-travel": "thermos flask tumbler candle",
    "p-mug": "mug cup glass coffee tea cocoa",
    "p-bowl": "bowl plate dish tray",
    "p-filter": "filter dripper sieve funnel",
    "p-book": "book paperback novel atlas guide notebook diary journal map card calendar paper album",
    "p-lamp": "lamp light lantern bulb",
    "p-shoe": "shoe sock boot trainer sneaker sandal slipper",
    "p-shirt": "shirt robe apron jacket coat jumper sweater dress cardigan vest pyjamas costume suit",
    "p-hat": "hat cap beanie helmet goggles scarf",
    "p-glove": "glove mitten",
    "p-phone": "phone tablet charger radio camera speaker battery cable telescope",
    "p-headphones": "headphone earphone earbud headset",
    "p-bottle": "bottle oil wine juice syrup shampoo sauce vinegar",
    "p-jar": "jar honey marmalade jam wax paste spice pod vanilla",
    "p-plant": "plant seed seedling flower tree herb bulbs fern cactus bouquet",
    "p-toy": "toy bear puzzle game doll blocks teddy kite ball kickboard whistle",
    "p-bag": "bag backpack rucksack basket tote case suitcase wallet",
    "p-tool": "tool toolbox hammer drill saw pin pole blade strop screwdriver pump bit kit line rope tip",
    "p-knife": "knife scissors chisel peeler",
    "p-food": "food box hamper cake bread chocolate cheese nuts rice pasta biscuit snack cloth",
    "p-torch": "torch headlamp flashlight",
    "p-watch": "watch clock stopwatch timer",
    "p-tent": "tent tarp hammock awning",
    "p-bed": "bed sofa chair desk shelf mattress cot bench table",
    "p-paint": "paint paintbox watercolour watercolours brush crayon ink pencil easel",
}
PICTURES = (*_WORDS_OF, _NO_PICTURE)
_PICTURES_OF = {
    word: [picture for picture, words in _WORDS_OF.items() if word in words.split()]
    for word in " ".join(_WORDS_OF.values()).split()
}
_ASIDE = re.compile(r"\b(?:for|in|of|with|from|to)\b|,|\(")
_WORD = re.compile(r"[^\W\d_]+")


def picture_of(name: str) -> str:
    """Return the name of a product's picture, which depends only on the product's name."""
    lowered = name.lower()
    # The last word before `for`, `in` or a comma usually says what the product is: a "book lamp for two" is a lamp.
    for part in (_ASIDE.split(lowered, maxsplit=1)[0], lowered):
        for word in reversed(_WORD.findall(part)):
            if pictures := _PICTURES_OF.get(word) or _PICTURES_OF.get(word.removesuffix("s")):
                # The second byte, because the first chooses the colour: equal pictures should differ in colour.
                return pictures[hashlib.sha256(name.encode()).digest()[1] % len(pictures)]
    return _NO_PICTURE


class StatusTag(NamedTuple):
    """A short text in a coloured box, with its CSS classes."""

    text: str
    classes: str


class ProductCard(msgspec.Struct, frozen=True, omit_defaults=True):
    id: str
    name: str
    price: str
    """Price of the cheapest item; empty if the product has no items."""
    varies: bool = False
    """True if other items of the product cost more."""
    items: int = 0
    available: bool = False

    @property
    def picture(self) -> str:
        return picture_of(self.name)


class ShopPage(View, frozen=True):
    rows: tuple[ProductCard, ...]
    total: int
    """Number of products, or of products that match the search."""
    offset: int
    limit: int
    query: str = ""
    in_cart: int = 0
    orders: int = 0
    """Number of orders that have not arrived yet."""


class ItemRow(msgspec.Struct, frozen=True, omit_defaults=True):
    id: str
    options: str
    price: str
    available: bool = False
    left: int | None = None
    """Number of pieces in stock; None means unlimited."""

    @property
    def stock(self) -> str:
        """Return the stock, such as `4 left` or `In stock`, or why the item cannot be bought."""
        if not self.available:
            return _not_for_sale(self.left)
        return "In stock" if self.left is None else f"{self.left} left"


class ProductPage(View, frozen=True):
    id: str
    description: str
    rows: tuple[ItemRow, ...]
    total: int
    offset: int
    limit: int
    lowest: str = ""
    highest: str = ""
    in_cart: int = 0

    @property
    def picture(self) -> str:
        return picture_of(self.title)


class Option(msgspec.Struct, frozen=True):
    name: str
    value: str


class CodeRow(msgspec.Struct, frozen=True, omit_defaults=True):
    code: str
    percent: str
    item: str
    """Name of the item that the code covers."""
    item_id: str
    expires: str = ""
    expired: bool = False


class VariantPage(View, frozen=True):
    id: str
    product_id: str
    options: tuple[Option, ...]
    price: str
    product: str = ""
    """Name of the product."""
    description: str = ""
    available: bool = False
    left: int | None = None
    in_cart: int = 0
    """Number of pieces of this item in the cart."""
    codes: tuple[CodeRow, ...] = ()

    @property
    def name(self) -> str:
        """Return the product's name, from which all screens choose the picture and its colour."""
        return self.product or self.title

    @property
    def picture(self) -> str:
        return picture_of(self.name)

    @property
    def stock(self) -> StatusTag:
        """Return a tag that says whether the item can be bought and, if stock is limited, how many pieces are left."""
        if not self.available:
            return StatusTag(_not_for_sale(self.left), tag_classes("bad"))
        if self.left is None:
            return StatusTag("In stock", tag_classes("good"))
        if self.left < _PLENTY:
            return StatusTag(f"Only {self.left} left", tag_classes("warn"))
        return StatusTag(f"{self.left} in stock", tag_classes("good"))


class CodesPage(View, frozen=True):
    rows: tuple[CodeRow, ...]
    total: int
    offset: int
    limit: int


def spoken(what: str, rows: Sequence[object], paging: Paging, noun: str) -> str:
    """Return a sentence about a page, such as `Orders: 1 to 10 of 23.` Raise ActionError if there is no such page."""
    page = page_of(rows, paging.offset, paging.limit, noun, _LONGEST_PAGE)
    return f"{what}: {page.span}." if page.rows else f"{what}: none."


def shop_page(look: Look, query: str, offset: int, limit: int) -> ShopPage:
    page = page_left(named_like(look.store, query), offset, limit)
    return ShopPage(
        title="Shopping",
        rows=tuple(_product_card(look, product) for product in page.rows),
        total=page.total,
        offset=page.offset,
        limit=limit,
        query=query,
        in_cart=pieces(look.store),
        orders=sum(map(can_be_cancelled, newest_first(look.store))),
    )


def product_page(look: Look, product: Product, offset: int, limit: int) -> ProductPage:
    items = items_of(look.store, product.id)
    page = page_left(items, offset, limit)
    return ProductPage(
        title=product.name,
        id=product.id,
        description=product.description,
        rows=tuple(_item_row(item) for item in page.rows),
        total=page.total,
        offset=page.offset,
        limit=limit,
        lowest=shown(items[0].price) if items else "",
        highest=shown(items[-1].price) if items else "",
        in_cart=pieces(look.store),
    )


def variant_page(look: Look, item: Item) -> VariantPage:
    product = look.store.get(Product, item.product_id)
    return VariantPage(
        title=item_name(look.store, item.id),
        id=item.id,
        product_id=item.product_id,
        product=product_name(look.store, item),
        description="" if product is None else product.description,
        options=tuple(Option(name, value) for name, value in item.options),
        price=shown(item.price),
        available=on_sale(item),
        left=item.stock,
        in_cart=in_cart(look.store, item.id),
        codes=tuple(_code_row(look, code) for code in codes_for(look.store, item.id)),
    )


def codes_page(look: Look, offset: int, limit: int) -> CodesPage:
    page = page_left(all_codes(look.store), offset, limit)
    rows = tuple(_code_row(look, code) for code in page.rows)
    return CodesPage(title="Discount codes", rows=rows, total=page.total, offset=page.offset, limit=limit)


def _product_card(look: Look, product: Product) -> ProductCard:
    items = items_of(look.store, product.id)
    return ProductCard(
        id=product.id,
        name=product.name,
        price=shown(items[0].price) if items else "",
        varies=bool(items) and items[-1].price > items[0].price,
        items=len(items),
        available=any(map(on_sale, items)),
    )


def _item_row(item: Item) -> ItemRow:
    return ItemRow(item.id, options_text(item.options), shown(item.price), on_sale(item), item.stock)


def _code_row(look: Look, code: Code) -> CodeRow:
    return CodeRow(
        code=code.code,
        percent=shown_percent(code.percent),
        item=item_name(look.store, code.item_id),
        item_id=code.item_id,
        expires="" if code.expires_at is None else look.show(code.expires_at),
        expired=expired(code, look.now),
    )


def _not_for_sale(left: int | None) -> str:
    return "Sold out" if left == 0 else "Not for sale now"
