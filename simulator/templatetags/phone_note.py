"""How the text of a note is set: paragraphs, and lines with a dash as points of a list."""

from __future__ import annotations

from itertools import groupby
from typing import NamedTuple

from django import template

register = template.Library()
_DASHES = ("- ", "* ", "• ", "– ")


class Block(NamedTuple):
    """Lines that belong together."""

    points: bool
    lines: list[str]


@register.filter
def blocks(text: str) -> list[Block]:
    found: list[Block] = []
    for kind, lines in groupby(text.split("\n"), key=_kind):
        if kind:
            found.append(Block(kind == "point", [_plain(line) if kind == "point" else line for line in lines]))
    return found


def _kind(line: str) -> str:
    if not line.strip():
        return ""
    return "point" if line.lstrip().startswith(_DASHES) else "text"


def _plain(line: str) -> str:
    return line.lstrip()[2:]
