"""One JSON object of a foreign app's state, read tolerantly: missing values get defaults, and bad values are noted."""

from __future__ import annotations

import base64
import binascii
import math
import re
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import Any

from replay.foreign.states.notes import ImportNotes
from simulator.phone import when
from simulator.phone.writable import writable_text

EARLIEST = int(datetime(when.FIRST_YEAR, 1, 1, tzinfo=UTC).timestamp())
LATEST = int(datetime(when.LAST_YEAR, 12, 31, tzinfo=UTC).timestamp())
_WEEKDAY = re.compile(r"^[A-Za-z]+, +")


class ForeignEntry:
    """The fields of one object. Fields that are never read are reported as unknown at the end."""

    def __init__(self, raw: Mapping[str, Any], app: str, notes: ImportNotes) -> None:
        self.raw = raw
        self.app = app
        self.notes = notes
        self._asked: set[str] = set()
        notes.opened(self)

    def unasked(self) -> Iterator[str]:
        return (writable_text(name) for name in self.raw if name not in self._asked)

    def ignore(self, *names: str) -> None:
        """Mark fields as known although our phone does not show them."""
        self._asked.update(names)

    def value(self, name: str) -> Any:
        self._asked.add(name)
        return self.raw.get(name)

    def text(self, name: str) -> str:
        value = self.value(name)
        if value is None:
            return ""
        if isinstance(value, str):
            return clean(value)
        if isinstance(value, bool | int | float):
            return clean(str(value))
        self.odd(name)
        return ""

    def texts(self, name: str) -> list[str]:
        """Return a list of texts, without blank texts and duplicates. A single text is read as a list of one text."""
        value = self.value(name)
        if value is None:
            return []
        listed = [value] if isinstance(value, str) else value
        if not isinstance(listed, list):
            self.odd(name)
            return []
        found = [clean(one) for one in listed if isinstance(one, str) and clean(one).strip()]
        if len(found) < len(listed):
            self.odd(name)
        return list(dict.fromkeys(found))

    def number(self, name: str, low: float, high: float) -> float | None:
        """Return a number within bounds, else None; note a value that is not such a number."""
        value = self.value(name)
        if value is None:
            return None
        number = as_number(value)
        if number is None or not low <= number <= high:
            self.odd(name)
            return None
        return number

    def whole(self, name: str, low: int, high: int) -> int | None:
        number = self.number(name, low, high)
        return None if number is None else int(number)

    def flag(self, name: str) -> bool:
        return self.value(name) in (True, 1, "true", "True")

    def time(self, name: str) -> int | None:
        """Return seconds since 1970 from a number or a date; None if missing or unreadable. Note unreadable values."""
        value = self.value(name)
        if value is None or value == "":
            return None
        at = as_time(value)
        if at is None:
            self.odd(name)
        return at

    def entry(self, name: str) -> ForeignEntry | None:
        value = self.value(name)
        if isinstance(value, dict):
            return ForeignEntry(value, self.app, self.notes)
        if value is not None:
            self.odd(name)
        return None

    def entries(self, name: str) -> Iterator[tuple[str, ForeignEntry]]:
        """Yield the objects of a mapping with their keys, or of a list with empty keys."""
        value = self.value(name)
        pairs: list[tuple[str, Any]] = []
        if isinstance(value, dict):
            pairs = [(clean(str(key)), inner) for key, inner in value.items()]
        elif isinstance(value, list):
            pairs = [("", inner) for inner in value]
        elif value is not None:
            self.odd(name)
        for key, inner in pairs:
            if isinstance(inner, dict):
                yield key, ForeignEntry(inner, self.app, self.notes)
            else:
                self.odd(name)

    def odd(self, name: str) -> None:
        self.notes.say(self.app, f"a value of '{writable_text(name)}' can’t be read and is skipped")


def clean(text: str) -> str:
    """Return text that files and databases can store."""
    # PostgreSQL refuses NUL characters in text.
    return writable_text(text).replace("\0", "")


def as_number(value: Any) -> float | None:
    if isinstance(value, str):
        try:
            value = float(value)
        except ValueError:
            return None
    # In Python, True is a number. In these files, it never stands for a number.
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    try:
        number = float(value)
    except OverflowError:
        return None
    return number if math.isfinite(number) else None


def as_time(value: Any) -> int | None:
    number = as_number(value)
    if number is None and isinstance(value, str):
        number = _dated(value)
    if number is None or not EARLIEST <= number <= LATEST:
        return None
    return math.floor(number)


def _dated(text: str) -> float | None:
    """Return a date in seconds since 1970; None if the text is not a date.

    A date without a zone is in UTC, like every time in a foreign file.
    """
    try:
        found = datetime.fromisoformat(_WEEKDAY.sub("", text.strip()))
        return (found if found.tzinfo else found.replace(tzinfo=UTC)).timestamp()
    except (ValueError, OverflowError):
        return None


def file_text(encoded: Any) -> str:
    """Return the text of an attachment; empty if the attachment is not text."""
    if not isinstance(encoded, str):
        return ""
    try:
        return clean(base64.b64decode(encoded, validate=True).decode("utf-8"))
    except (binascii.Error, ValueError):
        return ""


def file_bytes(text: str) -> str:
    return base64.b64encode(text.encode()).decode()


def written_time(at: int) -> str:
    """Return a time as scenario files write it, in UTC."""
    return when.show(at, when.zone("UTC"))
