"""Decision points: every offer with what the user could know and answered, and every turn without one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Literal, TypeAlias

import msgspec

from simulator.phone.state import Proposal, UserNotice
from simulator.phone.store import Patch
from simulator.phone.world import World
from simulator.trace.fold import apply_moment
from simulator.trace.metrics import CARD, WAIT_FOR_NOTIFICATION
from simulator.trace.moments import Acted, Ended, Moment

Labels: TypeAlias = tuple[str, ...]
Reaction = Literal["accept", "reject", "gather_context", "none"]
FinalAnswer = Literal["accepted", "rejected", "expired", "withdrawn", "none"]
_REACTIONS: dict[str, Reaction] = {"accept_proposal": "accept", "reject_proposal": "reject"}
_ANSWERS: dict[str, FinalAnswer] = {
    "accepted": "accepted",
    "rejected": "rejected",
    "expired": "expired",
    "withdrawn": "withdrawn",
}
_WAITS = ("wait", WAIT_FOR_NOTIFICATION)


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
    by: Literal["waiting", "limit"]
    """It said so, or its calls were used up."""
    evident: Labels
    """Needs that could be seen by then and were not yet met."""


Point: TypeAlias = DecisionPoint | SilencePoint


def decision_points(
    moments: Sequence[Moment],
    start: World,
    evident: Callable[[int], Labels],
    met_by: Callable[[str], Labels],
) -> list[Point]:
    """All points in order. `start`: the phone before the first moment; `met_by`: needs met by an offer, by its id."""
    world = start.copy()
    points: list[Point] = []
    for index, moment in enumerate(moments):
        apply_moment(world, moment)
        if not isinstance(moment, Acted) or moment.actor != "assistant":
            continue
        made = _made(moment)
        if made is not None:
            points.append(_offer(moments, index, made, world, met_by(made.id)))
        elif _keeps_still(moments, index):
            by: Literal["waiting", "limit"] = "waiting" if _waits(moment) else "limit"
            points.append(
                SilencePoint(moment=moment.n, turn=moment.turn, at=moment.at, by=by, evident=evident(moment.n))
            )
    return points


def _offer(moments: Sequence[Moment], index: int, made: Patch, world: World, needs: Labels) -> DecisionPoint:
    moment = moments[index]
    active = world.phone.active
    final, final_moment, words = _final(_after(moments, index), made.id)
    reaction, reaction_moment = _reaction(_after(moments, index), final_moment)
    return DecisionPoint(
        proposal=made.id,
        text=str(made.fields["text"]),
        moment=moment.n,
        turn=moment.turn,
        at=moment.at,
        notices_seen=world.seen("user"),
        notices_visible=len(world.store.all(UserNotice)),
        app=active,
        screen=world.frames(active)[-1].screen,
        user_acts=tuple(act.n for act in moments[:index] if isinstance(act, Acted) and act.actor == "user"),
        reaction=reaction,
        reaction_moment=reaction_moment,
        final=final,
        final_moment=final_moment,
        words=words,
        needs=needs,
    )


def _made(moment: Acted) -> Patch | None:
    return next((patch for patch in moment.patches if patch.table == Proposal.table and patch.op == "add"), None)


def _after(moments: Sequence[Moment], index: int) -> Iterator[Moment]:
    return (moments[later] for later in range(index + 1, len(moments)))


def _final(later: Iterable[Moment], proposal: str) -> tuple[FinalAnswer, int | None, str]:
    for moment in later:
        for patch in moment.patches:
            if patch.table == Proposal.table and patch.id == proposal:
                answer = _ANSWERS.get(str(patch.fields.get("state")))
                if answer is not None:
                    return answer, moment.n, str(patch.fields.get("answer", ""))
    return "none", None, ""


def _reaction(later: Iterable[Moment], closed: int | None) -> tuple[Reaction, int | None]:
    for moment in later:
        if isinstance(moment, Acted) and moment.actor == "user" and moment.error is None:
            return _REACTIONS.get(moment.name, "gather_context"), moment.n
        if moment.n == closed:
            break
    return "none", None


def _keeps_still(moments: Sequence[Moment], index: int) -> bool:
    """Whether the watching assistant's turn ended with this call and without an offer."""
    moment = moments[index]
    assert isinstance(moment, Acted)
    if moment.phase != "observe":
        return False
    return _waits(moment) or (not _speaks(moment) and _turn_ends(_after(moments, index), moment.turn))


def _waits(moment: Acted) -> bool:
    return moment.error is None and moment.name in _WAITS


def _speaks(moment: Acted) -> bool:
    return moment.error is None and moment.app == CARD


def _turn_ends(later: Iterable[Moment], turn: int) -> bool:
    """Whether the assistant made no further call in this turn, and the turn came to its end."""
    for moment in later:
        if isinstance(moment, Ended):
            return moment.reason in ("turn_limit", "quiet")
        if isinstance(moment, Acted) and moment.actor == "assistant" and moment.turn == turn:
            return False
        if isinstance(moment, Acted) and moment.turn > turn:
            return True
    return False
