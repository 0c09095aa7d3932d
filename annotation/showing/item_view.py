"""An item as an annotator sees it. Information without a field here cannot be shown: this makes a study blind.

There is no field for the players, for the simulated user's thoughts or its answer to this offer, for later moments, for
the outcome of the run, for the scenario's name, or for other annotators' answers. A test walks all fields.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from simulator.showing.sentence_parts import Parts
from simulator.showing.told_moment import Lane, Shape

NO_FRAME = -1
NAMELESS = "the owner of this phone"


class ItemLine(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Something that the owner did or was told, in one sentence."""

    clock: str
    """On the owner's clock: `18:42`."""
    lane: Lane
    shape: Shape
    parts: Parts
    day: str = ""
    """`Thu 12 Nov`, if the day differs from that of the previous line."""
    quote: str = ""
    """Words that were said or written, as far as the owner saw them."""
    frame: int = NO_FRAME
    """Number of the line's picture; `NO_FRAME` for early moments, and if it is unknown what was on the phone."""
    is_here: bool = False
    """True for the line of the judged moment, which is always the last line."""


class ItemView(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One moment as the phone's owner experienced it."""

    kind: Literal["offer", "silence"]
    name: str
    about: str = ""
    goal: str = ""
    """The owner's private wish, in the words that the simulated user was given."""
    clock: str
    day: str
    """`Friday 13 November 2026`"""
    offer: str = ""
    """The complete text of the offer; empty for a silence."""
    happened: tuple[ItemLine, ...]
    """Everything up to the moment, oldest first."""
    has_phone: bool = True
    """False if there are no pictures: an imported transcript does not say what was on the phone."""

    @property
    def first_name(self) -> str:
        """The owner's first name for the question, or words for an owner without a name."""
        return self.name if self.name == NAMELESS else self.name.partition(" ")[0]

    @property
    def steps(self) -> int:
        """The number of pictures to step through. Lines of the same moment share one."""
        return self.happened[-1].frame + 1


def without_goal(view: ItemView) -> ItemView:
    """Return the view for a study that hides the goal."""
    return msgspec.structs.replace(view, goal="")
