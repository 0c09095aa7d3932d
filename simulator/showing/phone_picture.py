"""The content of the phone's picture after a moment, as plain data for templates."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from simulator.phone import when
from simulator.phone.call import Look
from simulator.phone.perform import user_actions
from simulator.phone.screens import View
from simulator.phone.state import UserNotice
from simulator.showing.assistant_card import CARD_APP, CardCall, OfferCard, card_of
from simulator.showing.moment_context import MomentContext
from simulator.trace.moments import Acted, Moment

_ON_LOCK_SCREEN = 5


class Banner(NamedTuple):
    """A notification as the lock screen shows it."""

    app: str
    title: str
    text: str
    at: str = ""


class RefusedTap(NamedTuple):
    """A tap that failed, and the reason."""

    name: str
    why: str


class PhonePicture(msgspec.Struct, frozen=True, kw_only=True):
    """The phone at one moment: the screen, with the assistant's card and notifications on top."""

    app: str
    """Name of the open app; `home` for the home screen."""
    app_title: str
    screen: str
    kind: str
    """Name of the view's class, which selects the template."""
    view: View
    now: str
    """Local simulated time as `2026-05-14 17:41:00`."""
    weekday: str
    owner: str
    actions: frozenset[str]
    """Names of all actions that the user can tap now. The template shows no other controls as tappable."""
    card: OfferCard | None = None
    banner: Banner | None = None
    """The notification that arrived with this moment; None if the phone is down or the card shows the same text."""
    refused: RefusedTap | None = None
    """Set if the moment is a tap that failed."""
    locked: bool = False
    """True if the phone is down and shows its lock screen."""
    latest: tuple[Banner, ...] = ()
    """Notifications on the lock screen, newest first."""


def picture_of(look: Look, moment: Moment | None = None, calls: Sequence[CardCall] = ()) -> PhonePicture:
    """Return the phone's picture after a moment. `calls`: the assistant's calls under the latest offer."""
    phone = look.phone
    screen = look.screen
    view = screen.view(look)
    card = card_of(look, moment, tuple(calls))
    return PhonePicture(
        app=phone.active,
        app_title=look.apps[phone.active].title,
        screen=type(screen).__name__,
        kind=type(view).__name__,
        view=view,
        now=look.show(look.now),
        weekday=when.weekday(look.now, look.tz),
        owner=look.owner.name,
        actions=frozenset(user_actions(look)),
        card=card,
        # A phone that is down shows the notice on its lock screen instead.
        banner=None if phone.down else _banner(look, moment, card),
        refused=_refused(look, moment),
        locked=phone.down,
        latest=_on_lock_screen(look, card) if phone.down else (),
    )


def _refused(look: Look, moment: Moment | None) -> RefusedTap | None:
    if not isinstance(moment, Acted) or moment.actor != "user" or moment.error is None or moment.misread:
        return None
    return RefusedTap(moment.name, MomentContext(look, moment).plainly(moment.error.message))


def _banner(look: Look, moment: Moment | None, card: OfferCard | None) -> Banner | None:
    """Return the notification that arrived with this moment; None if there is none or the card shows its text."""
    # A tap of the user brings no notification to the user.
    if not isinstance(moment, Acted) or moment.actor == "user":
        return None
    if not any(patch.table == UserNotice.table and patch.op == "add" for patch in moment.patches):
        return None
    newest = _latest(look, 1)[0]
    return None if newest.app == CARD_APP and card is not None else newest


def _on_lock_screen(look: Look, card: OfferCard | None) -> tuple[Banner, ...]:
    # The lock screen shows the card too, so the card's notification would only repeat its text.
    return tuple(one for one in _latest(look, _ON_LOCK_SCREEN) if card is None or one.app != CARD_APP)


def _latest(look: Look, most: int) -> tuple[Banner, ...]:
    notices = look.latest("user", most)
    return tuple(Banner(one.app, one.title, one.text, look.show(one.at)) for one in reversed(notices))
