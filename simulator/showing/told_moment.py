"""A moment in words, as `tell` returns it for pages, the terminal and exports."""

from __future__ import annotations

from typing import Literal, NamedTuple, get_args

import msgspec

from simulator.showing.sentence_parts import Parts, text_of

# The actor of a moment. `world` stands for the environment and the run itself.
Lane = Literal["user", "assistant", "world"]
# The icon beside a moment. The values are names of icons in static/site/icons.svg and of CSS classes. "proposal" is the
# icon of an offer.
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
# The category by which people filter steps. A failed attempt has the kind of the action that was tried. Kinds are part
# of addresses (`?hide=proposal`), so they must not be renamed.
Kind = Literal[
    "read", "write", "tap", "proposal", "answer", "report", "silence", "event", "noise", "run", "note", "unread"
]
KINDS: tuple[Kind, ...] = get_args(Kind)
Tone = Literal["plain", "assistant", "good", "bad", "warn"]


class Tag(NamedTuple):
    """A short label in a small frame beside a moment."""

    text: str
    tone: Tone = "plain"
    about: str = ""
    """Explanation of the label, shown as a tooltip."""


class MomentWords(msgspec.Struct, frozen=True, kw_only=True):
    """The words for a moment: for an event, a whole sentence; for an action, a phrase that begins with an infinitive.

    `tell` puts the verb into the third person. The assistant's card and the pages for annotators use the past tense.
    """

    parts: Parts
    shape: Shape
    quote: str = ""
    notes: tuple[Parts, ...] = ()
    tags: tuple[Tag, ...] = ()
    key: bool = False
    misread: str = ""


class ToldMoment(msgspec.Struct, frozen=True, kw_only=True):
    """One moment as people read it."""

    n: int
    turn: int
    at: int
    local: str
    lane: Lane
    shape: Shape
    parts: Parts
    quote: str = ""
    """A message or another written text, shortened; the step's detail has the full text."""
    notes: tuple[Parts, ...] = ()
    """Short facts, such as which field changed or why an action failed."""
    tags: tuple[Tag, ...] = ()
    key: bool = False
    """True for the main moments of a run: offers, answers, reports, messages to the assistant, forks and the end."""
    failed: bool = False
    thought: str = ""
    misread: str = ""
    """Private text: a line of a transcript, or the error about an unreadable reply, which may quote the reply."""
    down: bool = False
    """True if the phone is down after this moment."""
    kind: Kind = "run"
    app: str = ""
    """The app under which people look for the moment (see `tell.app_of`); empty if there is none."""

    @property
    def clock(self) -> str:
        """Return the local time of day."""
        return self.local[11:]

    @property
    def has_private(self) -> bool:
        """Return True if the moment has private text, such as a thought, which only some viewers of a run may read."""
        return bool(self.thought or self.misread)

    @property
    def text(self) -> str:
        """Return the sentence as plain text."""
        return text_of(self.parts)
