"""An item as its judge sees it. What has no field here cannot be shown: this is what makes a study blind.

There is none for who played, for what the simulated user thought or answered to this offer, for what came later, for
what became of the run, for the scenario's name or for what other people said. A test walks all of it.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from simulator.showing.parts import Lane, Parts, Shape

NO_FRAME = -1
NAMELESS = "the owner of this phone"


class Line(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Something the owner did, or was told, in a plain sentence."""

    clock: str
    """On the owner's clock: `18:42`."""
    lane: Lane
    shape: Shape
    parts: Parts
    day: str = ""
    """`Thu 12 Nov`, if it is another day than that of the line before."""
    quote: str = ""
    """What was said or written, as far as the owner was shown it."""
    frame: int = NO_FRAME
    """Its phone among the pictures of the item; none for what lies far back, and where no phone is known."""
    is_here: bool = False
    """The moment that is judged; always the last line."""


class ItemView(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One moment in the place of the phone's owner."""

    kind: Literal["offer", "silence"]
    name: str
    about: str = ""
    goal: str = ""
    """What the owner wants and keeps to themselves, in the words that the simulated user was given."""
    clock: str
    day: str
    """`Friday 13 November 2026`"""
    offer: str = ""
    """The words of the offer, all of them; empty for a silence."""
    happened: tuple[Line, ...]
    """Up to the moment, oldest first."""
    has_phone: bool = True
    """Whether there are pictures. A transcript of another system tells nothing of what was on the phone."""

    @property
    def first_name(self) -> str:
        return self.name if self.name == NAMELESS else self.name.partition(" ")[0]

    @property
    def steps(self) -> int:
        """How many pictures there are, over which one goes with the arrows. What came at once has one of them."""
        return self.happened[-1].frame + 1


def without_goal(view: ItemView) -> ItemView:
    """For studies that hide it."""
    return msgspec.structs.replace(view, goal="")
