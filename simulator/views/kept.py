"""A cache of rendered texts that holds so many characters at most and forgets what was not asked for longest."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock


class Kept:
    """Shared by threads. Whoever must not render the same twice at once holds a lock of their own."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._size = 0
        self._texts: OrderedDict[Hashable, str] = OrderedDict()
        self._lock = Lock()

    def get(self, key: Hashable, render: Callable[[], str]) -> str:
        with self._lock:
            if key in self._texts:
                self._texts.move_to_end(key)
                return self._texts[key]
        text = render()
        with self._lock:
            if key not in self._texts:
                self._texts[key] = text
                self._size += len(text)
            while self._size > self._most and len(self._texts) > 1:
                _, forgotten = self._texts.popitem(last=False)
                self._size -= len(forgotten)
        return text

    def forget_all(self) -> None:
        with self._lock:
            self._texts.clear()
            self._size = 0

    @property
    def size(self) -> int:
        """Characters held."""
        return self._size
