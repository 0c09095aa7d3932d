"""Prints the end of a run: its events, the outcome with reasons, the counts and the content hash."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from pare_site.cli.output import Console
from simulator.episode.spending import Spent
from simulator.scenario.timeline import EventStatus
from simulator.showing.outcome_words import PARTS
from simulator.trace.header import OutcomeNote, PartNote, Result
from simulator.trace.metrics import Metrics
from simulator.words.english import counted
from simulator.words.money import dollars
from simulator.words.times import duration

_MET = {"yes": "met", "no": "not met", "unclear": "undecided"}
_EVENTS = {"fired": ("✓", "good", ""), "waiting": ("…", "dim", ""), "dead": ("✗", "bad", "can no longer happen: ")}


def show_schedule(console: Console, events: Iterable[EventStatus]) -> None:
    """Print the state of each event, under its label in the scenario file."""
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
    """Print the outcome and the counts of a run. `models`: the calls and cost of language models in words."""
    outcome = result.outcome
    if outcome is None:
        console.heading("Outcome: none")
        console.say(result.error or "The run did not reach its end.", prefix="  ✗ ", prefix_style="bad", style="bad")
    else:
        show_outcome(console, outcome)
    console.heading("Counts")
    for line in metric_lines(result.metrics):
        console.say(line, prefix="  ")
    if models:
        console.say(f"models: {models}", prefix="  ")
    console.say()
    # Raw, so that a narrow terminal does not break the hash.
    console.raw(f"content hash  {result.content_hash}\n")


def show_outcome(console: Console, outcome: OutcomeNote) -> None:
    """Print the outcome: its parts with their reasons, the needs met, and goals that the user reached alone."""
    console.say()
    verdict, tone = ("success", "good") if outcome.success else ("no success", "bad")
    if outcome.undecided is True:
        verdict, tone = "undecided, because a text can’t be read clearly", "warn"
    console.say(f"Outcome: {verdict}", style=tone)
    for name, part in _parts(outcome).items():
        sign, style = ("?", "warn") if part.ok and part.doubts else ("✓", "good") if part.ok else ("✗", "bad")
        for number, reason in enumerate((*part.reasons, *part.doubts) or ("",)):
            # Further reasons are indented to the column of the first.
            prefix = f"  {sign} {PARTS[name].lower():<10}  " if number == 0 else " " * 16
            console.say(reason, prefix=prefix, prefix_style=style)
    # With one need, the line about goals says the same.
    if isinstance(outcome.needs, dict) and len(outcome.needs) > 1:
        met = sum(answer == "yes" for answer in outcome.needs.values())
        each = ", ".join(f"{label} {_MET[answer]}" for label, answer in outcome.needs.items())
        console.say(f"{met} of {len(outcome.needs)} needs met: {each}", prefix="  ")
    for goal in outcome.done_by_user:
        console.say(f"{goal} (does not count as success)", prefix="  ● done by the user: ", prefix_style="user")


def metric_lines(counts: Metrics) -> list[str]:
    """Return the counts of a run: lines for time, user and assistant, and for errors and noise if there are any."""
    ends = _some(counts, accepted="accepted", rejected="rejected", expired="expired", withdrawn="withdrawn")
    closed = _some(counts, reported="reported", abandoned="without a report")
    reads = counts.observe_reads + counts.execute_reads
    offers = counted(counts.offers, "offer") + (f" ({ends})" if ends else "") + (f", {closed}" if closed else "")
    calls = f"{counted(reads, 'read')}, {counted(counts.execute_writes, 'write')}"
    errors = _some(
        counts,
        refused="refused without consent",
        failed="failed",
        user_failed="failed for the user",
        unreadable="of them without a readable action",
    )
    noise = _some(
        counts,
        noise_email="in email",
        noise_messaging="in messaging",
        noise_shopping="in shopping",
        noise_failures="as failed calls",
    )
    return [
        f"{counted(counts.turns, 'turn')}, {duration(counts.simulated_seconds)} of simulated time",
        f"user: {counted(counts.user_actions, 'action')}",
        f"assistant: {offers}; {calls}",
        *([f"errors: {errors}"] if errors else []),
        *([f"noise: {noise}"] if noise else []),
    ]


def spent_line(spent: Spent) -> str:
    """Return calls, tokens and cost, such as `12 calls, 9,000 tokens in, 800 out, $0.021`; empty without calls."""
    if not spent.calls:
        return ""
    parts = [counted(spent.calls, "call"), f"{spent.tokens_in:,} tokens in", f"{spent.tokens_out:,} out"]
    # A sum is shown only if at least one call had a price.
    if spent.unpriced < spent.calls:
        parts.append(dollars(spent.cost))
    if spent.unpriced:
        parts.append(f"{spent.unpriced if spent.unpriced < spent.calls else 'all'} without a known price")
    return ", ".join(parts)


def outcome_json(outcome: OutcomeNote | None) -> dict[str, Any]:
    """Return the outcome for `--json`: the reasons, and each part as a boolean, or None if undecided or not judged."""
    if outcome is None:
        nothing: dict[str, Any] = {"done_by_user": [], "needs": {}, "details": {}}
        return {"success": False, "undecided": False, **dict.fromkeys(PARTS), **nothing}
    parts = _parts(outcome)
    # null for a part that is undecided, or that an older version did not judge.
    values = {name: None if part.ok and part.doubts else part.ok for name, part in parts.items()}
    return {
        "success": outcome.success,
        "undecided": outcome.undecided is True,
        **dict.fromkeys(PARTS),
        **values,
        "done_by_user": list(outcome.done_by_user),
        "needs": outcome.needs if isinstance(outcome.needs, dict) else {},
        "details": {name: [*part.reasons, *part.doubts] for name, part in parts.items()},
    }


def _parts(outcome: OutcomeNote) -> dict[str, PartNote]:
    """Return the parts of the outcome that were judged; older versions did not judge restraint."""
    found = {name: getattr(outcome, name) for name in PARTS}
    return {name: part for name, part in found.items() if isinstance(part, PartNote)}


def reasons_of(result: Result) -> list[str]:
    """Return the reasons why a run failed or is undecided; empty for a success."""
    if result.outcome is None:
        return [result.error or "The run did not reach its end."]
    parts = _parts(result.outcome).values()
    against = [reason for part in parts if not part.ok for reason in part.reasons]
    return against or [doubt for part in parts for doubt in part.doubts]


def result_json(result: Result) -> dict[str, Any]:
    """Return a result as `--json` prints it."""
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
