"""The outcome of a run in words: its five parts, each with the reasons, during the run and after its end."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import NamedTuple

from simulator.phone.call import Look
from simulator.scenario.outcome import Outcome, PartOutcome
from simulator.scenario.story import Story
from simulator.showing.moment_context import MomentContext
from simulator.showing.record_names import name_of
from simulator.showing.scenario_words import ScenarioWords
from simulator.trace.header import OutcomeNote, PartNote
from simulator.trace.moments import Moment

PARTS: Mapping[str, str] = {
    "goals_met": "Goals met",
    "clean": "Clean",
    "consented": "Consented",
    "in_time": "In time",
    "restrained": "Restrained",
}
_UNFOLDED_REASONS = 3
# Parts that can still change from No to Yes: a later step may meet a goal, and a met goal may justify a change.
# Missing consent, missed deadlines and too many unneeded offers are final.
_MAY_CHANGE = ("goals_met", "clean")
_LABEL = re.compile(r"'([a-z][a-z0-9_]*)'|\(([a-z][a-z0-9_]*)\)")
_STOPS = (".", "!", "?")


class OutcomePart(NamedTuple):
    """One part of the outcome with its title, a word for its state, and the reasons."""

    title: str
    ok: bool
    word: str
    open: bool
    """True if the part fails now, but further steps could change that."""
    reasons: tuple[str, ...]
    undecided: bool = False
    """True if nothing shows that the part fails, but the part depends on a text that can't be read clearly."""

    @property
    def first_reasons(self) -> tuple[str, ...]:
        """Return the reasons that are always visible: all if there are at most four, otherwise the first three."""
        return self.reasons[:_UNFOLDED_REASONS] if len(self.reasons) > _UNFOLDED_REASONS + 1 else self.reasons

    @property
    def more_reasons(self) -> tuple[str, ...]:
        """Return the reasons that are visible only after unfolding."""
        return self.reasons[len(self.first_reasons) :]


class OutcomeSummary(NamedTuple):
    """The outcome as pages show it."""

    parts: tuple[OutcomePart, ...]
    so_far: bool
    stopped: bool
    """True if someone stopped the run, so that it counts neither as a success nor as a miss."""
    success: bool
    done_by_user: tuple[str, ...]
    undecided: bool = False
    """True if a text can't be read clearly, so that the run is neither a success nor a miss."""


def outcome_summary(
    outcome: Outcome | OutcomeNote,
    goals: int,
    so_far: bool,
    stopped: bool = False,
    readable: Callable[[str], str] = str,
) -> OutcomeSummary:
    """Return an outcome as pages show it. `goals`: number of goals of the scenario. `readable`: rewords a reason."""
    known = {name: getattr(outcome, name) for name in PARTS}
    # Runs of older versions were not judged for restraint.
    parts = tuple(
        _part(name, part, goals, so_far, stopped)
        for name, part in known.items()
        if isinstance(part, PartOutcome | PartNote)
    )
    worded = tuple(part._replace(reasons=tuple(map(readable, part.reasons))) for part in parts)
    undecided = outcome.undecided is True
    return OutcomeSummary(worded, so_far, stopped, outcome.success, tuple(outcome.done_by_user), undecided)


class ReasonWords:
    """Rewords the reasons that the engine records: labels and ids become names of records."""

    def __init__(self, story: Story) -> None:
        self._labels = story.labels
        rulings = zip(story.scenario.forbidden, ScenarioWords(story).forbidden, strict=True)
        self._forbidden = {_with_stop(ruling.say): line.says for ruling, line in rulings if ruling.say.strip()}

    def readable(self, reason: str, look: Look, moment: Moment) -> str:
        """Return a reason with names instead of labels and ids. `look`: the phone with the records."""
        claim, found, why = reason.partition("Forbidden: ")
        if found and why in self._forbidden:
            # The author's text says only why the action is forbidden, so the words for the action come before it.
            return f"{claim}{found}{self._forbidden[why]}, because: {why}"
        named = _LABEL.sub(lambda label: self._name(label, look) or label[0], reason)
        return MomentContext(look, moment).plainly(named)

    def _name(self, label: re.Match[str], look: Look) -> str:
        table, record_id = self._labels.get(label[1] or label[2], ("", ""))
        record = look.store.tables().get(table, {}).get(record_id)
        name = "" if record is None else name_of(look, record)
        if not name:
            return ""
        return f"“{name}”" if label[1] else f"(“{name}”)"


def _part(name: str, part: PartOutcome | PartNote, goals: int, so_far: bool, stopped: bool) -> OutcomePart:
    is_open = (so_far or stopped) and name in _MAY_CHANGE and not part.ok
    undecided = part.ok and bool(part.doubts)
    word = "Undecided" if undecided else "Yes" if part.ok else "Not yet" if is_open else "No"
    if name == "goals_met" and not part.ok and goals > 1:
        # The outcome has one reason per goal that is not met.
        word = f"{max(0, goals - len(part.reasons))} of {goals}"
    said = f"{word} so far" if so_far and word != "Not yet" else word
    return OutcomePart(PARTS[name], part.ok and not undecided, said, is_open, (*part.reasons, *part.doubts), undecided)


def _with_stop(say: str) -> str:
    """Return a `say` as it appears in recorded reasons: with a full stop at the end, unless it ends with . ! or ?"""
    text = say.strip()
    return text if text.endswith(_STOPS) else f"{text}."
