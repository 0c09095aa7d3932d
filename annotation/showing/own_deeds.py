"""What the phone's owner did, told to somebody who stands in their place: “You opened Calendar.”"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from simulator.phone.perform import UNKNOWN_TOOL
from simulator.showing.deeds import deed, phrase_of
from simulator.showing.parts import Part, Parts, Shape, excerpt, plain, strong, text_of
from simulator.showing.phrasing import reworded
from simulator.showing.scene import Scene
from simulator.showing.verbs import did
from simulator.trace.elsewhere import UNTOLD
from simulator.trace.metrics import CARD
from simulator.trace.moments import Acted

_ANSWERS: Mapping[str, tuple[str, Shape]] = {
    "accept_proposal": ("You accepted the offer", "accept"),
    "reject_proposal": ("You rejected the offer", "reject"),
    "send_message_to_agent": ("You wrote to the assistant", "user"),
}
_NOT_THERE = "cannot be tapped on this screen"
_ENDS = (".", "!", "?", "…")
_YOURS = (("the owner's own", "your own"), ("The owner's own", "Your own"))


class Sentence(NamedTuple):
    """Words go before a quote, if there is one; else they are a whole sentence."""

    parts: Parts
    shape: Shape
    quote: str = ""

    @property
    def whole(self) -> Parts:
        """The words with the mark that belongs behind them."""
        if self.quote:
            return (*self.parts, plain(":"))
        return self.parts if text_of(self.parts).endswith(_ENDS) else (*self.parts, plain("."))


def own_deed(scene: Scene, moment: Acted, was_down: bool = False) -> Sentence | None:
    """None for words from which no action could be read: nothing was done then. `was_down`: the phone lay there."""
    if moment.misread:
        return None
    if moment.error is not None:
        return _in_vain(scene, moment)
    if moment.app == CARD and moment.name in _ANSWERS:
        return _on_card(moment)
    if was_down and scene.look.phone.down and moment.name == "put_phone_down":
        return Sentence((plain("You left the phone where it was"),), "user")
    saying = deed(scene, moment)
    return Sentence(_you(reworded(saying.parts, did)), "user", excerpt(saying.quote))


def _on_card(moment: Acted) -> Sentence:
    words, shape = _ANSWERS[moment.name]
    if UNTOLD in moment.tags:
        # Another system let the user answer where nothing was offered.
        words, shape = f"{words.removesuffix(' the offer')} although no offer was open", "user"
    return Sentence((plain(words),), shape, excerpt(str(moment.args.get("content", ""))))


def _in_vain(scene: Scene, moment: Acted) -> Sentence:
    error = moment.error
    assert error is not None
    if moment.asked is not None and (error.code == UNKNOWN_TOOL or _NOT_THERE in error.message):
        wanted = moment.asked.rpartition("__")[2].replace("_", " ").strip()
        return Sentence((plain("You tried to "), strong(wanted), plain(", but this screen does not offer it")), "error")
    why = " ".join(text_of(note) for note in deed(scene, moment).notes).rstrip(".")
    parts = (plain("You tried to "), *_yours(phrase_of(scene, moment)), plain(", but it did not work"))
    return Sentence((*parts, plain(f": {why}")) if why else parts, "error")


def _you(parts: Parts) -> Parts:
    return _yours(reworded(parts, lambda text: f"You {text}"))


def _yours(parts: Parts) -> Parts:
    return tuple(Part(_said_to_owner(part.text), part.style) if part.style == "plain" else part for part in parts)


def _said_to_owner(text: str) -> str:
    for theirs, yours in _YOURS:
        text = text.replace(theirs, yours)
    return text
