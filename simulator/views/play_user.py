"""The context of the page on which a person plays the user."""

from __future__ import annotations

from typing import Any

import msgspec
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from simulator.agents.policy import UserView
from simulator.models import Seat, State
from simulator.phone.call import Look
from simulator.phone.state import Proposal
from simulator.rendering.awaited_views import Awaited
from simulator.rendering.phone_html import PlayedPhone, render_played_phone
from simulator.rendering.run_histories import SharedHistory
from simulator.showing.assistant_card import CARD_APP
from simulator.showing.phone_picture import Banner, PhonePicture, picture_of
from simulator.showing.user_diary import diary_lines
from simulator.views.action_fields import forms_of
from simulator.words import times

# With more turns, boxes would be too narrow to be counted, so a bar stands for them.
MOST_BOXES = 20
_PAUSED = "Somebody has paused this run. You can go on when it is resumed."
# The same words for whatever happens on the other side: the user does not see what the assistant does.
_OTHERS = "Time goes on. Your turn comes next."


def user_context(seat: Seat, shared: SharedHistory, found: Awaited | None) -> dict[str, Any]:
    """Return the phone and what the user knows. `found` is None while the run does not wait for this person."""
    with shared.lock:
        context = _known(seat, shared)
        # A run that nobody has played yet has no phone to show.
        if found is None or not isinstance(found.view, UserView):
            context |= _watched(shared)
        else:
            context |= _played(found, found.view, shared)
    return context | {"pips": _boxes(context["turn"], context["turns"]), "has_boxes": context["turns"] <= MOST_BOXES}


def _known(seat: Seat, shared: SharedHistory) -> dict[str, Any]:
    history = shared.history
    scenario, last = history.story.scenario, history.told[-1] if history.told else None
    turn = max(1, last.turn) if last else 1
    return {
        "owner": scenario.owner,
        "first_name": scenario.owner.name.partition(" ")[0],
        "goal": scenario.user.goal,
        "actions": {},
        "taps_a_turn": history.episode.config.user_iterations,
        "action_seconds": times.duration(history.episode.config.user_action_seconds),
        "local": last.local if last else "",
        "turn": turn,
        "turns": history.turn_limit,
        "diary": [_diary_html(shared, n) for n in range(len(history))],
        "waiting": _PAUSED if seat.episode.state == State.PAUSED else _OTHERS,
    }


def _boxes(turn: int, turns: int) -> list[str]:
    """Return the CSS class of each turn's box."""
    return ["used" if n < turn else "now" if n == turn else "" for n in range(1, turns + 1)]


def _watched(shared: SharedHistory) -> dict[str, Any]:
    history = shared.history
    if not len(history):
        return {"phone": ""}
    picture = history.picture(len(history) - 1)
    return {"phone": render_played_phone(_for_play(picture, is_over=True), _over(picture)), "is_locked": picture.locked}


def _played(found: Awaited, view: UserView, shared: SharedHistory) -> dict[str, Any]:
    look, last = view.look, found.episode.moments[-1]
    shown = shared.history.picture(len(shared.history) - 1).card
    picture = _for_play(picture_of(look, last, shown.calls if shown is not None else ()))
    # The assistant may have acted since the user's tap failed, so the last moment does not tell.
    tried = view.own[-1] if view.own else None
    if tried is not None and tried.error is not None:
        picture = msgspec.structs.replace(picture, refused=picture_of(look, tried).refused)
    offer = view.offer
    over = PlayedPhone(() if picture.locked else _banners(view, picture), _lapses(look, offer))
    awake = ""
    if picture.locked:
        awake = render_played_phone(msgspec.structs.replace(picture, locked=False, latest=()), over)
    forms = forms_of(look, picture.view, view.actions)
    return {
        "view": view,
        "actions": view.actions,
        "forms": forms,
        "phone": render_played_phone(picture, over),
        "awake": awake,
        "is_locked": picture.locked,
        "local": look.show(look.now),
        "turn": view.turn,
        "offer": offer,
        "offer_age": times.duration(look.now - offer.made_at) if offer is not None else "",
        "lapses": over.lapses,
        "title": getattr(picture.view, "title", ""),
        "news": view.notices,
    }


def _over(picture: PhonePicture) -> PlayedPhone:
    return PlayedPhone(() if picture.banner is None else (picture.banner,))


def _for_play(picture: PhonePicture, is_over: bool = False) -> PhonePicture:
    """Return the picture with the card of an accepted offer as a strip, so that the person can use the screen.

    `is_over`: the person has decided, so a pending offer asks nothing any more.
    """
    card = picture.card
    if card is None or not (card.state == "accepted" or (is_over and card.state == "pending")):
        return picture
    return msgspec.structs.replace(picture, card=card._replace(aside=True))


def _banners(view: UserView, picture: PhonePicture) -> tuple[Banner, ...]:
    return tuple(
        Banner(notice.app, notice.title, notice.text, view.look.show(notice.at))
        for notice in view.notices
        if notice.app != CARD_APP or picture.card is None
    )


def _lapses(look: Look, offer: Proposal | None) -> str:
    return "" if offer is None or offer.kept else look.show(offer.expires_at)


def _diary_html(shared: SharedHistory, n: int) -> SafeString:
    """Return the lines about a moment as HTML; nothing if the user did not notice the moment."""

    def render() -> SafeString:
        lines = list(diary_lines(shared.history, n))
        return render_to_string("play/_diary.html", {"lines": lines}) if lines else SafeString()

    return shared.once("diary", n, render)
