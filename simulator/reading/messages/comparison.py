"""Compares a text with right texts for the same goal: the texts in the solutions of the scenario file.

Yields doubts if the text names other people or records, or denies, retracts or misuses a wanted value. The module
`other_values` checks values beside the wanted ones.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from functools import lru_cache
from typing import NamedTuple

from simulator.reading.claims import Found
from simulator.reading.facts.folding import fold
from simulator.reading.facts.text_values import ValueKey, ValueMention, kind_of
from simulator.reading.language.assertion import Asserted, asserted, line_of
from simulator.reading.language.subjects import wrong_subjects
from simulator.reading.language.tokens import Sentence, Token
from simulator.reading.scene import content_words, singular

# Words that make a time or day a limit: "until ten" differs from "at ten".
BOUND = re.compile(r"\b(?:until|till|through|after|before)(?: (?:the|about|around))? $")
STARTS_THEN = re.compile(r"\b(?:from|starting|starts|beginning|begins|as of|since)(?: on| at)?(?: the)? $")
_DENIES = re.compile(r"\b(?:nothing|nobody|no|none|never|neither)\b")
_HARMLESS = re.compile(
    r"\b(?:(?:no|not) (?:earlier|sooner|before|later) than|not (?:\w+ ){1,6}(?:before|until|till)|not (?:before"
    r"|until|till|only|just|a word|far|too late"
    r"|later than|be late)|no (?:problem|trouble"
    r"|later than|matter|need to (?:hurry|worry)|doubt|one else|rush|hurry|worries|need|more)|do not (?:worry|be"
    r" late|forget|wait|leave"
    r"|set off)"
    r"|(?:sorry|afraid|regret)[^,;.]{0,40}\bnot\b|(?:can|could|will|shall|do|does) not (?:make|be (?:there"
    r"|with you|in)|do|work|come|keep|get)[^,;.]{0,30}(?:today|tonight|tomorrow|at|on|\w+day)"
    r"|nothing could keep|not (?:have to|need to))\b"
)
_MEASURES = re.compile(r"^ (?:years?|months?|kilos?|kg|km|metres?)\b")
_USES = (
    (
        re.compile(r"^[^.!?;]*?,? but (?!only if|only for|please|not (?:at|on|before)|do not worry|first|only)"),
        'it goes on with "but"',
    ),
    (
        re.compile(
            r"^,? (?:was|were|would have been) (?!agreed|billed|charged|confirmed|quoted|shown|promised"
            r"|the (?:fare|price))"
        ),
        "it uses this for something in the past",
    ),
    (re.compile(r"^,? is when\b"), "it says what else happens at this time"),
    (re.compile(r"^,? (?:i|we|he|she|they|it) (?:was|were|had)\b"), "it uses this for something in the past"),
    (re.compile(r"^ is (?!not)[\w]+'s\b"), "it says to whom this belongs"),
    (
        re.compile(r"^,? (?:is|was) (?:my|our) (?:own )?(?:number|line|phone|mobile|extension)"),
        "it says to whom this belongs",
    ),
    (_MEASURES, "it uses the number to measure something else"),
    (re.compile(r"^ (?:train|bus|flight|plane|ferry|tram|meeting|news)\b"), "it uses the time only as a name"),
    (
        re.compile(
            r"^[^.!?;]*\b(?<!even )if (?!you|that|this|it|i may|i can|all right|okay|possible|so|we (?:are|order)"
            r"|there are|at least)"
        ),
        "it sets a condition",
    ),
)
# "417 Mill Lane (not 305)" names the old value beside the right one, and denies nothing else.
_NOT_THE_OLD = re.compile(r"[(\[] ?not (?:[^\W\d_][\w'-]* ){0,4}?[^\s\w]?\d[^()\[\]]*[)\]]")
_GOES_BACK = re.compile(
    r"\b(?:(?:i|we) (?:\w+ ){1,3}(?:not|never) (?:\w+ )?(?:do|doing|want|take|taking|need|like|mean|use|trust"
    r"|believe|keep|accept|order|book"
    r"|have|having|count|rely|agree|recommend|confirm|say|promise|go|going|pay|suit|work)(?: \w+){0,2} (?:it|that|this"
    r"|that one|them)\b(?! (?:is|was|will))|against (?:it|that|this|them)\b"
    r"|know nothing (?:of|about) (?:it|that|this)|(?:think|thinking) (?:about|over) (?:it|that)"
    r"|(?:something|somebody|someone) else|pick another|i am against"
    r"|(?:not|never) [^,;.!?]{1,40} after all\b|think it over|let you know|not (?:yet )?(?:sure|decided|certain)|we"
    r" shall see|we will see)"
)
# Signs and words that end a part of a sentence. A comma alone does not: it may be in a list or before a date.
_SUBJECT_WORDS = r"i|we|you|he|she|it|they|the|my|your|our|his|her|their|there|please|that|then|this|these"
_PART_SIGN = re.compile(
    rf"[;()]|:(?!\d)|,(?= (?:and|but|so|which|who|because|since|as|while|though|or|not|{_SUBJECT_WORDS})\b)"
    rf"|\b(?:but|so|because|while|although|whereas|though|which)\b|\band(?= (?:{_SUBJECT_WORDS})\b)"
)
# The names in `calendar` depend on the locale and are formatted again each time.
WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")


class RightTexts(NamedTuple):
    """Right texts for a goal, from the scenario's solutions, with the goal's claim.

    The other fields have names and values by which a wrong text may differ from right texts.
    """

    texts: tuple[str, ...] = ()
    say: str = ""
    strangers: frozenset[str] = frozenset()
    """Words that no right text has: from names of other people or of things to leave alone, and other house numbers."""
    around: frozenset[ValueKey] = frozenset()
    """Values in the recipients' mails and chats, in records on the same topic, in solutions and in accepted offers."""
    titles: frozenset[str] = frozenset()
    """Words of other records' titles, and of names in other conversations, that no right text has."""
    all_values: Callable[[], frozenset[ValueKey]] = frozenset
    """Function that returns `elsewhere`, which few checks need: most texts name only values that right texts have."""
    readers: frozenset[str] = frozenset()
    """Words of the recipients' names."""
    people: frozenset[str] = frozenset()
    """Words of the names of the scenario's other people, without the owner and the recipients."""
    owner: frozenset[str] = frozenset()
    """Words of the owner's name."""
    rivals: frozenset[tuple[str, str]] = frozenset()
    """Words that distinguish another record from the right one, each with a word that both titles share."""
    agreed: tuple[str, ...] = ()
    """Offers that the user accepted."""
    prose: bool = True
    """False for fields, whose values are in lists rather than in sentences."""

    @property
    def sayings(self) -> tuple[str, ...]:
        """Return the right texts, followed by the claim."""
        return (*self.texts, self.say) if self.say else self.texts

    @property
    def elsewhere(self) -> frozenset[ValueKey]:
        """Return the values anywhere on the phone, except in records that the assistant made."""
        return self.all_values()


class _Known(NamedTuple):
    said: frozenset[ValueKey]
    bound: frozenset[ValueKey]
    """Values that right texts give as a limit: "until ten", "by ten", "after ten"."""
    starts: frozenset[ValueKey]
    """Values that right texts give as the start of a period."""
    plain: frozenset[ValueKey]
    """Values that right texts give neither as a limit nor as a start."""


@lru_cache(maxsize=256)
def known_values(texts: tuple[str, ...], now: datetime) -> _Known:
    said: set[ValueKey] = set()
    bound: set[ValueKey] = set()
    starts: set[ValueKey] = set()
    plain: set[ValueKey] = set()
    for text in texts:
        right = asserted(text, now)
        for value in right.values:
            keys = {(kind_of(value), meaning) for meaning in value.meanings}
            if right.how(value.start, value.end) in ("said", "asked", "hedged"):
                said |= keys
            before = right.text.folded[: value.start]
            limits = BOUND.search(before) or before.endswith(" by ")
            opens = STARTS_THEN.search(before)
            if limits:
                bound |= keys
            if opens:
                starts |= keys
            if not (limits or opens):
                plain |= keys
    return _Known(frozenset(said), frozenset(bound), frozenset(starts), frozenset(plain))


def doubts(
    said: Asserted, right: RightTexts, wanted: frozenset[ValueKey], everywhere: bool, now: datetime
) -> Iterator[Found]:
    """Compare a text that seems right with right texts, and yield doubts; none if there are no right texts.

    `wanted` are the wanted values that the text has. Part of the name of another person or record raises a doubt only
    beside one of these values or, with `everywhere`, only beside words of the claim. A full name always raises a doubt.
    """
    if not right.texts:
        return
    yield from _strange(said, right, wanted, everywhere)
    yield from _rivals(said, right)
    if right.prose:
        for words in wrong_subjects(said, right.sayings, right.titles, wanted, now):
            yield Found("unclear", "it says this about something else", words)
        yield from _denials(said, wanted)
        yield from _turns(said, wanted, right)


def part_at(said: Asserted, place: int) -> tuple[int, int]:
    """Return the start and end, in the folded text, of the part of a sentence at a position.

    Parts end at conjunctions and at punctuation such as ";", so each part says one thing.
    """
    sentence = said.sentence_at(place)
    start, end = sentence.start, sentence.end
    for match in _PART_SIGN.finditer(said.text.folded, sentence.start, sentence.end):
        if match.end() <= place:
            start = match.end()
        elif match.start() > place:
            return start, match.start()
    return start, end


def _clause(said: Asserted, place: int) -> str:
    """Return the text from the last comma, colon, semicolon, "but" or "so" before a position to the sentence's end."""
    sentence = said.sentence_at(place)
    start = max(said.text.folded.rfind(sign, sentence.start, place) for sign in (",", ";", ":", " but ", " so "))
    return said.text.folded[max(start, sentence.start) : sentence.end]


def _near(said: Asserted, place: int) -> str:
    """Return the part of `_clause` up to the next comma, colon or semicolon after the position."""
    clause = _clause(said, place).lstrip(" ,;:")
    sentence = said.sentence_at(place)
    end = re.search(r"[,;:](?! ?\d)", said.text.folded[place : sentence.end])
    return clause if end is None else clause[: len(clause) - (sentence.end - place - end.start())]


def _spelled(words: str) -> str:
    return re.sub(r"n't\b", " not", words.replace("can't", "can not").replace("won't", "will not"))


_NOBODY = frozenset(("nobody", "somebody", "anybody", "everybody", "nothing", "everything"))


def _strange(said: Asserted, right: RightTexts, wanted: frozenset[ValueKey], everywhere: bool) -> Iterator[Found]:
    """Yield at most one doubt: the text names a person or record that no right text names.

    Part of a name raises a doubt only if the same part of the sentence has a wanted value or, with `everywhere`, a word
    of the claim. A full name or another house number always raises a doubt.
    """
    claimed = content_words(right.say) - right.readers
    others = right.people - content_words(" ".join(right.sayings))
    for sentence in said.text.sentences:
        here = [value for value in said.values if sentence.start <= value.start < sentence.end]
        # Names may be mentioned in passing, so they count only beside a wanted value or the claim's own words.
        marked = {value.start for value in here if any((kind_of(value), one) in wanted for one in value.meanings)}
        for part in _parts(sentence):
            words = {singular(token.word) for token in part}
            telling = words & claimed if everywhere else any(token.start in marked for token in part)
            for place, token in enumerate(part):
                word = singular(token.word)
                # Other people may be mentioned, but "for Ulf" says that the message is about somebody else's matter.
                for_other = word in others and "for" in {one.word for one in part[max(0, place - 2) : place]}
                if (word not in right.strangers | right.titles and not for_other) or token.quoted or word in _NOBODY:
                    continue
                # The 21 of "21 to 30 April" is no house number.
                if word.isdigit() and (_in_span(part, place) or _is_full_title(part, place, right)):
                    continue
                # A full name or another number of the same house is never said in passing.
                beside = {singular(one.word) for one in part[max(0, place - 1) : place + 2]} - {word}
                full = word in right.strangers and (word.isdigit() or beside & right.strangers)
                if telling or full:
                    yield Found("unclear", "it names something else on the phone", token.word)
                    return


def _in_span(part: Sequence[Token], place: int) -> bool:
    """Return True for a number that begins a span of numbers, such as 21 in "21 to 30 April"."""
    after = [token.word for token in part[place + 1 : place + 3]]
    return len(after) == 2 and after[0] in ("to", "-", "till", "until") and after[1].isdigit()


def _is_full_title(part: Sequence[Token], place: int, right: RightTexts) -> bool:
    """Return True for the 11 of "Kelp Court 11" if right texts say "Kelp Court" but never a number after it."""
    before = part[place - 1].word if place else ""
    said = fold(" ".join(right.sayings))
    return bool(before) and before in said.split() and not re.search(rf"\b{re.escape(before)} \d", said)


def _rivals(said: Asserted, right: RightTexts) -> Iterator[Found]:
    """Yield a doubt for "the reading lamp" where right texts mean the work lamp and the phone has both."""
    for sentence in said.text.sentences:
        words = [singular(token.word) for token in sentence.tokens if not token.quoted]
        for place, word in enumerate(words):
            for other in words[place + 1 : place + 3]:
                if (word, other) in right.rivals:
                    yield Found("unclear", "it names something else on the phone", f"{word} {other}")
                    return


_PART_ENDS = frozenset(("but", "so", "because", "while", "although", "whereas", ";", ":", "(", ")"))


def _parts(sentence: Sentence) -> Iterator[list[Token]]:
    """Yield the words of a sentence in parts, cut at semicolons, colons, brackets and conjunctions such as "but"."""
    part: list[Token] = []
    for token in sentence.tokens:
        if token.word in _PART_ENDS:
            yield part
            part = []
        else:
            part.append(token)
    yield part


def _denials(said: Asserted, wanted: frozenset[ValueKey]) -> Iterator[Found]:
    """Yield a doubt if a negation such as "nobody" or "not" is near a wanted value."""
    for value in said.values:
        if not any((kind_of(value), meaning) in wanted for meaning in value.meanings):
            continue
        sentence = said.sentence_at(value.start)
        start, end = part_at(said, value.start)
        match = _DENIES.search(_HARMLESS.sub(" ", _spelled(said.text.folded[start:end])))
        if match is None:
            near = _NOT_THE_OLD.sub(" ", _spelled(_near(said, value.start)))
            match = re.search(r"\bnot\b", _HARMLESS.sub(" ", near))
        others = [
            other
            for other in said.values
            if sentence.start <= other.start < sentence.end and kind_of(other) == kind_of(value)
        ]
        # "Not at two but at four" denies only the value that is wrong.
        if match and not any(said.how(other.start, other.end) == "denied" for other in others):
            yield Found("unclear", "it also denies something", match[0])
            return


def _measures(value: ValueMention, rest: str, right: RightTexts) -> bool:
    """Return True for "108 kilos" if right texts or the claim name the unit, or if neither counts things with 108."""
    unit = rest.split()[0].rstrip(".,;:!?)").rstrip("s")
    if re.search(rf"\b{unit}s?\b", " ".join(right.sayings).lower()):
        return True
    numbers = {meaning // 100 for meaning in value.meanings}
    counted = re.findall(r"(?<![\w.,:])(\d{1,6}) [a-z]{3,}", " ".join(right.sayings).lower())
    return value.kind == "number" and not numbers & {int(number) for number in counted}


def _turns(said: Asserted, wanted: frozenset[ValueKey], right: RightTexts) -> Iterator[Found]:
    """Yield doubts about the use of wanted values.

    There is a doubt if "but" follows a wanted value, if a later sentence takes the value back, or if the value is about
    something else: "four was too early", "it is four now".
    """
    folded = said.text.folded
    asked = re.search(r"\b(?:is|are) asked\b", right.say) is not None
    last = -1
    for value in said.values:
        if not any((kind_of(value), meaning) in wanted for meaning in value.meanings):
            continue
        sentence = said.sentence_at(value.start)
        rest = folded[value.end : sentence.end]
        after = [other for other in said.values if value.end <= other.start < sentence.end]
        contrast = any((kind_of(other), meaning) in wanted for other in after for meaning in other.meanings)
        for pattern, reason in _USES:
            # "46.20, but 16.50 was agreed": the other wanted value may follow "but".
            if pattern.search(rest) and not contrast and not (pattern is _MEASURES and _measures(value, rest, right)):
                yield Found("unclear", reason, folded[value.start : sentence.end].strip())
                return
        if re.search(r"\bit is (?:already )?$", folded[: value.start]) and rest.startswith(" now"):
            yield Found("unclear", "it only says what time it is now", folded[value.start : value.end])
        if re.search(r"\babout (?:the )?$", folded[sentence.start : value.start]) and value.kind in ("time", "day"):
            yield Found("unclear", "it mentions this without settling on it", folded[value.start : value.end])
        if value.kind in ("phone", "number") and rest.startswith("?") and not asked:
            yield Found("unclear", "it only asks about this", folded[value.start : value.end])
        last = max(last, sentence.end)
    for sentence in said.text.sentences:
        match = _GOES_BACK.search(line_of(sentence)) if 0 <= last <= sentence.start + 1 else None
        if match:
            yield Found("unclear", "it goes back on what it says", match[0])
            return
