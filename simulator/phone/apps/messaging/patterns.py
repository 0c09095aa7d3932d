"""Accepts a player's regular expression only if a search with it is quick.

Python's matcher tries every way to divide a text among the repetitions of a pattern, so a short pattern can run for
years. A pattern is accepted only if it has few repetitions and few choices. A group with repetitions or choices must
not itself be repeated. Only the first `LONGEST_TEXT` characters of each text are searched, and a search over all texts
may take at most `BUDGET` steps.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from typing import NamedTuple

from simulator.phone.errors import ActionError

# In characters. The description of the tool, which models read, states this limit.
LONGEST_PATTERN = 200
LONGEST_TEXT = 2_000
# With n repetitions, the work grows with the length of the text to the power of n + 1.
MOST_REPETITIONS = 3
# The largest number of combinations of choices. Choices are branches of `|` and optional parts.
MOST_WAYS = 64
# The largest number in `{...}`.
LARGEST_COUNT = 1_000
# In steps of the matcher: about two seconds in the worst case.
BUDGET = 50_000_000

_TOKEN = re.compile(
    r"""
    (?P<escape> \\. )
  | (?P<letters> \[ \^? \]? (?: \\. | [^\]\\] )* \] )
  | (?P<special> \( \? (?: [a-zA-Z-]* x | \# | \( ) )
  | (?P<open> \( )
  | (?P<close> \) )
  | (?P<counted> \{ \d+ \} )
  | (?P<repeated> [*+] | \{ \d* , \d* \} )
  | (?P<optional> \? )
  | (?P<either> \| )
  | (?P<other> . )
    """,
    re.VERBOSE | re.DOTALL,
)
_QUANTIFIERS = ("counted", "repeated", "optional")
# Characters that follow a token but do not repeat it: the `?` of a lazy and the `+` of a possessive quantifier, and
# the `?` of a special group such as `(?:`.
_MODIFIERS = {"counted": "?+", "repeated": "?+", "optional": "?+", "open": "?"}
_AROUND = re.compile(r"^(?:\.\*\??)+|(?<!\\)(?:\.\*\??)+$")


class SafePattern(NamedTuple):
    pattern: re.Pattern[str]
    repetitions: int
    ways: int

    def found_in(self, text: str) -> bool:
        return self.pattern.search(text[:LONGEST_TEXT]) is not None

    def check_work(self, texts: Iterable[str]) -> None:
        """Raise ActionError if searching these texts could take more than `BUDGET` steps."""
        lengths = (min(len(text), LONGEST_TEXT) for text in texts)
        # A binomial coefficient: the number of ways to divide a text among the repetitions, from all starting points.
        steps = self.ways * sum(math.comb(length + self.repetitions, self.repetitions + 1) for length in lengths)
        if steps > BUDGET:
            raise _refused("is too open for so many messages", "Use fewer * and +, or give min_date and max_date.")


class _Group:
    """A group of the pattern being read. A `busy` group has repetitions or choices, so it must not be repeated."""

    __slots__ = ("branches", "busy")

    def __init__(self) -> None:
        self.branches = 1
        self.busy = False


def safe_pattern(query: str) -> SafePattern:
    """Return the compiled pattern. Raise ActionError for a pattern that is invalid, too long or too slow to search."""
    if not query.strip():
        raise ActionError("bad_argument", "The search is empty.", "Give a pattern to look for.")
    if len(query) > LONGEST_PATTERN:
        raise _refused(f"is longer than {LONGEST_PATTERN} characters", "Shorten it.")
    try:
        pattern = re.compile(query)
    except (re.error, OverflowError, RecursionError) as error:
        raise _refused(f"is not a regular expression: {error}", "Fix it, or use Messages__search.") from None
    # `.*lunch.*` matches the same texts as `lunch` but takes far more work, so `.*` is cut off at both ends.
    bare = _AROUND.sub("", query)
    try:
        return _measured(bare, re.compile(bare)) if bare else _measured(query, pattern)
    except re.error:
        # If the cut pattern is invalid, the whole pattern is used.
        return _measured(query, pattern)


def _measured(source: str, pattern: re.Pattern[str]) -> SafePattern:
    groups = [_Group()]
    closed: _Group | None = None
    repetitions, ways, before = 0, 1, ""
    for token in _TOKEN.finditer(source):
        kind, text = str(token.lastgroup), token[0]
        if kind in ("repeated", "optional") and text in _MODIFIERS.get(before, ()):
            before = "modifier"
            continue
        if kind == "special":
            raise _refused("uses a comment, a condition or the flag x", "Write it without.")
        if kind in _QUANTIFIERS:
            _check_quantifier(kind, text, closed)
            groups[-1].busy = True
            repetitions += kind == "repeated"
            ways *= 2 if kind == "optional" else 1
        closed = None
        if kind == "open":
            groups.append(_Group())
        elif kind == "either":
            groups[-1].branches += 1
            groups[-1].busy = True
        elif kind == "close":
            closed = groups.pop()
            groups[-1].busy |= closed.busy
            ways *= closed.branches
        before = kind
    _check_size(repetitions, ways * groups[0].branches)
    return SafePattern(pattern, repetitions, ways * groups[0].branches)


def _check_quantifier(kind: str, text: str, closed: _Group | None) -> None:
    if closed is not None and closed.busy and kind != "optional":
        raise _refused(
            "repeats a group that itself repeats or chooses", "Write it without * + { } around such a group."
        )
    # The length is checked first, because `int` is slow for very long numbers and may refuse them.
    if any(len(number) > 4 or int(number) > LARGEST_COUNT for number in re.findall(r"\d+", text)):
        raise _refused(f"counts beyond {LARGEST_COUNT}", "Use smaller counts.")


def _check_size(repetitions: int, ways: int) -> None:
    if repetitions > MOST_REPETITIONS:
        raise _refused(f"has more than {MOST_REPETITIONS} open repetitions", "Use fewer * and +.")
    if ways > MOST_WAYS:
        raise _refused("leaves too many choices open", "Use fewer | and ?.")


def _refused(problem: str, remedy: str) -> ActionError:
    return ActionError("bad_argument", f"The pattern {problem}.", remedy)
