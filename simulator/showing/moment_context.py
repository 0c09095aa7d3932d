"""A moment with the phone after it: names for ids, changed records, and the screens before and after the moment."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from simulator.phone.call import Look
from simulator.phone.state import THE_PHONE, Frame, Phone, Stack
from simulator.phone.store import Change, Record
from simulator.showing.record_names import name_of, named_by_id, person_at, plain_words
from simulator.trace.moments import Moment

# Tables of the phone and the engine: screens, inboxes, offers, counters. All others are data of apps.
_ENGINE_TABLES = ("phone.", "meta.")


class MomentContext:
    """A moment, the phone after the moment, and the records that the moment changed."""

    def __init__(
        self,
        look: Look,
        moment: Moment,
        changes: Sequence[Change] = (),
        people: Mapping[str, str] | None = None,
        events: Mapping[str, str] | None = None,
        config: Mapping[str, Any] | None = None,
    ) -> None:
        """Set up a context. `people`: names by e-mail address. `events`: titles by label.

        `config`: for a fork, the configuration before the fork.
        """
        self.look = look
        self.moment = moment
        self.changes = changes
        self.people = people or {}
        self.events = events or {}
        self.config = config
        self._old = {(change.table, change.id): change.old for change in changes}

    @property
    def own_changes(self) -> list[Change]:
        """Return the changes to records of apps, without changes to records of the phone itself and of the engine."""
        return [change for change in self.changes if not change.table.startswith(_ENGINE_TABLES)]

    @property
    def touched(self) -> Record | None:
        """Return the first record of an app that the moment made, changed or deleted; None if there is none."""
        return next((change.new or change.old for change in self.own_changes), None)

    def find(self, record_id: str) -> Record | None:
        """Return an app's record with this id as it was before the moment, or a new record as it is after the moment.

        Sentences use the old name, which people know: "renames the chat Futsal". Return None for an unknown id.
        """
        for table, rows in self.look.store.tables().items():
            if table.startswith(_ENGINE_TABLES):
                continue
            # A deleted record is no longer in the store.
            old = self._old.get((table, record_id))
            if old is not None:
                return old
            if record_id in rows:
                return rows[record_id]
        return None

    def called(self, record_id: str) -> str:
        """Return the name of the record with this id; empty if the id is unknown or the record has no name."""
        named = named_by_id(self.look, record_id)
        if named is not None:
            return named
        record = self.find(record_id)
        return "" if record is None else name_of(self.look, record)

    def plainly(self, text: str) -> str:
        """Return a message of an app reworded for people: names instead of ids, short dates and times."""
        return plain_words(text, self.look.show(self.look.now), self.called)

    def person_at(self, address: str) -> str:
        """Return the name of the person with this e-mail address, or the address if nobody has it."""
        return person_at(self.look, address, self.people)

    @property
    def screen_before(self) -> Frame | None:
        """Return the top screen before the moment, on which the user tapped; None if the app in front had no screen."""
        # The tap itself may have opened another app or another screen.
        phone = self._old.get((Phone.table, THE_PHONE)) or self.look.phone
        assert isinstance(phone, Phone)
        stack = self._old.get((Stack.table, phone.active)) or self.look.store.get(Stack, phone.active)
        return stack.frames[-1] if isinstance(stack, Stack) else None

    @property
    def screen_after(self) -> Frame | None:
        """Return the top screen after the moment; None if the app in front has no screen."""
        stack = self.look.store.get(Stack, self.look.phone.active)
        return None if stack is None else stack.frames[-1]
