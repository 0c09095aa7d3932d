"""Counts the offers of a run by how they ended, its actions and its calls, and measures its simulated time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

import msgspec

from simulator.phone.perform import BAD_REPLY
from simulator.phone.state import Proposal
from simulator.trace.moments import Acted, Moment

CARD = "assistant"
WAIT_FOR_NOTIFICATION = "wait_for_notification"
# Tag of noise events, and of calls that fail because of noise.
NOISE = "noise"
# Tag of a noise event that only prepares others, such as a chat that must exist before its messages.
SETTING = "noise_setting"
# Prefix that identifies noise by its label: a scenario's labels cannot contain a colon, but its tags may be anything.
NOISE_LABEL = "noise:"


class Metrics(msgspec.Struct, frozen=True, kw_only=True):
    """The counts of a run. Reads and writes are the assistant's successful calls, without offers, reports and waits."""

    turns: int = 0
    simulated_seconds: int = 0
    user_actions: int = 0
    offers: int = 0
    accepted: int = 0
    rejected: int = 0
    expired: int = 0
    withdrawn: int = 0
    reported: int = 0
    """Accepted offers that ended with a report."""
    abandoned: int = 0
    """Accepted offers that ended because the assistant's calls were used up."""
    observe_reads: int = 0
    execute_reads: int = 0
    execute_writes: int = 0
    """Successful writes while executing; the observe phase has none, because it allows no writes."""
    refused: int = 0
    """Writes tried without consent."""
    failed: int = 0
    """Failed calls of the assistant, except writes without consent."""
    user_failed: int = 0
    unreadable: int = 0
    """Replies of either side from which no action could be read; they are also counted as failed."""
    noise_failures: int = 0
    """Calls that failed because of noise."""
    noise_email: int = 0
    noise_messaging: int = 0
    noise_shopping: int = 0


def metrics(moments: Sequence[Moment]) -> Metrics:
    counts: Counter[str] = Counter()
    for moment in moments:
        if isinstance(moment, Acted):
            counts["turns"] = max(counts["turns"], moment.turn)
            counts.update(_of_action(moment))
            counts.update(_of_proposals(moment))
    counts["simulated_seconds"] = moments[-1].at - moments[0].at if moments else 0
    return Metrics(**{name: counts[name] for name in Metrics.__struct_fields__})


def is_plain_call(moment: Acted) -> bool:
    """Return True if an assistant's call is neither an offer, a report nor a wait."""
    return moment.app != CARD and moment.name != WAIT_FOR_NOTIFICATION


def is_noise(moment: Acted) -> bool:
    """Return True if a moment is an event of noise, such as an unrelated mail."""
    return moment.actor == "environment" and moment.event.startswith(NOISE_LABEL)


def _of_action(moment: Acted) -> Iterable[str]:
    yield from _of_noise(moment)
    if moment.error is not None and moment.error.code == BAD_REPLY:
        yield "unreadable"
    if moment.actor == "user":
        yield "user_actions"
        if moment.error is not None:
            yield "user_failed"
    elif moment.actor == "assistant" and moment.error is not None:
        # Counted separately: of all failed calls, only writes without consent turn a run into a miss.
        yield "refused" if moment.error.code == "no_consent" else "failed"
    elif moment.actor == "assistant" and is_plain_call(moment):
        yield f"{moment.phase}_{'writes' if moment.write else 'reads'}"


def _of_noise(moment: Acted) -> Iterable[str]:
    """Yield the name of the noise count that this moment increases, if it increases one."""
    if moment.actor == "assistant" and NOISE in moment.tags:
        yield "noise_failures"
    elif is_noise(moment) and moment.error is None and SETTING not in moment.tags:
        # Always a field of Metrics: only email, messaging and shopping have noise content.
        yield f"noise_{moment.app}"


def _of_proposals(moment: Acted) -> Iterable[str]:
    for patch in moment.patches:
        if patch.table != Proposal.table:
            continue
        state = str(patch.fields.get("state", ""))
        # An offer is added once and then changes its state, so each state is counted when the offer reaches it.
        if patch.op == "add":
            yield "offers"
        elif state:
            yield "reported" if state == "done" else state
