"""Writes one sentence about the first difference between two runs.

The sentence names the kinds of the two moments, such as an offer and a silence. It leaves out their content, which the
page shows right below, because the sentence would become too long.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from replay.comparing import Comparison, Divergence
from replay.sameness import Side, same_by_story
from simulator.showing.told_moment import Kind, ToldMoment
from simulator.trace.moments import Acted, Moment
from simulator.words.english import capital, spoken

_ANOTHER: Mapping[Kind, str] = {
    "proposal": "a different offer",
    "report": "a different report",
    "read": "a different read by the assistant",
    "write": "a different action by the assistant",
    "tap": "a different tap by the user",
    "answer": "a different answer",
    "silence": "a different silence",
    "event": "a different event",
    "noise": "different noise",
    "unread": "a different reply without a readable action",
    "note": "different words",
    "run": "a different end",
}
_DOES: Mapping[Kind, str] = {
    "proposal": "makes an offer",
    "report": "reports",
    "read": "reads",
    "write": "acts",
    "tap": "taps",
    "answer": "answers",
    "silence": "waits",
    "unread": "gives a reply without a readable action",
    "note": "says something",
}
_HAPPENS: Mapping[Kind, str] = {
    "event": "an event happens",
    "noise": "noise arrives",
    "answer": "the offer expires",
    "run": "an event does not happen",
}
_ANSWERS: Mapping[str, str] = {"accept": "accepts", "reject": "rejects"}


class _Deed(NamedTuple):
    """A step in words. `subject` is who acted; empty if `words` is a whole clause, such as "noise arrives"."""

    subject: str
    words: str

    def __str__(self) -> str:
        return f"{self.subject} {self.words}" if self.subject else self.words


def verdict_words(found: Comparison, left: Side, right: Side) -> str:
    """Return a sentence about the first difference, or a sentence that there is none or nothing to compare yet."""
    if found.divergence is not None:
        return _divergence(found, found.divergence, left, right)
    waiting = [side.name for side in (left, right) if not side.moments]
    if waiting:
        return f"Nothing can be compared yet: {spoken(waiting)} {'has' if len(waiting) == 1 else 'have'} no steps."
    so_far = "" if left.over and right.over else " so far"
    how = "tell the same story" if found.told_alone else "have equal content, step by step"
    return f"No difference: the two runs {how}{so_far}."


def _divergence(found: Comparison, divergence: Divergence, left: Side, right: Side) -> str:
    here, there = divergence.pair.left, divergence.pair.right
    before = _before(found, divergence, left, right)
    if here is None or there is None:
        words = _one_sided(here, there, left, right, divergence)
    else:
        words = _both(left, right, here, there)
    return f"{capital(', '.join((*before, words)))}."


def _before(found: Comparison, divergence: Divergence, left: Side, right: Side) -> tuple[str, ...]:
    """Return phrases for what the runs have in common just before the divergence, such as "same screen"."""
    here = divergence.pair.left if divergence.pair.left is not None else divergence.pair.left_at + 1
    earlier = left.told[:here]
    if not earlier:
        return ()
    if found.told_alone:
        return ("the same story until then",)
    # The noise is mentioned because runs with different seeds may differ in noise alone.
    noise = ("same noise",) if any(told.kind == "noise" for told in earlier) else ()
    return ("same screen", *noise)


def _one_sided(here: int | None, there: int | None, left: Side, right: Side, divergence: Divergence) -> str:
    side, other, n = (right, left, there) if here is None else (left, right, here)
    assert n is not None
    at = divergence.pair.left_at if here is None else divergence.pair.right_at
    if at == len(other.moments) - 1:
        return f"but {other.name} has no further steps, while {side.name} continues"
    if side.told[n].shape == "ended":
        return f"but {side.name} ends here, while {other.name} continues"
    return f"but {_deed(side.told[n])} only in {side.name}"


def _both(left: Side, right: Side, here: int, there: int) -> str:
    one, other = left.told[here], right.told[there]
    if _is_same_call(left.moments[here], right.moments[there]):
        return _same_call(left, right, one, other)
    if same_by_story(left, here) == same_by_story(right, there):
        return _alike(one, other)
    if (one.lane, one.kind, _answer(one)) == (other.lane, other.kind, _answer(other)) and not _is_aside(one, other):
        return _ANOTHER[one.kind] if one.n else "but the runs begin differently"
    first, second = _deed(one), _deed(other)
    # "the user accepts in run 1 and rejects in run 2": the subject is named once if both runs have the same one.
    again = second.words if first.subject == second.subject and second.subject else str(second)
    return f"but {first} in {left.name} and {again} in {right.name}"


def _is_aside(one: ToldMoment, other: ToldMoment) -> bool:
    """Return True if `one` is about the run itself, such as a fork. Return False if both moments end their runs."""
    return one.kind == "run" and one.n > 0 and (one.shape, other.shape) != ("ended", "ended")


def _is_same_call(one: Moment, other: Moment) -> bool:
    return (
        isinstance(one, Acted)
        and isinstance(other, Acted)
        and not (one.misread or other.misread)
        and (one.actor, one.app, one.name, one.args) == (other.actor, other.app, other.name, other.args)
    )


def _same_call(left: Side, right: Side, one: ToldMoment, other: ToldMoment) -> str:
    if one.failed != other.failed:
        return f"but the same action fails only in {(left if one.failed else right).name}"
    # If the times differ, name them: they explain a different result.
    if one.at != other.at:
        return _alike(one, other)
    return "but the same action has a different result"


def _alike(one: ToldMoment, other: ToldMoment) -> str:
    if one.at != other.at:
        return f"but the same step happens at different times, {one.clock} and {other.clock}"
    return "but steps with the same words differ in their details"


def _answer(told: ToldMoment) -> str:
    return _ANSWERS.get(told.shape, "")


def _deed(told: ToldMoment) -> _Deed:
    if told.shape == "ended":
        return _Deed("", "the run ends")
    if told.lane == "world":
        return _Deed("", _HAPPENS.get(told.kind, "something happens"))
    words = _answer(told) or _DOES.get(told.kind, "does something")
    if told.lane == "assistant" and told.kind == "silence":
        words = "stays silent"
    if told.failed and told.kind != "unread":
        words = f"{words} without success"
    return _Deed(f"the {told.lane}", words)
