"""Decision points: every offer with what the user could know and answered, and every turn without one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict
from typing import NamedTuple, TypeAlias

import msgspec

from simulator.phone.state import UserNotice
from simulator.phone.world import World
from simulator.trace.fold import apply_moment
from simulator.trace.following import FinalAnswer, Following, HowSilent, OfferFollowed, Reaction
from simulator.trace.moments import Acted, Moment

Labels: TypeAlias = tuple[str, ...]


class DecisionPoint(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind", tag="offer"):
    """One offer: what the user could know when it was made, what the user did next, and what became of it."""

    proposal: str
    text: str
    moment: int
    turn: int
    at: int
    notices_seen: int
    """The user's notices 1 to this number had been shown when the user last decided."""
    notices_visible: int
    """Notices 1 to this number are there, the offer itself being the last."""
    app: str
    screen: str
    """What the phone showed."""
    user_acts: tuple[int, ...]
    """Moments of what the user had done before."""
    reaction: Reaction
    """The first thing the user then did while the offer stood; failed taps do not count."""
    reaction_moment: int | None
    final: FinalAnswer
    final_moment: int | None
    words: str
    needs: Labels
    """Labels of the needs that the offer meets."""


class SilencePoint(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind", tag="silence"):
    """One turn in which the watching assistant offered nothing."""

    moment: int
    turn: int
    at: int
    by: HowSilent
    """It said so, or its calls were used up."""
    evident: Labels
    """Needs that could be seen by then and were not yet met."""


Point: TypeAlias = DecisionPoint | SilencePoint


class _Sight(NamedTuple):
    """What the user could know when an offer was made."""

    notices_seen: int
    notices_visible: int
    app: str
    screen: str
    user_acts: tuple[int, ...]


def decision_points(
    moments: Sequence[Moment],
    start: World,
    evident: Callable[[int], Labels],
    met_by: Callable[[str], Labels],
) -> list[Point]:
    """All points in order. `start`: the phone before the first moment; `met_by`: needs met by an offer, by its id."""
    world, following = start.copy(), Following()
    sights: dict[int, _Sight] = {}
    user_acts: list[int] = []
    for moment in moments:
        apply_moment(world, moment)
        if following.feed(moment) is not None:
            sights[moment.n] = _sight(world, user_acts)
        if isinstance(moment, Acted) and moment.actor == "user":
            user_acts.append(moment.n)
    return [
        DecisionPoint(**asdict(point), **sights[point.moment]._asdict(), needs=met_by(point.proposal))
        if isinstance(point, OfferFollowed)
        else SilencePoint(**asdict(point), evident=evident(point.moment))
        for point in following.points
    ]


def _sight(world: World, user_acts: Sequence[int]) -> _Sight:
    active = world.phone.active
    screen = world.frames(active)[-1].screen
    return _Sight(world.seen("user"), len(world.store.all(UserNotice)), active, screen, tuple(user_acts))
