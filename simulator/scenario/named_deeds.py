"""Compares the assistant's deeds with the deeds that its accepted offer names."""

from __future__ import annotations

from simulator.phone.actions import ToolAct
from simulator.reading.offers.read_offer import NamedAct, named_acts
from simulator.scenario.goals.evidence import Evidence, SentMessage
from simulator.scenario.reading_scene import scene_of
from simulator.trace.ledger import Effect, Offer

# For the act of a tool, the acts that an offer may name: `send` can carry out "ask her", and `remind` "add a reminder".
_SAME = {
    "send": frozenset(("send", "ask", "accept")),
    "change": frozenset(("change", "move", "add", "note", "save")),
    "add": frozenset(("add", "book", "note", "move")),
    "note": frozenset(("note", "add", "change")),
    "remind": frozenset(("remind", "add")),
    "save": frozenset(("save", "add")),
    "book": frozenset(("book",)),
}


def words_for(act: str) -> frozenset[str]:
    """Return the acts by which an offer may name this act of a tool: "ask her" may mean the tool's act `send`."""
    return _SAME.get(act, frozenset((act,)))


class NamedDeeds:
    """The deeds named by the accepted offers of a run. Each offer is read only once."""

    def __init__(self, evidence: Evidence) -> None:
        self._evidence = evidence
        self._named: dict[str, list[NamedAct]] = {}

    def names(self, effect: Effect, message: SentMessage | None) -> bool:
        """Return True if the accepted offer names this deed together with its record or all its recipients."""
        act = self.act_of(effect)
        if act is None:
            return False
        for named in self.acts_of(effect.proposal):
            if named.acts & words_for(act.act):
                if message is None and self._evidence.record_label(effect.id) in named.keys:
                    return True
                people = self.people_of(message)
                if people and people <= named.keys:
                    return True
        return False

    def act_of(self, effect: Effect) -> ToolAct | None:
        app, _, name = effect.action.partition(".")
        tool = self._evidence.world.apps[app].tools.get(name) if app in self._evidence.world.apps else None
        return None if tool is None else tool.mark.act

    def people_of(self, message: SentMessage | None) -> set[str]:
        """Return labels of a message's recipients, and addresses that no person has; an empty set without a message."""
        return {self._evidence.person_at(address) for address in message.sent.to} if message is not None else set()

    def acts_of(self, proposal: str) -> list[NamedAct]:
        """Return the deeds that an offer names; empty unless the offer was accepted."""
        offer = self._evidence.ledger.offers.get(proposal)
        if offer is None or not offer.accepted:
            return []
        if proposal not in self._named:
            self._named[proposal] = self._read(offer)
        return self._named[proposal]

    def _read(self, offer: Offer) -> list[NamedAct]:
        """Return the deeds that the offer names.

        Their records are recognised on the phone as it is now and as it was when the offer was accepted.
        """
        today = named_acts(offer.proposal.text, scene_of(self._evidence, offer.at))
        if len(today) != len(offer.named):
            return [*offer.named, *today]
        return [now._replace(keys=now.keys | then.keys) for now, then in zip(today, offer.named, strict=True)]
