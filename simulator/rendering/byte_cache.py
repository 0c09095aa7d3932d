"""A cache of rendered texts with a limit in bytes; the least recently used are dropped first."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from threading import Lock

from cachetools import LRUCache
from django.utils.safestring import SafeString, mark_safe


class Kept:
    """Safe to share between threads. To keep two threads from rendering the same text, hold a lock of your own."""

    def __init__(self, most: int) -> None:
        # Stored as bytes: one typographic quotation mark doubles the memory of a Python string. A text beyond the limit
        # counts as all of it: cachetools refuses larger values, and one text is kept however long it is.
        self._texts: LRUCache[Hashable, bytes] = LRUCache(most, getsizeof=lambda text: min(len(text), most))
        self._lock = Lock()

    def get(self, key: Hashable, render: Callable[[], SafeString]) -> SafeString:
        with self._lock:
            known = self._texts.get(key)
        if known is not None:
            # Only output of templates is stored, so it is still safe.
            return mark_safe(known.decode())
        text = render()
        with self._lock:
            self._texts[key] = text.encode()
        return text

    def forget_all(self) -> None:
        with self._lock:
            self._texts.clear()

    @property
    def size(self) -> int:
        """Bytes held."""
        return int(self._texts.currsize)
