"""Builds the view of a moment from a run that was told up to it: what comes later is not there to be shown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

import msgspec

from annotation.showing.item_view import NAMELESS, NO_FRAME, ItemView, Line
from annotation.showing.news_told import OFFER, heard, lane_of, notice_told, the_moment
from annotation.showing.own_deeds import Sentence, own_deed
from simulator.phone.state import Notice, UserNotice
from simulator.showing import times
from simulator.showing.parts import Lane
from simulator.showing.reel import Reel
from simulator.showing.shot import Shot
from simulator.trace.following import OfferFollowed
from simulator.trace.moments import Acted, Moment, Said

MOST_FRAMES = 60
"""Pictures of an item; what lies further back is told in words alone."""
_UNNAMED = "Owner of the phone"
"""How the owner is called in runs that were read from files which do not say the name."""


class CannotBeShown(Exception):
    """An item that nobody can be asked about; says why, for the lead."""


class Built(NamedTuple):
    view: ItemView
    frames: tuple[int, ...]
    """Of which moments there is a picture, by the numbers that the lines have; the last is the moment itself. None if
    there is no phone. `shot_at` gives them."""


class _Told(NamedTuple):
    """A sentence with its place in the run."""

    n: int
    local: str
    lane: Lane
    sentence: Sentence
    is_here: bool = False


def build(reel: Reel, kind: str, has_phone: bool = True, is_foreign: bool = False) -> Built:
    """The view of the last moment that the reel was fed. `has_phone`: whether it is known what was on the phone;
    `is_foreign`: whether another system recorded the run, which says nothing of the owner's wishes."""
    if reel.broken or not reel.moments:
        raise CannotBeShown(reel.broken or "Nothing has happened yet at that moment.")
    told = [*_happened(reel, kind), _here(reel.moments[-1], kind)]
    first = max(0, len(told) - MOST_FRAMES) if has_phone else len(told)
    frames = {n: number for number, n in enumerate(dict.fromkeys(one.n for one in told[first:]))}
    owner, now = reel.episode.world.owner, reel.moments[-1].local
    view = ItemView(
        kind=_known(kind),
        name=NAMELESS if owner.name == _UNNAMED else owner.name,
        about=owner.about.strip(),
        goal="" if is_foreign else reel.story.scenario.user.goal.strip(),
        clock=now[11:16],
        day=times.long_day(now),
        offer=_offer(reel) if kind == OFFER else "",
        happened=_lines(told, frames),
        has_phone=has_phone,
    )
    return Built(view, tuple(frames))


def shot_at(reel: Reel, n: int) -> Shot:
    """The phone after a moment, without what the assistant does meanwhile: of that the owner is told by a report."""
    shot = reel.shot(n)
    card = shot.card
    return shot if card is None or not card.calls else msgspec.structs.replace(shot, card=card._replace(calls=()))


def _happened(reel: Reel, kind: str) -> Iterator[_Told]:
    """All that the owner did and was told, but for the offer that is judged."""
    for moment in reel.moments:
        yield from _own(reel, moment)
        for notice in _notices_in(moment):
            is_judged = kind == OFFER and moment is reel.moments[-1] and notice.kind == OFFER
            if not is_judged:
                told = notice_told(reel.scene(moment.n), notice)
                yield _Told(moment.n, moment.local, lane_of(notice), told)


def _own(reel: Reel, moment: Moment) -> Iterator[_Told]:
    if isinstance(moment, Acted) and moment.actor == "user":
        done = own_deed(reel.scene(moment.n), moment, was_down=moment.n > 0 and reel.told[moment.n - 1].down)
        if done is not None:
            yield _Told(moment.n, moment.local, "user", done)
    elif isinstance(moment, Said):
        told = heard(moment)
        if told is not None:
            yield _Told(moment.n, moment.local, "world", told)


def _here(moment: Moment, kind: str) -> _Told:
    return _Told(moment.n, moment.local, "assistant", the_moment(kind), is_here=True)


def _notices_in(moment: Moment) -> list[Notice]:
    """What the moment put into the owner's inbox."""
    new = [patch for patch in moment.patches if patch.table == UserNotice.table and patch.op == "add"]
    return [msgspec.convert({**patch.fields, "id": patch.id}, UserNotice, strict=False) for patch in new]


def _lines(told: Sequence[_Told], frames: dict[int, int]) -> tuple[Line, ...]:
    days = ["", *(one.local[:10] for one in told)]
    return tuple(
        Line(
            clock=one.local[11:16],
            lane=one.lane,
            shape=one.sentence.shape,
            parts=one.sentence.whole,
            day=times.day_of(one.local) if before and before != one.local[:10] else "",
            quote=one.sentence.quote,
            frame=frames.get(one.n, NO_FRAME),
            is_here=one.is_here,
        )
        for one, before in zip(told, days, strict=False)
    )


def _offer(reel: Reel) -> str:
    now = reel.moments[-1].n
    made = next((point for point in reversed(reel.decisions.points) if point.moment == now), None)
    if not isinstance(made, OfferFollowed):
        raise CannotBeShown(f"Nothing was offered at moment {now}.")
    return made.text


def _known(kind: str) -> Literal["offer", "silence"]:
    if kind not in ("offer", "silence"):
        raise CannotBeShown(f"Nobody knows how to judge a moment of the kind “{kind}”.")
    return "offer" if kind == "offer" else "silence"
