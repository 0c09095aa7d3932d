"""What the user and the assistant do or try to do, in a phrase that begins with its verb."""

from __future__ import annotations

from collections.abc import Mapping

from simulator.phone.perform import UNKNOWN_TOOL
from simulator.showing.changes import facts
from simulator.showing.errand_phrases import ERRANDS
from simulator.showing.news import SPOKEN
from simulator.showing.offers import on_card
from simulator.showing.parts import Parts, Saying, Shape, Tag, plain, strong
from simulator.showing.phrases import DAILY
from simulator.showing.phrasing import filled
from simulator.showing.plain_words import is_id
from simulator.showing.scene import Scene
from simulator.showing.values import Values, listed
from simulator.trace.elsewhere import FAILED_THERE
from simulator.trace.metrics import CARD, NOISE, WAIT_FOR_NOTIFICATION, is_plain_call
from simulator.trace.moments import Acted

_DEEDS = {**DAILY, **ERRANDS}
_OUTCOMES: Mapping[str, str] = {
    "no_consent": " without consent: refused",
    "tool_failed": ": the app broke down",
    "not_available": ": not possible",
    "payment_declined": ": the payment was declined",
    FAILED_THERE: ": it failed",
}
_VERBS: Mapping[str, str] = {
    "get": "look up",
    "view": "look at",
    "lookup": "look up",
    "find": "look for",
    # Systems with a place for files call them as a shell does.
    "ls": "list files",
    "cat": "read a file",
    "mv": "move a file",
    "rm": "delete a file",
    "mkdir": "make a folder",
    "rmdir": "delete a folder",
}
_OFF_SCREEN = "cannot be tapped on this screen"
_ON_CARD: Mapping[str, str] = {
    "send_message_to_user": "say something to the user",
    "accept_proposal": "accept an offer",
    "reject_proposal": "reject an offer",
    "send_message_to_agent": "write to the assistant",
    "wait": "wait",
}


def deed(scene: Scene, moment: Acted) -> Saying:
    """An action of the user or the assistant."""
    if moment.error is not None:
        return _failed(scene, moment)
    if moment.app == CARD:
        return on_card(moment)
    tags = (Tag("write"),) if moment.write else ()
    return Saying(
        parts=phrase_of(scene, moment),
        shape=_shape(moment),
        quote=_words(moment),
        notes=facts(scene) if moment.write else (),
        tags=tags,
    )


def phrase_of(scene: Scene, moment: Acted) -> Parts:
    """What was done or tried, beginning with the verb: our phrase for it, or the action's own words."""
    if moment.app == CARD and moment.name in _ON_CARD:
        return (plain(_ON_CARD[moment.name]),)
    values = Values(scene, moment)
    phrases = _DEEDS.get(moment.app, {}).get(moment.name)
    return (filled(phrases, values) if phrases else None) or _by_its_name(scene, moment, values)


def _failed(scene: Scene, moment: Acted) -> Saying:
    error = moment.error
    assert error is not None
    if moment.misread:
        return _misread(moment.misread)
    tags = (Tag("error", "bad"), *((Tag("noise"),) if NOISE in moment.tags else ()))
    if moment.asked is not None and (error.code == UNKNOWN_TOOL or _OFF_SCREEN in error.message):
        verb = "call a tool that is not there" if moment.actor == "assistant" else "tap what is not on this screen"
        parts: Parts = (plain(f"{verb}: "), strong(moment.asked.replace("_", " ").strip()))
    else:
        outcome = _OUTCOMES.get(error.code, ": refused")
        parts = (plain("try to "), *phrase_of(scene, moment), plain(outcome))
    return Saying(parts=parts, shape="error", notes=((plain(_reason(scene, error.message)),),), tags=tags)


def _misread(problem: str) -> Saying:
    tags = (Tag("error", "bad"),)
    return Saying(
        parts=(plain("give a reply from which no action can be read"),), shape="error", tags=tags, misread=problem
    )


def _reason(scene: Scene, message: str) -> str:
    """Why it failed, without the advice that names tools."""
    sentences = scene.plainly(message).split(". ")
    kept = [sentence for sentence in sentences if "_" not in sentence] or sentences[:1]
    return ". ".join(kept).rstrip(".") + "."


def _shape(moment: Acted) -> Shape:
    if moment.actor == "user":
        return "user"
    if moment.name == WAIT_FOR_NOTIFICATION:
        return "silent"
    return "read" if is_plain_call(moment) and not moment.write else "assistant"


def _words(moment: Acted) -> str:
    """What was written with it: a message, a mail's text, a note."""
    given = next((moment.args[name] for name in SPOKEN if moment.args.get(name)), "")
    return str(given)


def _by_its_name(scene: Scene, moment: Acted, values: Values) -> Parts:
    """The general rule: `water_plant` of `plant_3` → `water plant Fern`."""
    verb, _, rest = moment.name.partition("_")
    words = " ".join(filter(None, (_VERBS.get(verb, verb), rest.replace("_", " "))))
    names = [values.text(value) for value in moment.args.values() if isinstance(value, str) and is_id(value)]
    known = listed(names)
    return (plain(f"{words} "), strong(known)) if known else (plain(words),)
