"""What reached the phone's owner, in the words of the lock screen: “Mwangi wrote: …”. Never more than stood there."""

from __future__ import annotations

import re

from annotation.showing.own_deeds import Sentence
from simulator.phone.state import Notice
from simulator.showing.parts import Lane, excerpt, plain, strong
from simulator.showing.scene import Scene
from simulator.trace.moments import Said

OFFER = "offer"
_HEARD = ("user", "notification")
"""Roles under which a transcript has what somebody was told; others are instructions, own words and data."""
_STAMP = re.compile(r"^\[[0-9 :.-]+\]\s*", re.MULTILINE)
_DATA = re.compile(r"[{}\[\]=]|\w+_\w+|[0-9a-f]{16,}")
_LONGEST_EARLIER = 240
"""Characters of what the assistant said before; the offer that is judged is never cut."""
_ASKS = "The assistant asks you something"
_SILENT = "The assistant says nothing"


def notice_told(scene: Scene, notice: Notice) -> Sentence:
    """A line of the owner's inbox."""
    title, text = notice.title.strip(), notice.text.strip()
    match notice.kind:
        case "offer":
            return Sentence((plain("The assistant offered"),), "proposal", excerpt(text, _LONGEST_EARLIER))
        case "report":
            return Sentence((plain("The assistant reported"),), "report", excerpt(text, _LONGEST_EARLIER))
        case "offer_abandoned":
            return Sentence((plain("The assistant stopped without a report"),), "world")
        case "message":
            return Sentence((strong(title), plain(" wrote")), "world", text)
        case "email":
            sender, _, subject = title.partition(": ")
            return Sentence((plain("E-mail from "), strong(sender), plain(", "), strong(subject)), "world", text)
    said = scene.plainly(text).replace("...", "…")
    known = not said or said.rstrip(".") in title
    return Sentence((strong(title or said),), "world") if known or not title else _announced(title, said)


def lane_of(notice: Notice) -> Lane:
    return "assistant" if notice.kind in (OFFER, "report", "offer_abandoned") else "world"


def the_moment(kind: str) -> Sentence:
    """The last line of all: what there is to judge."""
    return Sentence((plain(_ASKS),), "proposal") if kind == OFFER else Sentence((plain(_SILENT),), "silent")


def heard(moment: Said) -> Sentence | None:
    """What a transcript says that the owner was told; None for anything else, and for what only machines read."""
    text = _STAMP.sub("", moment.text).strip()
    if moment.actor != "user" or moment.role not in _HEARD or not text or _DATA.search(text):
        return None
    return Sentence((plain("You were told"),), "world", excerpt(text))


def _announced(title: str, said: str) -> Sentence:
    kind, colon, what = title.partition(": ")
    head = (plain(f"{kind}: "), strong(what)) if colon else (strong(title),)
    # A lock screen has the title once more as the first words of the text.
    rest = said.removeprefix(f"{what or title}.").strip()
    return Sentence((*head, plain(f". {rest}")) if rest else head, "world")
