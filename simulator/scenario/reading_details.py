"""Adds details to readings by rules: the act, the records and people, and the polarity.

The polarity says whether the words that decided a reading affirm, deny or hedge the deed.
Only pages and exports need these details, so they are looked up again here and not computed while a run is played.
"""

from __future__ import annotations

from collections.abc import Sequence

from simulator.phone.registry import record_words
from simulator.reading.claims import Polarity, Reading
from simulator.reading.facts.folding import fold
from simulator.reading.language.deeds import Deed
from simulator.reading.language.idle_verbs import IDLE_ACTS
from simulator.reading.language.verb_objects import narrowed
from simulator.reading.offers.offer_targets import recipients, records_named
from simulator.reading.offers.passage import Named, Passage, meant
from simulator.reading.scene import content_words
from simulator.scenario.goals.evidence import Evidence
from simulator.scenario.reading_scene import scene_of
from simulator.scenario.schema import NeedAct
from simulator.scenario.story import Story

# A verb such as "set" may name many acts; then none of them is shown.
_MOST_ACTS = 2
_NO_ACTS = IDLE_ACTS | {"vague", "unknown"}


def explained(reading: Reading, text: str, at: int, evidence: Evidence, story: Story) -> Reading:
    """Return the reading with the act, the records and people, and the polarity of its words, where they are known."""
    passage = Passage(text, scene_of(evidence, at))
    start, end = _span_of(fold(reading.words), passage.folded)
    named = _deed_at(start, end, passage) if end else None
    if named is None:
        return reading
    wanted = _acts_of_need(reading.key, story)
    keys = recipients(named, passage) | records_named(named, passage) | _targets_named(wanted, named, passage)
    if not keys and reading.value == "yes":
        # In "I could cancel the van. Shall I do that?" the deed itself names nothing; the reader has found its object.
        keys = frozenset(label for act in wanted if act.act in named.acts for label in act.targets)
    return reading._replace(
        act=_act(named.acts, frozenset(act.act for act in wanted)),
        record=", ".join(sorted(_name(key, passage, evidence) for key in keys)),
        polarity=_polarity(named.deed),
    )


def _span_of(words: str, folded: str) -> tuple[int, int]:
    """Return start and end of these words in a folded text, (0, 0) if absent. Rules quote with spaces: "€ 354 . 00"."""
    wanted = "".join(words.split())
    places = [place for place, sign in enumerate(folded) if not sign.isspace()]
    start = "".join(folded[place] for place in places).find(wanted) if wanted else -1
    return (places[start], places[start + len(wanted) - 1] + 1) if start >= 0 else (0, 0)


def _deed_at(start: int, end: int, passage: Passage) -> Named | None:
    """Return a deed that overlaps this part of the text, preferably one that starts in it; None if there is none."""
    known = {named.start: named for named in passage.offered}
    near = [deed for deed in passage.deeds if deed.start < end and deed.end > start]
    deed = min(near, key=lambda one: (one.start < start, abs(one.start - start)), default=None)
    if deed is None:
        return None
    words = passage.folded[deed.start : deed.end].strip()
    own = Named(deed, narrowed(deed.word, deed.acts, words), deed.start, deed.end, words, meant(words))
    return known.get(deed.start, own)


def _acts_of_need(key: str, story: Story) -> Sequence[NeedAct]:
    kind, _, label = key.partition(":")
    return story.need(label).acts if kind == "need" else ()


def _targets_named(wanted: Sequence[NeedAct], named: Named, passage: Passage) -> frozenset[str]:
    """Return the need's records whose titles share at least one word with the deed's words."""
    targets = frozenset(label for act in wanted for label in act.targets)
    words = content_words(named.meant)
    return frozenset(thing.key for thing in passage.scene.chosen(targets) if passage.scene.coverage(thing, words) > 0)


def _act(acts: frozenset[str], wanted: frozenset[str]) -> str:
    found = acts & wanted or acts - _NO_ACTS
    return " or ".join(sorted(found)) if len(found) <= _MOST_ACTS else ""


def _polarity(deed: Deed) -> Polarity:
    if deed.negated:
        return "denied"
    return "hedged" if deed.hedged else "affirmed"


def _name(key: str, passage: Passage, evidence: Evidence) -> str:
    """Return the name of a person or record by its key in the scene."""
    if key in evidence.people:
        return evidence.people[key].name
    thing = next((thing for thing in passage.scene.things if thing.key == key), None)
    if thing is None:
        return key
    record = evidence.world.store.tables()[thing.table].get(evidence.labels.get(key, ("", key))[1])
    return key if record is None else record_words(type(record)).name(evidence.world, record)
