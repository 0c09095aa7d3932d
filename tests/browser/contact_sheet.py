"""The contact sheet: every room of every app in one small picture, and the page in the docs that shows it."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path

from PIL import Image, ImageColor
from playwright.sync_api import Browser

from tests.browser.gallery import ROOT, page, served
from tests.simulator.showing.room import Room

PICTURES = ROOT / "docs" / "pictures"
PAGE = ROOT / "docs" / "phone.md"
BEGIN, END = "<!-- screens: begin -->", "<!-- screens: end -->"
_PER_ROW = 9
_SCALE = 0.36
_GAP = 12
_COLOURS = 256
_BOXES = """() => Array.from(document.querySelectorAll("figure"), (one) => {
  const box = one.getBoundingClientRect();
  return [box.left, box.top, box.right, box.bottom];
})"""
_GROUNDS = {"light": "#f6f7f9", "dark": "#1b1f26"}


def picture_of(theme: str) -> Path:
    return PICTURES / f"phone_{theme}.png"


def write_picture(browser: Browser, wanted: Sequence[Room], theme: str) -> None:
    taken = list(_small(_shots(browser, wanted, theme)))
    width, height = taken[0].size
    rows = -(-len(taken) // _PER_ROW)
    size = (_GAP + _PER_ROW * (width + _GAP), _GAP + rows * (height + _GAP))
    sheet = Image.new("RGB", size, ImageColor.getrgb(_GROUNDS[theme]))
    for number, picture in enumerate(taken):
        row, column = divmod(number, _PER_ROW)
        sheet.paste(picture, (_GAP + column * (width + _GAP), _GAP + row * (height + _GAP)))
    PICTURES.mkdir(exist_ok=True)
    sheet.quantize(_COLOURS, kmeans=2, dither=Image.Dither.NONE).save(picture_of(theme), optimize=True)


def listed(wanted: Sequence[Room]) -> str:
    """The rooms as the docs list them, in the order of the picture."""
    lines = []
    for group, rooms in groupby(wanted, key=lambda room: room.group):
        names = " · ".join(room.name for room in rooms)
        lines.append(f"- **{group}**: {names}")
    return "\n".join(lines)


def write_page(wanted: Sequence[Room]) -> None:
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
    after = rest.partition(END)[2]
    PAGE.write_text(f"{before}{BEGIN}\n{listed(wanted)}\n{END}{after}", encoding="utf-8")


def _shots(browser: Browser, wanted: Sequence[Room], theme: str) -> Iterator[Image.Image]:
    """Every room by itself, with its caption; the rooms of an app are photographed together, which is much faster."""
    tab = browser.new_page(viewport={"width": 1640, "height": 900}, reduced_motion="reduce")
    for _, rooms in groupby(wanted, key=lambda room: room.app):
        with served(page(list(rooms), theme, sheet=True)) as address:
            tab.goto(address)
            tab.evaluate("() => document.fonts.ready.then(() => true)")
            together = Image.open(io.BytesIO(tab.screenshot(full_page=True)))
            for box in tab.evaluate(_BOXES):
                yield together.crop(tuple(map(round, box)))
    tab.close()


def _small(pictures: Iterator[Image.Image]) -> Iterator[Image.Image]:
    for picture in pictures:
        size = (round(picture.width * _SCALE), round(picture.height * _SCALE))
        yield picture.convert("RGB").resize(size, Image.Resampling.LANCZOS)
