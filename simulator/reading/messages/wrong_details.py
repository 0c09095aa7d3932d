"""Finds details that differ from right texts: weekday, period, place, counted thing, amount per person, person."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, datetime

from simulator.reading.claims import Found
from simulator.reading.facts.text_values import ValueKey, ValueMention, kind_of
from simulator.reading.language.assertion import Asserted, asserted, line_of, own_lines
from simulator.reading.language.word_sets import word_set
from simulator.reading.messages.comparison import WEEKDAYS, RightTexts, known_values
from simulator.reading.scene import content_words, singular

_PERIODS = ("day", "week", "month", "year")
_NUMBERED = re.compile(r"\b([^\W\d_]{4,}) (\d{1,3})\b(?![.,:]\d)")
_COUNTED_THING = re.compile(r"(?<![\d.,:])(\d{1,3}) ([a-z]{4,}|%)(?![\w])")
_NAMED_PLACE = re.compile(r"\b([^\W\d_]{3,}) (street|avenue|road|lane|square|hall|pier|gate|quay|court)\b")
_PLAIN_BEFORE = word_set(
    "until till about from than only just with over under after before around nearly almost least most your their that"
    " this same usual other whole next last first second third fourth fifth ground roof side back front seminar meeting"
    " changing washing living january february march april may june july august september october november december"
    " and the have has for was will are you our his her its any one two three four five six seven eight nine ten"
)
# Nouns that may follow a wanted number even if no right text has them.
_COUNTED = content_words(
    "people persons guests heads seats places adults children friends singers members times euros years"
)
_RELATIVE_DOES = re.compile(
    r"\b(?:my|your|his|her|our|their|the) (brother|sister|wife|husband|son|daughter|mother|father|aunt|uncle|cousin"
    r"|nephew"
    r"|niece|colleague|boss|neighbou?rs?|friend|partner|assistant|secretary|flatmate|roommate|grandmother|grandfather"
    r"|granddaughter|grandson|girlfriend|boyfriend|deputy|successor|predecessor)(?: '?s?)?(?: [a-z]+)?"
    r" (?:is|are|will|would|can|has|comes|come|takes|take|pays|cancels|needs|goes|gets|accepts|joins|replaces|collects"
    r"|picks|wants|does|represents|stands|fills)\b"
)
_PER_HEAD = re.compile(r"(?: \w+)? (?:each|apiece|a head|per head|per person|a person)\b")
# A date without a year may mean several days; the day within half a year counts.
_NEAR_DAYS = 183


def wrong_details(said: Asserted, right: RightTexts, wanted: frozenset[ValueKey], now: datetime) -> Iterator[Found]:
    """Yield a finding for each wrong detail. Fields get fewer checks, because they often hold lists."""
    if not right.texts:
        return
    yield from _units(said, right, now)
    yield from _places(said, right)
    yield from _weekdays(said, now)
    if right.prose:
        yield from _counted(said, right, wanted)
        yield from _each(said, right, wanted, now)
        yield from _somebody_else(said, right, wanted)
        yield from _other_payee(said, right, wanted)
        yield from _left_out(said, right)
        yield from _others_number(said, right, wanted)
        yield from _other_price(said, right, now)
        yield from _together(said, right, wanted)
        yield from _other_greeting(said, right)


def _weekdays(said: Asserted, now: datetime) -> Iterator[Found]:
    """Yield a finding for a date with a wrong weekday, such as "Tuesday 11 February" for a Wednesday."""
    for value in said.values:
        if value.kind != "day":
            continue
        words = said.text.folded[value.start : value.end]
        named = next((number for number, name in enumerate(WEEKDAYS) if words.startswith(name[:3])), None)
        days = {date.fromordinal(day) for day in value.meanings}
        near = [day for day in days if abs((day - now.date()).days) < _NEAR_DAYS]
        if named is not None and re.search(r"\d", words) and near and all(day.weekday() != named for day in near):
            yield Found("no", "weekday and date do not agree", words)


def _units(said: Asserted, right: RightTexts, now: datetime) -> Iterator[Found]:
    """Yield a finding for "a year" instead of "a month", and for "draft 2" instead of "draft 3".

    Numbers in days and times are left out, because other checks compare them. They are included if the text names only
    other days.
    """
    folded, say = said.text.folded.replace("%", " percent"), right.say.lower().replace("%", " percent")
    folded = re.sub(r" +percent", " percent", folded.replace("per cent", "percent"))
    for period in _PERIODS:
        if re.search(rf"\b(?:a|per|each|every) {period}\b", say):
            other = re.search(
                rf"\b(?:a|per|each|every) (?:{'|'.join(one for one in _PERIODS if one != period)})\b|\b(?:yearly"
                rf"|annual\w*|weekly|daily)\b",
                folded,
            )
            if other and not re.search(rf"\b{period}", folded):
                yield Found("no", f"it is not per {period}", other[0])
    claim = asserted(right.say, now)
    dated = _words_of_dates(said) | _words_of_dates(claim)
    days, named_days = _days(claim), _days(said)
    if days and named_days and not days & named_days:
        # "Friday 21 August" in place of "Thursday 20 August".
        dated = frozenset()
    for number, noun in _COUNTED_THING.findall(say):
        named = {other for other, one in _COUNTED_THING.findall(folded) if singular(one) == singular(noun)}
        if noun in dated:
            continue
        # The right number may be written out: "thirty percent", beside "3 percent of my battery".
        said_too = any(int(number) * 100 in value.meanings for value in said.values if kind_of(value) == "amount")
        if named and number not in named and not said_too:
            yield Found("no", f"it names another number of {noun}", f"{min(named)} {noun}")
    for noun, number in _NUMBERED.findall(say):
        named = {other for one, other in _NUMBERED.findall(folded) if one == noun}
        if named and number not in named:
            yield Found("no", f"it names another {noun}", f"{noun} {min(named)}")


def _days(said: Asserted) -> frozenset[int]:
    return frozenset(meaning for value in said.values if value.kind == "day" for meaning in value.meanings)


def _words_of_dates(said: Asserted) -> frozenset[str]:
    """Return the words of days and times, such as "november" in "5 November"."""
    dates = (value for value in said.values if value.kind in ("day", "time"))
    return frozenset(word for value in dates for word in said.text.folded[value.start : value.end].split())


def _places(said: Asserted, right: RightTexts) -> Iterator[Found]:
    """Yield a doubt for "Mill Street" where right texts have "Barn Street", and for "room 5" instead of "room 3"."""
    known = " ".join(right.sayings).lower()
    for pattern, noun_first in ((_NAMED_PLACE, False), (_NUMBERED, True)):
        right_pairs = {match.groups() for match in pattern.finditer(known)}
        for match in pattern.finditer(said.text.folded):
            name, noun = (match[2], match[1]) if noun_first else (match[1], match[2])
            same = {pair[1] if noun_first else pair[0] for pair in right_pairs if noun in pair}
            if same and name not in same and name not in _PLAIN_BEFORE and noun not in _PLAIN_BEFORE:
                yield Found("unclear", f"it names another {noun}", match[0])


def _counted(said: Asserted, right: RightTexts, wanted: frozenset[ValueKey]) -> Iterator[Found]:
    """Yield a doubt for "24 chairs" where right texts count guests."""
    known = content_words(" ".join(right.sayings))
    for value in said.values:
        if value.kind != "number" or ("amount", min(value.meanings)) not in wanted:
            continue
        noun = re.match(r" ([a-z]{4,}s)\b", said.text.folded[value.end :])
        if noun and singular(noun[1]) not in known | _COUNTED and noun[1] not in known:
            yield Found("unclear", "it counts something else", said.text.folded[value.start : value.end + noun.end()])


def _each(said: Asserted, right: RightTexts, wanted: frozenset[ValueKey], now: datetime) -> Iterator[Found]:
    """Yield a finding for "600 each" if 600 is neither wanted nor in right texts."""
    if not any(kind == "amount" for kind, _ in wanted):
        return
    known = known_values(right.sayings, now).said
    for value in said.values:
        keys = {(kind_of(value), meaning) for meaning in value.meanings}
        for_each = kind_of(value) == "amount" and _PER_HEAD.match(said.text.folded, value.end)
        if for_each and not keys & (wanted | known) and said.how(value.start, value.end) == "said":
            yield Found("no", "it names another amount for each", said.text.folded[value.start : value.end])


def _somebody_else(said: Asserted, right: RightTexts, wanted: frozenset[ValueKey]) -> Iterator[Found]:
    """Yield a doubt if the text is about a relative or friend of the person who is meant."""
    known = " ".join(right.sayings).lower()
    for sentence in said.text.sentences:
        match = _RELATIVE_DOES.search(line_of(sentence))
        here = [value for value in said.values if sentence.start <= value.start < sentence.end]
        telling = not wanted or any((kind_of(value), one) in wanted for value in here for one in value.meanings)
        if match and telling and match[1] not in known:
            yield Found("unclear", "it may be about somebody else", match[0].strip())
            return


_GIVES = re.compile(
    r"\b(?:pay|send|transfer|give|bring|hand|return|wire)\b (?:it|them|that|this|the (?:money|amount|sum|share)|your"
    r" (?:share|part|money)|[^\s.!?;]*\d\S*)(?: \w+){0,2} to ([^\W\d_]+)"
)


def _other_payee(said: Asserted, right: RightTexts, wanted: frozenset[ValueKey]) -> Iterator[Found]:
    """Yield a doubt if the message sends money to a person who is not the payee in any right text."""
    if not any(kind == "amount" for kind, _ in wanted):
        return
    known = " ".join(right.sayings).lower()
    for _, line in own_lines(said.text):
        for match in _GIVES.finditer(line):
            if singular(match[1]) in right.people | right.readers and f"to {match[1]}" not in known:
                yield Found("unclear", "it sends the money to somebody else", match[0])


_GREETS = re.compile(
    r"^[ ]*(?P<word>(?:my )?(?:dear(?:est)?|hi|hello|hey|good (?:morning|afternoon|evening|day)|morning|evening"
    r"|greetings)\b[ ,]*)?(?P<names>[^\n.!?:]{2,60}?) ?(?:[!:\n]|,(?! (?:dear|and)\b))",
    re.MULTILINE,
)
# Longer openings are not greetings.
_MOST_WORDS = 8


def _other_greeting(said: Asserted, right: RightTexts) -> Iterator[Found]:
    """Yield a finding if a text greets a person on the phone who is not one of its recipients."""
    for match in list(_GREETS.finditer(said.text.folded))[:2]:
        words = [singular(word) for word in re.findall(r"[^\W\d_]+", match["names"])]
        if not words or len(words) > _MOST_WORDS or right.readers & set(words):
            continue
        other = next((word for word in words[:3] if word in right.people), None)
        # Without a word such as "dear", the name may be the subject: "Emeka, our trumpet player, …".
        if other is not None and match["word"]:
            yield Found("no", "it greets somebody else", match[0].strip())
            return


_LEAVES_OUT = re.compile(
    r"\b(?:except(?: for)?|excluding|apart from|other than|but not|not for|without) (?:you , )?([^\W\d_]+)"
)


def _left_out(said: Asserted, right: RightTexts) -> Iterator[Found]:
    """Yield a doubt for each sentence that excludes one of the recipients: "all except Ann"."""
    for _, line in own_lines(said.text):
        match = _LEAVES_OUT.search(line)
        if match and singular(match[1]) in right.readers:
            yield Found("unclear", "it leaves somebody out", match[0])


_WHOSE = re.compile(
    r"\b(?:([^\W\d_]+)'s|(my|our))(?: (?:own|new|old|mobile|cell|phone|private|work))* (?:number|mobile|phone|line)"
    r"(?: is| now is|:| ,)* $"
)


def _others_number(said: Asserted, right: RightTexts, wanted: frozenset[ValueKey]) -> Iterator[Found]:
    """Yield a doubt for the right phone number with the wrong owner: "my own number is …"."""
    known = content_words(" ".join(right.sayings))
    for value in said.values:
        if value.kind != "phone" or not any(("phone", one) in wanted for one in value.meanings):
            continue
        match = _WHOSE.search(said.text.folded[: value.start])
        # The family name of the number's owner does not point to another person.
        own = known | (right.people - right.strangers)
        if match and (match[2] or singular(match[1]) not in own):
            yield Found("unclear", "it says to whom this belongs", match[0].strip())


_COSTS = re.compile(r"\b(?:costs?|price is|priced at|sells? for|goes for) (?:only |now |just |you )?[^\w\s]?$")


def _other_price(said: Asserted, right: RightTexts, now: datetime) -> Iterator[Found]:
    """Yield a doubt for a price that no right text names."""
    known = known_values(right.sayings, now).said
    if not any(kind == "amount" for kind, _ in known):
        return
    for value in said.values:
        keys = {(kind_of(value), meaning) for meaning in value.meanings}
        if kind_of(value) == "amount" and _COSTS.search(said.text.folded[: value.start]) and not keys & known:
            rest = said.text.folded[value.end :]
            if said.how(value.start, value.end) == "said" and not re.match(r" ?%| ?percent", rest):
                yield Found("unclear", "it names another price", said.text.folded[value.start : value.end])


_ALL_TOGETHER = re.compile(r"\b(?:together|altogether|in total|in all|between (?:you|us|them)|jointly)\b")
_ONLY_MINE = re.compile(r"\b(?:my (?:own )?(?:share|part|portion) (?:is|comes)|i (?:alone )?pay|(?:is|for) me alone)\b")
_FOR_EACH = re.compile(r"\b(?:each|every\w*|per|a head|apiece|a person|one of (?:us|you)|all of)\b")


def _is_of_another_sum(value: ValueMention, said: Asserted) -> bool:
    """Return True for 2.40 in "2.40 for you and for Bo, so 4.80 together": the total is next to another amount."""
    sentence = said.sentence_at(value.start)
    match = _ALL_TOGETHER.search(said.text.folded, sentence.start, sentence.end)
    amounts = [one for one in said.values if kind_of(one) == "amount" and sentence.start <= one.start < sentence.end]
    if match is None or len(amounts) < 2:
        return False
    nearest = min(amounts, key=lambda one: min(abs(one.end - match.start()), abs(match.end() - one.start)))
    return not nearest.meanings & value.meanings


def _together(said: Asserted, right: RightTexts, wanted: frozenset[ValueKey]) -> Iterator[Found]:
    """Yield a doubt if the amount for each person is given as the total, or as the writer's own share only."""
    if not re.search(r"\beach\b", right.say):
        return
    for value in said.values:
        if any((kind_of(value), one) in wanted for one in value.meanings) and kind_of(value) == "amount":
            sentence = said.sentence_at(value.start)
            line = line_of(sentence)
            match = _ALL_TOGETHER.search(line) or _ONLY_MINE.search(line)
            if match and not _FOR_EACH.search(line) and not _is_of_another_sum(value, said):
                yield Found("unclear", "it does not give the amount for each person", match[0])
