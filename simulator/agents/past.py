"""Rebuilds the phone as it was at each of the user's earlier decisions, from the ledger."""

from __future__ import annotations

from collections.abc import Iterable

from simulator.phone.call import Look
from simulator.phone.state import Notice, Phone, Stack
from simulator.scenario.story import Story
from simulator.trace.ledger import Ledger
from simulator.trace.moments import Acted

# Tables that only the user's own taps change.
_SCREENS = (Phone.table, Stack.table)


class Past:
    """Rebuilds the phone as it was before each act of the user: its records and screens, but not the offers.

    The rebuilt phone has only the notices that were passed to `tell`.
    """

    def __init__(self, story: Story) -> None:
        self._world = story.blank.copy()
        self._retold = 0

    def before(self, act: Acted, ledger: Ledger) -> Look:
        """Return the phone as it was when the user decided on this act. Pass the acts in order."""
        store = self._world.store
        while self._retold < len(ledger.effects) and ledger.effects[self._retold].moment < act.n:
            effect = ledger.effects[self._retold]
            if effect.new is not None:
                store.put(effect.new)
            else:
                store.drop(store.type_of(effect.table), effect.id)
            self._retold += 1
        store.commit()
        self._world.now = act.at
        return self._world

    def tell(self, notices: Iterable[Notice]) -> None:
        """Add notices that had arrived by the user's next decision."""
        for notice in notices:
            self._world.store.put(notice)

    def follow(self, act: Acted) -> None:
        """Open the screens that this act led to. The act's changes to records are applied by `before`."""
        self._world.store.apply(patch for patch in act.patches if patch.table in _SCREENS)


def was_asked(act: Acted, ledger: Ledger) -> bool:
    """Return whether an offer that was not put off waited for an answer when the user decided on this act."""
    for offer in reversed(ledger.offers.values()):
        if offer.moment < act.n:
            # A newer offer replaces an older one, and an offer whose time is up expires before the user decides.
            open_until_then = offer.answered_in is None or offer.answered_in >= act.n
            # While an offer is put off, the user continues on its path.
            kept = offer.kept_in is not None and offer.kept_in < act.n
            return open_until_then and not kept and act.at < offer.proposal.expires_at
    return False
