"""A shot of the phone: everything that its picture shows after a moment, as plain data."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from simulator.phone import when
from simulator.phone.call import Look
from simulator.phone.perform import user_actions
from simulator.phone.screens import View
from simulator.phone.state import CardMessage, Notice, Proposal, ProposalState
from simulator.trace.moments import Acted, Moment

CARD_APP = "assistant"
_ENDS: dict[str, ProposalState] = {"reject_proposal": "rejected", "expire_proposal": "expired"}


class CardCall(NamedTuple):
    """A call that was really made under an accepted offer, in words."""

    app: str
    text: str
    ok: bool = True


class Card(NamedTuple):
    """The assistant's card: an offer and what became of it."""

    state: ProposalState
    text: str
    at: str
    """Local time at which it was offered."""
    answer: str = ""
    calls: tuple[CardCall, ...] = ()
    report: str = ""
    why: str = ""
    """Why an accepted offer ended without a report."""
    aside: bool = False
    """The user looks around first, so that the card has made room."""


class Banner(NamedTuple):
    """A notification that came with the moment that is shown."""

    app: str
    title: str
    text: str


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
    refused: str = ""
    """Why the user's action that is shown did nothing."""
    locked: bool = False
    """The phone lies down: it shows its lock screen."""


class Tapped(NamedTuple):
    """A tap of the user: which control it was follows from the name and the arguments."""

    name: str
    args: dict[str, object]


def shot_of(look: Look, moment: Moment | None = None, calls: Sequence[CardCall] = ()) -> Shot:
    """The phone as it is, after this moment; `calls` are those under the offer that is being carried out."""
    phone = look.phone
    screen = look.screen
    view = screen.view(look)
    error = moment.error if isinstance(moment, Acted) and moment.actor == "user" else None
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
        card=_card(look, moment, tuple(calls)),
        banner=_banner(look, moment),
        refused="" if error is None else error.message,
        locked=phone.down,
    )


def tapped_in(moment: Moment) -> Tapped | None:
    """The tap that a moment tells of."""
    if isinstance(moment, Acted) and moment.actor == "user":
        return Tapped(moment.name, dict(moment.args))
    return None


def _card(look: Look, moment: Moment | None, calls: tuple[CardCall, ...]) -> Card | None:
    latest = look.latest_proposal()
    if latest is None:
        return None
    shown = Card(latest.state, latest.text, look.show(latest.made_at), latest.answer, calls)
    if latest.state == "accepted":
        return shown
    if latest.state == "pending":
        return shown._replace(aside=_seen(look, "offer"))
    if latest.state in ("done", "abandoned"):
        kind = "report" if latest.state == "done" else "offer_abandoned"
        return None if _seen(look, kind) else shown._replace(report=_report(look, latest), why=latest.closed)
    just_now = isinstance(moment, Acted) and moment.error is None and _ENDS.get(moment.name) == latest.state
    return shown if just_now else None


def _seen(look: Look, kind: str) -> bool:
    """Whether the user has acted since the latest notice of this kind."""
    news: list[Notice] = look.inbox("user", look.seen("user"))
    return not any(notice.app == CARD_APP and notice.kind == kind for notice in news)


def _report(look: Look, proposal: Proposal) -> str:
    lines = [line for line in look.store.all(CardMessage).values() if line.proposal == proposal.id]
    return next((line.text for line in reversed(lines) if line.kind == "report"), "")


def _banner(look: Look, moment: Moment | None) -> Banner | None:
    """What rang just now, unless the card or the lock screen shows it anyway."""
    if moment is None or look.phone.down or not isinstance(moment, Acted) or moment.actor != "environment":
        return None
    added = [patch for patch in moment.patches if patch.table == "phone.inbox_user" and patch.op == "add"]
    if not added:
        return None
    notice = look.inbox("user")[-1]
    return None if notice.app == CARD_APP else Banner(notice.app, notice.title, notice.text)
