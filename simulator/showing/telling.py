"""Every moment in a plain sentence: who did what to which thing, what was said, and what became of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from simulator.phone.call import Look
from simulator.phone.store import Change
from simulator.showing import times
from simulator.showing.assistant_card import CardCall
from simulator.showing.deeds import deed, phrase_of
from simulator.showing.elsewhere import elsewhere
from simulator.showing.happenings import happening
from simulator.showing.kinds import app_of, kind_of
from simulator.showing.parts import LONGEST_SENTENCE, Lane, Saying, Told, excerpt, shortened, text_of
from simulator.showing.phrasing import reworded
from simulator.showing.scene import Scene
from simulator.showing.verbs import capital, did, does
from simulator.trace.moments import Acted, Moment, Remembered, Said

IDLE = 45
"""Seconds without a moment after which the story says that time passed."""
_LANES: Mapping[str, Lane] = {"user": "user", "assistant": "assistant", "environment": "world"}
_SUBJECTS: Mapping[Lane, str] = {"user": "The user ", "assistant": "The assistant ", "world": ""}
_ENDS = (".", "!", "?", "…", "”")


class Breaks(NamedTuple):
    """What stands between a moment and the one before it."""

    turn: str = ""
    idle: str = ""
    about: str = ""
    """How much time that is, in a word."""


def tell(scene: Scene) -> Told:
    """A moment as people read it."""
    moment, saying = scene.moment, _saying(scene)
    return Told(
        n=moment.n,
        turn=moment.turn,
        at=moment.at,
        local=moment.local,
        lane=_lane(moment),
        shape=saying.shape,
        parts=reworded(saying.parts, _in_form(moment, lambda text: capital(does(text)))),
        quote=excerpt(saying.quote),
        notes=saying.notes,
        tags=(*saying.tags, *elsewhere(moment)),
        key=saying.key,
        failed=saying.shape == "error",
        thought=_thought(moment),
        misread=saying.misread,
        down=scene.look.phone.down,
        kind=kind_of(moment, saying.shape),
        app=app_of(scene),
    )


def headline(
    look: Look, moment: Moment, changes: Sequence[Change] = (), people: Mapping[str, str] | None = None
) -> str:
    """One plain sentence of what a moment was; `look` is the phone after it. Names of what is gone need the changes,
    those of strangers the story's people."""
    scene = Scene(look, moment, changes, people)
    saying = _saying(scene)
    sentence = _SUBJECTS[_lane(moment)] + text_of(reworded(saying.parts, _in_form(moment, does)))
    if saying.key and saying.quote.strip():
        sentence = f"{sentence}: “{shortened(saying.quote, LONGEST_SENTENCE - len(sentence) - 4)}”"
    sentence = shortened(sentence, LONGEST_SENTENCE)
    return sentence if sentence.endswith(_ENDS) else f"{sentence}."


def card_call(scene: Scene, moment: Acted) -> CardCall:
    """A call under an accepted offer as the card lists it: what was done, or what was tried in vain."""
    phrase = phrase_of(scene, moment)
    words = text_of(reworded(phrase, did)) if moment.error is None else f"could not {text_of(phrase)}"
    return CardCall(moment.app, capital(words), moment.error is None)


def breaks(told: Told, before: Told | None) -> Breaks:
    """Whether a turn begins with this moment, and how much time has passed without one."""
    turn = idle = about = ""
    if told.turn and (before is None or told.turn != before.turn):
        turn = f"Turn {told.turn}, {told.clock}"
    if before is not None and told.at - before.at >= IDLE:
        passed = f"{times.duration(told.at - before.at)} pass"
        new_day = f", now {times.day_of(told.local)}" if told.local[:10] != before.local[:10] else ""
        idle = f"{passed}{', phone down' if before.down else ''}{new_day}"
        about = times.about(told.at - before.at)
    return Breaks(turn, idle, about)


def _saying(scene: Scene) -> Saying:
    moment = scene.moment
    if isinstance(moment, Acted) and moment.actor != "environment":
        return deed(scene, moment)
    return happening(scene)


def _lane(moment: Moment) -> Lane:
    return _LANES[moment.actor] if isinstance(moment, Acted | Remembered | Said) else "world"


def _in_form(moment: Moment, form: Callable[[str], str]) -> Callable[[str], str]:
    """Somebody's doing is told in this form; what happens stays as it is."""
    return (lambda text: text) if _lane(moment) == "world" else form


def _thought(moment: Moment) -> str:
    if isinstance(moment, Remembered):
        return str(moment.note)
    return moment.envelope.thought if moment.envelope is not None else ""
