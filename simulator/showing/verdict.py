"""The four-part outcome as people read it: so far while a run goes on, none if it failed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from simulator.scenario.outcome import Outcome, PartOutcome
from simulator.trace.header import OutcomeNote, PartNote

PARTS: Mapping[str, str] = {
    "goals_met": "Goals met",
    "clean": "Clean",
    "consented": "Consented",
    "in_time": "In time",
}


class PartVerdict(NamedTuple):
    """One part: its name, whether it holds, what is said about that, and why."""

    title: str
    ok: bool
    word: str
    open: bool
    """Not so yet, which may still change."""
    reasons: tuple[str, ...]


class Verdict(NamedTuple):
    parts: tuple[PartVerdict, ...]
    so_far: bool
    success: bool
    done_by_user: tuple[str, ...]


def verdict_of(outcome: Outcome | OutcomeNote, goals: int, so_far: bool) -> Verdict:
    """`goals`: how many the scenario has."""
    parts = tuple(_part(name, getattr(outcome, name), goals, so_far) for name in PARTS)
    return Verdict(parts, so_far, outcome.success, tuple(outcome.done_by_user))


def _part(name: str, part: PartOutcome | PartNote, goals: int, so_far: bool) -> PartVerdict:
    """A goal that is not met yet is open; the other parts cannot be mended."""
    is_open = so_far and name == "goals_met" and not part.ok
    word = "Yes" if part.ok else "Not yet" if is_open else "No"
    if name == "goals_met" and not part.ok and goals > 1:
        word = f"{max(0, goals - len(part.reasons))} of {goals}"
    said = f"{word} so far" if so_far and word != "Not yet" else word
    return PartVerdict(PARTS[name], part.ok, said, is_open, tuple(part.reasons))
