"""Chooses the messages that count for a goal if several messages to the same people could count."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from simulator.scenario.goals.evidence import Evidence, Finding, SentMessage, Touch
from simulator.scenario.goals.goal import Goal

# Maximum number of further messages, and of further findings, that are tried for a goal.
_MOST = 6
Reader = Callable[[Finding], Finding]


def best_finding(goal: Goal, evidence: Evidence, judge: Callable[[Evidence], Finding], read: Reader) -> Finding:
    """Return a finding whose messages say what the goal asks for; if there is none, the first finding.

    `judge` returns the goal's finding before its texts are read; `read` reads them and returns the changed finding.
    """
    first = judge(evidence)
    found = read(first)
    if not first.ok or (found.ok and not found.doubt) or not any(part.sent is not None for part in goal.parts()):
        return found
    spare = [message for message in _candidates(goal, evidence) if _touch(message) not in first.covers][:_MOST]
    if not spare:
        return found
    for other in _others(first, evidence, judge):
        again = read(other)
        if again.ok and not again.doubt:
            return again
    # Several messages may say together what the goal asks for.
    joined = read(first._replace(covers=first.covers | {_touch(message) for message in spare}))
    return joined if joined.ok and not joined.doubt else found


def attempts(goal: Goal, evidence: Evidence) -> frozenset[Touch]:
    """Return a touch for each message with which the assistant tried to meet a goal.

    App, recipients, thread and attachments of such a message fit the goal, and its offer may be for the goal's need.
    With standing consent, or if the goal has no need, the offer does not matter.
    """
    claims = [part.sent for part in goal.parts() if part.sent is not None and goal.by == "assistant"]
    return frozenset(
        _touch(message)
        for message in evidence.messages(evidence.ledger.by("assistant"))
        if any(sent.may_count(message, evidence) for sent in claims)
        and (evidence.standing or goal.need is None or goal.need in evidence.may_be_for(message.effect.proposal))
    )


def _others(first: Finding, evidence: Evidence, judge: Callable[[Evidence], Finding]) -> Iterator[Finding]:
    """Yield further positive findings, each without the messages that earlier findings counted."""
    ignored, finding = frozenset[str](), first
    for _ in range(_MOST):
        ignored |= {record for _, record, _ in finding.covers}
        finding = judge(replace(evidence, ignored=ignored))
        if not finding.ok:
            return
        yield finding


def _candidates(goal: Goal, evidence: Evidence) -> list[SentMessage]:
    """Return the assistant's messages that fit a `sent` part of the goal.

    App, recipients (at least one of them), thread, attachments and values must fit. The goal's `say` is not checked.
    """
    claims = [part.sent for part in goal.parts() if part.sent is not None]
    return [
        message
        for message in evidence.messages(evidence.ledger.by("assistant"))
        if any(sent.reaches(message, evidence) and sent.problem(message, evidence) is None for sent in claims)
    ]


def _touch(message: SentMessage) -> Touch:
    return (message.effect.table, message.effect.id, "+")
