"""A cache of rendered texts with a limit in bytes; the least recently used go first."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock

from django.utils.safestring import SafeString, mark_safe


class Kept:
    """Safe to share between threads. To keep two threads from rendering the same text, hold a lock of your own."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._size = 0
        # Stored as bytes: one typographic quotation mark doubles the memory of a Python string.
        self._texts: OrderedDict[Hashable, bytes] = OrderedDict()
        self._lock = Lock()

    def get(self, key: Hashable, render: Callable[[], SafeString]) -> SafeString:
        with self._lock:
            known = self._texts.get(key)
            if known is not None:
                self._texts.move_to_end(key)
        if known is not None:
            # Only output of templates is stored, so it is still safe.
            return mark_safe(known.decode())
        text = render()
        self._keep(key, text.encode())
        return text

    def _keep(self, key: Hashable, text: bytes) -> None:
        with self._lock:
            if key not in self._texts:
                self._texts[key] = text
                self._size += len(text)
            while self._size > self._most and len(self._texts) > 1:
                _, forgotten = self._texts.popitem(last=False)
                self._size -= len(forgotten)

    def forget_all(self) -> None:
        with self._lock:
            self._texts.clear()
            self._size = 0

    @property
    def size(self) -> int:
        """Bytes held."""
        return self._size
