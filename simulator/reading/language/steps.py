"""Recognises where a step of an offer starts: after an announcement, a place ("in the calendar") or a condition."""

from __future__ import annotations

import re
from collections.abc import Sequence

from simulator.reading.language.deed_words import AGREED
from simulator.reading.language.tokens import Token

# A list of steps follows: "Shall I do the following? Cancel the van. Book another one."
_ANNOUNCES = re.compile(
    r"\b(?:do (?:this|these|the following|(?:two|three|four|five) things)|(?:the )?following|"
    r"(?:my|the) (?:plan|suggestion|proposal|idea)|"
    r"(?:two|three|four|five|the|these|little|quick) (?:steps|jobs|things))[^.?!]{0,60}[:?.] $"
)
# A place before the verb of a step: "in the calendar add the board".
_PLACE_FIRST = re.compile(
    r"(?:^|[,;:] |\band |\bthen )(?:in|into|on|from|to) (?:the|your|our) "
    r"(?:calendar|diary|note|notes|chat|group|cart|basket|list|folder|reminders|contacts|inbox) $"
)
# The end of a condition, after which the step follows: "once two have said yes order theirs".
_CONDITION_MET = re.compile(
    r"\b(?:once|when|as soon as|if|after) (?:[\w']+ ){1,8}"
    r"(?:yes|agreed|agree|confirmed|confirm|answered|replied|ok|okay) $"
)


def announces_steps(line: str) -> bool:
    """Return True for a sentence after which steps follow, such as "Shall I do the following?"."""
    return _ANNOUNCES.search(line) is not None


def is_first_step(before: str, consented: bool) -> bool:
    """Return True if the words `before` announce steps with a colon, as in "Two steps, if you agree:".

    `consented` is True if the text asks for the owner's consent anywhere.
    """
    before = before.rstrip(", ")
    asked = consented and announces_steps(f"{before} ")
    return before.endswith(":") and (asked or AGREED.search(before) is not None)


def is_further_step(before: str) -> bool:
    """Return True if a place or condition at the end of `before` opens a step: "and in the calendar add …"."""
    return bool(_PLACE_FIRST.search(before) or _CONDITION_MET.search(before))


def colon_between(tokens: Sequence[Token], start: int, end: int) -> bool:
    """Return True if a colon with a space after it separates two words; the colon of "13:35" has no space."""
    places = [place for place in range(start, end) if tokens[place].word == ":"]
    return any(tokens[place].end != tokens[place + 1].start for place in places)
