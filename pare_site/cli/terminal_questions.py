"""Asks a person at the terminal for a value with a default, or for a yes or no."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Iterable
from typing import TypeVar

from pare_site.cli.exits import INTERRUPTED, Trouble
from pare_site.cli.output import Console

T = TypeVar("T")
# Turns a typed text into a value, or raises a ValueError that says what to type instead.
Read = Callable[[str], T]


class Interview:
    """Asks for values that were not given as arguments, and repeats a question until the answer is valid."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self.possible = can_ask(console)

    def value(self, given: str | None, question: str, default: str, read: Read[T], choices: Iterable[str] = ()) -> T:
        """Return the given value, else a person's answer, else the default if nobody can be asked.

        Raises Trouble if the given value or the default is wrong.
        """
        if given is not None or not self.possible:
            try:
                return read(default if given is None else given)
            except ValueError as error:
                raise Trouble(str(error)) from None
        shown = ", ".join(choices)
        if shown:
            self._console.say(shown, prefix="  ", style="dim")
        while True:
            try:
                prompt = f"{question} [{default}]: " if default else f"{question}: "
                return read(_typed(prompt, "Stopped; nothing was written.") or default)
            except ValueError as error:
                self._console.say(str(error), style="bad")


def can_ask(console: Console) -> bool:
    """Return whether a person can read a question and type an answer."""
    # Output must be a terminal too: in a file the question would be invisible, and the command would seem to hang.
    return console.on_terminal and sys.stdin is not None and sys.stdin.isatty()


def confirm(question: str, refused: str) -> None:
    """Ask a yes-or-no question. Raise Trouble with the text `refused` unless the answer is yes."""
    if _typed(f"{question} [y/N] ", refused).lower() not in ("y", "yes"):
        raise Trouble(refused)


def _typed(prompt: str, stopped: str) -> str:
    with contextlib.suppress(ImportError):
        # Importing `readline` is enough to make the arrow keys work in `input`.
        import readline  # noqa: F401
    try:
        return input(prompt).strip()
    except (EOFError, KeyboardInterrupt):
        # The cursor is still in the line of the question, so a line break is printed first.
        raise Trouble("", stopped, code=INTERRUPTED) from None
