"""Converts a player's view to types for JSON, for players outside this process."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from simulator.agents.outside_types import (
    VERSION,
    AssistantFacts,
    NoticeLine,
    OfferedAction,
    OfferLine,
    OwnAction,
    OwnerCard,
    Problem,
    UserAction,
    UserFacts,
)
from simulator.agents.policy import AssistantView, UserView
from simulator.phone.actions import Action
from simulator.phone.call import Look
from simulator.phone.perform import BAD_REPLY
from simulator.phone.state import Notice, Proposal, Recipient
from simulator.trace.moments import Acted


def facts_of(view: UserView | AssistantView, session: str = "") -> UserFacts | AssistantFacts:
    """Return everything that the player is allowed to see, as types for JSON.

    `session`: an id that stays the same for all questions of one player in one run until the run is interrupted.
    """
    return _user_facts(view, session) if isinstance(view, UserView) else _assistant_facts(view, session)


def _user_facts(view: UserView, session: str) -> UserFacts:
    look = view.look
    return UserFacts(
        **_shared(look, view.turn, session),
        persona=look.owner.about,
        goal=view.goal,
        app=look.phone.active,
        screen=msgspec.to_builtins(view.screen),
        offer=_offer(look, view.offer),
        notices=_notices(look, "user", len(view.notices), {}),
        own=tuple(_own(look, act, act.asked or act.name) for act in view.own),
        actions=_actions(view.actions),
    )


def _assistant_facts(view: AssistantView, session: str) -> AssistantFacts:
    look = view.look

    def called(act: Acted) -> str:
        if act.asked is not None or _was_unreadable(act):
            return act.asked or act.name
        return view.naming.shown(f"{look.apps[act.app].prefix}__{act.name}")

    return AssistantFacts(
        **_shared(look, view.turn, session),
        phase=view.phase,
        calls_left=view.calls_left,
        offer=_offer(look, view.proposal),
        notices=_notices(look, "assistant", len(view.notices), view.user_acts),
        own=tuple(_own(look, act, called(act)) for act in view.own),
        actions=_actions(view.tools),
    )


def _shared(look: Look, turn: int, session: str) -> dict[str, Any]:
    owner = look.owner
    card = OwnerCard(owner.name, owner.email, owner.phone, owner.home, owner.time_zone)
    return {"version": VERSION, "session": session, "turn": turn, "now": look.show(look.now), "owner": card}


def _actions(offered: Mapping[str, Action]) -> tuple[OfferedAction, ...]:
    return tuple(OfferedAction(name, action.about, action.write, action.schema) for name, action in offered.items())


def _offer(look: Look, offer: Proposal | None) -> OfferLine | None:
    if offer is None:
        return None
    made, expires = look.show(offer.made_at), look.show(offer.expires_at)
    return OfferLine(offer.id, offer.text, offer.state, offer.answer, made, expires)


def _notices(look: Look, side: Recipient, new: int, user_acts: Mapping[int, Acted]) -> tuple[NoticeLine, ...]:
    inbox = look.inbox(side)
    first_new = len(inbox) - new
    return tuple(_notice(look, notice, user_acts, at >= first_new) for at, notice in enumerate(inbox))


def _notice(look: Look, notice: Notice, user_acts: Mapping[int, Acted], new: bool) -> NoticeLine:
    act = None if notice.moment is None else user_acts.get(notice.moment)
    return NoticeLine(
        id=notice.id,
        at=look.show(notice.at),
        kind=notice.kind,
        app=notice.app,
        title=notice.title,
        text=notice.text,
        about=None if notice.about is None else notice.about[1],
        action=None if act is None else UserAction(act.app, act.name, act.args, act.result),
        new=new,
    )


def _own(look: Look, act: Acted, name: str) -> OwnAction:
    return OwnAction(
        turn=act.turn,
        at=look.show(act.at),
        phase=act.phase,
        name=name,
        args=act.args,
        result=act.result,
        error=None if act.error is None else Problem(act.error.code, act.error.message),
        thought="" if act.envelope is None else act.envelope.thought,
        seen=act.seen or 0,
    )


def _was_unreadable(act: Acted) -> bool:
    return act.error is not None and act.error.code == BAD_REPLY
