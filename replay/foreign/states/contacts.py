"""Reads contacts from a foreign trace, and writes our contacts in the same format."""

from __future__ import annotations

from typing import Any

from replay.foreign.states.draft import OWNER, Draft, without_blanks
from replay.foreign.states.entry import ForeignEntry
from simulator.phone.apps.contacts.actions import is_phone
from simulator.phone.apps.contacts.records import EDITABLE, GENDERS, OLDEST, STATUSES, UNKNOWN, YOUNGEST, Contact
from simulator.phone.people import is_mail_address
from simulator.phone.world import World

_CHOICES = {"gender": GENDERS, "status": STATUSES}
_VIEW_LIMIT = 10


def read(state: ForeignEntry, draft: Draft) -> list[dict[str, Any]]:
    state.ignore("view_limit")
    seeds: list[dict[str, Any]] = []
    owned = False
    for key, card in state.entries("contacts"):
        foreign = card.text("contact_id") or key
        if foreign and draft.has(Contact.table, foreign):
            draft.notes.say(state.app, "a contact with a duplicate id is shown once")
            continue
        fields = card_fields(card)
        own = card.flag("is_user")
        if own and owned:
            draft.notes.say(state.app, "a second card of the owner is shown as another contact")
        if own and not owned:
            seeds.append({"label": draft.label(Contact.table, foreign), "person": OWNER, **fields})
            owned = True
        elif fields["first_name"] or fields["last_name"]:
            seeds.append({"label": draft.label(Contact.table, foreign), **without_blanks(fields)})
        else:
            draft.notes.say(state.app, "a contact without a name is skipped")
    return seeds


def card_fields(card: ForeignEntry) -> dict[str, Any]:
    """Return the fields of a foreign contact card that our contacts have."""
    card.ignore("contact_id", "is_user")
    fields: dict[str, Any] = {name: card.text(name) for name in EDITABLE if name != "age"}
    for name in ("first_name", "last_name"):
        fields[name] = " ".join(fields[name].split())
    for name, choices in _CHOICES.items():
        fields[name] = _choice(card, name, choices)
    for name, fits in (("phone", is_phone), ("email", is_mail_address)):
        fields[name] = " ".join(fields[name].split())
        if fields[name] and not fits(fields[name]):
            card.odd(name)
            fields[name] = ""
    return {**fields, "age": card.whole("age", YOUNGEST, OLDEST)}


def _choice(card: ForeignEntry, name: str, choices: tuple[str, ...]) -> str:
    chosen = card.text(name).strip().capitalize() or UNKNOWN
    if chosen in choices:
        return chosen
    card.odd(name)
    return UNKNOWN


def write(world: World) -> dict[str, Any]:
    cards = sorted(world.store.all(Contact).values(), key=lambda card: (not card.is_user, card.id))
    return {"contacts": {card.id: _told(card) for card in cards}, "view_limit": _VIEW_LIMIT}


def _told(card: Contact) -> dict[str, Any]:
    names = {"first_name": card.first_name, "last_name": card.last_name}
    rest = {name: getattr(card, name) or None for name in EDITABLE if name not in names}
    return {**names, "contact_id": card.id, "is_user": card.is_user, **rest}
