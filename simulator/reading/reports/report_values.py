"""Compares the values of a report with what was done: days, times, amounts, counts, codes and opposites."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator, Sequence

from simulator.reading.claims import Found
from simulator.reading.facts.addresses import addresses_in
from simulator.reading.facts.folding import fold
from simulator.reading.facts.money import money_in
from simulator.reading.facts.text_values import ValueMention, kind_of
from simulator.reading.reports.report_parts import DoneDeed, DoneRun, Part, stems
from simulator.reading.reports.report_support import (
    RECORD_WORDS,
    Statement,
    is_borne_out,
    is_half_of_amount,
    value_is_borne_out,
)
from simulator.reading.scene import content_words, singular

_MINUTES_TO = re.compile(
    r"(?:five|ten|twenty|quarter|\d+) to (?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\d)\b"
)
# Values that only describe a record ("Monday's order", "the midnight booking") or a deadline ("by Friday").
_DESCRIBES = re.compile(
    r"^(?:'s)?\s*(?:\w+\s+){0,1}(?:booking|order|ride|cab|van|one|mail|message|entry|reminder|meeting)\b"
)
_DEADLINE = re.compile(
    r"\b(?:by|until|till|before|in time for|latest|from|was|were|instead of|not|since|down)\s+(?:the\s+)?$"
)
_ARRIVES = re.compile(r"\b(?:comes?|coming|arriv\w+|deliver\w*|lands?|here|there|door|mat|way)\b")
# Numbers up to twelve are rarely prices; this limit is in hundredths.
_SMALL = 1200
# A number counts only the words before the first of these: "two pies, the bread and six rolls".
_COUNT_ENDS = re.compile(r"[,;:.(]|\b(?:is|are|was|were|has|have|and|with|without|plus)\b|\d")
_PIECES = frozenset(("pair", "piece", "pack", "set", "box", "copy", "bottle", "bag", "tin", "unit"))
_PAIRS = (
    ("new", "old"),
    ("left", "right"),
    ("first", "second"),
    ("big", "small"),
    ("large", "small"),
    ("upper", "lower"),
    ("north", "south"),
    ("east", "west"),
    ("early", "late"),
    ("earlier", "later"),
    ("black", "white"),
    ("inner", "outer"),
    ("front", "back"),
    ("indoor", "outdoor"),
    ("hot", "cold"),
    ("short", "long"),
    ("single", "double"),
)
_OPPOSITES = {**dict(_PAIRS), **{other: one for one, other in _PAIRS}}
# First and last minute of each part of the day, counted from midnight; the limits are generous.
_PARTS_OF_DAY = {"morning": (240, 780), "afternoon": (690, 1110), "evening": (990, 1440), "tonight": (990, 1440)}
_PART_OF_DAY = re.compile(r"(?<!good )(?<!this )(?<!every )\b(morning|afternoon|evening|tonight)\b")
_SOME_DAY = re.compile(
    r"\b(?:next|this|last|the following|another) (?:week|weekend|month|year)\b|\bthe (?:day|week) (?:after|before)\b"
)
_CODE = re.compile(r"\b[A-Z][A-Z-]{2,}\d+\b")
_REFUSED_CODE = re.compile(
    r"\b(?:r[ua]n out|expired|over|no longer|invalid|refused|failed|rejected|did not|didn't|not)\b"
)
_TOTAL = re.compile(r",? (?:in all|altogether|in total|together|all told)\b")
_WHOLE = re.compile(
    r"\ball (?:of )?(?:your|the|my) (?:mails?|emails?|messages?|reminders?|orders?|notes?|events?|rides?)\b"
)


def wrong_values(
    part: Part, own: Sequence[DoneDeed], said: Statement, run: DoneRun, folded: str, *, sure: bool = True
) -> Iterator[Found]:
    """Yield a finding for each value of the clause that does not match what was done.

    Unless `sure`, a wrong day or time only raises a doubt.
    """
    # Old values count only where the clause is about them: "moved from 15:00", "the 15:00 slot is cancelled".
    past = any(deed.acts & {"cancel", "delete"} for deed in own) or re.search(
        r"\b(?:from|instead|in place|was|old|not)\b", part.line
    )
    done = run.done_values if past else frozenset[tuple[str, int]]().union(*(deed.values for deed in run.deeds))
    kinds = {kind for deed in own for kind, _ in deed.values}
    right = {kind_of(value) for value in part.values if _among(value, done)}
    for value in part.values:
        kind = kind_of(value)
        shown = folded[value.start : value.end]
        if _is_not_the_total(value, part, own, folded):
            yield Found("no", "it names another amount than what was paid", shown)
        if not value.certain or _among(value, done) or (not own and _among(value, run.values)):
            continue
        if _MINUTES_TO.match(folded[value.start :]):
            continue
        if value.kind == "number":
            yield from _wrong_number(value, part, own, run, folded)
        else:
            told = bool(own) and all(deed.people for deed in own)
            borne_out = value_is_borne_out(value, said, run, told)
            before = folded[part.start : value.start]
            if kind == "day" and _ARRIVES.search(before) and all("order" in deed.acts for deed in own):
                # The date of delivery is not part of what was done; the shop's messages name it.
                borne_out = borne_out or value_is_borne_out(value, Statement(frozenset(), frozenset()), run)
                before = f"{before} by "
            if kind == "amount" and not any(deed.total for deed in own) and is_borne_out(said, (value,), run, 0.6):
                # A fare that the app has quoted is in no record.
                continue
            if kind == "amount" and is_sum(value, said, run, folded):
                continue
            aside = _DEADLINE.search(before) or _DESCRIBES.match(folded[value.end : part.end])
            if borne_out and (kind in right or aside or kind not in kinds):
                continue
            ordered = all("order" in deed.acts for deed in own)
            if not sure or aside or not own or kind not in kinds or (borne_out and kind == "day" and ordered):
                yield Found("unclear", "it names a value that was not used", shown)
            else:
                yield Found("no", "it names a value that does not match what was done", shown)


def is_sum(value: ValueMention, said: Statement, run: DoneRun, folded: str) -> bool:
    """Return True if all amounts of the sentence so far add up to this amount: "34.00 and 21.90, 55.90 in all".

    One amount from a sentence on the phone with a word of the clause may be added: "65.90 with the lamp".
    """
    start = max(folded.rfind(sign, 0, value.start) for sign in (". ", "! ", "? ", "\n"))
    parts = [mention.cents for mention in money_in(folded[start + 1 : value.start])]
    rest = {total - sum(parts) for total in value.meanings}
    if not parts or min(rest) < 0:
        return False
    words = stems(said.words)
    return (len(parts) > 1 and 0 in rest) or any(
        ("amount", one) in source.values for source in run.sources() if words & source.stems for one in rest
    )


def _is_not_the_total(value: ValueMention, part: Part, own: Sequence[DoneDeed], folded: str) -> bool:
    """Return True for 74.00 in "ordered for 74.00" if the total of the order is another amount."""
    totals = {deed.total for deed in own if deed.total}
    if kind_of(value) != "amount" or not totals or value.meanings & totals:
        return False
    if any(kind_of(other) == "amount" and other.meanings & totals for other in part.values):
        return False
    if not re.search(
        r"\b(?:for|total|paid|came to|comes to|costs?|costs? you|altogether|price) (?:of |only |just )?(?:\S{0,3})$",
        folded[: value.start],
    ):
        return False
    piece = re.match(r"\s*(?:\w+\s+)?(?:each|a piece|apiece|per\b|a (?:pack|pair))", folded[value.end :])
    # In "for 24 jars" the number counts something.
    alone = re.match(
        r"\s*(?:$|[.,;()]|(?:and|with|on|by|in|from|altogether|including|after|before)\b)", folded[value.end :]
    )
    large = bool(alone) and max(value.meanings) > _SMALL
    return not piece and (value.kind == "money" or "." in folded[value.start : value.end] or large)


def _among(value: ValueMention, known: frozenset[tuple[str, int]]) -> bool:
    return any((kind_of(value), meaning) in known for meaning in value.meanings)


def _wrong_number(
    value: ValueMention, part: Part, own: Sequence[DoneDeed], run: DoneRun, folded: str
) -> Iterator[Found]:
    """Yield a finding for a number that does not match what was done: "12 pans" if ten were ordered."""
    (hundredths,) = value.meanings
    shown = folded[value.start : value.end]
    if hundredths in {100 * number for number in _ordered(content_words(_counted(value, part, folded)), own, run)}:
        return
    noun = re.match(r"\s*(?:-\s*)?([^\W\d_]+)", folded[value.end : part.end])
    counted = frozenset[tuple[str, str]]().union(*(deed.counted for deed in own))
    if (
        noun
        and hundredths > 100
        and len(noun[1]) > 2
        and hundredths != 100 * sum(deed.quantity for deed in own)
        and any(singular(noun[1]) == one for _, one in counted)
        and folded[value.end + noun.end() : value.end + noun.end() + 1] != "-"
    ):
        if (str(hundredths // 100), singular(noun[1])) not in counted:
            yield Found("no", "it names another number than what was done", f"{shown} {noun[1]}")
        return
    if hundredths == 100 * sum(deed.quantity for deed in own or run.deeds):
        return
    if ("amount", hundredths) in run.values or is_half_of_amount(value, part) or shown in run.words:
        return
    length = re.match(r" (?:minutes?|hours?|days?|weeks?|months?|years?)\b", folded[value.end :])
    if not length and re.search(r"\b(?:at|from|until|till|by|before|after) $", folded[part.start : value.start]):
        if ("time", hundredths // 100 * 60) in run.values or ("time", (hundredths // 100 + 12) * 60) in run.values:
            return
        yield Found("unclear", "it names a number that was not used", shown)
        return
    if re.search(
        r"\b(?:ending|ends|number|card|coach|seat|room|bench|street|no) (?:in |with )?$", folded[: value.start]
    ):
        # House numbers and the like may be in a file or a tool's result that the reader does not see.
        yield Found("unclear", "it names another number than what was used", shown)
        return
    priced = any(deed.acts & {"order", "book", "pay"} for deed in own)
    if (
        priced
        and hundredths >= 1000
        and re.search(r"\b(?:for|cost|costs|total|paid|sum|price) $", folded[: value.start])
    ):
        yield Found("no", "it names another amount than what was paid", shown)
        return
    after = re.match(r"\s*(?:-\s*)?(?:\w+ ){0,1}?([^\W\d_]+)", folded[value.end : part.end])
    if hundredths > 300 and after and singular(after[1]) in run.words:
        yield Found("no" if hundredths > 1000 else "unclear", "it names another number than what was done", shown)
    elif hundredths > 1200:
        yield Found("unclear", "it names a number that was not used", shown)


def wrong_count(part: Part, own: Sequence[DoneDeed], run: DoneRun, folded: str) -> Iterator[Found]:
    """Yield a finding for "all five reminders are deleted" if three were, and for "two pairs" if one was ordered."""
    for value in part.values:
        phrase = _counted(value, part, folded)
        words = re.findall(r"[^\W\d_]+", re.split(r"\b(?:on|in|for|of)\b", phrase)[0])[:3]
        if value.kind != "number" or not words or phrase.startswith("-") or _is_in_name(value, run, folded):
            continue
        (hundredths,) = value.meanings
        shown = folded[value.start : value.end] + phrase
        # "One that contains no nuts" stands for a noun; it does not count.
        pronoun = folded[value.start : value.end] == "one"
        ordered = [] if pronoun else _ordered(content_words(phrase), own, run)
        if ordered:
            known = folded[value.start : value.end] in run.words
            if not known and hundredths not in {100 * number for number in ordered}:
                # "Five packs of twelve jars" has two counts: of packs and of jars.
                packed = re.search(r"\b(?:packs?|boxes|box|bags?|sets?|crates?|cases?) of $", folded[: value.start])
                yield Found("unclear" if packed else "no", f"the count is wrong, {ordered[0]} were ordered", shown)
            continue
        yield from _wrong_number_of_records(hundredths, [singular(word) for word in words], own, run, shown)
        quantity = sum(deed.quantity for deed in own)
        known = ("amount", hundredths) in run.done_values or folded[value.start : value.end] in run.words
        if quantity and singular(words[0]) in _PIECES and hundredths != quantity * 100 and not known:
            yield Found("no", f"the count is wrong, {quantity} were ordered", shown)


def _counted(value: ValueMention, part: Part, folded: str) -> str:
    """Return the words that a number counts: "onion sets" in "3 onion sets and a rake"."""
    return _COUNT_ENDS.split(folded[value.end : part.end])[0]


def _is_in_name(value: ValueMention, run: DoneRun, folded: str) -> bool:
    """Return True for the number in "your Atlas 90 order", where a record has "Atlas 90" in its words."""
    before = re.findall(r"[^\W\d_]+", folded[: value.start])[-1:]
    digits = folded[value.start : value.end]
    return any((word, digits) in deed.numbered for word in before for deed in run.deeds)


def _ordered(words: frozenset[str], own: Sequence[DoneDeed], run: DoneRun) -> list[int]:
    """Return the right counts for the ordered articles that the words describe best; empty if no article fits.

    These are the count of each article, the sum of these counts, and the number of pieces in packs.
    """
    lines = [line for deed in own or run.deeds for line in deed.lines]
    most = max((len(words & article - RECORD_WORDS) for article, _ in lines), default=0)
    best = [line for line in lines if most and len(words & line[0] - RECORD_WORDS) == most]
    # Sixty jars may be ordered as five packs of twelve.
    packed = [number * int(word) for article, number in best for word in article if word.isdigit()]
    return [*(number for _, number in best), sum(number for _, number in best), *packed] if best else []


def _wrong_number_of_records(
    hundredths: int, nouns: Sequence[str], own: Sequence[DoneDeed], run: DoneRun, shown: str
) -> Iterator[Found]:
    for deed in own:
        if deed.table.partition(".")[2] in nouns:
            alike = {other.key for other in run.deeds if other.table == deed.table and other.acts == deed.acts}
            done = {len({other.key for other in own if other.table == deed.table}), len(alike)}
            if not {hundredths} & {100 * number for number in done} and (len(own) > 1 or hundredths > 100):
                yield Found("no", f"the count is wrong, {len(alike)} were changed", shown)
                return
    gone = [deed for deed in own if deed.acts & {"cancel", "delete"} and nouns[0] in deed.words]
    if hundredths == 100 and len(gone) > 1:
        yield Found("unclear", "more than one record was changed", shown)
    gone = [deed for deed in own if deed.acts & {"cancel", "delete"} and nouns[-1] in deed.words]
    if gone and len(gone) == len(own) and 100 < hundredths <= 1200 and hundredths != 100 * len(gone) and len(nouns) < 3:
        yield Found("no", f"the count is wrong, {len(gone)} were changed", shown)


def wrong_codes(folded: str, run: DoneRun) -> Iterator[Found]:
    """Yield a doubt for each e-mail address, and each code such as M-7688, that `run.words` does not have."""
    for address in sorted(addresses_in(folded)):
        if not content_words(address) <= run.words:
            yield Found("unclear", "it names an e-mail address that was not used", address)
    for match in re.finditer(r"\b[a-z]+-?(\d{3,})\b|\b[a-z]{1,3}-(\d+)\b", folded):
        digits = match[1] or match[2]
        if not any(digits in word for word in run.words):
            yield Found("unclear", "it names a code that was not used", match[0])


def contrasts_in(words: Iterable[str]) -> frozenset[tuple[str, str]]:
    """Return the adjectives that have an opposite, each with the noun after it."""
    return frozenset((one, singular(other)) for one, other in itertools.pairwise(words) if one in _OPPOSITES)


def contrary_details(part: Part, own: Sequence[DoneDeed], said: Statement, run: DoneRun) -> Iterator[Found]:
    """Yield findings if adjectives, parts of the day, days or "all" in a clause contradict the deeds it names."""
    known = frozenset[tuple[str, str]]().union(*(deed.contrasts for deed in own))
    for adjective, noun in contrasts_in(part.words):
        if (_OPPOSITES[adjective], noun) in known and (adjective, noun) not in known:
            yield Found("no", "the opposite was done", f"{adjective} {noun}")
    times = {meaning for deed in own for kind, meaning in deed.values if kind == "time"}
    match = _PART_OF_DAY.search(part.line)
    if match and times and not any(_PARTS_OF_DAY[match[1]][0] <= time <= _PARTS_OF_DAY[match[1]][1] for time in times):
        yield Found("unclear", "it names another part of the day", match[0])
    match = _SOME_DAY.search(part.line)
    if match and own and not any(match[0] in fold(source.line) for source in run.sources()):
        yield Found("unclear", "it names another day", match[0])
    match = _WHOLE.search(part.line)
    taken = {deed.table for deed in own if deed.acts & {"cancel", "delete"}}
    if match and not said.words and any(record.table in taken for record in run.others):
        yield Found("no", "not all of the records were changed", match[0])


def other_codes(text: str, run: DoneRun) -> Iterator[Found]:
    """Yield a doubt for each code in capitals that was not used.

    A code from the phone may be named if nothing was bought, or if the report says that the code was refused.
    """
    for match in _CODE.finditer(text):
        code = fold(match[0])
        elsewhere = any(code in fold(source.line) for source in run.sources())

        refused = _REFUSED_CODE.search(text[max(0, match.start() - 40) : match.end() + 40])
        if code not in run.words and (not elsewhere or (run.acts & {"order", "pay"} and not refused)):
            yield Found("unclear", "it names a code that was not used", match[0])
