"""Counts the parts of a foreign trace that could not be imported unchanged, and describes them in sentences."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from replay.foreign.states.entry import ForeignEntry

_MOST_NAMED = 12


class ImportNotes:
    """Notes about content that could not be imported unchanged, with counts."""

    def __init__(self) -> None:
        self._said: Counter[tuple[str, str]] = Counter()
        self._entries: list[ForeignEntry] = []

    def opened(self, entry: ForeignEntry) -> None:
        self._entries.append(entry)

    def say(self, app: str, what: str) -> None:
        """Add a note about lost or changed content. If the same note exists already, count it again.

        `what`: a sentence without its full stop; `app`: the app's name in the file.
        """
        self._said[app, what] += 1

    def sentences(self) -> tuple[str, ...]:
        return (*map(self._sentence, self._said), *self._unknown())

    def _sentence(self, key: tuple[str, str]) -> str:
        app, what = key
        text = f"{app}: {what}" if app else what
        times = self._said[key]
        return f"{text}." if times == 1 else f"{text} ({times} times)."

    def _unknown(self) -> list[str]:
        fields: dict[str, Counter[str]] = {}
        for entry in self._entries:
            for name in entry.unasked():
                fields.setdefault(entry.app, Counter())[name] += 1
        return [
            f"{app}: fields that the phone does not have are skipped: {_counted(one)}." for app, one in fields.items()
        ]


def _counted(fields: Counter[str]) -> str:
    named = [name[:40] if count == 1 else f"{name[:40]} ({count})" for name, count in fields.most_common(_MOST_NAMED)]
    more = len(fields) - len(named)
    return ", ".join(named) + (f" and {more} others" if more else "")
