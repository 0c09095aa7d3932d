"""An item as an annotator sees it. Annotators see only information that has a field here, which makes a study blind.

There is no field for the players, for the simulated user's thoughts or its answer to this offer, for later moments, for
the outcome of the run, for the scenario's name, or for other annotators' answers. A test checks all fields.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from simulator.showing.sentence_parts import Parts
from simulator.showing.told_moment import Lane, Shape

NO_FRAME = -1
NAMELESS = "the owner of this phone"


class ItemLine(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One sentence about an action of the owner or a notice to the owner."""

    clock: str
    """Time on the owner's clock, such as `18:42`."""
    lane: Lane
    shape: Shape
    parts: Parts
    day: str = ""
    """Day, such as `Thu 12 Nov`, if it differs from the day of the previous line."""
    quote: str = ""
    """The part of a message, or of other written words, that the owner saw."""
    frame: int = NO_FRAME
    """Number of the line's picture; `NO_FRAME` for early moments, and if the screens of the phone are unknown."""
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
    """Date, such as `Friday 13 November 2026`."""
    offer: str = ""
    """The complete text of the offer; empty for a silence."""
    happened: tuple[ItemLine, ...]
    """Sentences about the owner's actions and notices, oldest first; the last sentence is about the judged moment."""
    has_phone: bool = True
    """False if there are no pictures: an imported transcript has no screens of the phone."""

    @property
    def first_name(self) -> str:
        """Return the owner's first name, or `NAMELESS` for an owner without a name."""
        return self.name if self.name == NAMELESS else self.name.partition(" ")[0]

    @property
    def steps(self) -> int:
        """Return the number of pictures to step through. Lines of the same moment share one picture."""
        return self.happened[-1].frame + 1


def without_goal(view: ItemView) -> ItemView:
    """Return the view with an empty goal, for a study that hides the goal."""
    return msgspec.structs.replace(view, goal="")
