"""Markdown of guidelines and consent texts, rendered as safe HTML."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from markdown_it import MarkdownIt
from markdown_it.token import Token

# Pages have their own h1 and h2 above a text.
_HIGHEST = 3


@lru_cache(maxsize=128)
def as_html(text: str) -> str:
    """Return Markdown as HTML. HTML in it is escaped and pictures become links, so nothing loads from other sites."""
    parser = _parser()
    tokens = parser.parse(text)
    for token in tokens:
        if token.type in ("heading_open", "heading_close"):
            token.tag = f"h{min(6, int(token.tag[1:]) + _HIGHEST - 1)}"
        # Links are inside inline tokens, never at the top level.
        _open_links_beside(token.children or ())
    return str(parser.renderer.render(tokens, parser.options, {}))


def _parser() -> MarkdownIt:
    # Leads write these texts for strangers, so raw HTML is off.
    return MarkdownIt("commonmark", {"html": False}).enable("table").disable(["image", "html_block", "html_inline"])


def _open_links_beside(tokens: Sequence[Token]) -> None:
    """Make links open in a new tab, so that nobody loses the item they are judging."""
    for token in tokens:
        if token.type == "link_open":
            token.attrSet("target", "_blank")
            token.attrSet("rel", "noopener noreferrer")
