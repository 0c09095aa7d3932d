"""Defines types for the assistant's deeds, and cuts a report into clauses with their verbs, people and values."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime
from functools import cached_property
from typing import NamedTuple

from simulator.reading.facts.text_values import ValueKey, ValueMention, keys_in
from simulator.reading.language.tokens import Sentence, Token
from simulator.reading.language.word_sets import word_set
from simulator.reading.reports.report_verbs import SaidVerb, said_verbs
from simulator.reading.reports.report_words import (
    INSTEAD_OF,
    LEFT_ALONE,
    SOFT_STATES,
    STATES,
    TOLD_BEFORE,
    participles,
    told_after,
)
from simulator.reading.scene import Mention, content_words

# Number of first letters in which two words must agree to count as the same: "corrected" and "correction".
_STEM = 5
_BREAKS = frozenset((",", ":", ";", "(", ")", "but", "so", "because", "while", "which", "who", "plus"))

_VERBS_OF_STATE = word_set(
    "is are was were has have knows know comes come expects takes picks goes rings stands sits lies stays gets will"
    " can went came put set wrote should leaves starts begins arrives needs says writes had did do does would"
)
_NEEDS_SUBJECT = word_set("is are was were has have had will now been")
_AND_STARTS = word_set(
    "i we you he she it they the my your there a an all both nothing nobody his her their its that this from please not"
    " no now then another one"
)


_ALSO = word_set("included too either")
# Longer quotations are sentences, not titles.
_LONGEST_TITLE = 10
# The most words of an addition such as "your cousin Ann included".
_SHORT = 5


def stems(words: Iterable[str]) -> frozenset[str]:
    return frozenset(word[:_STEM] for word in words)


class DoneDeed(NamedTuple):
    """One deed of the assistant: its acts, the changed record, and the words and values of that record."""

    acts: frozenset[str]
    table: str
    key: str
    words: frozenset[str]
    values: frozenset[ValueKey]
    numbered: frozenset[tuple[str, str]] = frozenset()
    """Words with the number after them, such as (pier, 3)."""
    before: frozenset[ValueKey] = frozenset()
    """Values of the record before the deed, such as the time from which a meeting was moved."""
    proposal: str = ""
    """Id of the accepted offer that the deed belongs to; empty if there is none."""
    people: frozenset[str] = frozenset()
    """The people who got the message."""
    denies: bool = False
    """True if the text of the message has a negation."""
    counted: frozenset[tuple[str, str]] = frozenset()
    """Nouns with the number before them, such as (18, pan)."""
    quantity: int = 0
    """Number of pieces that were ordered."""
    contrasts: frozenset[tuple[str, str]] = frozenset()
    """Adjectives that have an opposite, with the noun after them: (old, boathouse)."""
    asks: bool = False
    """True if the message asks for something."""
    total: int = 0
    """The cost of an order, in cents."""
    pieces: frozenset[tuple[str, int]] = frozenset()
    """Words of options with the number of pieces that have them, such as (m, 2)."""
    lines: tuple[tuple[frozenset[str], int], ...] = ()
    """The lines of an order: the words of each article, and the number of pieces ordered."""
    text: str = ""
    """The text of the message."""


class OtherRecord:
    """A record on the phone that the assistant did not touch."""

    def __init__(self, table: str, title: frozenset[str], text: Callable[[], str]) -> None:
        self.table, self.title = table, title
        self._text = text

    @cached_property
    def words(self) -> frozenset[str]:
        """Return the words of the record and its title. Computed on demand, as most reports are about one table."""
        return content_words(self._text()) | self.title


class Source(NamedTuple):
    """A sentence from the phone, the conversation or a goal that may support a statement of a report."""

    words: frozenset[str]
    stems: frozenset[str]
    line: str
    now: datetime

    @property
    def values(self) -> frozenset[ValueKey]:
        # Finding values costs much more than comparing words, and most sentences are about something else.
        return keys_in(self.line, self.now)


class UndoneDeed(NamedTuple):
    """A deed that was tried and failed: its acts and the words that describe it."""

    acts: frozenset[str]
    words: frozenset[str]
    broke: bool
    """True if the app failed or refused; False if the call was wrong."""


def _no_sources() -> tuple[Source, ...]:
    return ()


class DoneRun(NamedTuple):
    """The deeds of the assistant in a run, with the records and sentences that its report is compared with."""

    deeds: tuple[DoneDeed, ...]
    told: frozenset[str]
    """People who got a message from the assistant."""
    heard: frozenset[str]
    """People in records that the environment wrote after the assistant's first deed, such as senders of answers."""
    words: frozenset[str]
    """Words of changed records, accepted offers, the user's answers, failures and goals."""
    values: frozenset[ValueKey]
    """Values in the same texts as `words`."""
    others: tuple[OtherRecord, ...] = ()
    decoys: frozenset[str] = frozenset()
    """Words for things that must be left alone."""
    failed: tuple[str, ...] = ()
    """Error messages of writes that failed and did not succeed later."""
    instead: frozenset[str] = frozenset()
    """Words that name a substitute: "debit" if a credit card was refused and a debit card worked."""
    must_tell: bool = False
    """True if a goal has a `told` claim: the answer for a report that leaves out a failure may then be no."""
    sources: Callable[[], tuple[Source, ...]] = _no_sources
    """Returns the sentences that may support a report; a function, because most reports can be read without them."""
    agreed: tuple[str, ...] = ()
    """Accepted offers and the user's answers."""
    retried: bool = False
    """True if a write failed at first and was done later."""
    undone: tuple[UndoneDeed, ...] = ()

    @property
    def done_values(self) -> frozenset[ValueKey]:
        return frozenset[ValueKey]().union(*(deed.values | deed.before for deed in self.deeds))

    @property
    def acts(self) -> frozenset[str]:
        return frozenset[str]().union(*(deed.acts for deed in self.deeds))


class Part(NamedTuple):
    """A clause of the report."""

    line: str
    start: int
    end: int
    people: tuple[Mention, ...]
    values: tuple[ValueMention, ...]
    left_alone: bool
    quoted: bool
    verbs: tuple[SaidVerb, ...] = ()
    words: tuple[str, ...] = ()
    sentence: int = 0
    asks: bool = False
    places: tuple[int, ...] = ()
    """The position of each word in the folded text."""
    lead: str = ""
    """The word or sign that separates the clause from the one before it."""
    content: bool = False
    """True if the clause is what somebody was told: "you come at five" in "I told Ann that you come at five"."""
    item: bool = False
    """True for an item of a list, which may name what was done without a verb."""

    @property
    def has_verb(self) -> bool:
        return bool(self.verbs) or bool(set(self.words) & _VERBS_OF_STATE)


def clauses_of(
    sentence: Sentence, people: Sequence[Mention], values: Sequence[ValueMention], number: int = 0
) -> Iterator[Part]:
    tokens, first = sentence.tokens, 0
    for index in range(len(tokens) + 1):
        if index < len(tokens) and not _ends(tokens, first, index, people):
            continue
        own = tokens[first:index]
        if any(token.word.isalnum() for token in own):
            words = tuple(token.word for token in own)
            line = " ".join(words)
            start, end = own[0].start, own[-1].end
            here = tuple(mention for mention in people if start <= mention.start < end)
            there = tuple(value for value in values if start <= value.start < end)
            spoken = [token for token in own if token.word.isalnum()]
            quoted = 2 * sum(token.quoted for token in spoken) > len(spoken)
            named = frozenset(
                at
                for at, token in enumerate(own)
                if any(mention.start <= token.start < mention.end for mention in here) and token.word != "'s"
            )
            verbs = tuple(said_verbs(words, named))
            # In "deleted “Loft, timber list”" the quotation is only a title.
            quoted = quoted and not (verbs and not any(own[verb.at].quoted for verb in verbs))
            # Words of a quoted title, such as "How the key is kept", say nothing about what was left alone.
            plain = " ".join(token.word for token in own if not token.quoted)
            left = bool(LEFT_ALONE.search(INSTEAD_OF.split(plain)[0]))
            lead = tokens[first - 1].word if first else ""
            places = tuple(token.start for token in own)
            yield Part(line, start, end, here, there, left, quoted, verbs, words, number, sentence.asks, places, lead)
        first = index + 1


def with_subjects(parts: Iterable[Part]) -> list[Part]:
    """Return the clauses; join a clause without a subject, such as "are saved now", to verbless clauses before it.

    A short addition such as "Ann included" is marked as left alone if the clause before it is.
    """
    found: list[Part] = []
    for part in parts:
        spoken = [word for word in part.words if word.isalnum()]
        if found and found[-1].left_alone and spoken[-1] in _ALSO and len(spoken) <= _SHORT:
            # "I kept it from everyone else, Ann included": the second part belongs to what was left alone.
            part = part._replace(left_alone=True, verbs=())
        bare = part.words[0] in _NEEDS_SUBJECT
        while bare and found and not found[-1].has_verb:
            before = found.pop()
            words = (*before.words, ",", *part.words)
            shift = len(before.words) + 1
            verbs = tuple(
                verb._replace(
                    at=verb.at + shift,
                    end=verb.end + shift,
                    doer="unnamed" if verb.passive else "other" if verb.at else verb.doer,
                )
                for verb in part.verbs
            )
            part = part._replace(
                line=f"{before.line} , {part.line}",
                start=before.start,
                people=before.people + part.people,
                values=before.values + part.values,
                left_alone=before.left_alone or part.left_alone,
                verbs=verbs,
                words=words,
                places=(*before.places, before.end, *part.places),
                lead=before.lead,
            )
        found.append(part)
    return found


def _ends(tokens: tuple[Token, ...], start: int, index: int, people: Sequence[Mention]) -> bool:
    """Return True if a clause ends at this word; the names in a list, and the parts of a number, stay together."""
    word = tokens[index].word
    if tokens[index].quoted and _is_in_title(tokens, index):
        # "Harbour, first sketch" between quotation marks is one title.
        return False
    if word == "but" and index and tokens[index - 1].word in ("everyone", "everybody", "all", "nobody", "nothing"):
        return False
    if word in _BREAKS:
        if word in (",", ":") and index + 1 < len(tokens) and tokens[index + 1].start == tokens[index].end:
            # Inside a number or a time: 1,500 or 16:30.
            return False
        listed = any(mention.end == tokens[index - 1].end for mention in people) if index else False
        return not (
            word == ","
            and listed
            and any(mention.start == tokens[index + 1].start for mention in people if index + 1 < len(tokens))
        )
    if word != "and" or index + 1 >= len(tokens):
        return False
    if not any(token.word in _VERBS_OF_STATE or token.word in participles() for token in tokens[start:index]):
        # "The filter and Ann's lens are still coming": the clause continues, because its verb follows.
        return False
    following = tokens[index + 1]
    named = any(mention.start == following.start for mention in people)
    before = index and any(mention.end == tokens[index - 1].end for mention in people)
    second = following.word in participles() or (
        following.word in ("have", "has", "also", "then", "had", "is", "are", "was", "were", "been", "will", "did")
    )
    return following.word in _AND_STARTS or second or (named and not before) or _has_verb_soon(tokens, index)


def _is_in_title(tokens: tuple[Token, ...], index: int) -> bool:
    """Return True for a word inside a quotation of at most `_LONGEST_TITLE` words."""
    first = next((at + 1 for at in range(index, -1, -1) if not tokens[at].quoted), 0)
    last = next((at for at in range(index, len(tokens)) if not tokens[at].quoted), len(tokens))
    return first < index < last - 1 and last - first <= _LONGEST_TITLE


def _has_verb_soon(tokens: tuple[Token, ...], index: int) -> bool:
    """Return True for "and dinner is booked": a verb follows a subject of one to three words."""
    after = [token.word for token in tokens[index + 1 : index + 5]]
    return any(word in ("is", "are", "was", "were", "has", "have", "will", "knows", "know") for word in after[1:4])


def claimed_states(part: Part) -> Iterator[tuple[frozenset[str], str]]:
    """Yield the acts that cause the states in the clause, with the words that name each state."""
    for pattern, acts in STATES:
        match = re.search(pattern, part.line)
        if match:
            yield acts, match[0]


def soft_states(part: Part) -> Iterator[frozenset[str]]:
    """Yield, for each state of `SOFT_STATES` that the clause names, the acts that may have caused it."""
    for pattern, acts in SOFT_STATES:
        if re.search(pattern, part.line):
            yield acts


def was_touched(app: str, run: DoneRun) -> bool:
    return any(deed.table.startswith(f"{app}.") for deed in run.deeds)


def told_people(part: Part, folded: str) -> list[Mention]:
    """Return the mentions of people who were told something, according to the clause."""
    found: list[Mention] = []
    for mention in part.people:
        after = " ".join(token for token in folded[mention.end : part.end].split())
        listed = last_of_list(mention, part, folded)
        if not after.startswith("'s") and (TOLD_BEFORE.match(spelled_out(folded[listed.end : part.end]))):
            found.append(mention)
            continue
        first = _first_of_list(mention, part, folded)
        if not after.startswith("'s") and told_after().search(spelled_out(folded[part.start : first.start])):
            found.append(mention)
    return found


def spelled_out(stretch: str) -> str:
    return re.sub(r"'ve\b", " have", stretch).replace("let's", "let us")


def _joined(first: Mention, second: Mention, folded: str) -> bool:
    return bool(
        re.fullmatch(
            r"[\s,]*(?:and|&|or)?\s*(?:to\s+)?(?:the\s+|your\s+)?(?:mr|mrs|ms|dr)?\.?\s*",
            folded[first.end : second.start],
        )
    )


def last_of_list(mention: Mention, part: Part, folded: str) -> Mention:
    for other in part.people:
        if other.start > mention.start and _joined(mention, other, folded):
            mention = other
    return mention


def _first_of_list(mention: Mention, part: Part, folded: str) -> Mention:
    for other in reversed(part.people):
        if other.end <= mention.start and _joined(other, mention, folded):
            mention = other
    return mention
