"""Describes the scene in which a text is read: the people, records and values that the text may refer to."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from functools import cached_property, lru_cache
from math import log
from typing import NamedTuple

from simulator.reading.facts.computed_amounts import money_amounts
from simulator.reading.facts.folding import fold
from simulator.reading.facts.text_values import ValueKey, keys_in, keys_on
from simulator.reading.language.tokens import Token
from simulator.reading.language.word_sets import word_set

# "3.5x" is one word, so that it differs from "2.5x".
_WORDS = re.compile(r"[0-9]+[.,][0-9]+[a-z]{1,3}(?![^\W_])|[^\W_]+")
# Words that do not tell which record is meant.
_STOP = word_set(
    "the a an of for to in on at by with from and or but is are was were be been it its this that these those "
    "you your yours "
    "he his him she her hers they their them we our us i me my mine as if so not no do does did have has had "
    "will would can "
    "could shall should may might must just also too very then than there here now what which who whom when "
    "where why how "
    "all any some each every both one more most other another own same new old please thank thanks yes dear re "
    "fwd pm am "
    "ll ve handed"
)
_NUMBER_WORDS = {
    word: str(number)
    for number, word in enumerate(
        ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"], start=2
    )
}


class Someone(NamedTuple):
    """A person whom a text may name."""

    key: str
    names: tuple[tuple[str, ...], ...]
    """Each way to name the person, as words: (leonor, baeza), (leonor,), (father,)."""


class Group(NamedTuple):
    """A chat with a title. A text may name the people in the chat by this title."""

    key: str
    name: tuple[str, ...]
    members: frozenset[str]


class Thing(NamedTuple):
    """A record that a text may refer to."""

    key: str
    """The record's label in the scenario; its id if it has no label."""
    table: str
    title: frozenset[str]
    body: frozenset[str]
    text: str = ""
    """The record's text as the assistant can read it, with its times as local dates."""


@dataclass(frozen=True)
class Scene:
    """Everything on the phone that matters for reading, at the time of the text."""

    now: datetime
    owner: Someone
    people: tuple[Someone, ...]
    things: tuple[Thing, ...]
    texts: tuple[str, ...] = ()
    """The readable text of every record on the phone."""
    groups: tuple[Group, ...] = ()
    shown: tuple[str, ...] = ()
    """Texts that tools have shown to the assistant in this run, such as price quotations, which are in no record."""
    addresses: tuple[tuple[str, str], ...] = ()
    """E-mail addresses in lowercase, each with the key of its owner."""

    @cached_property
    def values(self) -> frozenset[ValueKey]:
        """Return every day, time, amount and phone number in the phone's texts and in what tools have shown."""
        shown = (keys_in(text, self.now) for text in self.shown)
        return _keys_of_all(self.texts, self.now.date()).union(*shown)

    @cached_property
    def names(self) -> frozenset[str]:
        """Return the words of all people's names."""
        return _words_of_names(self.people)

    @cached_property
    def chat_words(self) -> frozenset[str]:
        """Return the words of the chats' titles."""
        return frozenset(singular(word) for group in self.groups for word in group.name)

    @cached_property
    def sums(self) -> frozenset[int]:
        """Return the amounts on the phone and in what tools have shown that look like money, in cents."""
        return money_amounts((*self.texts, *self.shown), self.now)

    def chosen(self, keys: frozenset[str]) -> tuple[Thing, ...]:
        """Return the records with these keys. Cached, because each check of an offer asks for the same few records."""
        if keys not in self._chosen:
            self._chosen[keys] = tuple([thing for thing in self.things if thing.key in keys])
        return self._chosen[keys]

    @cached_property
    def _chosen(self) -> dict[frozenset[str], tuple[Thing, ...]]:
        return {}

    @cached_property
    def titles(self) -> frozenset[str]:
        """Return the words of all records' titles."""
        return frozenset[str]().union(*(thing.title for thing in self.things))

    def values_of(self, thing: Thing) -> frozenset[ValueKey]:
        """Return the values in a record. Computed on demand, because most texts name few records."""
        return keys_in(thing.text, self.now)

    @cached_property
    def weights(self) -> Mapping[str, Mapping[str, float]]:
        """Return the weight of each word stem, by table: a word that few records have weighs more."""
        return _weights(self.things)

    @cached_property
    def _stems(self) -> Sequence[tuple[Thing, frozenset[str], frozenset[str]]]:
        return _stems(self.things)

    def coverage(self, thing: Thing, words: frozenset[str]) -> float:
        """Return the share of a record's title that these words name, from 0 to 1; rare words count more."""
        weights = self.weights.get(thing.table, {})
        title = stems_of(thing.title)
        shared = title & stems_of(words)
        if not shared:
            return 0.0
        total = sum([weights.get(word, 0.0) for word in title])
        hit = sum([weights.get(word, 0.0) for word in shared])
        return hit / total if total > 0 else 0.0

    def scores(self, table: str, words: frozenset[str], values: frozenset[ValueKey] = frozenset()) -> dict[str, float]:
        """Return a score for each record of a table, by key: how well the words and values describe it."""
        weights = self.weights.get(table, {})
        stems = stems_of(words)
        found = {}
        for thing, own_title, own_body in self._stems:
            if thing.table == table:
                title = sum(weights[word] * (0.3 if len(word) == 1 else 1) for word in own_title & stems)
                # A single digit in a text rarely refers to a digit in a record.
                body = sum(weights[word] for word in (own_body - own_title) & stems if len(word) > 1)
                shared = len(self.values_of(thing) & values) if values else 0
                found[thing.key] = 2 * title + 0.5 * body + 1.5 * shared
        return found


# Cached by content: a run is read in many scenes, one for each moment, and most of them have the same records.
@lru_cache(maxsize=64)
def _weights(things: tuple[Thing, ...]) -> Mapping[str, Mapping[str, float]]:
    by_table: dict[str, dict[str, int]] = {}
    sizes: dict[str, int] = {}
    for thing in things:
        sizes[thing.table] = sizes.get(thing.table, 0) + 1
        counts = by_table.setdefault(thing.table, {})
        for word in stems_of(thing.title) | stems_of(thing.body):
            counts[word] = counts.get(word, 0) + 1
    return {
        table: {word: log((sizes[table] + 1) / number) for word, number in counts.items()}
        for table, counts in by_table.items()
    }


@lru_cache(maxsize=64)
def _stems(things: tuple[Thing, ...]) -> Sequence[tuple[Thing, frozenset[str], frozenset[str]]]:
    return [(thing, stems_of(thing.title), stems_of(thing.body)) for thing in things]


@lru_cache(maxsize=1024)
def name_forms(person: Someone) -> frozenset[str]:
    """Return the words of a person's names, also as `content_words` shortens them: "reyes" and "reye"."""
    words = [word for name in person.names for word in name]
    return frozenset(words) | frozenset(map(singular, words))


@lru_cache(maxsize=64)
def _words_of_names(people: tuple[Someone, ...]) -> frozenset[str]:
    return frozenset(word for person in people for name in person.names for word in name)


@lru_cache(maxsize=64)
def _keys_of_all(texts: tuple[str, ...], today: date) -> frozenset[ValueKey]:
    return frozenset[ValueKey]().union(*(keys_on(text, today) for text in texts))


def content_words(text: str) -> frozenset[str]:
    """Return the words that can tell records apart: folded, in the singular, without words such as "the"."""
    return _content(fold(text))


@lru_cache(maxsize=8192)
def _content(folded: str) -> frozenset[str]:
    return frozenset(filter(None, map(_telling, set(_WORDS.findall(folded)))))


# Cached by word: texts of one phone share most of their words.
@lru_cache(maxsize=16384)
def _telling(word: str) -> str:
    """Return the word in the singular, or "two" to "twelve" as digits; empty if it cannot tell records apart."""
    if word in _STOP:
        return ""
    word = _NUMBER_WORDS.get(word, word)
    if len(word) == 1 and not word.isdigit():
        return ""
    # "Ones" says as little as "one".
    return "" if singular(word) in _STOP else singular(word)


@lru_cache(maxsize=4096)
def stem(word: str) -> str:
    """Return a word without a final "ing", "ed" or "e", so that "counting" matches "count"; short words stay whole."""
    for ending in ("ing", "ed"):
        if len(word) > len(ending) + 3 and word.endswith(ending):
            word = word[: -len(ending)]
            break
    return word[:-1] if len(word) > 4 and word.endswith("e") else word


@lru_cache(maxsize=4096)
def stems_of(words: frozenset[str]) -> frozenset[str]:
    return frozenset(map(stem, words))


@lru_cache(maxsize=4096)
def singular(word: str) -> str:
    """Return a noun without its plural ending, so that "jars" matches "jar"."""
    if len(word) > 4 and word.endswith("ies"):
        return f"{word[:-3]}y"
    if len(word) > 4 and word.endswith(("ches", "shes", "sses", "xes")):
        return word[:-2]
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")) else word


class Mention(NamedTuple):
    """A person named in a text, with the position of the name in the folded text."""

    key: str
    start: int
    end: int


@lru_cache(maxsize=64)
def _names_by_first_word(people: tuple[Someone, ...]) -> Mapping[str, list[tuple[tuple[str, ...], str]]]:
    found: dict[str, list[tuple[tuple[str, ...], str]]] = {}
    for person in people:
        for name in person.names:
            found.setdefault(name[0], []).append((name, person.key))
    return found


def mentions(tokens: Iterable[Token], people: Iterable[Someone]) -> list[Mention]:
    """Return the mentions of people in order, without names that are part of a longer name."""
    words = list(tokens)
    plain = tuple(token.word for token in words)
    names = _names_by_first_word(tuple(people))
    found: list[tuple[int, int, str]] = []
    for index, word in enumerate(plain):
        for name, key in names.get(word, ()):
            if plain[index : index + len(name)] == name:
                found.append((index, index + len(name), key))
    kept = []
    for first, last, key in found:
        longer = any(one <= first and last <= other and other - one > last - first for one, other, _ in found)
        if not longer:
            kept.append(Mention(key, words[first].start, words[last - 1].end))
    return sorted(set(kept), key=lambda mention: (mention.start, mention.key))


def person(key: str, name: str, also: Iterable[str] = ()) -> Someone:
    """Return a person with the ways to name them: full name, first name, last name, and the names in `also`.

    The names in `also` lose a "the" at their start. After that, names that start with a common word, such as "the" or
    "your", are left out.
    """
    parts = tuple(_WORDS.findall(fold(name)))
    names = {parts, parts[:1], parts[-1:]} if len(parts) > 1 else {parts}
    others = (tuple(_WORDS.findall(fold(other))) for other in also)
    names |= {other[1:] if other[:1] == ("the",) else other for other in others}
    return Someone(key, tuple(sorted(name for name in names if name and name[0] not in _STOP)))
