"""One decision point as a row of a table: what was offered or not, what the user did first, and what came of it."""

from __future__ import annotations

from typing import NamedTuple

from simulator.showing import times
from simulator.showing.decision_list import REACTIONS, answer_sign, answer_words, proposal_name
from simulator.showing.parts import Told
from simulator.trace.following import Followed, OfferFollowed

_SILENT = {"waiting": "Waits", "limit": "Uses up its calls"}


class PointRow(NamedTuple):
    step: int
    turn: int
    when: str
    what: str
    text: str
    sign: str
    tone: str
    welcome: str
    """What the scenario says about it."""
    first: str = ""
    """What the user did first."""
    first_step: int | None = None
    answer: str = ""
    answer_step: int | None = None
    words: str = ""


def point_row(point: Followed, told: Told, over: bool, welcome: str) -> PointRow:
    """`told`: the moment of the point."""
    when = times.stamp(told.local)
    if not isinstance(point, OfferFollowed):
        return PointRow(point.moment, point.turn, when, "Silence", _SILENT[point.by], "silent", "assistant", welcome)
    sign, tone = answer_sign(point)
    is_open = point.reaction == "none" and not over and not point.is_settled
    return PointRow(
        step=point.moment,
        turn=point.turn,
        when=when,
        what=proposal_name(point.proposal),
        text=point.text,
        sign=sign,
        tone=tone,
        first="" if is_open else REACTIONS[point.reaction],
        first_step=point.reaction_moment,
        answer=answer_words(point, over),
        answer_step=point.final_moment,
        words=point.words,
        welcome=welcome,
    )
