"""Output of the command line: widths, colours, ASCII replacements for characters, and text safe for a terminal."""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
import textwrap
from typing import Any, TextIO

from simulator.words.english import cut
from simulator.words.numbers import whole_number

# Lines longer than WIDEST are hard to read, even where a terminal has room for them.
NARROWEST, WIDEST = 40, 110
# A fixed width, so that the output of a script does not depend on the terminal that started the script.
WIDTH_OF_PIPES = 100

STYLES = {
    "bold": "1",
    "dim": "2",
    "user": "34",
    "assistant": "35",
    "environment": "32",
    "good": "32",
    "bad": "31",
    "warn": "33",
    "offer": "1;35",
    "answer": "1;34",
}
# Replacements for characters that the output's encoding may lack, as in the C locale.
PLAIN_SIGNS = {"●": "U", "▲": "E", "◆": "A", "✓": "+", "✗": "x", "·": "-", "→": "->", "…": "...", "“": '"', "”": '"'}
PLAIN_SIGNS |= {"–": "-", "×": "x", "’": "'"}
# Control characters could move the cursor or recolour the terminal; the Unicode ones at the end reverse the direction
# of text. Both can come from a scenario file or a model's reply.
_UNSAFE = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


class Unwritable(Exception):
    """Raised if standard output cannot be written, as on a full disk."""


class Console:
    """Prints results on standard output, and remarks on standard error."""

    def __init__(self, out: TextIO | None = None, err: TextIO | None = None) -> None:
        self._out = out or sys.stdout
        self._err = err or sys.stderr
        # True if the command continues after the pipe of its output is closed, because it still has a file to write.
        self.outlives_reader = False
        self._reader_is_gone = False
        self.on_terminal = self._out.isatty()
        self.err_on_terminal = self._err.isatty()
        self.width = _width(self.on_terminal)
        self._colour = _wants_colour(self.on_terminal)
        self._colour_err = _wants_colour(self.err_on_terminal)
        self._signs = _table(self._out)
        self._signs_err = _table(self._err)

    @property
    def table_width(self) -> int | None:
        """Return the width that tables are cut to; None (no cut) on a pipe if COLUMNS is not set."""
        return self.width if self.on_terminal or _asked_width() else None

    def say(self, text: str = "", *, prefix: str = "", style: str = "", prefix_style: str = "") -> None:
        """Print wrapped text; lines after the first are indented by the width of the prefix."""
        prefix = safe(prefix)
        lines = wrapped(text, self.width - len(prefix))
        blank = " " * len(prefix)
        for number, line in enumerate(lines):
            lead = self.paint(prefix, prefix_style) if number == 0 else blank
            self.raw(f"{lead}{self.paint(line, style)}".rstrip() + "\n")

    def line(self, text: str, *, prefix: str = "", prefix_style: str = "") -> None:
        """Print text as `say` does. On a pipe without COLUMNS, do not wrap it, so that `grep` finds whole lines."""
        if self.table_width is not None:
            self.say(text, prefix=prefix, prefix_style=prefix_style)
        else:
            self.raw(f"{safe(prefix)}{safe(text)}\n")

    def heading(self, text: str) -> None:
        """Print a blank line and a bold line."""
        self.say()
        self.say(text, style="bold")

    def raw(self, text: str) -> None:
        """Print this text without wrapping or escaping it. Raises Unwritable.

        If the output can't encode all of PLAIN_SIGNS, all of these characters are replaced.
        """
        if self._reader_is_gone:
            return
        try:
            self._out.write(text.translate(self._signs))
        except BrokenPipeError:
            if not self.outlives_reader:
                raise
            self._reader_is_gone = True
        except OSError as error:
            raise Unwritable(error.strerror or str(error)) from None

    def json(self, value: Any) -> None:
        """Print a value as JSON, in ASCII if the output can't encode all of PLAIN_SIGNS."""
        self.raw(json.dumps(value, indent=2, ensure_ascii=bool(self._signs)) + "\n")

    def remark(self, text: str, style: str = "") -> None:
        """Print a line on standard error, unwrapped, so that editors and terminals can follow `file:line`."""
        painted = _painted(safe(text), style) if self._colour_err else safe(text)
        self._err.write(painted.translate(self._signs_err) + "\n")

    def paint(self, text: str, style: str) -> str:
        """Return the text with codes for this style if standard output has colours, or else unchanged."""
        return _painted(text, style) if self._colour else text


def safe(text: str) -> str:
    """Return the text with escapes in place of characters that could control a terminal or hide other text."""
    return _UNSAFE.sub(lambda found: repr(found[0])[1:-1], text.replace("\t", "    ").replace("\r\n", "\n"))


def one_line(text: str, longest: int | None = None) -> str:
    """Return the text on one line, cut with an ellipsis if it is longer than `longest`."""
    line = " ".join(text.split())
    return line if longest is None else cut(line, longest)


def wrapped(text: str, width: int) -> list[str]:
    """Return lines of at most `width` or 20 columns, whichever is more. Line breaks stay, and long words stay whole."""
    lines: list[str] = []
    # Words stay whole, because people copy ids, file names and addresses from the output.
    for paragraph in safe(text).split("\n"):
        lines += textwrap.wrap(paragraph, max(width, 20), break_long_words=False, break_on_hyphens=False) or [""]
    return lines


def _painted(text: str, style: str) -> str:
    return f"\x1b[{STYLES[style]}m{text}\x1b[0m" if style and text.strip() else text


def _asked_width() -> int:
    """Return the width from the variable COLUMNS; 0 if it is not set."""
    return whole_number(os.environ.get("COLUMNS", "")) or 0


def _width(on_terminal: bool) -> int:
    width = shutil.get_terminal_size().columns if on_terminal else _asked_width() or WIDTH_OF_PIPES
    return min(max(width, NARROWEST), WIDEST)


def _wants_colour(on_terminal: bool) -> bool:
    # https://no-color.org: any value but the empty one switches colours off.
    return on_terminal and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def _table(stream: TextIO) -> dict[int, str]:
    """Return ASCII replacements for the characters in PLAIN_SIGNS; empty if the stream can encode them all."""
    try:
        "".join(PLAIN_SIGNS).encode(stream.encoding or "utf-8")
    except (UnicodeEncodeError, LookupError):
        return str.maketrans(PLAIN_SIGNS)
    return {}
