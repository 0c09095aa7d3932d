"""A moment with the phone around it: how things were called before and after, and which screen was in front."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from simulator.phone.apps.messaging.records import OWNER_ID
from simulator.phone.call import Look
from simulator.phone.state import THE_PHONE, Frame, Phone, Stack
from simulator.phone.store import Change, Record
from simulator.showing.names import name_of, person_at
from simulator.showing.plain_words import plain_words
from simulator.trace.moments import Moment

APARTS = ("phone.", "meta.")
"""Tables that are no data of an app."""


class Scene:
    """The phone after a moment, together with what the moment changed."""

    def __init__(
        self,
        look: Look,
        moment: Moment,
        changes: Sequence[Change] = (),
        people: Mapping[str, str] | None = None,
        events: Mapping[str, str] | None = None,
    ) -> None:
        """`people`: names by address, as the story has them; `events`: what the timeline's labels stand for."""
        self.look = look
        self.moment = moment
        self.changes = changes
        self.people = people or {}
        self.events = events or {}
        self._old = {(change.table, change.id): change.old for change in changes}

    @property
    def own_changes(self) -> list[Change]:
        """Those of the apps' data."""
        return [change for change in self.changes if not change.table.startswith(APARTS)]

    @property
    def touched(self) -> Record | None:
        """The first record of an app that the moment made or changed."""
        return next((change.new or change.old for change in self.own_changes), None)

    def find(self, record_id: str) -> Record | None:
        """A record of an app by its id, as it was before the moment; one that is new, as it is."""
        for table, rows in self.look.store.tables().items():
            if table.startswith(APARTS):
                continue
            old = self._old.get((table, record_id))
            if old is not None:
                return old
            if record_id in rows:
                return rows[record_id]
        return None

    def called(self, record_id: str) -> str:
        """The name behind an id; empty if nothing is known by it."""
        if record_id == OWNER_ID:
            return self.look.owner.name
        record = self.find(record_id)
        return "" if record is None else name_of(self.look, record)

    def plainly(self, text: str) -> str:
        """A sentence of an app in words for people."""
        return plain_words(text, self.look.show(self.look.now), self.called)

    def person_at(self, address: str) -> str:
        return person_at(self.look, address, self.people)

    @property
    def screen_before(self) -> Frame | None:
        """The screen on which a user's tap was made."""
        phone = self._old.get((Phone.table, THE_PHONE)) or self.look.phone
        assert isinstance(phone, Phone)
        stack = self._old.get((Stack.table, phone.active)) or self.look.store.get(Stack, phone.active)
        return stack.frames[-1] if isinstance(stack, Stack) else None

    @property
    def screen_after(self) -> Frame | None:
        stack = self.look.store.get(Stack, self.look.phone.active)
        return None if stack is None else stack.frames[-1]
