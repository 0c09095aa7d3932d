"""Keys by which two moments count as the same: all of their content, their words in the story, or their kind."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import NamedTuple

import msgspec

from simulator.phone.state import AssistantNotice, Proposal
from simulator.phone.store import Patch
from simulator.showing.sentence_parts import text_of
from simulator.showing.told_moment import ToldMoment
from simulator.trace.hashing import content_bytes
from simulator.trace.moments import Forked, Moment, Remembered

_NUMBERED = {AssistantNotice.table: "moment", Proposal.table: "made_in"}


class Side(NamedTuple):
    """One of two compared runs: its moments, and the part of its story that can be shown."""

    name: str
    """Name of the run in sentences, such as `run 12`."""
    moments: Sequence[Moment]
    told: Sequence[ToldMoment]
    over: bool = True
    """True if no more moments will come."""


def is_aside(moment: Moment) -> bool:
    """Return whether a moment only marks a fork or keeps a player's notes. Such moments never count as a difference."""
    return isinstance(moment, Forked | Remembered)


def same_by_content(side: Side, n: int) -> Hashable:
    """Return a key of the whole content of a moment, such as ids, times and texts, without its number."""
    # With the number in the key, one extra moment would make all later moments differ.
    moment = side.moments[n]
    patches = tuple(_unnumbered(patch, n) for patch in moment.patches)
    return content_bytes(msgspec.structs.replace(moment, n=0, patches=patches))


def same_by_story(side: Side, n: int) -> Hashable:
    """Return a key of the words in the story, without ids and times."""
    told = side.told[n]
    return told.lane, told.kind, told.failed, told.text, told.quote, tuple(map(text_of, told.notes))


def same_by_kind(side: Side, n: int) -> Hashable:
    return side.told[n].lane, side.told[n].kind


def _unnumbered(patch: Patch, n: int) -> Patch:
    """Return the patch, with 0 instead of the number of its own moment if the record stores that number."""
    field = _NUMBERED.get(patch.table)
    if field is None or patch.fields.get(field) != n:
        return patch
    return msgspec.structs.replace(patch, fields={**patch.fields, field: 0})
