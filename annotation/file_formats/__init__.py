"""Formats of exported files, pure: columns, reading, writing and matching. `annotation/files` moves data to and from
the store.
"""

from __future__ import annotations
