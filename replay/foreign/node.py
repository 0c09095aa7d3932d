"""A value in a foreign JSON file together with its place, so that errors can name the place."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from typing import Any, NoReturn

from replay.foreign.brought import ForeignError
from simulator.phone.writable import spelled, writable_text

# From 1970 to the end of 2199, the range of the phone's calendar.
EARLIEST, LATEST = 0, 7_258_118_399
AS_EXPORTED = "Import the file exactly as its system exported it."
SMALLER = "Import a smaller file with a single run."
_KINDS = {bool: "true or false", int: "a number", float: "a number", str: "text", list: "a list", dict: "an object"}


class Node:
    """Reads values strictly: a missing value or null gives a default, and a value of a wrong type is refused."""

    __slots__ = ("file", "place", "value")

    def __init__(self, value: Any, file: str, place: str = "") -> None:
        self.value = value
        self.file = file
        self.place = place

    def __getitem__(self, name: str) -> Node:
        return Node(self.fields().get(name), self.file, f"{self.place}.{name}" if self.place else name)

    @property
    def missing(self) -> bool:
        return self.value is None

    def fields(self) -> dict[str, Any]:
        if self.value is None:
            return {}
        if not isinstance(self.value, dict):
            self._expect("an object")
        return self.value

    def items(self) -> Iterator[Node]:
        if self.value is None:
            return
        if not isinstance(self.value, list):
            self._expect("a list")
        for index, inner in enumerate(self.value):
            yield Node(inner, self.file, f"{self.place}[{index}]")

    def text(self) -> str:
        if self.value is None:
            return ""
        if not isinstance(self.value, str):
            self._expect("text")
        return writable_text(self.value)

    def time(self) -> float | None:
        """Return seconds since 1970; None if the value is missing."""
        number = self._number()
        if number is None:
            return None
        if not EARLIEST <= number <= LATEST:
            self.refuse(f"{spelled(self.value)} is not a time between 1970 and 2199, in seconds.", AS_EXPORTED)
        return number

    def whole(self, low: int, high: int) -> int | None:
        number = self._number()
        if number is None:
            return None
        if number != math.floor(number) or not low <= number <= high:
            self.refuse(f"{spelled(self.value)} is not a whole number from {low} to {high}.", AS_EXPORTED)
        return int(self.value)

    def refuse(self, problem: str, remedy: str) -> NoReturn:
        raise ForeignError(self.file, self.place, problem, remedy)

    def _number(self) -> float | None:
        if self.value is None:
            return None
        if isinstance(self.value, bool) or not isinstance(self.value, int | float):
            self._expect("a number")
        try:
            number = float(self.value)
        except OverflowError:
            number = math.inf
        if not math.isfinite(number):
            self.refuse("This value is not a number, or it is too large.", AS_EXPORTED)
        return number

    def _expect(self, wanted: str) -> NoReturn:
        found = _KINDS.get(type(self.value), type(self.value).__name__)
        self.refuse(f"Expected {wanted}, but found {found}.", AS_EXPORTED)


def open_object(data: bytes, file: str) -> Node:
    """Return the JSON object in a file. The caller limits the size of files."""
    try:
        root = Node(json.loads(data), file)
    except RecursionError:
        raise ForeignError(file, "", "The file is nested too deeply.", AS_EXPORTED) from None
    except ValueError as error:
        # For numbers with too many digits, Python adds advice for programmers, which is cut off.
        problem = str(error).partition("; use sys.")[0]
        raise ForeignError(file, "", f"This is not JSON ({problem}).", AS_EXPORTED) from None
    if not isinstance(root.value, dict):
        root.refuse("This is not a JSON object.", AS_EXPORTED)
    return root
