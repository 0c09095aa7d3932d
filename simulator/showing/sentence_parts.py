"""Divides sentences into parts of three styles: plain words, highlighted names and quotations.

Names and quotations may contain texts that people or models wrote. They are separate parts, so that pages can highlight
names and still escape every text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Literal, NamedTuple, TypeAlias

Style = Literal["plain", "strong", "quote"]
# In characters. People and models write texts of any length; these limits keep a line of the story readable.
LONGEST_SENTENCE = 300
LONGEST_NAME = 80
LONGEST_QUOTE = 420


class SentencePart(NamedTuple):
    """Consecutive words of a sentence in one style."""

    text: str
    style: Style = "plain"


Parts: TypeAlias = tuple[SentencePart, ...]


def plain(text: str) -> SentencePart:
    """Return a part without highlighting."""
    return SentencePart(text)


def strong(text: str) -> SentencePart:
    """Return a name that pages highlight, shortened to 80 characters."""
    return SentencePart(shortened(text, LONGEST_NAME), "strong")


def quoted(text: str) -> SentencePart:
    """Return a text that pages put in quotation marks, shortened to 80 characters."""
    return SentencePart(shortened(text, LONGEST_NAME), "quote")


def text_of(parts: Iterable[SentencePart]) -> str:
    """Return the parts as plain text."""
    return "".join(f"“{part.text}”" if part.style == "quote" else part.text for part in parts)


def reworded(parts: Parts, form: Callable[[str], str]) -> Parts:
    """Return the sentence with `form` applied to its first part, which begins with the verb."""
    return (SentencePart(form(parts[0].text), parts[0].style), *parts[1:]) if parts else parts


def shortened(text: str, longest: int) -> str:
    """Return the text on one line of at most `longest` characters, cut between words where possible."""
    line = " ".join(text.split())
    return line if len(line) <= longest else _cut(line, longest)


def excerpt(text: str, longest: int = LONGEST_QUOTE) -> str:
    """Return the text with its line breaks, cut to `longest` characters between words where possible."""
    text = text.strip()
    return text if len(text) <= longest else _cut(text, longest)


def _cut(text: str, longest: int) -> str:
    head = text[: longest - 1]
    between_words = head.rpartition(" ")[0]
    # If the last word is very long, such as a link, cut inside it; otherwise almost nothing would be left.
    return f"{between_words if len(between_words) > longest // 2 else head}…"
