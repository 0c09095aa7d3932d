"""Collects the parts of a scenario while it is built: labels for foreign ids, people, and notes."""

from __future__ import annotations

import re
from typing import Any

from replay.foreign.states.entry import ForeignEntry, clean, written_time
from replay.foreign.states.notes import ImportNotes
from simulator.phone.apps.contacts.actions import is_phone
from simulator.phone.people import is_mail_address
from simulator.scenario.base import LONGEST_LABEL

OWNER = "owner"
# Used if the file has no phone number of a person: our messaging app needs one for everyone who gets messages. This
# text is part of the scenario and of its content hash, so the wording must not change.
NO_NUMBER = "no number"
_NOT_IN_LABELS = re.compile(r"[^a-z0-9]+")


class Draft:
    """Parts of a scenario that the readers of all apps share: labels, people, and notes about lost content."""

    def __init__(self, start: int, notes: ImportNotes) -> None:
        self.start = start
        self.notes = notes
        self.people: list[dict[str, str]] = []
        # Phone numbers in the contacts by full name, only for names that occur once.
        self.phones: dict[str, str] = {}
        self.emails: dict[str, str] = {}
        # Labels of records by table and foreign id.
        self.labels: dict[tuple[str, str], str] = {}
        # Labels of people by their foreign user id; `owner` for the owner.
        self.users: dict[str, str] = {}
        self._taken: set[str] = set()
        self._by_name: dict[str, str] = {}

    def learn(self, contacts: ForeignEntry | None) -> None:
        """Collect phone numbers and e-mail addresses from the contacts, for people whom chats know only by name."""
        if contacts is None:
            return
        told: dict[str, list[ForeignEntry]] = {}
        for _, card in ForeignEntry(contacts.raw, "", ImportNotes()).entries("contacts"):
            told.setdefault(f"{card.text('first_name')} {card.text('last_name')}".strip(), []).append(card)
        for name, cards in told.items():
            if len(cards) == 1:
                phone, email = cards[0].text("phone"), cards[0].text("email")
                self.phones[name] = phone if is_phone(phone) else ""
                self.emails[name] = email if is_mail_address(email) else ""

    def label(self, table: str, foreign: str) -> str:
        """Return the scenario's label for a foreign record. The first call makes the label from the foreign id."""
        known = self.labels.get((table, foreign))
        return known or self._name(table, foreign)

    def has(self, table: str, foreign: str) -> bool:
        return (table, foreign) in self.labels

    def same(self, table: str, foreign: str, label: str) -> None:
        """Give a foreign id the label of an existing record."""
        self.labels[table, foreign] = label

    def user(self, foreign: str, name: str) -> str:
        """Return the label of a person in the messaging app. The first call adds the person to the scenario."""
        if foreign not in self.users:
            label = self._fresh("person", foreign)
            shown = name.strip() or f"Unknown ({foreign[:12]})"
            phone = self.phones.get(shown) or NO_NUMBER
            self.people.append({"label": label, "name": shown, "email": self.emails.get(shown, ""), "phone": phone})
            self.users[foreign] = label
            self._by_name.setdefault(shown, label)
        return self.users[foreign]

    def named(self, name: str) -> str:
        """Return the label of a person known only by name. The first call adds the person to the scenario."""
        if name not in self._by_name:
            label = self._fresh("person", name)
            self.people.append({"label": label, "name": name})
            self._by_name[name] = label
        return self._by_name[name]

    def past(self, entry: ForeignEntry, at: int | None, what: str) -> int:
        """Return `at`, or the start of the run if `at` is missing or later: data at the start must not be newer."""
        if at is None:
            entry.notes.say(entry.app, f"{what} without a time is dated to the start of the run")
            return self.start
        if at > self.start:
            entry.notes.say(entry.app, f"{what} from after the start of the run is dated to the start")
            return self.start
        return at

    def written(self, at: int) -> str:
        return written_time(at)

    def _name(self, table: str, foreign: str) -> str:
        self.labels[table, foreign] = label = self._fresh(table.partition(".")[2], foreign)
        return label

    def _fresh(self, kind: str, foreign: str) -> str:
        told = _NOT_IN_LABELS.sub("_", clean(foreign).lower()).strip("_") or "unnamed"
        # Leave room for a number that makes the label unique.
        base = f"{kind}_{told}"[: LONGEST_LABEL - 8].rstrip("_")
        label, number = base, 2
        while label in self._taken:
            label, number = f"{base}_{number}", number + 1
        self._taken.add(label)
        return label


def without_blanks(seed: dict[str, Any]) -> dict[str, Any]:
    """Return an entry of a scenario without its empty fields, which an author would not write."""
    return {name: value for name, value in seed.items() if value not in (None, "", [], {})}
