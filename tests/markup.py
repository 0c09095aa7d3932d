"""Markup as tests compare it: the same whether a template stands on one line or on twenty."""

from __future__ import annotations

import re
from typing import Protocol

_TAG = re.compile(r"<[a-zA-Z][^<>]*>")
# Where a line break is text that people typed.
_KEPT = re.compile(r"<(?P<tag>textarea|pre)\b.*?</(?P=tag)>", re.DOTALL)
_INLINE = "a|b|code|em|i|kbd|q|s|small|span|strong|time"
_BEFORE_INLINE = re.compile(rf"(?<=[^>\s])\s*\n\s*(?=<(?:{_INLINE})[\s>])")
_AFTER_INLINE = re.compile(rf"(</(?:{_INLINE})>)\s*\n\s*(?=[^<\s])")
_BESIDE_A_TAG = re.compile(r"(?<=>)\s*\n\s*|\s*\n\s*(?=<)")
_WITHIN_TEXT = re.compile(r"\s*\n\s*")


class _Answer(Protocol):
    """A response that has its content at hand; the test client's is one."""

    @property
    def content(self) -> bytes: ...


def markup_of(response: _Answer) -> str:
    """Return the page that a response carries, on one line."""
    return one_line(response.content.decode())


def one_line(html: str) -> str:
    """Return the markup on one line: a space for a break between attributes, words, and words and inline elements."""
    html = _TAG.sub(lambda tag: re.sub(r"\s+", " ", tag[0]).replace(" >", ">"), html)
    pieces, last = [], 0
    for kept in _KEPT.finditer(html):
        pieces += [_join(html[last : kept.start()]), kept[0]]
        last = kept.end()
    return "".join([*pieces, _join(html[last:])])


def _join(html: str) -> str:
    html = _AFTER_INLINE.sub(r"\1 ", _BEFORE_INLINE.sub(" ", html))
    return _WITHIN_TEXT.sub(" ", _BESIDE_A_TAG.sub("", html))
