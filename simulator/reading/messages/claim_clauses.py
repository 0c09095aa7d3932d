"""Compares the clauses of a claim with those of a text: the text must mention each clause and contradict none.

"Keshav can eat everything and need not bring his own food, and dinner is at seven" has three clauses. A text that only
names the hour leaves two of them out, and "let him bring his food" contradicts the second one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime
from functools import lru_cache
from typing import NamedTuple

from simulator.reading.claims import Found
from simulator.reading.language.assertion import Asserted, asserted, own_lines
from simulator.reading.language.inflection import verb_forms
from simulator.reading.language.lexicon import entries
from simulator.reading.language.neutral_words import NEUTRAL
from simulator.reading.language.opposites import names_the_same
from simulator.reading.language.statements import NEGATOR, clauses
from simulator.reading.language.tokens import tokenize
from simulator.reading.language.word_families import kin
from simulator.reading.language.word_sets import word_set
from simulator.reading.messages.comparison import RightTexts
from simulator.reading.scene import content_words, singular, stem

_KNOWS = re.compile(
    r"^.*?\b(?:knows?|learns?|hears?|(?:is|are) (?:told|asked)|has|have|gets?)\b(?: ,[^,]*,)?(?: alone| in time|"
    r" already)?"
)
_PARTS = re.compile(
    r"(?:,? and|, so|, but|,) (?=(?:that|so|how|what|when|where|which|who|whom|with|until|till|by|from|need|can|may"
    r"|must"
    r"|will|has|have|is|are|not|in|comes?|takes?)\b)"
)
# A clause that asks for a value: the value itself is checked elsewhere.
_ASKS_VALUE = re.compile(
    r"^\W*(?:and )?(?:how (?:much|many|long)|what|when|until when|by when|from when|where|in which|with which)\b"
)
_MODAL = re.compile(
    r"\b(?:can|could|may|must|will|shall|need|does|do|did|is|are|was|has|have|not|to|been)\b (?:not )?(?:already "
    r"|now )?([a-z]{3,})"
)
_LIGHT = word_set(
    "have has get gets got be been being do does done make made take takes taken go goes the his her their its come"
    " comes"
    " before until from on at in not need able free one two due late good"
)
_WHEN = content_words(
    "monday tuesday wednesday thursday friday saturday sunday today tonight tomorrow morning afternoon evening night"
    " noon"
    " o'clock clock half past quarter one two three four five six seven eight nine ten eleven twelve already time"
    " hour day"
    " need needs date month week year new same instead only before after until which who whom what when how much"
    " many there"
)


# Even a text that words a claim in its own way shares words with right texts. In scenarios that were not used to write
# the rules, nearly every text that says the claim shares two; texts about something else share none or one.
_FEWEST_SHARED = 2
# A clause with fewer words besides names and values, such as "dinner is at seven", is said by its value alone.
_FEWEST = 2
_PREVENTS = re.compile(r"\b(?:prevents?|keeps?|stops?|unable|instead|need)\b")


class _Clause(NamedTuple):
    words: frozenset[str]
    """Words that name what the clause is about, without names, days and hours."""
    verb: str
    """The verb after a modal, as in "need not bring"; empty if it says little by itself."""
    denied: bool
    done: bool
    """True if the verb is a participle, as in "are ordered"."""


@lru_cache(maxsize=256)
def _clauses_of(say: str, names: frozenset[str]) -> tuple[_Clause, ...]:
    line = " ".join(words for _, words in own_lines(tokenize(say.partition(": ")[0])))
    found = []
    for part in _PARTS.split(_KNOWS.sub(" ", line, count=1)):
        words = frozenset(word for word in content_words(part) - names - _WHEN if not word[0].isdigit())
        # A clause such as "and is not offered another time" says what a text must not do.
        if not words or _ASKS_VALUE.search(part) or re.match(r"\W*(?:is|are) not\b", part):
            continue
        match = next((one for one in _MODAL.finditer(part) if one[1] not in _LIGHT), None)
        # "Only the brewery takes dogs" has no modal; its verb is a present form.
        finite = next((word for word in part.split() if _is_present(word)), "")
        until = re.search(r"\bnot [^,]*\b(?:before|until|till)\b", part)
        verb = match[1] if match else finite
        done = (
            bool(match)
            and re.search(rf"\b(?:is|are|was|has been|have been) (?:already |now )?{verb}\b", part) is not None
        )
        found.append(_Clause(words, verb, bool(NEGATOR.search(part)) and not until, done))
    return tuple(found)


def _is_present(word: str) -> bool:
    return any(entry.form == "present" and not entry.rest for entry in entries().get(word, ()))


def _stems(text: str) -> frozenset[str]:
    return frozenset(stem(word) for word in content_words(text))


@lru_cache(maxsize=2048)
def _says(word: str, line: str) -> bool:
    """Return True if a line has the word, a form of it, a related word, a synonym, or a verb for the same act."""
    own = content_words(line)
    if stem(word) in {stem(one) for one in own} or kin(word) & own:
        return True
    return names_the_same(word, line) or bool(_acts(word) & {act for one in own for act in _acts(one)})


@lru_cache(maxsize=4096)
def _acts(word: str) -> frozenset[str]:
    """Return the acts that this word names by itself, if they are order, book, cancel, delete, pay or call."""
    acts = {act for entry in entries().get(word, ()) if not entry.rest for act in entry.acts}
    return frozenset(acts & {"order", "book", "cancel", "delete", "pay", "call"})


@lru_cache(maxsize=256)
def _paraphrases(clause: _Clause, others: frozenset[str], texts: tuple[str, ...]) -> frozenset[str] | None:
    """Return the word stems of those sentences of right texts that have a word of the clause.

    Common words, numbers and `others` are left out. Return None if most right texts have no word of the clause.
    """
    found: set[str] = set()
    touching = sum(any(_says(word, text.lower()) for word in clause.words) for text in texts)
    if 2 * touching < len(texts):
        # Right texts say the clause in other words than the claim.
        return None
    for text in texts:
        for _, line in own_lines(tokenize(text)):
            if any(_says(word, line) for word in clause.words):
                found |= {stem(word) for word in content_words(line) - NEUTRAL - others if not word[0].isdigit()}
    return frozenset(found)


def claim_clauses(said: Asserted, right: RightTexts, specific: bool, now: datetime) -> Iterator[Found]:
    """Yield a doubt for each clause of the claim that a text leaves out or contradicts.

    Also yield a doubt if the text shares too few words with the claim and right texts, unless `specific` is True. It is
    True if the text has a wanted phone number, which is enough to say the claim.
    """
    if not right.texts:
        return
    lines = [line for _, line in own_lines(said.text)]
    whole = " ".join(lines)
    # A word of somebody's name that the claim writes in lower case, such as "supplies", is not a name there.
    names = (right.readers | right.people | right.owner) - _lower(right.say)
    parts = _clauses_of(right.say, names)
    stems = _stems(whole)
    claimed = sum(len(part.words) for part in parts)
    # Naming all days and times of the claim counts as one shared word.
    shared = _shared(whole, right, names) + _says_all_times(said, right, now)
    if claimed >= _FEWEST and not specific and shared < _FEWEST_SHARED:
        yield Found("unclear", f"it does not clearly say: {right.say}")
    for clause in parts:
        others = frozenset[str]().union(*(one.words for one in parts if one is not clause)) - clause.words
        told = len(clause.words) < _FEWEST or any(_says(word, whole) for word in clause.words)
        if not told:
            known = _paraphrases(clause, others | names, right.texts)
            if known is not None and not stems & known:
                yield Found("unclear", f"it does not clearly say: {' '.join(sorted(clause.words))}")
        # The verb alone proves little: "I have to see the chief" does not contradict "can't see you".
        if clause.verb and len(clause.words) > 1 and (turned := _turned(clause, lines)):
            yield Found("unclear", "it says the opposite", turned)


@lru_cache(maxsize=256)
def _vocabulary(sayings: tuple[str, ...], names: frozenset[str]) -> tuple[frozenset[str], frozenset[str]]:
    """Return the claim's words, and the stems of the words in the claim and in right texts.

    Names, times and numbers are left out, and also common words of right texts.
    """
    *texts, say = sayings
    own = {word for word in content_words(say) - _WHEN - names if not word[0].isdigit()}
    others = {word for text in texts for word in content_words(text) - names - NEUTRAL - _WHEN if not word[0].isdigit()}
    return frozenset(own), frozenset(stem(word) for word in others | own)


def _shared(whole: str, right: RightTexts, names: frozenset[str]) -> int:
    """Return how many word stems of a text are in the claim or right texts, or are related to words of the claim."""
    claimed, stems = _vocabulary(right.sayings, names)
    kindred = frozenset[str]().union(*(kin(word) for word in claimed), *(kin(stem(word)) for word in claimed))
    own = content_words(whole) - _WHEN
    return len(
        {stem(word) for word in own if stem(word) in stems or word in kindred or _acts(word) & _all_acts(claimed)}
    )


@lru_cache(maxsize=256)
def _lower(say: str) -> frozenset[str]:
    return content_words(" ".join(word for word in say.split() if word[:1].islower()))


def _says_all_times(said: Asserted, right: RightTexts, now: datetime) -> bool:
    """Return True if a claim names at least two days or times, and the text names all of them."""
    claimed = asserted(right.say, now).values
    wanted = [value.meanings for value in claimed if value.kind in ("day", "time")]
    own = frozenset[int]().union(*(value.meanings for value in said.values if value.kind in ("day", "time")))
    return len(wanted) > 1 and all(meanings & own for meanings in wanted)


def _all_acts(words: frozenset[str]) -> frozenset[str]:
    return frozenset[str]().union(*(_acts(word) for word in words))


def _turned(clause: _Clause, lines: list[str]) -> str:
    """Return the first part of the text that denies the clause's verb where the claim affirms it, or the reverse.

    Return an empty string if no part does, or if any part agrees with the claim.
    """
    base = clause.verb if clause.done else singular(clause.verb)
    forms = {one.word for one in verb_forms(base)} | {clause.verb}
    against = ""
    for line in lines:
        for part in clauses(line):
            words = part.split()
            place = next((index for index, word in enumerate(words) if word in forms), None)
            if place is None or {"before", "until", "till", "again", "if"} & set(words):
                continue
            # "Do not order it" does not deny that it is ordered.
            if clause.done and words[place] != clause.verb:
                continue
            # A common verb says the clause only beside one of its nouns.
            if clause.verb in _LIGHT and not any(_says(word, part) for word in clause.words if word not in forms):
                continue
            scope = words[:place]
            scope = scope[len(scope) - scope[::-1].index("and") :] if "and" in scope else scope
            before = " ".join(scope)
            denied = bool(NEGATOR.search(before) or _PREVENTS.search(before)) or (
                place + 1 < len(words) and words[place + 1] in ("nothing", "no", "none")
            )
            if denied == clause.denied:
                return ""
            against = against or part.strip()
    return against
