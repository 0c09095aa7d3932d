"""Note: notes in folders, with attachments, some of them pinned."""

from __future__ import annotations

from simulator.phone.apps.note.app import Notes
from simulator.phone.apps.note.records import Folder, Note

__all__ = ["Folder", "Note", "Notes"]
