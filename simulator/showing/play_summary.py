"""The story of a run in short, for the person who played one side: who did what, and what this person could not see."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from simulator.phone.state import INBOXES, Recipient
from simulator.showing.run_history import RunHistory
from simulator.showing.sentence_parts import Parts, plain
from simulator.showing.tell import tell_done
from simulator.showing.told_moment import Kind, Lane, Shape, ToldMoment
from simulator.trace.metrics import CARD
from simulator.trace.moments import Acted, Moment, Started
from simulator.words.english import capital, counted

# Longer runs show their first and last lines, so that the page stays a summary.
MOST_LINES = 120
# Steps of these kinds are joined in one line while nothing else happens.
_JOINED: tuple[Kind, ...] = ("silence", "read", "tap")
_ALTERNATING: tuple[Kind, ...] = ("silence", "tap")
# Number of joined steps that a line names; it counts the others.
_NAMED = 2


class PlayLine(NamedTuple):
    """One line of the summary: a step, or several steps of one kind in a row."""

    step: int
    """Number of the first step."""
    at: str
    """Local time of day of the first step."""
    lane: Lane
    shape: Shape
    is_mine: bool
    parts: Parts
    quote: str
    is_key: bool
    is_hidden: bool
    """True if the player could not see this when it happened."""


class PlaySummary(NamedTuple):
    lines: Sequence[PlayLine]
    left_out: int
    """Number of lines that are left out in the middle."""
    after: int
    """Number of lines before the gap."""


class _Step(NamedTuple):
    told: ToldMoment
    parts: Parts
    is_hidden: bool


def summary_of(history: RunHistory, side: Recipient, is_blind: bool) -> PlaySummary:
    """Return the run in short as the player of `side` reads it. `is_blind`: the player did not see the other side."""
    lines = [_line(steps, side) for steps in _joined(_steps(history, side, is_blind))]
    if len(lines) <= MOST_LINES:
        return PlaySummary(lines, 0, len(lines))
    half = MOST_LINES // 2
    return PlaySummary([*lines[:half], *lines[-half:]], len(lines) - 2 * half, half)


def _steps(history: RunHistory, side: Recipient, is_blind: bool) -> Iterable[_Step]:
    for told, moment in zip(history.told, history.moments, strict=True):
        if not isinstance(moment, Started):
            yield _Step(told, tell_done(history.context(told.n)), is_blind and _is_hidden(moment, side))


def _is_hidden(moment: Moment, side: Recipient) -> bool:
    """Return whether a step of the other side was invisible: neither on the card nor told by a notice."""
    if not isinstance(moment, Acted) or moment.actor in (side, "environment"):
        return False
    is_told = any(patch.op == "add" and patch.table == INBOXES[side].table for patch in moment.patches)
    # The user's card lists the calls under an accepted offer.
    is_on_card = bool(moment.proposal) and side == "user"
    return not (is_told or is_on_card or (moment.app == CARD and moment.name != "wait"))


def _joined(steps: Iterable[_Step]) -> Iterable[list[_Step]]:
    """Yield the steps in groups that share a line."""
    groups: dict[Kind, list[_Step]] = {}
    for step in steps:
        kind = step.told.kind
        if not _fits(step, groups):
            yield from groups.values()
            groups = {}
        groups.setdefault(kind, []).append(step)
    yield from groups.values()


def _fits(step: _Step, groups: dict[Kind, list[_Step]]) -> bool:
    """Return whether a step fits the lines under way. Taps and silences alternate, so both get a line."""
    open_steps = [group[-1] for group in groups.values()]
    if not open_steps:
        return True
    told, last = step.told, open_steps[0].told
    may_alternate = told.kind in _ALTERNATING and all(one.told.kind in _ALTERNATING for one in open_steps)
    is_more = told.kind in _JOINED and set(groups) == {told.kind}
    same = all(one.is_hidden == step.is_hidden for one in groups.get(told.kind, []))
    is_plain = not told.failed and not any(one.told.failed for one in open_steps)
    return (may_alternate or is_more) and same and is_plain and told.local[:10] == last.local[:10]


def _line(steps: Sequence[_Step], side: Recipient) -> PlayLine:
    first = steps[0].told
    is_mine = first.lane == side
    return PlayLine(
        step=first.n,
        at=first.clock,
        lane=first.lane,
        shape=first.shape,
        is_mine=is_mine,
        parts=_sentence(steps, is_mine),
        quote=first.quote if len(steps) == 1 else "",
        is_key=first.key and first.lane != "world",
        is_hidden=steps[0].is_hidden,
    )


def _sentence(steps: Sequence[_Step], is_mine: bool) -> Parts:
    first = steps[0]
    if first.told.kind == "silence":
        turns = () if len(steps) == 1 else (plain(f", {counted(len(steps), 'turn')}"),)
        return (*_begun(first.parts, is_mine), *turns)
    parts: list[Parts] = []
    for step in steps:
        if step.parts not in parts:
            parts.append(step.parts)
    sentence = _begun(parts[0], is_mine)
    for more in parts[1:_NAMED]:
        sentence = (*sentence, plain(", then "), *more)
    left = len(parts) - _NAMED
    return (*sentence, plain(f" and {left} more")) if left > 0 else sentence


def _begun(parts: Parts, is_mine: bool) -> Parts:
    """Return the phrase as the beginning of a sentence: after “You”, or with a capital."""
    if is_mine:
        return (plain("You "), *parts)
    return (parts[0]._replace(text=capital(parts[0].text)), *parts[1:]) if parts else parts
