"""Reading the phone's HTML in tests: its controls, its text, and whether it is well formed."""

from __future__ import annotations

import json
from html.parser import HTMLParser
from typing import Any, NamedTuple

VOID = frozenset({"br", "hr", "img", "input", "link", "meta", "wbr", "path", "circle", "rect"})
_INLINE = frozenset({"p", "span", "button", "label", "h3", "h4", "time", "b", "small", "dt"})
_BLOCK = frozenset({"div", "p", "ul", "ol", "dl", "section", "article", "header", "h3", "h4", "figure", "form"})
_TAPPABLE = frozenset({"button", "a"})


class Control(NamedTuple):
    name: str
    args: dict[str, Any]
    tapped: bool
    tag: str


class PhoneHtml(HTMLParser):
    """One rendered phone, taken apart."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.controls: list[Control] = []
        self.problems: list[str] = []
        self.pieces: list[str] = []
        self.rings = 0
        self.attributes: set[str] = set()
        self.unseen = False
        self._open: list[str] = []
        self._ids: set[str] = set()
        self.feed(html)
        self.close()
        self.problems += [f"<{tag}> is never closed" for tag in self._open]

    @property
    def actions(self) -> set[str]:
        return {control.name for control in self.controls}

    @property
    def text(self) -> str:
        return "".join(self.pieces)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if len(given) < len(attrs):
            self.problems.append(f"<{tag}> has an attribute twice: {self.get_starttag_text()}")
        self._check_place(tag, given)
        self.attributes |= given.keys()
        self.rings += "data-tapped" in given
        self.unseen |= "data-unseen" in given
        self._add_controls(tag, given)
        if tag not in VOID:
            self._open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self._open.pop()

    def handle_endtag(self, tag: str) -> None:
        if not self._open or self._open[-1] != tag:
            self.problems.append(f"</{tag}> closes <{self._open[-1] if self._open else 'nothing'}>")
        else:
            self._open.pop()

    def handle_data(self, data: str) -> None:
        self.pieces.append(data)

    def _check_place(self, tag: str, given: dict[str, str]) -> None:
        parent = self._open[-1] if self._open else ""
        if parent in _INLINE and tag in _BLOCK:
            self.problems.append(f"<{tag}> stands inside <{parent}>")
        if tag in _TAPPABLE and _TAPPABLE & set(self._open):
            self.problems.append(f"<{tag}> stands inside another control")
        if (parent in ("ul", "ol")) != (tag == "li"):
            self.problems.append(f"<{tag}> stands in <{parent}>")
        if tag == "button" and not {"data-tap", "data-look"} & given.keys():
            self.problems.append(f"a button does nothing: {self.get_starttag_text()}")
        if given.get("id") in self._ids:
            self.problems.append(f"the id {given['id']} is there twice")
        self._ids |= {given["id"]} if "id" in given else set()

    def _add_controls(self, tag: str, given: dict[str, str]) -> None:
        tapped = "data-tapped" in given
        for mark, args in (("data-tap", "data-args"), ("data-also", "data-also-args")):
            if mark in given:
                self.controls.append(Control(given[mark], json.loads(given[args]), tapped, tag))
