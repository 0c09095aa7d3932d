"""Extra acts: writes that no goal asks for, but to which the user agreed, because the accepted offer named them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from simulator.reading.facts.folding import fold
from simulator.reading.offers.offer_harms import GRAVE, GRAVE_WORDS
from simulator.reading.offers.read_offer import NamedAct, named_acts
from simulator.reading.scene import Scene, content_words
from simulator.scenario.allowed_offers import is_act_allowed
from simulator.scenario.goals.evidence import Evidence, SentMessage
from simulator.scenario.goals.record_history import Net
from simulator.scenario.named_deeds import NamedDeeds, words_for
from simulator.scenario.reading_scene import scene_of
from simulator.scenario.story import Story
from simulator.trace.ledger import Effect, Offer

# Maximum number of extras per offer to which the scripted user agrees. The user declines further extras.
MOST_EXTRAS = 2
_TO_PEOPLE = words_for("send")
# Words name a record if they contain at least this share of the words in its title.
_NAMED = 0.3
# An answer with these words agrees only to the part of the offer that it repeats.
_ONLY = re.compile(r"\bbut only\b")


class WeighedActs(NamedTuple):
    """The words of an offer, split into deeds that the scripted user agrees to and deeds that it declines."""

    agreed: tuple[str, ...]
    """Words for the help, and for extras within the limit."""
    declined: tuple[str, ...]
    """Words for extras beyond the limit, and for serious extras such as a payment, which need an offer of their own."""


def weigh(offer: Offer, story: Story, evidence: Evidence) -> WeighedActs:
    """Return the words of the offer's deeds, split by whether the scripted user agrees to the deed or declines it."""
    scene = scene_of(evidence, offer.at)
    helps = _Help(offer.needs, story, evidence, scene)
    agreed: list[str] = []
    declined: list[str] = []
    extras = 0
    acts = named_acts(offer.proposal.text, scene)
    for named, words in zip(acts, _own_words(acts), strict=True):
        is_allowed = is_act_allowed(named, offer.proposal.text, offer.at, story.scenario, evidence)
        size = 0 if is_allowed else helps.extras_in(named)
        is_too_much = size and (named.acts <= GRAVE or extras + size > MOST_EXTRAS)
        (declined if is_too_much else agreed).append(words)
        extras += 0 if is_too_much else size
    if declined:
        agreed = [_as_written(words, offer.proposal.text) for words in agreed]
    return WeighedActs(tuple(agreed), tuple(declined))


def _own_words(acts: Sequence[NamedAct]) -> list[str]:
    """Return the words of each deed, without the words of later deeds and without "and" or "then" at the end."""
    found = []
    for number, named in enumerate(acts):
        words = named.words
        for other in acts[number + 1 :]:
            words = words.partition(other.words)[0] or words
        found.append(re.sub(r"(?:[\s,;:.?!]|\b(?:and|then|also|to|i|will|would)\b)+$", "", words))
    return found


def _as_written(words: str, text: str) -> str:
    """Return the words with the capitals and accents of the text; unchanged if the text does not contain them."""
    parts = text.split()
    for first in range(len(parts)):
        for last in range(first + 1, len(parts) + 1):
            if fold(" ".join(parts[first:last])).strip(" ,;:.?!") == words:
                return " ".join(parts[first:last]).strip(" ,;:.?!")
    return words


class _Help:
    """The help for some needs: its acts, and the labels of the people and records that it concerns."""

    def __init__(self, needs: tuple[str, ...], story: Story, evidence: Evidence, scene: Scene) -> None:
        self._evidence, self._scene = evidence, scene
        self._named = [act for label in needs for act in story.need(label).acts]
        self._acts = frozenset[str]().union(*(words_for(act.act) for act in self._named))
        self._targets = frozenset(label for act in self._named for label in (*act.targets, *act.about))
        for step in story.solution:
            # The worked solution may do more than the needs name, such as telling other people about a new time.
            tool = step.action.mark.act if step.action is not None and step.action.mark is not None else None
            if tool is not None:
                self._acts |= words_for(tool.act)
                self._targets |= _labels_in(step.part.args, story)
        if self._acts & {"order", "book"}:
            # An order is also a payment.
            self._acts |= {"pay"}

    def extras_in(self, named: NamedAct) -> int:
        """Return the number of extra acts in an offered deed; 0 if the deed is or may be part of the help.

        A message is one extra act per recipient.
        """
        people = named.keys & self._evidence.people.keys()
        if named.acts & _TO_PEOPLE and people:
            return len(people) if not people & self._targets else 0
        grave = named.acts & GRAVE and named.words.startswith(GRAVE_WORDS)
        if not named.acts & self._acts:
            # Verbs such as "take" mean several things; only an unambiguous verb makes a deed a serious extra.
            return 1 if grave or named.acts - GRAVE else 0
        return 1 if grave and self._is_for_another(named) else 0

    def _is_for_another(self, named: NamedAct) -> bool:
        """Return True if the deed's words name another record of the same kind, and no record that the help is for."""
        words = content_words(named.words)
        own = {label for act in self._named if act.act in named.acts for label in act.targets}
        tables = {self._evidence.labels[label][0] for label in own if label in self._evidence.labels}
        alike = [thing for thing in self._scene.things if thing.table in tables]
        named_ones = {thing.key for thing in alike if self._scene.coverage(thing, words) >= _NAMED}
        return bool(named_ones) and not any(
            self._scene.coverage(thing, words) > 0 for thing in alike if thing.key in self._targets
        )


def _labels_in(value: object, story: Story) -> frozenset[str]:
    if isinstance(value, dict):
        return frozenset[str]().union(*(_labels_in(item, story) for item in value.values()))
    if isinstance(value, list):
        return frozenset[str]().union(*(_labels_in(item, story) for item in value))
    return frozenset((str(value),)) & (story.labels.keys() | story.people.keys())


class ExtraActs:
    """Decides which writes of a run are extra acts that an accepted offer named, and counts them."""

    def __init__(self, story: Story, evidence: Evidence) -> None:
        self._story = story
        self._evidence = evidence
        self._deeds = NamedDeeds(evidence)
        self._used: set[tuple[str, str]] = set()

    def covers(self, net: Net, message: SentMessage | None) -> bool:
        """Return True if the accepted offer named this work, and the user's answer did not leave it out.

        Serious deeds, such as a payment, are never covered.
        """
        effect = net.effect
        key = (effect.table, effect.id)
        if key in self._used:
            return True
        if not self._is_named(effect, message):
            return False
        self._used.add(key)
        return True

    @property
    def count(self) -> int:
        return len(self._used)

    def _is_named(self, effect: Effect, message: SentMessage | None) -> bool:
        act = self._deeds.act_of(effect)
        if act is None or act.act in GRAVE:
            return False
        wanted = words_for(act.act)
        return any(
            named.acts & wanted and self._is_about(named, effect, message) for named in self._agreed(effect.proposal)
        )

    def _agreed(self, proposal: str) -> list[NamedAct]:
        """Return the deeds that the user agreed to: those that a "but only" answer repeats, or else all deeds."""
        acts = self._deeds.acts_of(proposal)
        answer = fold(self._evidence.ledger.offers[proposal].proposal.answer) if acts else ""
        if not _ONLY.search(answer):
            return acts
        return [named for named, words in zip(acts, _own_words(acts), strict=True) if words in answer]

    def _is_about(self, named: NamedAct, effect: Effect, message: SentMessage | None) -> bool:
        # Work on the targets of the help is not an extra, because goals judge it.
        acts, targets = self._help(effect.proposal)
        if message is not None:
            people = self._deeds.people_of(message)
            # The user may agree to a second message to the same person, after the help was given.
            again = self._evidence.ledger.offers[effect.proposal].kind == "allowed"
            return bool(people) and people <= named.keys and (again or not people & targets)
        if effect.old is None:
            # A new record has no name yet, so it is enough that the offer names the act.
            return not named.acts & acts
        label = self._evidence.record_label(effect.id)
        return label in named.keys and label not in targets

    def _help(self, proposal: str) -> tuple[frozenset[str], frozenset[str]]:
        """Return the acts and the targets of the needs that an offer is or may be for."""
        needs = map(self._story.need, self._evidence.may_be_for(proposal))
        acts = [act for need in needs for act in need.acts]
        return frozenset(act.act for act in acts), frozenset(target for act in acts for target in act.targets)
