"""Screens, the views that they show, and the moves between them."""

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
    """The content of a screen, small and typed; templates and agents render the same view."""

    title: str


class GoneView(View, frozen=True):
    """The view of a screen whose record is no longer there."""

    text: str


class TypedText(Protocol):
    """The text the user has just typed into the screen being drawn; templates pass it to views as `highlight`."""

    def typed(self, name: str, value: Any, action: str = "") -> Any:
        """Return the text typed for this argument of this action, or `value` if nothing was typed."""

    def given(self, action: str) -> Mapping[str, Any] | None:
        """Return all arguments of the tap if it was this action, otherwise None."""


class Screen(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One screen; its fields say which record, page or filter it shows. Taps are methods marked with `tap`."""

    app: ClassVar[str] = ""
    prefix: ClassVar[str] = ""

    def view(self, look: Look) -> View:
        """Return the screen's current content."""
        raise NotImplementedError

    def frame(self) -> Frame:
        """Return the screen as plain data for the back stack."""
        # In the form read from a trace, where a tuple has become a list: equal screens must have equal frames.
        return Frame(type(self).__name__, msgspec.json.decode(msgspec.json.encode(self)))


class Step(msgspec.Struct, frozen=True):
    """The result of a tap: a short text and the move on the back stack."""

    result: str
    move: Move = "stay"
    screen: Screen | None = None


def stay(result: str) -> Step:
    return Step(result)


def go(screen: Screen, result: str) -> Step:
    """Open a screen on top of this one; going back returns here."""
    return Step(result, "push", screen)


def swap(screen: Screen, result: str) -> Step:
    """Show another screen in place of this one, as after a new filter, another folder or a saved form."""
    return Step(result, "replace", screen)


def back(result: str) -> Step:
    return Step(result, "pop")


def to_root(result: str, screen: Screen | None = None) -> Step:
    """Close all screens but the first, or replace all of them by `screen`."""
    return Step(result, "root", screen)


def go_from_root(screen: Screen, result: str) -> Step:
    """Open a screen on top of the first screen and close all others, as after an order."""
    return Step(result, "root_push", screen)


@cache
def taps_of(screen: type[Screen]) -> dict[str, Action]:
    return actions_of(screen, screen.app, screen.prefix, "user")


def moved(frames: tuple[Frame, ...], step: Step) -> tuple[Frame, ...]:
    """Return the back stack after a step."""
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
