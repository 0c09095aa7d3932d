"""Note: notes in folders, which can have attachments and be pinned."""

from __future__ import annotations

from simulator.phone.apps.note.app import Notes
from simulator.phone.apps.note.records import Folder, Note

__all__ = ["Folder", "Note", "Notes"]
