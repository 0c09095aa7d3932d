"""Finds the verbs of a clause that say what was done, and by whom: the assistant, the owner or somebody else."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from simulator.reading.language.word_sets import word_set
from simulator.reading.reports.report_words import ReportVerb, report_verbs

Doer = Literal["assistant", "unnamed", "owner", "other"]

_BE = word_set("is are was were be been being 's got gets get")
_HAVE = word_set("have has had having")
_PLANNED = word_set("will would can could should may might must to shall going let")
_ADVERBS = word_set(
    "now already just also both all each then since duly safely finally therefore even meanwhile too kindly politely"
    " quickly simply immediately promptly once properly of them accordingly first only nicely successfully"
)
_NEGATIONS = word_set("not never")
_BREAKS = word_set("and , ; : ( ) but so then plus or while because that since as , - /")
_NOBODY = word_set("nobody nothing none neither no-one")
_OTHERS = word_set("he she they it who which someone somebody everyone everybody")
# Words that may start the object of an active verb; the noun before such a verb is its subject.
_OBJECTS = word_set("its his her their the a an your you it them him me us our my this these")


class SaidVerb(NamedTuple):
    """A verb that says that something was done, was not done, or will be done."""

    at: int
    end: int
    """The index after the verb's last word."""
    word: str
    base: str
    acts: frozenset[str]
    doer: Doer
    negated: bool
    planned: bool
    passive: bool


def said_verbs(words: Sequence[str], people: frozenset[int] = frozenset()) -> Iterator[SaidVerb]:
    """Yield the verbs of a clause for what was done, not done or planned; `people` are the indexes of name words."""
    taken = -1
    for index, word in enumerate(words):
        if index < taken:
            continue
        for form, verb in report_verbs().get(word, ()):
            end = _end(words, index, verb.rest)
            if end is None:
                continue
            found = _said(words, index, form, verb, people)
            if found is not None:
                yield found._replace(end=end)
                # The words inside "let * know" are searched too, because they may contain another verb.
                taken = index + 1 if "*" in verb.rest else end
                break


def _end(words: Sequence[str], index: int, rest: tuple[str, ...]) -> int | None:
    """Return the index after the words that complete the verb; None if they are missing."""
    here, gap = index + 1, False
    for wanted in rest:
        if wanted == "*":
            gap = True
            continue
        reach = range(here, min(here + 6, len(words))) if gap else range(here, min(here + 1, len(words)))
        place = next((at for at in reach if words[at] == wanted), None)
        if place is None or any(word in (",", ";", "and", ".") for word in words[here:place] if gap):
            return None
        here, gap = place + 1, False
    return here


def _said(words: Sequence[str], index: int, form: str, verb: ReportVerb, people: frozenset[int]) -> SaidVerb | None:
    around = (words[index - 1] if index else "", words[index + 1] if index + 1 < len(words) else "")
    if around[0] in _ATTRIBUTIVE or around[0] in _STAYING or "-" in around:
        # Here the participle only describes something: "the cancelled one", "stays ordered", "right-handed".
        return None
    before, be, have, planned, negated, did = index - 1, False, False, False, False, False
    while before >= 0:
        word = words[before]
        if word in _NEGATIONS:
            negated = True
        elif word in ("did", "do", "does"):
            did = True
        elif word in _BE:
            be = True
        elif word in _HAVE:
            have = True
        elif word in _PLANNED:
            planned = True
        elif word not in _ADVERBS:
            break
        before -= 1
    if not (form == "past" or (form == "base" and (did or planned))):
        return None
    if form == "base" and planned and not did and not negated and "to" in words[max(0, index - 1) : index]:
        # "It is time to go" says nothing about a deed.
        return None
    subject = words[before] if before >= 0 else ""
    start = words[max(0, before - 3) : before + 1]
    negated = negated or bool(set(start) & _NOBODY) or ("no" in start and be) or _denied_after(words, index)
    doer = _doer(words, index, before, subject, be, have, people)
    if form == "past" and not be and not have and not did and doer in ("other", "owner") and verb.base in _UNMARKED:
        # "Set", "put" and "let" may also be present forms or nouns.
        return None
    passive = be and not (subject in ("i", "we") and not have)
    return SaidVerb(index, index + 1, words[index], verb.base, verb.acts, doer, negated, planned, passive)


_STAYING = word_set("stay stays stayed remain remains remained")
_ATTRIBUTIVE = word_set("the a an your his her their this my its as any every")
# Verbs with many meanings: they name a deed only if such a deed was done.
WEAK = word_set(
    "take choose pick get call hand place file keep hold make give provide state present mark type deliver collect"
    " include offer set stop pull push drop stick block list arrange check pop slot tuck treat pass foot sign"
    " complete finish fill place accept decline refuse turn reject propose suggest secure attach enclose clear strike"
)
_UNMARKED = word_set("set put let read hit cut rid split cast")


def _denied_after(words: Sequence[str], index: int) -> bool:
    """Return True for "bought nothing else" and "written to nobody"."""
    after = words[index + 1 : index + 4]
    for place, word in enumerate(after):
        if word in ("nothing", "nobody", "none") or after[place : place + 2] == ["no", "one"]:
            return True
        if word not in ("to", "about", "with", "for", "any"):
            return False
    return False


def _doer(
    words: Sequence[str],
    index: int,
    before: int,
    subject: str,
    be: bool,
    have: bool,
    people: frozenset[int],
) -> Doer:
    if be and not (have and not set(words[before + 1 : index]) & {"been"} and subject in _OTHERS):
        by = words[index + 1 : index + 7]
        if "by" in by and index + 1 + by.index("by") + 1 in people:
            return "other"
        return "unnamed"
    if subject in ("i", "we") or (words[:2] in (("i", "had"), ("i", "got")) and index > 2 and not have):
        # "I had its limit raised" says that the assistant caused it.
        return "assistant"
    if subject == "you":
        return "owner"
    if before < 0 or subject in _BREAKS:
        # In "I cancelled the one and booked the other" the subject comes only before the first verb.
        return "assistant" if not have else "other"
    if subject in _OTHERS or before in people:
        # "Natalia told that you come" and "the mail sent" leave out "was".
        following = words[index + 1] if index + 1 < len(words) else ""
        active = following in _OBJECTS or index + 1 in people
        return "unnamed" if before in people and not have and not active else "other"
    if have:
        return "other"
    following = words[index + 1] if index + 1 < len(words) else ""
    active = following in _OBJECTS or index + 1 in people
    return "other" if active else "unnamed"
