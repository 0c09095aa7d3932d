"""The context of the page on which a person plays the assistant."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, NamedTuple

from simulator.agents.policy import SAY, WAIT, WAIT_FOR_NOTIFICATION, AssistantView
from simulator.config import EpisodeConfig
from simulator.models import Episode, Seat, State
from simulator.phone.call import Look
from simulator.phone.state import Proposal
from simulator.rendering.awaited_views import Awaited
from simulator.rendering.run_histories import SharedHistory
from simulator.showing.assistant_feed import CallResult, FeedLine, feed_of, results_of
from simulator.showing.readable_values import Readable, arguments_text, json_of, readable
from simulator.views.tool_forms import tools_by_app
from simulator.words.english import counted

# Boxes that a meter shows at most; a longer one is a bar.
MOST_PIPS = 20
Place = Literal["done", "now", "next"]


class Stage(NamedTuple):
    """A stage of the assistant's work, in the strip at the top of the page."""

    sign: str
    title: str
    about: str
    place: Place


class Meter(NamedTuple):
    """A number of calls or turns, as boxes or as a bar."""

    value: int
    most: int
    boxes: tuple[str, ...]


class ShownResult(NamedTuple):
    """A result of a call, both for reading and as JSON."""

    call: CallResult
    args: str
    readable: Readable
    said: str
    """The result or the error as one text, for the list of what was done."""
    json: str


class TurnOfFeed(NamedTuple):
    """The lines of the feed that belong to one turn."""

    turn: int
    day: str
    lines: tuple[FeedLine, ...]


class KnownOffer(NamedTuple):
    """The open offer as the assistant knows it."""

    offer: Proposal
    is_accepted: bool


def assistant_context(seat: Seat, shared: SharedHistory, found: Awaited | None) -> dict[str, Any]:
    """Return what the assistant is told. `found` is None while the run does not wait for this person.

    While it does not, the context stays at what the assistant knew at its last decision. It contains nothing of the
    user's side, unless the person has asked to see it.
    """
    row, view = seat.episode, found.view if found is not None else None
    mine = view if isinstance(view, AssistantView) else None
    with shared.lock:
        history = shared.history
        look, config = history.episode.world, history.episode.config
        told = look.seen("assistant") if mine is None else len(look.inbox("assistant"))
        feed = feed_of(history, told, 0 if mine is None else mine.turn)
        results = [_shown(result) for result in results_of(history)]
        known = _known_offer(look, told)
        context: dict[str, Any] = {
            "owner": look.owner,
            "first_name": look.owner.name.split()[0] if look.owner.name else "The user",
            "apps": tools_by_app(look, config.naming),
            "phone": "" if seat.is_blind else shared.phone(len(history) - 1),
            "now": mine.look.show(mine.look.now) if mine is not None else feed[-1].local if feed else "",
        }
    standing = config.consent == "standing"
    is_executing = standing or (known is not None and known.is_accepted)
    turn = mine.turn if mine is not None else feed[-1].turn if feed else 1
    current = [one for one in results if _is_current(one.call, turn, known)]
    return context | {
        "turns": _by_turn(feed),
        "turn": turn,
        "turn_meter": _meter(turn, row.turn_limit, "now"),
        "calls_left": None if mine is None else _calls_left(mine.calls_left, config, is_executing),
        "is_last_call": mine is not None and mine.calls_left == 1,
        "standing": standing,
        "is_executing": is_executing,
        "known": known,
        "stages": _stages(known, standing, len(current)),
        "results": current[::-1],
        "earlier": [one for one in results if one not in current][::-1],
        "written": [one for one in current if one.call.write and is_executing],
        "status": _status(row, mine is not None, context["first_name"]),
        "say": SAY,
        "silence": WAIT_FOR_NOTIFICATION if is_executing else WAIT,
        "timed_silence": WAIT_FOR_NOTIFICATION,
        "limits": config,
        "offers_made": sum(line.shape == "proposal" for line in feed),
    }


def _known_offer(look: Look, told: int) -> KnownOffer | None:
    """Return the open offer as far as the assistant knows: an answer counts from the notice that tells of it."""
    offer = look.latest_proposal()
    if offer is None:
        return None
    untold = {notice.kind for notice in look.inbox("assistant", told)}
    if untold & {"accepted", "rejected", "offer_expired"}:
        return KnownOffer(offer, is_accepted=False)
    if offer.state in ("pending", "accepted") or "offer_abandoned" in untold:
        return KnownOffer(offer, is_accepted=offer.state != "pending")
    return None


def _is_current(call: CallResult, turn: int, known: KnownOffer | None) -> bool:
    """Return True for calls of this turn or, while an accepted offer is carried out, for those since the offer."""
    return call.step > known.offer.made_in if known is not None and known.is_accepted else call.turn == turn


def _by_turn(lines: list[FeedLine]) -> list[TurnOfFeed]:
    turns: dict[int, list[FeedLine]] = {}
    for line in lines:
        turns.setdefault(line.turn, []).append(line)
    found, day = [], ""
    for turn, group in turns.items():
        new_day = group[0].local[:10]
        found.append(TurnOfFeed(turn, group[0].local if new_day != day else "", tuple(group)))
        day = group[-1].local[:10]
    return found


def _shown(call: CallResult) -> ShownResult:
    result = readable(call.result)
    said = result.text or (result.facts[0].text if result.facts else "")
    whole = {"name": call.name, "args": call.args, "result": call.result, "error": call.error or None}
    return ShownResult(call, arguments_text(call.args), result, call.error or said, json_of(whole))


def _meter(value: int, most: int, last: str) -> Meter:
    value = min(value, most)
    if most > MOST_PIPS:
        return Meter(value, most, ())
    return Meter(value, most, ("used",) * max(0, value - 1) + (last,) * bool(value) + ("",) * (most - value))


def _calls_left(left: int, config: EpisodeConfig, is_executing: bool) -> Meter:
    meter = _meter(left, config.execute_iterations if is_executing else config.observe_iterations, "used")
    # The calls that are used up stand first, as in a battery that runs down.
    return meter._replace(boxes=tuple(box or "spent" for box in reversed(meter.boxes)))


def _status(row: Episode, is_my_turn: bool, owner: str) -> Mapping[str, str]:
    """Return the tone and the words that say whose turn it is. They say nothing about what the user does."""
    if is_my_turn:
        return {"tone": "assistant", "sign": "assistant", "text": "Your turn"}
    if row.state == State.PAUSED:
        return {"tone": "warn", "sign": "pause", "text": "Paused. You can go on when the run is resumed."}
    if row.state in (State.QUEUED, State.INTERRUPTED) and not row.moment_count:
        return {"tone": "plain", "sign": "clock", "text": "The run starts soon."}
    if row.seats.filter(player=None).exists():
        return {"tone": "user", "sign": "user", "text": "Waiting for the person who plays the user."}
    return {"tone": "user", "sign": "user", "text": f"{owner} is busy with the phone. You are told what happens next."}


def _stages(known: KnownOffer | None, standing: bool, calls: int) -> list[Stage]:
    made = counted(calls, "call") if calls else ""
    if standing:
        return [
            Stage("assistant", "Act", made or "read and write", "now"),
            Stage("report", "Report", "what you did", "next"),
        ]
    at = 0 if known is None else 3 if known.is_accepted else 2
    rows = (
        ("read", "Observe", "done" if at else made or "read only"),
        ("proposal", "Offer", "made" if at else "in words"),
        ("user", "Answer", ("by the user", "", "awaited", "accepted")[at]),
        ("lock" if at < 3 else "assistant", "Execute", made if at == 3 and made else "write"),
        ("report", "Report", "what you did"),
    )
    return [
        Stage(
            "check" if number < at else sign, title, about, "done" if number < at else "now" if number == at else "next"
        )
        for number, (sign, title, about) in enumerate(rows)
    ]
