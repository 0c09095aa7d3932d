"""Screens, the views that they show, and the moves between screens."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

import msgspec

from simulator.phone.actions import Action, Move, actions_of
from simulator.phone.state import Frame

if TYPE_CHECKING:
    from simulator.phone.call import Look


class View(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag=True):
    """The content of a screen as typed data; templates show it to people, and models read it as text."""

    title: str


class GoneView(View, frozen=True):
    """The view of a screen whose record has been deleted."""

    text: str


class TypedText(Protocol):
    """The arguments of the tap that a drawn screen highlights; templates pass this object to views as `highlight`."""

    def typed(self, name: str, value: Any, action: str = "") -> Any:
        """Return the value of an argument if the highlighted tap has it, otherwise `value`.

        `action`: the action whose tap is used; empty for any action.
        """

    def given(self, action: str) -> Mapping[str, Any] | None:
        """Return all arguments of the highlighted tap if it is of this action, otherwise None."""


class Screen(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A screen of an app. Its fields say which record, page or filters it shows; its methods with `@tap` are taps."""

    app: ClassVar[str] = ""
    prefix: ClassVar[str] = ""

    def view(self, look: Look) -> View:
        """Return the screen's current content."""
        raise NotImplementedError

    def frame(self) -> Frame:
        """Return the screen as plain data for the back stack."""
        # Through JSON, which turns tuples into lists: a frame must equal the same frame read from a trace.
        return Frame(type(self).__name__, msgspec.json.decode(msgspec.json.encode(self)))


class Step(msgspec.Struct, frozen=True):
    """The result of a tap: a short text for the user, the move on the back stack, and the screen to open, if any."""

    result: str
    move: Move = "stay"
    screen: Screen | None = None


def stay(result: str) -> Step:
    return Step(result)


def go(screen: Screen, result: str) -> Step:
    """Return a `Step` that opens `screen` on top of the current screen; going back closes `screen` again."""
    return Step(result, "push", screen)


def swap(screen: Screen, result: str) -> Step:
    """Return a `Step` that replaces the current screen with `screen`, as after a new filter or a saved form."""
    return Step(result, "replace", screen)


def back(result: str) -> Step:
    return Step(result, "pop")


def to_root(result: str, screen: Screen | None = None) -> Step:
    """Return a `Step` that closes all screens but the first or, if `screen` is given, replaces all of them."""
    return Step(result, "root", screen)


def go_from_root(screen: Screen, result: str) -> Step:
    """Return a `Step` that closes all screens but the first and opens `screen` on top of it."""
    return Step(result, "root_push", screen)


@cache
def taps_of(screen: type[Screen]) -> dict[str, Action]:
    return actions_of(screen, screen.app, screen.prefix, "user")


def moved(frames: tuple[Frame, ...], step: Step) -> tuple[Frame, ...]:
    """Return the back stack after a `Step`. Going back from the first screen changes nothing."""
    shown = () if step.screen is None else (step.screen.frame(),)
    match step.move:
        case "push":
            return (*frames, *shown)
        case "replace":
            return (*frames[:-1], *shown)
        case "pop":
            return frames[:-1] or frames
        case "root":
            return shown or frames[:1]
        case "root_push":
            return (*frames[:1], *shown)
        case "stay":
            return frames
