"""A tap of the user in the picture of the phone: the tapped control gets a ring, and fields show the typed text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import msgspec

from simulator.showing.assistant_card import CARD_ACTIONS
from simulator.showing.phone_picture import PhonePicture
from simulator.trace.moments import Acted, Moment


class UserTap(NamedTuple):
    """A tap of the user; the name and the arguments identify the control."""

    name: str
    args: dict[str, object]


def tap_in(moment: Moment) -> UserTap | None:
    """Return the user's tap in a moment; None for other actors and for unreadable replies."""
    if isinstance(moment, Acted) and moment.actor == "user" and not moment.misread:
        return UserTap(moment.name, dict(moment.args))
    return None


def just_before(picture: PhonePicture, tap: UserTap) -> PhonePicture:
    """Return the picture at the time of the tap: the phone is up, and nothing covers the tapped control."""
    card = picture.card
    if card is not None and card.state in ("pending", "accepted"):
        card = card._replace(aside=tap.name not in CARD_ACTIONS)
    elif card is not None:
        # A card that is done, rejected or expired disappears with the next tap.
        card = None
    return msgspec.structs.replace(picture, card=card, banner=None, refused=None, locked=False)


class TapHighlight:
    """Finds the tapped control while a screen is rendered.

    Templates call the methods for each control and field, from the top of the screen to the bottom. Only the first
    control that fits gets a ring.
    """

    def __init__(self, tapped: UserTap | None) -> None:
        self.tapped = tapped
        # True once a control has a ring.
        self.found = False
        self._shown: set[str] = set()

    def fits(self, name: str, args: Mapping[str, Any]) -> bool:
        """Return True if this is the tapped control. Arguments of the tap that the control does not have are ignored.

        After the first True, always return False, because several controls of a list may have the same action.
        """
        tapped = self.tapped
        if tapped is None or self.found or tapped.name != name:
            return False
        self.found = all(_same(tapped.args.get(key, ""), value) for key, value in args.items())
        if self.found:
            self._shown.update(args)
        return self.found

    def typed(self, name: str, value: Any, action: str = "") -> Any:
        """Return the content of a field: the tap's argument called `name`, or `value` if there is none.

        `action`: the action that the field belongs to; empty for any action on the screen.
        """
        tapped = self.tapped
        # A reply to the assistant is typed on its card, so no field of the screen may show it.
        if tapped is None or (tapped.name != action if action else tapped.name in CARD_ACTIONS):
            return value
        if name not in tapped.args:
            return value
        self._shown.add(name)
        return tapped.args[name]

    def given(self, action: str) -> Mapping[str, Any] | None:
        """Return all arguments of the tap if it was this action, otherwise None."""
        return self.tapped.args if self.tapped is not None and self.tapped.name == action else None

    @property
    def untold(self) -> list[tuple[str, Any]]:
        """Return name and text of each non-empty argument of the tap that no control or field has shown so far."""
        given = {} if self.tapped is None else self.tapped.args
        return [(name, _spelled(value)) for name, value in given.items() if name not in self._shown and value]


def _same(given: Any, shown: Any) -> bool:
    """Return True if an argument of the tap equals a control's value or, if that is a tuple, one of its spellings."""
    if isinstance(shown, tuple):
        return any(_same(given, one) for one in shown)
    # Models write `email` where the button says `Email`; the phone accepts both.
    return str(given).strip().casefold() == str(shown).strip().casefold()


def _spelled(value: Any) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{name}: {_spelled(inner)}" for name, inner in value.items())
    if isinstance(value, list | tuple):
        return ", ".join(map(_spelled, value))
    return str(value)
