"""Moments that neither side does: the beginning, the end, what the world brings and what stays out."""

from __future__ import annotations

from collections.abc import Mapping

from simulator.showing import times
from simulator.showing.changes import facts
from simulator.showing.elsewhere import said
from simulator.showing.news import SPOKEN, news
from simulator.showing.offers import on_card
from simulator.showing.parts import Parts, Saying, Tag, plain, strong
from simulator.showing.scene import Scene
from simulator.trace.metrics import CARD, SETTING, is_noise
from simulator.trace.moments import Acted, Ended, Forked, Moment, Remembered, Said, Skipped, Started

ENDINGS: Mapping[str, str] = {
    "turn_limit": "The turns are used up",
    "quiet": "The phone lies down and nothing more will happen",
    "stopped": "The run was stopped",
    "crashed": "The run broke down",
    "unknown": "The trace ends here",
}


def happening(scene: Scene) -> Saying:
    """A moment of the environment, or of the episode itself."""
    moment = scene.moment
    if isinstance(moment, Acted):
        return _event(scene, moment)
    if isinstance(moment, Started):
        parts: Parts = (plain("The story begins on "), strong(times.long_day(moment.local)))
        return Saying(parts=parts, shape="started")
    if isinstance(moment, Ended):
        return Saying(parts=(plain(ENDINGS[moment.reason]),), shape="ended", notes=_why(moment.error), key=True)
    return _aside(scene, moment)


def spoken_label(label: str) -> str:
    """An event's label in the scenario as words."""
    words = label.replace("_", " ").strip()
    return words[:1].upper() + words[1:]


def plainly(why: str) -> str:
    """A reason that names a field of the file, in words for those who do not know the file."""
    return why.replace("its 'unless' has come true", "what was to keep it from coming has happened")


def _event(scene: Scene, moment: Acted) -> Saying:
    if moment.app == CARD and moment.error is None:
        return on_card(moment)
    tags = (Tag("noise"),) if is_noise(moment) or SETTING in moment.tags else ()
    if moment.error is not None:
        why = scene.plainly(moment.error.message)
        parts = (*news(scene, moment), plain(": it did not work"))
        return Saying(parts=parts, shape="error", notes=_why(why), tags=(*tags, Tag("error", "bad")))
    said = next((moment.args[name] for name in SPOKEN if moment.args.get(name)), "")
    return Saying(parts=news(scene, moment), shape="world", quote=str(said), notes=facts(scene), tags=tags)


def _aside(scene: Scene, moment: Moment) -> Saying:
    """Moments of the record itself, which change nothing on the phone."""
    if isinstance(moment, Skipped):
        event = scene.events.get(moment.event, spoken_label(moment.event))
        parts: Parts = (plain("Does not come: "), strong(event))
        return Saying(parts=parts, shape="world", notes=_why(plainly(moment.why)), tags=(Tag("skipped"),))
    if isinstance(moment, Forked):
        parts = (plain("Forked from "), strong(moment.parent), plain(f" after step {moment.parent_moment}"))
        return Saying(parts=parts, shape="forked", key=True)
    if isinstance(moment, Remembered):
        return Saying(parts=(plain("make a private note"),), shape="silent")
    if isinstance(moment, Said):
        return said(moment)
    return Saying(parts=(plain("Something happened"),), shape="world")


def _why(reason: str) -> tuple[Parts, ...]:
    return ((plain(reason),),) if reason else ()
