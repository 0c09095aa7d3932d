"""Every screen of every app in a real browser: nothing sticks out, is cut or unreadable; and the picture in the docs.

`PARE_WRITE_PICTURES=1 pytest tests/browser/test_contact_sheet.py` makes the pictures and the list of screens anew.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from PIL import Image
from playwright.sync_api import Browser, Page

from tests.browser.contact_sheet import BEGIN, END, PAGE, listed, picture_of, write_page, write_picture
from tests.browser.gallery import page, served
from tests.simulator.showing.room import rooms

CHECKS = (Path(__file__).parent / "phone_checks.js").read_text(encoding="utf-8")
STAYS = (Path(__file__).parent / "tapped_checks.js").read_text(encoding="utf-8")
REMEDY = "run `PARE_WRITE_PICTURES=1 pytest tests/browser/test_contact_sheet.py` and look at docs/pictures"
LARGEST = 1_500_000
writing = os.environ.get("PARE_WRITE_PICTURES") == "1"


class Gallery(NamedTuple):
    """All rooms in an open browser, and whatever it complained about."""

    browser: Browser
    tab: Page
    noise: list[str]


@pytest.fixture(scope="module")
def gallery(browser: Browser) -> Iterator[Gallery]:
    noise: list[str] = []
    with served(page(rooms(), "light")) as address:
        tab = browser.new_page(reduced_motion="reduce")
        tab.on("console", lambda message: noise.append(message.text))
        tab.on("pageerror", lambda error: noise.append(str(error)))
        tab.on("requestfailed", lambda request: noise.append(request.url))
        tab.goto(address)
        tab.evaluate("() => document.fonts.ready.then(() => true)")
        yield Gallery(browser, tab, noise)


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 1440])
def test_every_screen_fits_and_can_be_read(gallery: Gallery, theme: str, width: int) -> None:
    gallery.tab.set_viewport_size({"width": width, "height": 800})
    gallery.tab.evaluate("theme => document.documentElement.dataset.theme = theme", theme)
    assert gallery.tab.evaluate(CHECKS) == []


@pytest.mark.all
def test_a_control_stays_where_it_is_when_it_is_tapped(gallery: Gallery) -> None:
    with served(page(rooms(), "light")) as address:
        tab = gallery.browser.new_page(reduced_motion="reduce")
        tab.goto(address)
        tab.evaluate("() => document.fonts.ready.then(() => true)")
        # Lists that are shown anew would scroll to what is tapped, as they should.
        tab.add_style_tag(content="* { scroll-initial-target: none !important; }")
        assert tab.evaluate(STAYS) == []
        tab.close()


def test_the_browser_has_nothing_to_complain_about(gallery: Gallery) -> None:
    assert gallery.noise == []


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_docs_have_a_small_picture_of_every_screen(gallery: Gallery, theme: str) -> None:
    if writing:
        write_picture(gallery.browser, rooms(), theme)
    assert picture_of(theme).is_file(), REMEDY
    assert picture_of(theme).stat().st_size < LARGEST
    with Image.open(picture_of(theme)) as picture:
        assert picture.mode == "P"


def test_the_docs_list_the_screens_of_the_picture() -> None:
    if writing:
        write_page(rooms())
    text = PAGE.read_text(encoding="utf-8")
    assert text.partition(BEGIN)[2].partition(END)[0].strip() == listed(rooms()), REMEDY
    assert "pictures/phone_light.png" in text
    assert "pictures/phone_dark.png" in text
