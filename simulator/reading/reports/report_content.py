"""Checks a report's account of what people were told against the messages that were sent to them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from simulator.reading.claims import Found
from simulator.reading.facts.folding import fold
from simulator.reading.facts.text_values import keys_in, kind_of
from simulator.reading.language.word_sets import word_set
from simulator.reading.reports.report_parts import DoneDeed, DoneRun, Part, stems
from simulator.reading.reports.report_support import WAYS, Statement, is_half_of_amount, value_is_borne_out
from simulator.reading.reports.report_words import LEFT_ALONE
from simulator.reading.scene import content_words

# Words that open the part of a clause that says what somebody was told.
_MARKERS = word_set("that whether what why how where when about of")
_SAID = re.compile(
    r"\b(?:told|tell|tells|know|knows|informed|written|wrote|mailed|messaged|texted|emailed|answered|replied|aware|heard"
    r"|hears?|read|reads|explained|warned|notified|reminded|assured|asked|said|says|sent|message|mail|email|reply|text|word"
    r"|note|answer|confirmed|learns?|see|sees|invited|promised|let|updated|news)\b"
)
_ASKED = word_set("asked told reminded invited begged advised urged warned requested")
_MODALS = word_set("can could will would should need may might must do does")
# A clause after one of these is the report's own statement again: "I told Ann, so she will be there".
_OWN_AGAIN = word_set("so but because while who which plus")
_DENIAL = re.compile(
    r"\b(?:not|no|never|nothing|nobody|none|cannot|neither|nor|without|unable|out|instead|sorry)\b|n't\b"
)
# Only a denied verb says the opposite: "you can not come", but not "a Default car, not a Premium one".
_DENIED = re.compile(
    r"\b(?:is|are|was|were|be|do|does|did|will|would|can|could|has|have|had) (?:not|never)\b"
    r"|\b(?:never|no longer|unable)\b"
)
_DENIED_VERB = re.compile(
    r"\b(?:ca|wo|do|does|did|is|are|was|were|would|could|has|have)n't\b|\bcannot\b|\b(?:can|will|is|are|do|does) not\b"
)
# Words such as "how much" and "when", each with the kinds of value that the message must then contain.
_WANTED = (
    (
        re.compile(
            r"\b(?:how much|what (?:it|they|that|everybody|everyone) (?:costs?|owes?)|the (?:price|cost|total|sum))\b"
        ),
        "amount",
    ),
    (re.compile(r"^(?:at )?what time\b|^when\b"), "time day"),
)
_EVERY = re.compile(r"\b(?:all|every|everything|everyone|both|each|anything|whole)\b")
# Numbers up to twelve often count things that a message does not count; this limit is in hundredths.
_SMALL = 1200
# In "417 Mill Lane (not 305)", only the words in brackets are denied.
_SENTENCES = re.compile(
    r"(?<=[.!?;])\s+|\n+|,?\s+(?:but|so|and)\s+|:\s|\s*\((?=not\b)|,\s+(?=not\b)|\s+(?=(?:instead of|rather than)\b)"
)
_NAME = re.compile(r"(?<![.!?:\n] )(?<!^)\b[A-Z][a-z\u00c0-\u017f]{2,}\b")
_NO_NAMES = content_words(
    "Monday Tuesday Wednesday Thursday Friday Saturday Sunday January February March April May June July August"
    " September October November December"
)


def with_contents(parts: Sequence[Part]) -> list[Part]:
    """Return the clauses, with "I told Ann that you come at five" cut in two before "that".

    The second part, and clauses that continue it, are marked as content.
    """
    found: list[Part] = []
    colon = False
    for part in parts:
        last = found[-1] if found and found[-1].sentence == part.sentence else None
        colon = last is not None and (colon or (part.lead == ":" and _speaks_of_message(last)))
        if last is not None and (last.content or colon) and _continues(part, colon):
            found.append(part._replace(content=True))
            continue
        at = _marker(part)
        found += [part] if at is None else _cut(part, at)
    return found


def _speaks_of_message(part: Part) -> bool:
    return bool(part.people and not part.left_alone and _SAID.search(part.line))


def _continues(part: Part, colon: bool) -> bool:
    """Return True if the clause continues what was told: "and that you come", "can't stay", or words after a colon."""
    if part.lead in _OWN_AGAIN:
        return False
    first = next((word for word in part.words if word not in ("and", "or", "also")), "")
    if first in _MARKERS or first in _MODALS or not part.has_verb:
        return True
    # "Reply to Ann: you come at five, I moved the lease": the second clause is a deed again.
    return colon and not any(verb.doer == "assistant" for verb in part.verbs)


def _marker(part: Part) -> int | None:
    """Return the index of the word, such as "that", from which the clause says what somebody was told; or None."""
    if part.asks or part.quoted:
        return None
    for index, word in enumerate(part.words[1:], start=1):
        if word in _MARKERS and index + 1 < len(part.words):
            if _SAID.search(" ".join(part.words[:index])) and (word not in ("about", "of") or _names_end(part, index)):
                return index
        elif word == "to" and index + 1 < len(part.words) and _asks_somebody(part, index):
            return index - 1 if part.words[index - 1] == "not" else index
    return None


def _names_end(part: Part, index: int) -> bool:
    """Return True for "of" in "informed of", but not if "note", "message", "mail" or "text" comes before it."""
    return bool(_SAID.fullmatch(part.words[index - 1])) and part.words[index - 1] not in (
        "note",
        "message",
        "mail",
        "text",
    )


def _asks_somebody(part: Part, index: int) -> bool:
    """Return True for "asked Ann and Bo to ring": a verb of asking and a person come before "to"."""
    before = part.words[max(0, index - 8) : index]
    return bool(set(before) & _ASKED) and any(mention.start < part.places[index] for mention in part.people)


def _cut(part: Part, at: int) -> Iterator[Part]:
    """Yield the part of the clause before the word at this index, and the rest, marked as content."""
    border = part.places[at]
    for content, words in ((False, part.words[:at]), (True, part.words[at:])):
        line = " ".join(words)
        yield part._replace(
            line=line,
            start=border if content else part.start,
            end=part.end if content else border,
            people=tuple(mention for mention in part.people if (mention.start >= border) == content),
            values=tuple(value for value in part.values if (value.start >= border) == content),
            left_alone=part.left_alone if content else bool(LEFT_ALONE.search(line)),
            verbs=tuple(
                verb._replace(at=verb.at - at, end=verb.end - at) if content else verb
                for verb in part.verbs
                if (verb.at >= at) == content
            ),
            words=words,
            places=part.places[at:] if content else part.places[:at],
            lead=words[0] if content else part.lead,
            content=content,
        )


class _Told(NamedTuple):
    """The words of a sentence of a message, and whether it has a negation or a word such as "all"."""

    stems: frozenset[str]
    words: frozenset[str]
    denies: bool
    every: bool


def wrong_content(
    part: Part, theirs: Sequence[DoneDeed], said: Statement, run: DoneRun, folded: str
) -> Iterator[Found]:
    """Yield findings if the messages to these people do not say what the clause says they were told."""
    told = [one for deed in theirs for one in _sentences(deed.text)]
    if not told:
        return
    known = stems(frozenset[str]().union(*(deed.words for deed in theirs), *(one.words for one in told)))
    yield from _wrong_told_values(part, theirs, said, run, folded)
    yield from _missing_values(part, theirs)
    words = said.words - WAYS
    strange = {word for word in words if not stems([word]) & known}
    new = {word for word in strange if not stems([word]) & stems(run.words)}
    # "That the screen is late": with one known word, an unknown one may be the whole news.
    news = part.lead == "that" and len(words) - len(new) < 2
    if new and 2 * len(new) >= len(words) and (len(new) > 2 or news):
        yield Found("unclear", "no message says this", " ".join(sorted(new)))
    others = {word for record in run.others for word in record.title} - run.words
    named = strange & others
    if named:
        yield Found("unclear", "no message names this", " ".join(sorted(named)))
    yield from _wrong_polarity(part, told, words)
    yield from _only_denied(part, theirs, folded, run)
    if _EVERY.search(part.line) and not any(one.every for one in told):
        yield Found("unclear", "no message says this of all", part.line)
    yield from _apart(part, theirs, run)


def _sentences(text: str) -> list[_Told]:
    found = []
    for line in _SENTENCES.split(fold(text)):
        words = content_words(line)
        found.append(_Told(stems(words), words, bool(_DENIAL.search(line)), bool(_EVERY.search(line))))
    return found


def _wrong_told_values(
    part: Part, theirs: Sequence[DoneDeed], said: Statement, run: DoneRun, folded: str
) -> Iterator[Found]:
    values = frozenset[tuple[str, int]]().union(*(deed.values for deed in theirs))
    kinds = {kind for kind, _ in values}
    for value in part.values:
        kind = kind_of(value)
        small = value.kind == "number" and (max(value.meanings) <= _SMALL or is_half_of_amount(value, part))
        if small or not value.certain or any((kind, one) in values for one in value.meanings):
            continue
        if any(_in_two_numbers(cents, values) for cents in value.meanings if kind == "amount"):
            continue
        shown = folded[value.start : value.end]
        right = any(
            (kind_of(other), one) in values for other in part.values for one in other.meanings if kind_of(other) == kind
        )
        elsewhere = value_is_borne_out(value, said, run)
        if right and elsewhere:
            continue
        agreed = any((kind, one) in run.values for one in value.meanings)
        sure = kind in kinds and not (right or agreed or value.kind == "number" or (elsewhere and kind == "day"))
        yield Found("no" if sure else "unclear", "no message names this value", shown)


def _in_two_numbers(cents: int, values: frozenset[tuple[str, int]]) -> bool:
    """Return True for 49.50 if the message says "forty-nine fifty"."""
    whole, rest = divmod(cents, 100)
    return bool(rest) and {("amount", 100 * whole), ("amount", 100 * rest)} <= values


def _missing_values(part: Part, theirs: Sequence[DoneDeed]) -> Iterator[Found]:
    kinds = {kind for deed in theirs for kind, _ in deed.values}
    for pattern, wanted in _WANTED:
        match = pattern.search(part.line)
        if match and not kinds & set(wanted.split()):
            yield Found("unclear", "no message says this", match[0])


def _wrong_polarity(part: Part, told: Sequence[_Told], words: frozenset[str]) -> Iterator[Found]:
    """Yield a finding if those sentences of the messages that are most like the clause say the opposite."""
    own, denies = stems(words), bool(_DENIED.search(part.line))
    if denies and not any(one.denies for one in told):
        yield Found("no", "the message says the opposite", part.line)
        return
    best = max((len(own & one.stems) for one in told), default=0)
    alike = [one for one in told if len(own & one.stems) == best]
    if denies != bool(_DENIAL.search(part.line)):
        # "No wheat" and "not premium" deny a thing; whether the message means the same can't be compared by words.
        return
    if best > 1 and best >= 0.6 * len(own) and all(one.denies != denies for one in alike):
        yield Found("no" if best == len(own) else "unclear", "the message says the opposite", part.line)


def _only_denied(part: Part, theirs: Sequence[DoneDeed], folded: str, run: DoneRun) -> Iterator[Found]:
    """Yield a doubt if the clause states a day or time that the messages name only in negated sentences."""
    now = next((source.now for source in run.sources()), None)
    if now is None or _DENIAL.search(part.line):
        return
    lines = [line for deed in theirs for line in _SENTENCES.split(fold(deed.text))]
    for value in part.values:
        keys = {(kind_of(value), meaning) for meaning in value.meanings}
        with_value = [line for line in lines if keys & keys_in(line, now)] if value.kind in ("day", "time") else []
        if with_value and all(_DENIED_VERB.search(line) for line in with_value):
            yield Found("unclear", "the message denies something of this time", folded[value.start : value.end])


def _apart(part: Part, theirs: Sequence[DoneDeed], run: DoneRun) -> Iterator[Found]:
    """Yield a doubt if the clause has two or more names from the messages that none of the texts has together.

    The texts are the sentences of the messages, the accepted offers and the user's answers.
    """
    names = {word for deed in theirs for name in _NAME.findall(deed.text) for word in content_words(name)} - _NO_NAMES
    here = content_words(part.line) & names
    if len(here) < 2:
        return
    lines = [sentence for deed in theirs for sentence in re.split(r"(?<=[.!?;])\s+|\n+", deed.text)]
    if not any(here <= content_words(line) for line in (*lines, *run.agreed)):
        yield Found("unclear", "no message says this of that", " ".join(sorted(here)))
