"""Tells moments to annotators, whom the texts address as the phone's owner: “You opened Calendar.”

Annotators may see only the owner's actions and the notifications on the lock screen. They must not see thoughts, calls
of the assistant, or parts of a message that its notification leaves out.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from simulator.phone.state import Notice
from simulator.showing.action_words import action_words, is_off_screen, phrase_of
from simulator.showing.moment_context import MomentContext
from simulator.showing.sentence_parts import Parts, excerpt, plain, reworded, strong, text_of
from simulator.showing.told_moment import Lane, Shape
from simulator.showing.verbs import did
from simulator.trace.metrics import CARD
from simulator.trace.moments import UNTOLD, Acted, Said

_ANSWERS: Mapping[str, tuple[str, Shape]] = {
    "accept_proposal": ("You accepted the offer", "accept"),
    "reject_proposal": ("You rejected the offer", "reject"),
    "send_message_to_agent": ("You wrote to the assistant", "user"),
}
_ASSISTANT_NOTICES = ("offer", "report", "offer_abandoned")
# Maximum number of characters of earlier offers and reports. The offer that annotators judge is never cut.
_LONGEST_EARLIER = 240
# Roles of transcript lines that tell the user something. Other lines are instructions, the user's own words, or data.
_HEARD = ("user", "notification")
_STAMP = re.compile(r"^\[[0-9 :.-]+\]\s*", re.MULTILINE)
# Matches JSON, ids and hashes, which a person in the owner's place could not have read.
_DATA = re.compile(r"[{}\[\]=]|\w+_\w+|[0-9a-f]{16,}")
_ENDS = (".", "!", "?", "…")
_YOURS = (("the owner's own", "your own"), ("The owner's own", "Your own"))


class OwnerSentence(NamedTuple):
    """A sentence in the second person. If there is a quotation, the sentence introduces it."""

    parts: Parts
    shape: Shape
    quote: str = ""

    @property
    def punctuated(self) -> Parts:
        """Return the sentence with a colon if a quotation follows, otherwise with a full stop if it has no end mark."""
        if self.quote:
            return (*self.parts, plain(":"))
        return self.parts if text_of(self.parts).endswith(_ENDS) else (*self.parts, plain("."))


def owner_action(context: MomentContext, moment: Acted, was_down: bool = False) -> OwnerSentence | None:
    """Return a sentence about the owner's action; None if the player's reply was unreadable, so nothing happened.

    `was_down`: the phone was already down, so "You put the phone down" becomes "You left the phone where it was".
    """
    if moment.misread:
        return None
    if moment.error is not None:
        return _failed(context, moment)
    if moment.app == CARD and moment.name in _ANSWERS:
        return _answer(moment)
    if was_down and context.look.phone.down and moment.name == "put_phone_down":
        return OwnerSentence((plain("You left the phone where it was"),), "user")
    words = action_words(context, moment)
    parts = reworded(words.parts, lambda text: f"You {did(text)}")
    return OwnerSentence(_in_second_person(parts), "user", excerpt(words.quote))


def owner_notice(context: MomentContext, notice: Notice) -> OwnerSentence:
    """Return a sentence about a notice in the owner's inbox, with the text that the lock screen showed."""
    title, text = notice.title.strip(), notice.text.strip()
    match notice.kind:
        case "offer":
            return OwnerSentence((plain("The assistant offered"),), "proposal", excerpt(text, _LONGEST_EARLIER))
        case "report":
            return OwnerSentence((plain("The assistant reported"),), "report", excerpt(text, _LONGEST_EARLIER))
        case "offer_abandoned":
            return OwnerSentence((plain("The assistant stopped without a report"),), "world")
        case "message":
            return OwnerSentence((strong(title), plain(" wrote")), "world", text)
        case "email":
            # The phone writes the title of a mail as "sender: subject".
            sender, _, subject = title.partition(": ")
            return OwnerSentence((plain("E-mail from "), strong(sender), plain(", "), strong(subject)), "world", text)
    said = context.plainly(text).replace("...", "…")
    is_in_title = not said or said.rstrip(".") in title
    if is_in_title or not title:
        return OwnerSentence((strong(title or said),), "world")
    return _titled_notice(title, said)


def owner_heard(moment: Said) -> OwnerSentence | None:
    """Return a sentence about a transcript line that tells the user something.

    Return None for other lines, empty lines, and lines with data meant for machines.
    """
    text = _STAMP.sub("", moment.text).strip()
    if moment.actor != "user" or moment.role not in _HEARD or not text or _DATA.search(text):
        return None
    return OwnerSentence((plain("You were told"),), "world", excerpt(text))


def notice_lane(notice: Notice) -> Lane:
    """Return `assistant` for a notice about an offer or a report, `world` for any other notice."""
    return "assistant" if notice.kind in _ASSISTANT_NOTICES else "world"


def _answer(moment: Acted) -> OwnerSentence:
    words, shape = _ANSWERS[moment.name]
    if UNTOLD in moment.tags:
        # Other systems let their user answer when no offer is open.
        words, shape = f"{words.removesuffix(' the offer')} although no offer was open", "user"
    return OwnerSentence((plain(words),), shape, excerpt(str(moment.args.get("content", ""))))


def _failed(context: MomentContext, moment: Acted) -> OwnerSentence:
    if is_off_screen(moment):
        wanted = (moment.asked or "").rpartition("__")[2].replace("_", " ").strip()
        parts: Parts = (plain("You tried to "), strong(wanted), plain(", but this screen does not offer it"))
        return OwnerSentence(parts, "error")
    # `action_words` gives the reason without the advice for models.
    why = " ".join(text_of(note) for note in action_words(context, moment).notes).rstrip(".")
    tried = _in_second_person(phrase_of(context, moment))
    parts = (plain("You tried to "), *tried, plain(", but it did not work"))
    return OwnerSentence((*parts, plain(f": {why}")) if why else parts, "error")


def _titled_notice(title: str, said: str) -> OwnerSentence:
    kind, colon, what = title.partition(": ")
    head = (plain(f"{kind}: "), strong(what)) if colon else (strong(title),)
    # Many texts on the lock screen begin with the title of their notice.
    rest = said.removeprefix(f"{what or title}.").strip()
    return OwnerSentence((*head, plain(f". {rest}")) if rest else head, "world")


def _in_second_person(parts: Parts) -> Parts:
    """Return the parts with "your own" instead of "the owner's own"; names and quotations stay as they are."""
    return tuple(plain(_to_owner(part.text)) if part.style == "plain" else part for part in parts)


def _to_owner(text: str) -> str:
    for theirs, yours in _YOURS:
        text = text.replace(theirs, yours)
    return text
