"""A cache of rendered texts with a limit in bytes; the least recently used text is dropped first."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from threading import Lock

from cachetools import LRUCache
from django.utils.safestring import SafeString, mark_safe


class Kept:
    """A cache that threads can share. Unless callers hold a lock, two threads may render the same text at once."""

    def __init__(self, most: int) -> None:
        # Stored as bytes: one typographic quotation mark doubles the memory of a Python string. A text longer
        # than the limit counts as exactly the limit, because cachetools would refuse to store it.
        self._texts: LRUCache[Hashable, bytes] = LRUCache(most, getsizeof=lambda text: min(len(text), most))
        self._lock = Lock()

    def get(self, key: Hashable, render: Callable[[], SafeString]) -> SafeString:
        with self._lock:
            known = self._texts.get(key)
        if known is not None:
            # Only safe HTML is stored, so the decoded text is safe too.
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
        """Return the number of bytes in the cache; a text longer than the limit is counted as if it just fitted."""
        return int(self._texts.currsize)
