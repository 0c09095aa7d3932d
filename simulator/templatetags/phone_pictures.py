"""The drawings of products: chosen by the words of a name, and the same wherever the product stands."""

from __future__ import annotations

import hashlib
import re

from django import template

register = template.Library()
_NEUTRAL = "p-box"
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
_ASIDE = re.compile(r"\b(?:for|in|of|with|from|to)\b|,|\(")
_MORE = re.compile(r" and \d+ more items?$")
_WORD = re.compile(r"[^\W\d_]+")


def _by_word() -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for picture, words in _WORDS_OF.items():
        for word in words.split():
            found.setdefault(word, []).append(picture)
    return found


_PICTURES = _by_word()


@register.filter
def goods(name: str) -> str:
    """The picture of a product. What it is stands last in its name, before `for two`: a book lamp is a lamp."""
    lowered = name.lower()
    for part in (_ASIDE.split(lowered, maxsplit=1)[0], lowered):
        for word in reversed(_WORD.findall(part)):
            if pictures := _PICTURES.get(word) or _PICTURES.get(word.removesuffix("s")):
                return pictures[_hashed(name) % len(pictures)]
    return _NEUTRAL


@register.filter
def first_bought(what: str) -> str:
    """The product that an order goes by: `Linen apron and 1 more item` → `Linen apron`."""
    return _MORE.sub("", what)


def _hashed(text: str) -> int:
    return hashlib.sha256(text.encode()).digest()[1]
