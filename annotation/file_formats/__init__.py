"""Formats of exported files: columns, reading, writing and matching, without access to the store. `annotation/files`
moves data to and from the store.
"""

from __future__ import annotations
