"""Contacts: the people the owner knows, one card each, and the owner's own card."""

from __future__ import annotations

from simulator.phone.apps.contacts.app import Contacts
from simulator.phone.apps.contacts.records import Contact

__all__ = ["Contact", "Contacts"]
