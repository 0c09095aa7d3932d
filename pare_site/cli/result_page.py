"""How an episode ended: the schedule explained, the four-part outcome with reasons, the counts, the hash."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from pare_site.cli.output import Console, counted
from simulator.scenario.timeline import EventStatus
from simulator.spending import Spent
from simulator.trace.header import OutcomeNote, Result
from simulator.trace.metrics import Metrics

PARTS = {"goals_met": "goals met", "clean": "clean", "consented": "consented", "in_time": "in time"}
_EVENTS = {"fired": ("✓", "good", ""), "waiting": ("…", "dim", ""), "dead": ("✗", "bad", "cannot come any more: ")}


def show_schedule(console: Console, events: Iterable[EventStatus]) -> None:
    events = list(events)
    if not events:
        return
    console.heading("Events")
    longest = max(len(event.label) for event in events)
    for event in events:
        sign, style, lead = _EVENTS[event.state]
        moment = f" (moment {event.moment})" if event.moment is not None else ""
        prefix = f"  {sign} {event.label:<{longest}}  "
        console.say(f"{lead}{event.why}{moment}", prefix=prefix, prefix_style=style)


def show_result(console: Console, result: Result, models: str = "") -> None:
    """`models`: what language models have used up."""
    outcome = result.outcome
    if outcome is None:
        console.heading("Outcome: none")
        console.say(f"{result.error or 'It was not over.'}", prefix="  ✗ ", prefix_style="bad", style="bad")
    else:
        show_outcome(console, outcome)
    console.heading("Counts")
    for line in metric_lines(result.metrics):
        console.say(line, prefix="  ")
    if models:
        console.say(f"models: {models}", prefix="  ")
    console.say()
    console.raw(f"content hash  {result.content_hash}\n")


def show_outcome(console: Console, outcome: OutcomeNote) -> None:
    console.say()
    console.say(
        f"Outcome: {'success' if outcome.success else 'no success'}", style="good" if outcome.success else "bad"
    )
    for name, words in PARTS.items():
        part = getattr(outcome, name)
        sign, style = ("✓", "good") if part.ok else ("✗", "bad")
        for number, reason in enumerate(part.reasons or ("",)):
            prefix = f"  {sign} {words:<9}  " if number == 0 else " " * 15
            console.say(reason, prefix=prefix, prefix_style=style)
    for goal in outcome.done_by_user:
        console.say(
            f"{goal} (this is no success of the assistant)", prefix="  ● done by the user: ", prefix_style="user"
        )


def metric_lines(counts: Metrics) -> list[str]:
    ends = _some(counts, accepted="accepted", rejected="turned down", expired="lapsed", withdrawn="withdrawn")
    closed = _some(counts, reported="reported", abandoned="without a report")
    reads = counts.observe_reads + counts.execute_reads
    offers = counted(counts.offers, "offer") + (f" ({ends})" if ends else "") + (f", {closed}" if closed else "")
    calls = f"{counted(reads, 'read')}, {counted(counts.execute_writes, 'write')}"
    troubles = _some(
        counts,
        refused="refused for lack of consent",
        failed="failed",
        user_failed="failed for the user",
        unreadable="of them replies without a readable action",
    )
    noise = _some(
        counts,
        noise_email="in email",
        noise_messaging="in messaging",
        noise_shopping="in shopping",
        noise_failures="by broken calls",
    )
    return [
        f"{counted(counts.turns, 'turn')}, {_duration(counts.simulated_seconds)} of simulated time",
        f"user: {counted(counts.user_actions, 'action')}",
        f"assistant: {offers}; {calls}",
        *([f"troubles: {troubles}"] if troubles else []),
        *([f"noise: {noise}"] if noise else []),
    ]


def spent_line(spent: Spent) -> str:
    """`12 calls, 9,000 tokens in, 800 out, $0.0210`; empty if no model was asked."""
    if not spent.calls:
        return ""
    parts = [counted(spent.calls, "call"), f"{spent.tokens_in:,} tokens in", f"{spent.tokens_out:,} out"]
    if spent.unpriced < spent.calls:
        parts.append(f"${spent.cost:.4f}")
    if spent.unpriced:
        parts.append(f"{spent.unpriced if spent.unpriced < spent.calls else 'all'} without a known price")
    return ", ".join(parts)


def outcome_json(outcome: OutcomeNote | None) -> dict[str, Any]:
    """Booleans for the four parts, and the reasons of each; where nothing can be judged, the parts are null."""
    if outcome is None:
        return {"success": False, **dict.fromkeys(PARTS), "done_by_user": [], "details": {}}
    return {
        "success": outcome.success,
        **{name: getattr(outcome, name).ok for name in PARTS},
        "done_by_user": list(outcome.done_by_user),
        "details": {name: list(getattr(outcome, name).reasons) for name in PARTS},
    }


def reasons_of(result: Result) -> list[str]:
    """Why it is not a success; empty if it is one."""
    if result.outcome is None:
        return [result.error or "The episode was not over."]
    parts = (getattr(result.outcome, name) for name in PARTS)
    return [reason for part in parts if not part.ok for reason in part.reasons]


def result_json(result: Result) -> dict[str, Any]:
    return {
        "outcome": outcome_json(result.outcome),
        "reasons": reasons_of(result),
        "hash": result.content_hash,
        "state_hash": result.state_hash,
        "ended": result.ended,
        "error": result.error,
        "metrics": msgspec.to_builtins(result.metrics),
    }


def _some(counts: Metrics, **words: str) -> str:
    return ", ".join(f"{getattr(counts, name)} {word}" for name, word in words.items() if getattr(counts, name))


def _duration(seconds: int) -> str:
    days, rest = divmod(seconds, 86_400)
    hours, rest = divmod(rest, 3600)
    minutes, rest = divmod(rest, 60)
    parts = ((days, "d"), (hours, "h"), (minutes, "min"), (rest, "s"))
    return " ".join(f"{number} {unit}" for number, unit in parts if number) or "0 s"
