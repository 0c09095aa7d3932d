"""The four-part outcome as people read it: so far while a run goes on, none if it failed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from simulator.scenario.outcome import Outcome, PartOutcome
from simulator.trace.header import OutcomeNote, PartNote

PARTS: Mapping[str, str] = {
    "goals_met": "Goals met",
    "clean": "Clean",
    "consented": "Consented",
    "in_time": "In time",
}

_AT_ONCE = 3
_MAY_CHANGE = ("goals_met", "clean")


class PartVerdict(NamedTuple):
    """One part: its name, whether it holds, what is said about that, and why."""

    title: str
    ok: bool
    word: str
    open: bool
    """Not so yet, which may still change."""
    reasons: tuple[str, ...]

    @property
    def first_reasons(self) -> tuple[str, ...]:
        """Those that are read at once; one more alone is not worth folding."""
        return self.reasons[:_AT_ONCE] if len(self.reasons) > _AT_ONCE + 1 else self.reasons

    @property
    def more_reasons(self) -> tuple[str, ...]:
        return self.reasons[len(self.first_reasons) :]


class Verdict(NamedTuple):
    parts: tuple[PartVerdict, ...]
    so_far: bool
    stopped: bool
    """As things stood when somebody stopped the run: neither a success nor a miss."""
    success: bool
    done_by_user: tuple[str, ...]


def verdict_of(
    outcome: Outcome | OutcomeNote,
    goals: int,
    so_far: bool,
    stopped: bool = False,
    readable: Callable[[str], str] = str,
) -> Verdict:
    """`goals`: how many the scenario has. `readable`: a reason in words for people."""
    parts = tuple(_part(name, getattr(outcome, name), goals, so_far, stopped) for name in PARTS)
    told = tuple(part._replace(reasons=tuple(map(readable, part.reasons))) for part in parts)
    return Verdict(told, so_far, stopped, outcome.success, tuple(outcome.done_by_user))


def _part(name: str, part: PartOutcome | PartNote, goals: int, so_far: bool, stopped: bool) -> PartVerdict:
    """Goals that are not met and changes that no goal explains yet are open until the end."""
    is_open = (so_far or stopped) and name in _MAY_CHANGE and not part.ok
    word = "Yes" if part.ok else "Not yet" if is_open else "No"
    if name == "goals_met" and not part.ok and goals > 1:
        word = f"{max(0, goals - len(part.reasons))} of {goals}"
    said = f"{word} so far" if so_far and word != "Not yet" else word
    return PartVerdict(PARTS[name], part.ok, said, is_open, tuple(part.reasons))
