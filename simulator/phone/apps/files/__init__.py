"""Files: a small store of documents that mails, chats and notes carry as attachments."""

from __future__ import annotations

from simulator.phone.apps.files.actions import attach, attachments_of, brought, download, file_at, named_attachment
from simulator.phone.apps.files.app import Files
from simulator.phone.apps.files.records import DOWNLOADS, File, new_file
from simulator.phone.apps.files.seeds import AttachmentSeed, FileSeed, plant_attachment, plant_attachments

__all__ = [
    "DOWNLOADS",
    "AttachmentSeed",
    "File",
    "FileSeed",
    "Files",
    "attach",
    "attachments_of",
    "brought",
    "download",
    "file_at",
    "named_attachment",
    "new_file",
    "plant_attachment",
    "plant_attachments",
]
