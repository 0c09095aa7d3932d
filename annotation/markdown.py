"""Guidelines and consent pages: Markdown as people write it, as HTML that can do no harm."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from markdown_it import MarkdownIt
from markdown_it.token import Token

_HIGHEST = 3
"""Pages have headings of their own above those of a text."""


@lru_cache(maxsize=128)
def as_html(text: str) -> str:
    """Markup in the text is shown as text; pictures, which would come from other machines, are left out."""
    parser = _parser()
    tokens = parser.parse(text)
    for token in tokens:
        if token.type in ("heading_open", "heading_close"):
            token.tag = f"h{min(6, int(token.tag[1:]) + _HIGHEST - 1)}"
        _open_links_beside(token.children or ())
    return str(parser.renderer.render(tokens, parser.options, {}))


def _parser() -> MarkdownIt:
    return MarkdownIt("commonmark", {"html": False}).enable("table").disable(["image", "html_block", "html_inline"])


def _open_links_beside(tokens: Sequence[Token]) -> None:
    """Whoever is in the middle of an item does not lose it by following a link."""
    for token in tokens:
        if token.type == "link_open":
            token.attrSet("target", "_blank")
            token.attrSet("rel", "noopener noreferrer")
