"""Builds the view of an item: the run up to one moment as the phone's owner experienced it.

The history is loaded only up to the judged moment, so that nothing later can get into the view.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

import msgspec

from annotation.showing.item_view import NAMELESS, NO_FRAME, ItemLine, ItemView
from simulator.showing.owner_words import OwnerSentence, notice_lane, owner_action, owner_heard, owner_notice
from simulator.showing.phone_picture import PhonePicture
from simulator.showing.run_history import RunHistory
from simulator.showing.sentence_parts import plain
from simulator.showing.told_moment import Lane
from simulator.showing.user_diary import notices_in
from simulator.trace.decisions import OfferFollowed
from simulator.trace.moments import Acted, Moment, Said
from simulator.words import times

# Number of last lines of an item that have a picture; earlier lines have words only.
MOST_FRAMES = 60
_OFFER = "offer"
# The owner's name in runs imported from files that do not contain one.
_UNNAMED = "Owner of the phone"
_JUDGED_OFFER = OwnerSentence((plain("The assistant asks you something"),), "proposal")
_JUDGED_SILENCE = OwnerSentence((plain("The assistant says nothing"),), "silent")


class CannotBeShown(Exception):
    """Raised for an item that nobody can judge; the text tells the study's lead why."""


class BuiltItem(NamedTuple):
    """The view of an item and the moments whose pictures it needs."""

    view: ItemView
    frames: tuple[int, ...]
    """Moments with a picture, in the order of the lines' frame numbers; the last is the judged moment. Empty if the
    screens of the phone are unknown. `picture_at` returns the pictures."""


class _PlacedSentence(NamedTuple):
    """A sentence with the number, local time and lane of its moment."""

    n: int
    local: str
    lane: Lane
    sentence: OwnerSentence
    is_here: bool = False


def build_item(history: RunHistory, kind: str, has_phone: bool = True, is_foreign: bool = False) -> BuiltItem:
    """Return the view of the last moment in the history. Raise CannotBeShown if the moment can't be judged.

    `has_phone`: whether the screens of the phone are known. `is_foreign`: whether a different system recorded the run;
    the owner's goal is then unknown.
    """
    if history.broken or not history.moments:
        raise CannotBeShown(history.broken or "The run has no moments yet.")
    told = [*_happened(history, kind), _judged_moment(history.moments[-1], kind)]
    first = max(0, len(told) - MOST_FRAMES) if has_phone else len(told)
    # Several lines may belong to one moment and share its picture.
    frames = {n: number for number, n in enumerate(dict.fromkeys(one.n for one in told[first:]))}
    owner, now = history.episode.world.owner, history.moments[-1].local
    view = ItemView(
        kind=_known(kind),
        name=NAMELESS if owner.name == _UNNAMED else owner.name,
        about=owner.about.strip(),
        goal="" if is_foreign else history.story.scenario.user.goal.strip(),
        clock=now[11:16],
        day=times.long_day(now),
        offer=_offer(history) if kind == _OFFER else "",
        happened=_lines(told, frames),
        has_phone=has_phone,
    )
    return BuiltItem(view, tuple(frames))


def picture_at(history: RunHistory, n: int) -> PhonePicture:
    """Return the phone after a moment, without the list of the assistant's calls, which owners do not see."""
    picture = history.picture(n)
    card = picture.card
    return picture if card is None or not card.calls else msgspec.structs.replace(picture, card=card._replace(calls=()))


def _happened(history: RunHistory, kind: str) -> Iterator[_PlacedSentence]:
    """Yield every action of the owner and every notice to the owner, except the judged offer."""
    for moment in history.moments:
        yield from _own(history, moment)
        for notice in notices_in(moment):
            # The full text of the offer is shown below the story.
            is_judged = kind == _OFFER and moment is history.moments[-1] and notice.kind == _OFFER
            if not is_judged:
                told = owner_notice(history.context(moment.n), notice)
                yield _PlacedSentence(moment.n, moment.local, notice_lane(notice), told)


def _own(history: RunHistory, moment: Moment) -> Iterator[_PlacedSentence]:
    if isinstance(moment, Acted) and moment.actor == "user":
        was_down = moment.n > 0 and history.told[moment.n - 1].down
        done = owner_action(history.context(moment.n), moment, was_down)
        if done is not None:
            yield _PlacedSentence(moment.n, moment.local, "user", done)
    elif isinstance(moment, Said):
        told = owner_heard(moment)
        if told is not None:
            yield _PlacedSentence(moment.n, moment.local, "world", told)


def _judged_moment(moment: Moment, kind: str) -> _PlacedSentence:
    sentence = _JUDGED_OFFER if kind == _OFFER else _JUDGED_SILENCE
    return _PlacedSentence(moment.n, moment.local, "assistant", sentence, is_here=True)


def _lines(told: Sequence[_PlacedSentence], frames: dict[int, int]) -> tuple[ItemLine, ...]:
    days = ["", *(one.local[:10] for one in told)]
    return tuple(
        ItemLine(
            clock=one.local[11:16],
            lane=one.lane,
            shape=one.sentence.shape,
            parts=one.sentence.punctuated,
            day=times.day_of(one.local) if before and before != one.local[:10] else "",
            quote=one.sentence.quote,
            frame=frames.get(one.n, NO_FRAME),
            is_here=one.is_here,
        )
        # `days` starts with an extra entry, so each line is paired with the day of the previous line.
        for one, before in zip(told, days, strict=False)
    )


def _offer(history: RunHistory) -> str:
    now = history.moments[-1].n
    made = next((point for point in reversed(history.decisions.points) if point.moment == now), None)
    if not isinstance(made, OfferFollowed):
        raise CannotBeShown(f"Moment {now} has no offer.")
    return made.text


def _known(kind: str) -> Literal["offer", "silence"]:
    if kind not in ("offer", "silence"):
        raise CannotBeShown(f"Unknown kind of item “{kind}”. Known kinds: offer, silence.")
    return "offer" if kind == "offer" else "silence"
