"""By what two moments are the same: by all of their content, or only by what the story tells of them."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import NamedTuple

import msgspec

from simulator.phone.state import AssistantNotice, Proposal
from simulator.phone.store import Patch
from simulator.showing.parts import Told, text_of
from simulator.trace.hashing import content_bytes
from simulator.trace.moments import Forked, Moment, Remembered

_NUMBERED = {AssistantNotice.table: "moment", Proposal.table: "made_in"}


class Side(NamedTuple):
    """One of two runs: its moments, and what the story tells of them, as far as they can be shown."""

    name: str
    """`run 12`"""
    moments: Sequence[Moment]
    told: Sequence[Told]
    over: bool = True
    """Nothing more will come."""


def is_aside(moment: Moment) -> bool:
    """Whether it only says something about the record or a player's notes, so that nothing differs by it."""
    return isinstance(moment, Forked | Remembered)


def same_by_content(side: Side, n: int) -> Hashable:
    """Ids, times and texts count. Its number does not: one moment more would make all that follow different."""
    moment = side.moments[n]
    patches = tuple(_unnumbered(patch, n) for patch in moment.patches)
    return content_bytes(msgspec.structs.replace(moment, n=0, patches=patches))


def same_by_story(side: Side, n: int) -> Hashable:
    """Whoever reads the story finds them alike, whatever their ids and times are."""
    told = side.told[n]
    return told.lane, told.kind, told.failed, told.text, told.quote, tuple(map(text_of, told.notes))


def same_by_kind(side: Side, n: int) -> Hashable:
    return side.told[n].lane, side.told[n].kind


def _unnumbered(patch: Patch, n: int) -> Patch:
    """Some records name the moment that made them."""
    field = _NUMBERED.get(patch.table)
    if field is None or patch.fields.get(field) != n:
        return patch
    return msgspec.structs.replace(patch, fields={**patch.fields, field: 0})
