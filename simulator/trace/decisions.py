"""Decision points: every offer with the user's knowledge and answer, and every silence of the observing assistant."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from typing import Literal, NamedTuple, TypeAlias

import msgspec

from simulator.phone.state import Proposal, UserNotice
from simulator.phone.store import Patch
from simulator.phone.world import World
from simulator.trace.fold import apply_moment
from simulator.trace.metrics import CARD, WAIT_FOR_NOTIFICATION
from simulator.trace.moments import Acted, Ended, Moment

Reaction = Literal["accept", "reject", "gather_context", "none"]
FinalAnswer = Literal["accepted", "rejected", "expired", "withdrawn", "none"]
HowSilent = Literal["waiting", "limit"]
_REACTIONS: dict[str, Reaction] = {"accept_proposal": "accept", "reject_proposal": "reject"}
_ANSWERS: dict[str, FinalAnswer] = {
    "accepted": "accepted",
    "rejected": "rejected",
    "expired": "expired",
    "withdrawn": "withdrawn",
}
_WAITS = ("wait", WAIT_FOR_NOTIFICATION)
# A stop or a crash cuts the last turn short, so only after these ends can the last turn be a silence.
_REGULAR_ENDS = ("turn_limit", "quiet")


@dataclass
class OfferFollowed:
    """An offer, with the user's reaction and answer so far."""

    proposal: str
    text: str
    moment: int
    turn: int
    at: int
    reaction: Reaction = "none"
    """The user's first action while the offer was open; failed taps do not count."""
    reaction_moment: int | None = None
    final: FinalAnswer = "none"
    final_moment: int | None = None
    words: str = ""

    @property
    def is_settled(self) -> bool:
        return self.final != "none"


@dataclass(frozen=True)
class SilenceFollowed:
    """A turn in which the observing assistant offered nothing."""

    moment: int
    turn: int
    at: int
    by: HowSilent
    """How the turn ended: the assistant chose to wait, or its calls were used up."""


Followed: TypeAlias = OfferFollowed | SilenceFollowed


@dataclass
class OfferTracker:
    """Tracks offers and silences. Call `feed` with every moment; `points` are in the order of their moments."""

    points: list[Followed] = field(default_factory=list)
    _open: list[OfferFollowed] = field(default_factory=list)
    """Offers that the user may still react to or answer."""
    _last_call: Acted | None = None
    """The observing assistant's last call, which is a silence if the assistant does nothing more in this turn."""

    def feed(self, moment: Moment) -> OfferFollowed | None:
        """Add one moment, and return the offer if the moment made one."""
        # First, because a silence belongs to an earlier moment than any point that the new moment adds.
        self._end_turn(moment)
        if self._open:
            self._answer(moment)
        if not isinstance(moment, Acted) or moment.actor != "assistant":
            return None
        self._last_call = None
        made = _made(moment)
        if made is not None:
            offer = OfferFollowed(made.id, str(made.fields["text"]), moment.n, moment.turn, moment.at)
            self.points.append(offer)
            self._open.append(offer)
            return offer
        if moment.phase == "observe" and _waits(moment):
            self.points.append(SilenceFollowed(moment.n, moment.turn, moment.at, "waiting"))
        elif moment.phase == "observe" and not _speaks(moment):
            self._last_call = moment
        return None

    def _end_turn(self, moment: Moment) -> None:
        """Record a silence, at the assistant's last call, if this moment shows that a turn ended without an offer."""
        call = self._last_call
        if call is None:
            return
        if isinstance(moment, Ended):
            is_over = moment.reason in _REGULAR_ENDS
        else:
            is_over = isinstance(moment, Acted) and moment.turn > call.turn
        if is_over:
            self.points.append(SilenceFollowed(call.n, call.turn, call.at, "limit"))
        if is_over or isinstance(moment, Ended):
            self._last_call = None

    def _answer(self, moment: Moment) -> None:
        # Any moment may settle an offer: an event of the environment expires it, and a newer offer withdraws it.
        finals = {patch.id: patch for patch in moment.patches if patch.table == Proposal.table}
        acts = isinstance(moment, Acted) and moment.actor == "user" and moment.error is None
        for offer in self._open:
            if acts and offer.reaction_moment is None:
                assert isinstance(moment, Acted)
                offer.reaction = _REACTIONS.get(moment.name, "gather_context")
                offer.reaction_moment = moment.n
            patch = finals.get(offer.proposal)
            answer = None if patch is None else _ANSWERS.get(str(patch.fields.get("state")))
            if patch is not None and answer is not None:
                offer.final, offer.final_moment = answer, moment.n
                offer.words = str(patch.fields.get("answer", ""))
        self._open = [offer for offer in self._open if not offer.is_settled]


def _made(moment: Acted) -> Patch | None:
    return next((patch for patch in moment.patches if patch.table == Proposal.table and patch.op == "add"), None)


def _waits(moment: Acted) -> bool:
    return moment.error is None and moment.name in _WAITS


def _speaks(moment: Acted) -> bool:
    return moment.error is None and moment.app == CARD


Labels: TypeAlias = tuple[str, ...]


class OfferPoint(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind", tag="offer"):
    """One offer: the user's knowledge when the offer was made, the user's reaction, and the final answer."""

    proposal: str
    text: str
    moment: int
    turn: int
    at: int
    notices_seen: int
    """Number of notices that the user had been shown before the user's last decision."""
    notices_visible: int
    """Number of notices in the user's inbox; the last notice announces the offer."""
    app: str
    screen: str
    """The screen that the phone showed."""
    user_acts: tuple[int, ...]
    """Numbers of the moments of the user's earlier actions, including failed taps."""
    reaction: Reaction
    """The user's first action while the offer was open; failed taps do not count."""
    reaction_moment: int | None
    final: FinalAnswer
    final_moment: int | None
    words: str
    needs: Labels
    """Labels of the needs that the offer is for."""


class SilencePoint(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind", tag="silence"):
    """One turn in which the observing assistant offered nothing."""

    moment: int
    turn: int
    at: int
    by: HowSilent
    """How the turn ended: the assistant chose to wait, or its calls were used up."""
    evident: Labels
    """Labels of the needs that called for an offer after this moment."""


Point: TypeAlias = OfferPoint | SilencePoint


class _Sight(NamedTuple):
    """The user's knowledge when an offer was made: the notices, the screen and the user's own actions so far."""

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
    """Return the decision points of a run in the order of their moments.

    `start`: the phone before the first moment. `evident` takes the number of a moment and returns the needs that call
    for an offer after it. `met_by` takes the id of an offer and returns the needs that the offer is for.
    """
    world, following = start.copy(), OfferTracker()
    sights: dict[int, _Sight] = {}
    user_acts: list[int] = []
    for moment in moments:
        apply_moment(world, moment)
        # After `apply_moment`, because the notice of the offer itself is visible to the user too.
        if following.feed(moment) is not None:
            sights[moment.n] = _sight(world, user_acts)
        if isinstance(moment, Acted) and moment.actor == "user":
            user_acts.append(moment.n)
    return [
        OfferPoint(**asdict(point), **sights[point.moment]._asdict(), needs=met_by(point.proposal))
        if isinstance(point, OfferFollowed)
        else SilencePoint(**asdict(point), evident=evident(point.moment))
        for point in following.points
    ]


def _sight(world: World, user_acts: Sequence[int]) -> _Sight:
    active = world.phone.active
    screen = world.frames(active)[-1].screen
    return _Sight(world.seen("user"), len(world.store.all(UserNotice)), active, screen, tuple(user_acts))
