"""Prints a run on a terminal, one line per moment, either while the run is played or from a trace.

`simulator.showing.tell` writes the sentences; this module adds the time, a mark for the actor, colours and headings.
"""

from __future__ import annotations

from collections.abc import Mapping

from pare_site.cli.output import Console, one_line
from simulator.showing.run_history import RunHistory
from simulator.showing.sentence_parts import text_of
from simulator.showing.tell import tell_alone
from simulator.showing.told_moment import Lane, Shape, ToldMoment
from simulator.trace.moments import Acted, Moment, Skipped
from simulator.words import times

LEGEND = "● user   ▲ environment   ◆ assistant"
MARKS: Mapping[str, str] = {"user": "●", "environment": "▲", "assistant": "◆"}
_ACTORS: Mapping[Lane, str] = {"user": "user", "world": "environment", "assistant": "assistant"}
_STYLES: Mapping[Shape, str] = {
    "proposal": "offer",
    "accept": "answer",
    "reject": "answer",
    "report": "bold",
    "forked": "bold",
    "silent": "dim",
    "error": "bad",
}
# Maximum number of characters shown of a mail or a message. Offers, answers and reports are shown in full.
_LONGEST_QUOTE = 240
_ENDS = (".", "!", "?", "…", "”")


class Playback:
    """Prints moments in order, with a heading for each new turn and each new day."""

    def __init__(self, console: Console, history: RunHistory | None) -> None:
        """`history` writes the sentences, with names from the scenario; None if the scenario no longer loads."""
        self._console = console
        self._history = history
        self._turn = 0
        self._day = ""

    def show(self, moment: Moment) -> None:
        """Print the next moment."""
        told = self._tell(moment)
        if told.shape == "started":
            # The lines above the play-by-play already show the start.
            return
        if told.shape == "ended":
            self._console.say()
            self._console.say(line_of(told), style="bad" if told.notes else "dim")
            return
        self._show_heading(told)
        actor = _ACTORS[told.lane]
        prefix = f"{told.n:>4}  {told.clock}  {MARKS[actor]} "
        label = f" [{moment.event}]" if isinstance(moment, Acted | Skipped) and moment.event else ""
        style = "dim" if isinstance(moment, Skipped) else _STYLES.get(told.shape, "")
        self._console.say(f"{line_of(told)}{label}", prefix=prefix, style=style, prefix_style=actor)

    def _tell(self, moment: Moment) -> ToldMoment:
        if self._history is not None:
            self._history.feed([moment])
            if not self._history.broken:
                return self._history.told[-1]
        return tell_alone(moment)

    def _show_heading(self, told: ToldMoment) -> None:
        if told.turn != self._turn:
            self._console.heading(f"Turn {told.turn} · {times.dated_weekday(told.local)} {told.local[11:16]}")
        elif told.local[:10] != self._day:
            self._console.say(times.dated_weekday(told.local), prefix="      ", style="bold")
        self._turn, self._day = told.turn, told.local[:10]


def line_of(told: ToldMoment) -> str:
    """Return a moment on one line: its sentence, the quoted text, then its notes."""
    line = told.text
    quote = one_line(told.quote, None if told.key else _LONGEST_QUOTE)
    if quote:
        line = f"{line}: “{quote}”"
    elif not line.endswith(_ENDS):
        line = f"{line}."
    notes = "; ".join(text_of(note) for note in told.notes)
    if told.failed:
        # People who have the trace file may see everything in it, so the error about an unreadable reply is shown too.
        return f"{line} ✗ {told.misread or notes}".rstrip(" ✗")
    private = told.misread or (told.thought if told.kind == "note" else "")
    if private:
        return f"{line} {one_line(private, _LONGEST_QUOTE)}"
    return f"{line} {notes if told.key or notes.endswith(_ENDS) else f'({notes})'}" if notes else line
