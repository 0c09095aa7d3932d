"""Questions on a terminal: a default in brackets, and an answer that cannot be is told why and asked for again."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Iterable
from typing import TypeVar

from pare_site.cli.exits import INTERRUPTED, Trouble
from pare_site.cli.output import Console

T = TypeVar("T")
# Turns a typed text into a value, or raises a ValueError that says what would be right.
Read = Callable[[str], T]


class Interview:
    def __init__(self, console: Console) -> None:
        self._console = console
        # Whether there is someone to ask.
        self.possible = console.on_terminal and sys.stdin is not None and sys.stdin.isatty()

    def value(self, given: str | None, question: str, default: str, read: Read[T], choices: Iterable[str] = ()) -> T:
        """Return what was given, or the answer, or the default if there is no one to ask."""
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
                return read(_typed(f"{question} [{default}]: " if default else f"{question}: ") or default)
            except ValueError as error:
                self._console.say(str(error), style="bad")


def _typed(prompt: str) -> str:
    with contextlib.suppress(ImportError):
        # Makes the arrow keys work in what is typed.
        import readline  # noqa: F401
    try:
        return input(prompt).strip()
    except (EOFError, KeyboardInterrupt):
        raise Trouble("", "Stopped; nothing was written.", code=INTERRUPTED) from None
