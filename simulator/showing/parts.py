"""A sentence as parts, so that names stand out and no text is ever taken for markup; and a moment told by them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, NamedTuple, TypeAlias

import msgspec

Style = Literal["plain", "strong", "quote"]
Lane = Literal["user", "assistant", "world"]
Shape = Literal[
    "user",
    "assistant",
    "read",
    "silent",
    "proposal",
    "report",
    "accept",
    "reject",
    "error",
    "world",
    "started",
    "forked",
    "ended",
]
Kind = Literal[
    "read", "write", "tap", "proposal", "answer", "report", "silence", "event", "noise", "run", "note", "unread"
]
Tone = Literal["plain", "assistant", "good", "bad", "warn"]
LONGEST_SENTENCE = 300
LONGEST_NAME = 80
LONGEST_QUOTE = 420


class Part(NamedTuple):
    """A stretch of a sentence: words, a name that stands out, or something quoted."""

    text: str
    style: Style = "plain"


Parts: TypeAlias = tuple[Part, ...]


class Tag(NamedTuple):
    """A word beside a moment."""

    text: str
    tone: Tone = "plain"
    about: str = ""
    """What the word means, for those who point at it."""


class Saying(msgspec.Struct, frozen=True, kw_only=True):
    """What there is to say about a moment; a phrase of somebody's doing begins with its verb as it is called."""

    parts: Parts
    shape: Shape
    quote: str = ""
    notes: tuple[Parts, ...] = ()
    tags: tuple[Tag, ...] = ()
    key: bool = False
    misread: str = ""


class Told(msgspec.Struct, frozen=True, kw_only=True):
    """One moment as people read it."""

    n: int
    turn: int
    at: int
    local: str
    lane: Lane
    shape: Shape
    parts: Parts
    quote: str = ""
    """What was said or written, cut if it is long; the step's detail has all of it."""
    notes: tuple[Parts, ...] = ()
    """Short facts: what became of which field, why something failed."""
    tags: tuple[Tag, ...] = ()
    key: bool = False
    """One of the few moments that decide a run: an offer, an answer, a report, the end."""
    failed: bool = False
    thought: str = ""
    misread: str = ""
    """Words without an action, private: of a transcript, or about a reply, which they may quote."""
    down: bool = False
    """The phone lies down after it."""
    kind: Kind = "run"
    app: str = ""
    """The app of the phone that it concerns; empty if none."""

    @property
    def clock(self) -> str:
        return self.local[11:]

    @property
    def has_private(self) -> bool:
        """Whether there is something that public reading does not open."""
        return bool(self.thought or self.misread)

    @property
    def text(self) -> str:
        return text_of(self.parts)


def plain(text: str) -> Part:
    return Part(text)


def strong(text: str) -> Part:
    return Part(shortened(text, LONGEST_NAME), "strong")


def quoted(text: str) -> Part:
    return Part(shortened(text, LONGEST_NAME), "quote")


def text_of(parts: Iterable[Part]) -> str:
    """The parts as plain text."""
    return "".join(f"“{part.text}”" if part.style == "quote" else part.text for part in parts)


def shortened(text: str, longest: int) -> str:
    """One line of at most so many characters, cut between words where that is possible."""
    line = " ".join(text.split())
    return line if len(line) <= longest else _cut(line, longest)


def excerpt(text: str, longest: int = LONGEST_QUOTE) -> str:
    """A longer text cut in the same way; its lines stay lines."""
    text = text.strip()
    return text if len(text) <= longest else _cut(text, longest)


def _cut(text: str, longest: int) -> str:
    head = text[: longest - 1]
    between_words = head.rpartition(" ")[0]
    return f"{between_words if len(between_words) > longest // 2 else head}…"
