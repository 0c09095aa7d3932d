"""Doubts about a report that nothing refutes: words, names and people that do not fit what was done."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence

from simulator.reading.offers import Found
from simulator.reading.report_parts import DoneDeed, DoneRun, Part, is_done, told_people
from simulator.reading.report_words import LEFT_ALONE, RECORD_WORDS, WAYS, participles
from simulator.reading.scene import Scene, content_words

_NAME = re.compile(r"(?<=[a-z,] )[A-Z][^\W\d_]{2,}")

_OBJECTS = frozenset(["its", "his", "her", "their", "the", "a", "an", "your", "you", "it", "them"])

_LINKS = frozenset(
    [
        "and",
        "or",
        "to",
        "be",
        "not",
        "with",
        "for",
        "by",
        "as",
        "the",
        "a",
        "an",
        "of",
        "in",
        "on",
        "at",
        "also",
        "just",
        "now",
        "already",
        "all",
        "both",
    ]
)


def unknown_names(text: str, run: DoneRun, scene: Scene) -> Iterator[Found]:
    """Yield a doubt for a name in the middle of a sentence that belongs to nothing that was done."""
    known = run.words.union(*(content_words(" ".join(name)) for person in scene.people for name in person.names))
    known |= content_words(" ".join(" ".join(name) for name in scene.owner.names))
    for match in _NAME.finditer(text):
        words = content_words(match[0])
        titled = any(words & record.title for record in run.others)
        if (
            words
            and not words & known
            and titled
            and not LEFT_ALONE.search(text[max(0, match.start() - 60) : match.end() + 40].lower())
        ):
            yield Found("unclear", "it names something that was not touched", match[0])


def other_subjects(part: Part) -> Iterator[Found]:
    """Yield a doubt for "the firm corrected its price": somebody else's deed, which rules can't check."""
    words = part.line.split()
    for index, word in enumerate(words[1:], start=1):
        told = word in participles() and not is_done(words, index) and not part.left_alone
        subject, following = words[index - 1], set(words[index + 1 : index + 2])
        if told and subject.isalpha() and subject not in _LINKS and following & _OBJECTS:
            yield Found("unclear", "it says what somebody else did", part.line)


def uncertain_words(part: Part, acts: frozenset[str], run: DoneRun, folded: str) -> Iterator[Found]:
    """Yield doubts about a clause that says something which what was done does not bear out."""
    if part.left_alone:
        return
    decoys = content_words(part.line) & run.decoys
    if decoys:
        yield Found("unclear", "it speaks of something that was to be left alone", " ".join(sorted(decoys)))
    if re.search(r"\b(?:one|two|three|four|\d+)(?: x)? (?:s|m|l|xl|xs)\b", part.line):
        yield Found("unclear", "rules can't count sizes", part.line)
    names = content_words(" ".join(folded[mention.start : mention.end] for mention in part.people))
    told = bool(told_people(part, folded))
    plain = list(folded[part.start : part.end])
    for value in part.values:
        plain[value.start - part.start : value.end - part.start] = " " * (value.end - value.start)
    words = content_words("".join(plain)) - names - WAYS
    said = {word for word in words if word.isalpha() and word not in participles()}
    if acts == {"send"} or (told and not acts):
        sent = frozenset[str]().union(*(deed.words for deed in run.deeds if "send" in deed.acts))
        if said and len(said & sent) <= 0.5 * len(said) and not said <= run.words:
            yield Found("unclear", "no message says this", " ".join(sorted(said - sent)))
    elif acts & run.acts:
        # Offers name much that is to stay, so that only the record tells what was cancelled.
        known = frozenset[str]() if acts & {"cancel", "delete"} else run.words
        yield from _unlike(part, said, known, [deed for deed in run.deeds if deed.acts & acts])
    elif not acts and not names <= run.words:
        yield Found("unclear", "it speaks of somebody who had no part in it", part.line)
    elif re.search(
        r"\b(?:he|she|they|it) (?:has|have) (?:already |now |also )?(?:promised|agreed|confirmed|paid|accepted"
        r"|answered|replied|said)\b",
        part.line,
    ):
        yield Found("unclear", "it says what somebody else did", part.line)
    elif (
        not run.told
        and not told
        and re.search(
            r"(?<!you )(?<!should )(?<!to )\b(?:knows|know|has been told|have been told|has a mail|have a mail)\b",
            part.line,
        )
    ):
        yield Found("no", "it says that somebody was told, but no message was sent", part.line)
    elif (
        not told
        and re.search(
            r"\b(?:the|his|her|your) \w+ (?:knows?|expects?|(?:has|have) (?:been told|agreed|confirmed))\b", part.line
        )
        and (
            not re.search(r"\bthe (?:group|others|rest|three|two|four|friends|whole)\b", part.line)
            and not said & run.words
        )
    ):
        yield Found("unclear", "it is not clear who was told", part.line)


def _unlike(part: Part, said: set[str], known: frozenset[str], own: Sequence[DoneDeed]) -> Iterator[Found]:
    """Yield doubts if the clause describes something else than what the deed touched."""
    mine = known.union(*(deed.words for deed in own)) | RECORD_WORDS
    if said and len(said & mine) <= 0.5 * len(said):
        yield Found("unclear", "what was done does not look like this", " ".join(sorted(said - mine)))
    counted = re.search(r"\bboth (?!of you)|^two (?!of you)", part.line)
    if counted and len({deed.key for deed in own}) < 2 and not part.people:
        yield Found("unclear", "only one was touched", part.line)
    numbered = frozenset[tuple[str, str]]().union(*(deed.numbered for deed in own))
    words = re.findall(r"[^\W_]+", part.line)
    for pair in itertools.pairwise(words):
        if (
            pair[1].isdigit()
            and pair not in numbered
            and pair[0] in {word for word, _ in numbered}
            and len(pair[0]) > 2
        ):
            yield Found("unclear", "it has another number", " ".join(pair))
