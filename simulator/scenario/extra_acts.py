"""Extra acts: writes that no goal asks for, but that the accepted offer named, so that the user agreed to them."""

from __future__ import annotations

from simulator.phone.actions import ToolAct
from simulator.reading.offers import NamedAct, named_acts
from simulator.scenario.goals.evidence import Evidence, SentMessage
from simulator.scenario.goals.record_history import Net
from simulator.scenario.reading_scene import scene_of
from simulator.scenario.story import Story
from simulator.trace.ledger import Effect

# A user agrees to a small favour beside the help, not to a list of errands.
MOST_EXTRAS = 2
# Acts that need an offer of their own, because they cost money or can't be undone.
_NEVER = frozenset(("pay", "order", "delete", "cancel"))
# Tools have one act each, while words have several: "write to her" may ask, and a reminder may be "set" or "added".
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
    """Return the acts by which words may name what a tool with this act does."""
    return _SAME.get(act, frozenset((act,)))


class ExtraActs:
    """The extra acts that the accepted offers of a run cover, at most two in all."""

    def __init__(self, story: Story, evidence: Evidence) -> None:
        self._story = story
        self._evidence = evidence
        self._named: dict[str, list[NamedAct]] = {}
        self._used: set[tuple[str, str]] = set()

    def covers(self, net: Net, message: SentMessage | None) -> bool:
        """Return True if the accepted offer named this work, and it is one of the first two extras."""
        effect = net.effect
        key = (effect.table, effect.id)
        if key in self._used:
            return True
        if len(self._used) >= MOST_EXTRAS or not self._is_named(effect, message):
            return False
        self._used.add(key)
        return True

    @property
    def count(self) -> int:
        return len(self._used)

    def names(self, effect: Effect, message: SentMessage | None) -> bool:
        """Return True if the accepted offer names this very deed, whatever else it may be read as."""
        act = self._act_of(effect)
        if act is None:
            return False
        for named in self._acts_of(effect.proposal):
            if named.acts & words_for(act.act):
                if message is None and self._evidence.record_label(effect.id) in named.keys:
                    return True
                people = {self._evidence.person_at(address) for address in message.sent.to} if message else set()
                if people and people <= named.keys:
                    return True
        return False

    def _is_named(self, effect: Effect, message: SentMessage | None) -> bool:
        act = self._act_of(effect)
        if act is None or act.act in _NEVER:
            return False
        wanted = words_for(act.act)
        return any(
            named.acts & wanted and self._is_about(named, effect, message) for named in self._acts_of(effect.proposal)
        )

    def _is_about(self, named: NamedAct, effect: Effect, message: SentMessage | None) -> bool:
        # The help itself is no extra: goals say how often it is done, and to which fields.
        acts, targets = self._help(effect.proposal)
        if message is not None:
            people = {self._evidence.person_at(address) for address in message.sent.to}
            return bool(people) and people <= named.keys and not people & targets
        if effect.old is None:
            # Something new has no name yet, so the act itself is enough.
            return not named.acts & acts
        label = self._evidence.record_label(effect.id)
        return label in named.keys and label not in targets

    def _help(self, proposal: str) -> tuple[frozenset[str], frozenset[str]]:
        """Return the acts and the targets of the needs that an offer is for."""
        needs = map(self._story.need, self._evidence.may_be_for(proposal))
        acts = [act for need in needs for act in need.acts]
        return frozenset(act.act for act in acts), frozenset(target for act in acts for target in act.targets)

    def _act_of(self, effect: Effect) -> ToolAct | None:
        app, _, name = effect.action.partition(".")
        tool = self._evidence.world.apps[app].tools.get(name) if app in self._evidence.world.apps else None
        return None if tool is None else tool.mark.act

    def _acts_of(self, proposal: str) -> list[NamedAct]:
        offer = self._evidence.ledger.offers.get(proposal)
        if offer is None or not offer.accepted:
            return []
        if proposal not in self._named:
            self._named[proposal] = named_acts(offer.proposal.text, scene_of(self._evidence, offer.at))
        return self._named[proposal]
