"""Messages: chats with one person or with a group."""

from __future__ import annotations

from simulator.phone.apps.messaging.app import Messaging

__all__ = ["Messaging"]
