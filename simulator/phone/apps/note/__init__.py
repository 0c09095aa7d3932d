"""Note: notes in folders. A note can have attachments and can be pinned."""

from __future__ import annotations

from simulator.phone.apps.note.app import Notes
from simulator.phone.apps.note.records import Folder, Note

__all__ = ["Folder", "Note", "Notes"]
