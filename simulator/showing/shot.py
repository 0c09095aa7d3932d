"""A shot of the phone: everything that its picture shows after a moment, as plain data."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from simulator.phone import when
from simulator.phone.call import Look
from simulator.phone.perform import user_actions
from simulator.phone.screens import View
from simulator.showing.assistant_card import CARD_ACTIONS, CARD_APP, Card, CardCall, card_of
from simulator.showing.scene import Scene
from simulator.trace.moments import Acted, Moment

_ON_LOCK_SCREEN = 5


class Banner(NamedTuple):
    """A notification as a lock screen shows it."""

    app: str
    title: str
    text: str
    at: str = ""


class Refused(NamedTuple):
    """A tap that did nothing, and why."""

    name: str
    why: str


class Shot(msgspec.Struct, frozen=True, kw_only=True):
    app: str
    """The app in front, `home` for the launcher."""
    app_title: str
    screen: str
    kind: str
    """Name of the view's class; there is a template for each."""
    view: View
    now: str
    """Local simulated time as `2026-05-14 17:41:00`."""
    weekday: str
    owner: str
    actions: frozenset[str]
    """Names of all that can be tapped here and now; nothing else may look as if it could."""
    card: Card | None = None
    banner: Banner | None = None
    """What rang with the moment that is shown."""
    refused: Refused | None = None
    """The user's action that is shown did nothing."""
    locked: bool = False
    """The phone lies down: it shows its lock screen."""
    latest: tuple[Banner, ...] = ()
    """For the lock screen: the newest notifications, newest first."""


class Tapped(NamedTuple):
    """A tap of the user: which control it was follows from the name and the arguments."""

    name: str
    args: dict[str, object]


def shot_of(look: Look, moment: Moment | None = None, calls: Sequence[CardCall] = ()) -> Shot:
    """The phone as it is, after this moment; `calls` are those under the offer that is being carried out."""
    phone = look.phone
    screen = look.screen
    view = screen.view(look)
    card = card_of(look, moment, tuple(calls))
    return Shot(
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
        banner=None if phone.down else _banner(look, moment, card),
        refused=_refused(look, moment),
        locked=phone.down,
        latest=_on_lock_screen(look, card) if phone.down else (),
    )


def tapped_in(moment: Moment) -> Tapped | None:
    """The tap that a moment tells of."""
    if isinstance(moment, Acted) and moment.actor == "user" and not moment.misread:
        return Tapped(moment.name, dict(moment.args))
    return None


def about_to_tap(shot: Shot, tapped: Tapped) -> Shot:
    """The phone as it is at the instant of a tap: picked up, and what covers the control out of the way."""
    card = shot.card
    if card is not None and card.state in ("pending", "accepted"):
        card = card._replace(aside=tapped.name not in CARD_ACTIONS)
    elif card is not None:
        card = None
    return msgspec.structs.replace(shot, card=card, banner=None, refused=None, locked=False)


def _refused(look: Look, moment: Moment | None) -> Refused | None:
    if not isinstance(moment, Acted) or moment.actor != "user" or moment.error is None or moment.misread:
        return None
    return Refused(moment.name, Scene(look, moment).plainly(moment.error.message))


def _banner(look: Look, moment: Moment | None, card: Card | None) -> Banner | None:
    """What rang just now, unless the card shows it anyway."""
    if not isinstance(moment, Acted) or moment.actor == "user":
        return None
    if not any(patch.table == "phone.inbox_user" and patch.op == "add" for patch in moment.patches):
        return None
    newest = _latest(look, 1)[0]
    return None if newest.app == CARD_APP and card is not None else newest


def _on_lock_screen(look: Look, card: Card | None) -> tuple[Banner, ...]:
    """The newest notifications; what the card says itself is not said twice."""
    return tuple(one for one in _latest(look, _ON_LOCK_SCREEN) if card is None or one.app != CARD_APP)


def _latest(look: Look, most: int) -> tuple[Banner, ...]:
    notices = look.latest("user", most)
    return tuple(Banner(one.app, one.title, one.text, look.show(one.at)) for one in reversed(notices))
