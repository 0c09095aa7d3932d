"""Finds the owner of the phone in the apps of a foreign trace."""

from __future__ import annotations

from typing import Any

from replay.foreign.states.contacts import card_fields
from replay.foreign.states.draft import Draft
from replay.foreign.states.entry import ForeignEntry
from replay.foreign.states.notes import ImportNotes
from simulator.phone.people import is_mail_address

_NAME = "Owner of the phone"
_EMAIL = "owner@phone.invalid"


def owner_of(states: dict[str, ForeignEntry], draft: Draft) -> dict[str, str]:
    """Return the owner from their contact card. A missing name comes from the chats, a missing address from email."""
    card = _own_card(states.get("contacts"))
    name = f"{card.get('first_name', '')} {card.get('last_name', '')}".strip() or _said(states, "messaging", "name")
    email = card.get("email") or _said(states, "email", "email")
    if not name:
        draft.notes.say("", "The file does not name the owner of the phone")
    return {
        "name": name or _NAME,
        "email": email if is_mail_address(email) else _EMAIL,
        "phone": card.get("phone", ""),
        "home": card.get("address", ""),
        "time_zone": "UTC",
    }


def _own_card(contacts: ForeignEntry | None) -> dict[str, Any]:
    # Notes about odd values are dropped here, because reading the contacts later adds the same notes.
    found = [] if contacts is None else ForeignEntry(contacts.raw, "", ImportNotes()).entries("contacts")
    return next((card_fields(card) for _, card in found if card.flag("is_user")), {})


def _said(states: dict[str, ForeignEntry], app: str, what: str) -> str:
    state = states.get(app)
    if state is None:
        return ""
    return state.text({"name": "current_user_name", "email": "user_email"}[what]).strip()
