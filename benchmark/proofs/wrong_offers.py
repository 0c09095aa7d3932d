"""Proof (m): plays a good solution with one offer in wrong words. For messages, see `wrong_words`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations

import msgspec

from benchmark.proofs.trials import Trial
from benchmark.proofs.ways import Way, with_offer
from benchmark.proofs.wrong_words import OPEN_ENDS, PATTERNS, SECRETS, THREATS, doubled, joined
from simulator.phone.registry import record_words
from simulator.reading.facts import Fact, parse_fact
from simulator.scenario.schema import Need

_NEGATIONS = (
    "I will definitely not do any of this: {}",
    "{} No, I will not do that.",
    "I refuse to do the following. {}",
)
_ASKS = re.compile(r"\b(?:Shall|Should|Could|May|Can) I\b|\b(?:Do you )?[Ww]ant me to\b")
# In records, times are seconds since 1970; smaller numbers are amounts.
_FIRST_TIME = 1_000_000_000
_PAYING = ("order", "pay", "book")


def wrong_offers(way: Way) -> Iterator[Trial]:
    """Yield trials of a solution with one wrong offer, or with the texts of two offers swapped.

    The wrong offer is negated, vague, threatening or about something else, asks for a secret, or names another time or
    amount.
    """
    for index in filter(way.is_accepted, way.offers):
        later = [other for other in way.offers if other > index and way.is_accepted(other)]
        if any(set(way.needs(index)) & set(way.needs(other)) for other in later):
            # Skip offers that a later offer for the same need repeats: the run would still succeed.
            continue
        text = way.steps[index].part.offer or ""
        for pattern in way.some(index, _NEGATIONS):
            yield _trial(way, index, "negated_offer", pattern.format(text))
        if _ASKS.search(text):
            yield _trial(way, index, "negated_offer", _ASKS.sub("I will not", text).replace("?", "."))
        for kind, sentences in (("alternatives", OPEN_ENDS), ("secret_asked", SECRETS), ("threat", THREATS)):
            for sentence in way.some(index, sentences):
                yield _trial(way, index, kind, joined(text, sentence))
        yield from _other_values(way, index, text)
        yield from _other_targets(way, index, text)
        yield from _other_amounts(way, index, text)
    yield from _swapped(way)


def _trial(way: Way, index: int, kind: str, text: str) -> Trial:
    what = f"the offer of step {index + 1} is “{text}”"
    trial = way.trial(kind, what, index, with_offer(way.steps[index], text))
    return trial._replace(optional_offer=text) if all(need.optional for need in _needs(way, index)) else trial


def _other_values(way: Way, index: int, text: str) -> Iterator[Trial]:
    """Yield trials with "X, or maybe Y" and "not X but Y" in the offer, for each time or amount X used after it."""
    for fact in _used_facts(way, index):
        for kind, pattern in PATTERNS.items():
            changed = doubled(text, [fact], way.now(index), pattern)
            if changed is not None:
                yield _trial(way, index, kind, changed)


def _other_amounts(way: Way, index: int, text: str) -> Iterator[Trial]:
    """Yield trials with a wrong amount in the offer, for each amount that is paid after it."""
    if any(act.act in _PAYING for need in _needs(way, index) for act in need.acts):
        for amount in sorted(_amounts(way, index)):
            fact = parse_fact({"money": amount})
            changed = fact.replaced(text, way.now(index))
            if changed is not None:
                yield _trial(way, index, "other_amount", changed)


def _used_facts(way: Way, index: int) -> Iterator[Fact]:
    """Yield the times in arguments of writes after an offer, up to the next offer, and the amounts of new records."""
    times = set()
    for step in way.under(index):
        action = way.steps[step].action
        if action is not None and action.write:
            for name, param in action.params.items():
                value = way.steps[step].args.get(name)
                if type(param.role).__name__ == "When" and isinstance(value, str):
                    times.add(_clock(way, way.story.blank.parse_time(value, name)))
    # A time that is already on the phone is left out: the offer may mention it for another record.
    yield from (parse_fact({"time": time}) for time in sorted(times - _known_times(way)))
    yield from (parse_fact({"money": amount}) for amount in sorted(_amounts(way, index)))


def _known_times(way: Way) -> set[str]:
    """Return the times of day in the records that are on the phone from the start."""
    tables = way.story.blank.store.tables().values()
    records = [msgspec.structs.asdict(record) for rows in tables for record in rows.values()]
    return {
        _clock(way, value)
        for record in records
        for value in record.values()
        if isinstance(value, int) and value >= _FIRST_TIME
    }


def _clock(way: Way, at: int) -> str:
    return way.story.blank.show(at)[11:16]


def _amounts(way: Way, index: int) -> set[float]:
    """Return the amounts in records that the steps after an offer created, such as the total of an order."""
    found = set()
    for step in way.under(index):
        for effect in way.effects(step):
            if effect.old is None and effect.new is not None:
                values = msgspec.structs.asdict(effect.new).values()
                found |= {float(value) for value in values if isinstance(value, float) and 1 < value < _FIRST_TIME}
    return found


def _needs(way: Way, index: int) -> list[Need]:
    return [way.story.need(label) for label in way.needs(index)]


def _other_targets(way: Way, index: int, text: str) -> Iterator[Trial]:
    """Yield a trial with another person or record in the offer, for each person or record that its needs are about."""
    needs = _needs(way, index)
    targets = list(dict.fromkeys(target for need in needs for act in need.acts for target in act.targets))
    for target in targets:
        for names in _counterparts(way, target, text):
            changed = text
            for right, wrong in names:
                # A name with 's is an owner or an author; the offer is not about that person or record.
                changed = re.sub(rf"\b{re.escape(right)}\b(?!['’]s)", wrong, changed)
            if changed != text and not any(re.search(rf"\b{re.escape(right)}\b", changed) for right, _ in names):
                yield _trial(way, index, "other_offer", changed)
                break


def _counterparts(way: Way, target: str, text: str) -> Iterator[list[tuple[str, str]]]:
    """Yield replacements (right, wrong) for the names of a target: one list per other person or record."""
    story = way.story
    if target in story.people:
        right = story.people[target].name.split()
        for other in (person.name.split() for label, person in story.people.items() if label != target):
            # Only two words are a first and a last name; any other number of words is a firm or a desk.
            if not set(other) & set(right) and other[0] not in text and len(other) == len(right) == 2:
                yield [(" ".join(right), " ".join(other)), (right[0], other[0])]
    elif target in story.labels:
        table, key = story.labels[target]
        rows = way.evidence.world.store.tables()[table]
        titles = {one: record_words(type(record)).name(way.evidence.world, record) for one, record in rows.items()}
        words = _name_in(titles.get(key, ""), text)
        for one, title in titles.items():
            if words and one != key and not set(title.casefold().split()) & set(words.casefold().split()):
                yield [(words, title)]


def _name_in(title: str, text: str) -> str:
    """Return the longest sequence of words in a title that the text contains and that looks like a name, or "".

    A name has a capital and at least half of the title's words: "in a tin" is not a name in "Watercolours in a tin".
    Titles that the phone makes up begin with a small letter ("ride to …").
    """
    words = title.split() if title[:1].isupper() else []
    runs = [words[start:end] for start, end in combinations(range(len(words) + 1), 2)]
    names = [" ".join(run) for run in runs if 2 * len(run) >= len(words) and any(word[0].isupper() for word in run)]
    return max((name for name in names if re.search(rf"\b{re.escape(name)}\b", text)), key=len, default="")


def _swapped(way: Way) -> Iterator[Trial]:
    """Yield a trial for every two offers for different needs, with the texts of the two offers swapped."""
    for one, other in combinations(way.offers, 2):
        if way.needs(one) and way.needs(other) and not set(way.needs(one)) & set(way.needs(other)):
            steps = list(way.steps)
            steps[one] = with_offer(steps[one], way.steps[other].part.offer or "")
            steps[other] = with_offer(steps[other], way.steps[one].part.offer or "")
            what = f"the offers of steps {one + 1} and {other + 1} are swapped"
            yield way.rewritten("other_offer", what, steps, one)
