"""Email: four folders, threads, attachments and drafts."""

from __future__ import annotations

from simulator.phone.apps.email.app import Emails
from simulator.phone.apps.email.records import Mail

__all__ = ["Emails", "Mail"]
