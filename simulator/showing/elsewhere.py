"""What there is to say about moments of another system's trace: how far the phone here could follow."""

from __future__ import annotations

from simulator.showing.parts import Saying, Shape, Tag, excerpt, plain
from simulator.trace.elsewhere import ESTIMATED, FITTED, UNTOLD
from simulator.trace.moments import Acted, Moment, Said

_UNTOLD = Tag(
    "not shown",
    "warn",
    "Not shown on the phone: it happened in the system that recorded the run, but here the phone looks as before.",
)
_FITTED = Tag(
    "screen fitted",
    "plain",
    "The phone there was on another screen, or allowed more on it. What was done is shown as far as it goes here.",
)
_ESTIMATED = Tag(
    "figures estimated",
    "plain",
    "Every system makes up its own prices and times of rides. The trace does not say them, so these are the phone's.",
)
_ANSWERS = ("accept_proposal", "reject_proposal")
_TAGS = {UNTOLD: _UNTOLD, FITTED: _FITTED, ESTIMATED: _ESTIMATED}
_HEARD = {"system": "get its instructions", "user": "get news", "tool": "get the answer to its call"}


def elsewhere(moment: Moment) -> tuple[Tag, ...]:
    # An answer to nothing is told in words of its own, and no phone would show one.
    if not isinstance(moment, Acted) or moment.name in _ANSWERS:
        return ()
    return tuple(_TAGS[tag] for tag in moment.tags if tag in _TAGS)


def said(moment: Said) -> Saying:
    """Words of a transcript: the model's own, or what it was told. Both may tell what is private."""
    words = f"“{excerpt(moment.text)}”"
    if moment.role == "assistant":
        shape: Shape = "user" if moment.actor == "user" else "assistant"
        return Saying(parts=(plain("say"),), shape=shape, misread=words)
    heard = _HEARD.get(moment.role.partition("-")[0], "get told")
    return Saying(parts=(plain(heard),), shape="silent", misread=words)
