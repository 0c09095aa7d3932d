"""Tells people who play the user what they did and saw in a run so far, and nothing that the user can't know.

The sentences are those of `owner_words`, which address the reader as the phone's owner.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from simulator.phone.state import Notice, UserNotice
from simulator.showing.owner_words import OwnerSentence, notice_lane, owner_action, owner_notice
from simulator.showing.run_history import RunHistory
from simulator.showing.sentence_parts import plain
from simulator.showing.told_moment import Lane
from simulator.trace.metrics import CARD
from simulator.trace.moments import Acted, Moment

_EXPIRED = OwnerSentence((plain("The offer expired, because you did not answer"),), "world")


class DiaryLine(NamedTuple):
    """One thing that the user did or saw, with its local time."""

    local: str
    lane: Lane
    sentence: OwnerSentence

    @property
    def clock(self) -> str:
        return self.local[11:]


def diary_lines(history: RunHistory, n: int) -> Iterator[DiaryLine]:
    """Yield what the user did or saw in moment `n`."""
    moment = history.moments[n]
    if not isinstance(moment, Acted):
        return
    if moment.actor == "user":
        was_down = n > 0 and history.told[n - 1].down
        done = owner_action(history.context(n), moment, was_down)
        if done is not None:
            yield DiaryLine(moment.local, "user", done)
    elif moment.app == CARD and moment.name == "expire_proposal" and moment.error is None:
        yield DiaryLine(moment.local, "assistant", _EXPIRED)
    for notice in notices_in(moment):
        yield DiaryLine(moment.local, notice_lane(notice), owner_notice(history.context(n), notice))


def notices_in(moment: Moment) -> list[Notice]:
    """Return the notices that the moment put into the owner's inbox."""
    new = [patch for patch in moment.patches if patch.table == UserNotice.table and patch.op == "add"]
    return [msgspec.convert({**patch.fields, "id": patch.id}, UserNotice, strict=False) for patch in new]
