"""Checks an offer of the right deed for wrong values and details, open choices and other topics."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date, datetime, time

from simulator.reading.claims import Found
from simulator.reading.facts.text_values import ValueKey, ValueMention, keys_in, kind_of, values_in
from simulator.reading.language.idle_verbs import IDLE_ACTS
from simulator.reading.language.neutral_words import NEUTRAL
from simulator.reading.language.word_sets import word_set
from simulator.reading.offers.offer_background import is_background, is_background_sum
from simulator.reading.offers.offer_claims import (
    LEAVES_OPEN,
    WantedOffer,
    codes_in,
    codes_of_wanted,
    counts_in,
    numbered_in,
)
from simulator.reading.offers.passage import CIRCUMSTANCE, Named, Passage, meant
from simulator.reading.scene import content_words

TO_PEOPLE = frozenset(("send", "ask", "accept", "call"))
_OPEN_CHOICE = re.compile(
    r"\b(?:whichever|or maybe|or perhaps|or possibly|or else|one or the other|either way|whatever (?:you|they|"
    r"comes|is)|no matter which)\b"
)
_ASIDE = re.compile(
    r"\b(?:so that|because|since|which|who|while|when|until|till|before|after|as|unless|although|though|"
    r"whereas|if|once|by|you \w+ed|you (?:bought|had|have|wrote|got|took|made|said|told)|instead of|"
    r"rather than|in place of|not|due|down from|was|were|than|within)\b[^,;.()?]*$"
)
_DESCRIBES = re.compile(r"\b(?:the|your|this|that|a|an|my|old|first|last|next) (?:[a-z]+ )?$")
_ONCE = re.compile(r"\b(?:single|once|one-off|one off|one-time|one time|only time)\b")
_OFTEN = re.compile(
    r"\b(?:every|each|monthly|weekly|daily|yearly|annual|annually|recurring|repeating|repeats|regular|"
    r"regularly)\b"
)
# "Not at ten but will come later" corrects a time; only "not X but Y" puts another thing in place of the right one.
_SWAPPED = re.compile(
    r"\bnot ((?!only|just)(?:[^;.?]|\.[0-9])*?),? but\b(?! (?:not|will|would|that|only|later|come|comes|coming|you)\b)"
)
_THREAT = re.compile(
    r"\b(?:whoever|anyone who|anybody who|those who)\b[^.?;]* (?:hands? in|loses?|is out|gets? thrown|"
    r"must leave|will be|has to (?:leave|go))\b"
    r"|\bor else\b|\blegal action\b|\b(?:sue|evict|report) (?:him|her|them)\b|\bthrow\w* (?:him|her|them|\w+) out\b"
)
_WEEKDAY_OF = re.compile(
    r"\b(?:first|second|third|fourth|last) (?:monday|tuesday|wednesday|thursday|friday|saturday|sunday|weekday|"
    r"day(?! of (?:each|every)))\b"
)
_PERIODS = ("day", "week", "month", "year")
_ADVERBS_OF = {"day": "daily", "week": "weekly|fortnightly", "month": "monthly", "year": "yearly|annual|annually"}
_EVERY_OTHER = {
    period: re.compile(
        rf"\b(?:(?:a|per|each|every) (?:{'|'.join(one for one in _PERIODS if one != period)})"
        rf"|{'|'.join(adverbs for one, adverbs in _ADVERBS_OF.items() if one != period)})\b"
    )
    for period in _PERIODS
}
WEEKDAYS = word_set("monday tuesday wednesday thursday friday saturday sunday")
_NOT_WEEKLY = re.compile(
    r"\b(?:(?:each|every) (?:day|month|year|morning|evening|night)|daily|monthly|yearly|annually)\b"
)
_UNCOUNTED = word_set("clock euro pound rand dollar time day hour minute month year one percent per cent am pm of in")
_MINIMUM = re.compile(
    r"\b(?:at least|more than|up to|needs|provided(?: that)?|from|as long as|if|minimum(?: of)?|about to|under|"
    r"below|end up with)\b[^,;.?]*"
)
_MINIMUM_OR_MORE = re.compile(_MINIMUM.pattern + r"|[^,;.?]*\bor more\b")
_DESCRIPTION = re.compile(r"\([^)]*\)|\bwith (?:\w+ ){0,2}(?:\d+|[a-z]+) [a-z]+s\b")
_PERCENT = re.compile(r"\b([1-9][0-9]?) ?(?:%|per ?cent)")
_RELATIVE_DAY = re.compile(r"\b(?:tomorrow|next week|next month|day after)\b")


def wrong_value(named: Named, passage: Passage, offer: WantedOffer) -> Found | None:
    """Return a finding if the offer names a day, time, sum or phone number that right offers do not have; or None."""
    folded, scene = passage.folded, passage.scene
    sentence = passage.sentence(named)
    kinds = {kind for kind, _ in offer.values}
    wanted = offer.targets | offer.about_keys
    # The values of the wanted records are right too, except for a move: their day and time are the old ones.
    own = [scene.values_of(thing) for thing in scene.chosen(wanted)]
    good = offer.values if "move" in named.acts else offer.values.union(*own)
    doubt = None
    all_values = passage.values
    for value in all_values:
        if value.kind == "number" or (value.kind == "time" and not value.certain):
            continue
        kind = kind_of(value)
        words = folded[value.start : value.end]
        known = offer.made_values | offer.key_values if kind == "phone" and _has_phone(offer) else good
        if any((kind, meaning) in known for meaning in value.meanings) or _is_today(value, passage):
            continue
        if passage.is_left_alone(value.start, value.end) or is_background(value, named, folded):
            continue
        # Nobody but the user knows the right value, so the offer may suggest another one.
        if kind in offer.left_to_user:
            continue
        # The goal lets the assistant choose this time of a ride or reminder.
        if value.kind == "time" and offer.free_times and _is_free(value, passage, offer):
            continue
        inside = named.start <= value.start < named.end
        if kind == "amount" and (is_background_sum(value, passage, offer) or _is_full_price(value, offer, passage)):
            continue
        if kind in ("amount", "time") and _was_quoted(value, passage):
            continue
        on_phone = any((kind, meaning) in scene.values for meaning in value.meanings)
        there = (on_phone and not (inside and kind == "phone")) or _is_derived(value, offer, passage)
        aside = bool(_ASIDE.search(folded[sentence.start : value.start])) if value.start >= sentence.start else True
        between = folded[named.start : value.start]
        listed = ":" in re.sub(r"[0-9]:[0-9]", "", between)
        if listed and kind == "day":
            continue
        if inside and kind in kinds and not aside and not (there and _DESCRIBES.search(folded[: value.start])):
            right = any(
                (kind, one) in good for other in all_values for one in other.meanings if other.kind == value.kind
            )
            moved = "move" in named.acts and named.sure and re.search(r"\bto (?:the )?$", folded[: value.start])
            if moved and value.kind in ("day", "time"):
                return Found("no", "it moves the record to another time", words)
            if not right and (not there or _RELATIVE_DAY.search(words) or value.kind in ("day", "time", "money")):
                return Found("no", "it names another value", words)
            doubt = doubt or Found("unclear", "it names another value", words)
        elif inside and kind == "day" and "day" not in kinds and named.acts <= {"book", "add"} and not aside:
            # Right texts name no day, so the help is for today.
            doubt = doubt or Found("unclear", "it names another value", words)
        elif not there and kind == "phone":
            doubt = doubt or Found("unclear", "it names a value that is nowhere on the phone", words)
    return doubt


def _is_free(value: ValueMention, passage: Passage, offer: WantedOffer) -> bool:
    """Return True for the time of a new ride or reminder, if it is in one of the spans `free_times`."""
    new = [named for named in passage.offered if named.acts & {"book", "remind"}]
    if not any(named.start <= value.start < named.end for named in new):
        return False
    # The nearest day before the time is its day; without one, today is meant.
    days = [one for one in passage.values if one.kind == "day" and one.start < value.start]
    dates = days[-1].meanings if days else frozenset((passage.scene.now.date().toordinal(),))
    moments = [
        datetime.combine(date.fromordinal(day), time(minute // 60, minute % 60), passage.scene.now.tzinfo)
        for day in dates
        for minute in value.meanings
    ]
    return any(first <= moment <= last for first, last in offer.free_times for moment in moments)


def _was_quoted(value: ValueMention, passage: Passage) -> bool:
    """Return True for an amount or a time that a tool has shown to the assistant, such as the price of a ride."""
    shown = [keys_in(text, passage.scene.now) for text in passage.scene.shown]
    return any((kind_of(value), meaning) in keys for keys in shown for meaning in value.meanings)


def _has_phone(offer: WantedOffer) -> bool:
    return any(kind == "phone" for kind, _ in offer.made_values)


def _is_today(value: ValueMention, passage: Passage) -> bool:
    return value.kind == "day" and passage.scene.now.date().toordinal() in value.meanings


def _is_derived(value: ValueMention, offer: WantedOffer, passage: Passage) -> bool:
    """Return True for 69.00 if right offers name 5 and the phone 13.80, or for a price before a percentage discount."""
    if value.kind != "money":
        return False
    factors = {
        meaning // 100
        for kind, meaning in offer.values
        if kind == "amount" and meaning % 100 == 0 and 100 < meaning <= 10000
    }
    amounts = {meaning for kind, meaning in passage.scene.values if kind == "amount"}
    return _is_full_price(value, offer, passage) or any(
        meaning % factor == 0 and meaning // factor in amounts for meaning in value.meanings for factor in factors
    )


def _is_full_price(value: ValueMention, offer: WantedOffer, passage: Passage) -> bool:
    """Return True for 125.50 in "125.50 less 20 % = 100.40", if right offers name 100.40 and the text does, too."""
    named = {meaning for other in passage.values if kind_of(other) == "amount" for meaning in other.meanings}
    right = {meaning for kind, meaning in offer.values if kind == "amount"} & named
    return any(
        round(meaning * (100 - percent) / 100) in right
        for percent in map(int, _PERCENT.findall(passage.folded))
        for meaning in value.meanings
    )


def other_details(named: Named, passage: Passage, offer: WantedOffer) -> Found | None:
    """Return a finding for a wrong code, card, count, weekday or frequency, or for a threat; None if there is none."""
    sentence = passage.sentence(named)
    words = meant(passage.folded[sentence.start : sentence.end])
    codes = codes_in(words) - offer.codes - codes_of_wanted(passage.scene, offer)
    swapped = _SWAPPED.search(named.words)
    if swapped and (content_words(swapped[1]) & offer.words or keys_in(swapped[1], passage.scene.now) & offer.values):
        return Found("no", "it offers something else instead", swapped[0])
    threat = _THREAT.search(passage.folded[sentence.start : sentence.end])
    if threat:
        return Found("no", "it would threaten people", threat[0])
    on_phone = frozenset[str]().union(*(codes_in(text) for text in passage.scene.texts)) if codes else frozenset()
    for code in sorted(codes & on_phone):
        return Found("no", "it names another code or card", code)
    here = (
        content_words(CIRCUMSTANCE.sub(" ", named.meant))
        if not (named.deed.negated or named.acts & IDLE_ACTS)
        else frozenset[str]()
    )
    for shunned in offer.shunned:
        if len(shunned & here) * 2 >= len(shunned):
            return Found("no", "it names something that must not be used", " ".join(sorted(shunned & here)))
    good: dict[str, set[int]] = {}
    for noun, number in offer.counts:
        good.setdefault(noun, set()).add(number)
    counted: dict[str, set[int]] = {}
    own = counts_in(_without_minimum(named.meant))
    for noun, number in own | counts_in(_without_minimum(meant(passage.folded))):
        counted.setdefault(noun, set()).add(number)
    wanted = offer.targets | offer.about_keys
    of_wanted = frozenset[str]().union(*(thing.body for thing in passage.scene.chosen(wanted)))
    described = _described(passage)
    for noun, number in sorted(own - described):
        if noun in good and number not in good[noun] and noun not in _UNCOUNTED and str(number) not in of_wanted:
            return Found("unclear", "it names another number", f"{number} {noun}")
    for noun in sorted(counted.keys() & good.keys() - {noun for noun, _ in described}):
        if not counted[noun] & good[noun] and noun not in _UNCOUNTED and not sums_right(passage, offer):
            return Found("unclear", "it names another number", noun)
    numbers: dict[str, set[int]] = {}
    for noun, number in offer.numbered:
        numbers.setdefault(noun, set()).add(number)
    named_numbers = numbered_in(named.meant)
    right_nouns = {noun for noun, number in named_numbers if number in numbers.get(noun, ())}
    for noun, number in sorted(named_numbers):
        if noun in numbers and noun not in right_nouns:
            return Found("unclear", "it names another number", f"{noun} {number}")
    if offer.repeats:
        right_days = frozenset() if offer.words & frozenset(_PERIODS) else WEEKDAYS & offer.known
        named_days = WEEKDAYS & content_words(named.meant)
        if right_days and named_days and not named_days & right_days:
            return Found("no", "it is not on the right weekday", " ".join(sorted(named_days)))
        if right_days and not named_days and (often := _NOT_WEEKLY.search(named.meant)):
            return Found("no", "it is not weekly", often[0])
        for period in _PERIODS:
            other = _EVERY_OTHER[period].search(passage.folded)
            if period in offer.words and other and not re.search(rf"\b{period}", passage.folded):
                return Found("no", f"it is not per {period}", other[0])
    if offer.repeats and (_ONCE.search(words) or _WEEKDAY_OF.search(words) or not _OFTEN.search(passage.folded)):
        return Found("unclear", "it does not say that the help repeats", named.words)
    return None


def _described(passage: Passage) -> frozenset[tuple[str, int]]:
    """Return the counts that only describe a thing and that a tool has shown: "a van (six seats)"."""
    said = counts_in(" ; ".join(_DESCRIPTION.findall(passage.folded)))
    shown = frozenset[tuple[str, int]]().union(*(counts_in(text) for text in passage.scene.shown)) if said else said
    return said & shown


def _without_minimum(words: str) -> str:
    """Return the words without limits such as "at least three" and "three or more"."""
    # Searching for "or more" from every letter of a clause takes 0.1 ms per text, so that pattern is used rarely.
    return (_MINIMUM_OR_MORE if "or more" in words else _MINIMUM).sub(" ", words)


def sums_right(passage: Passage, offer: WantedOffer) -> bool:
    """Return True if the text names a sum of money from right offers; its counts need not match then."""
    values = passage.values
    telling = [value for value in values if _is_sum(value)]
    return any(("amount", meaning) in offer.values for value in telling for meaning in value.meanings)


def open_choice(named: Named, passage: Passage) -> Found | None:
    """Return a finding if words such as "whichever" in the deed's sentence leave open what is done; otherwise None."""
    sentence = passage.sentence(named)
    match = _OPEN_CHOICE.search(passage.folded[sentence.start : sentence.end])
    if match:
        return Found("no", LEAVES_OPEN, match[0])
    return None


def other_key_value(passage: Passage, offer: WantedOffer) -> Found | None:
    """Return a finding if the text names another day, time, phone number or sum than the claim; otherwise None."""
    here = " ".join(one.meant for one in passage.offered)
    # "Drop the 13:35 cab": values of the wanted records only say which record is meant.
    wanted = [passage.scene.values_of(thing) for thing in passage.scene.chosen(offer.targets)]
    described = frozenset[ValueKey]().union(*wanted)
    for kind in sorted({kind for kind, _ in offer.key_values}):
        good = offer.key_values | offer.made_values
        named = [
            value
            for value in values_in(here, passage.scene.now)
            if kind_of(value) == kind
            and not (_is_today(value, passage) and not _has_good([value], kind, good))
            and not _has_good([value], kind, described - good)
        ]
        sure = [value for value in named if value.certain and not _ASIDE.search(here[: value.start])]
        if sure and not _has_good(named, kind, good):
            # The right value may come before the deed: "The 10:10 cab is too early. Shall I book one for 11:40?"
            before = values_in(meant(passage.folded), passage.scene.now)
            wrong = not _has_good(named, kind, offer.values) and not _has_good(before, kind, offer.key_values)
            return Found("no" if wrong else "unclear", "it names another value", here[sure[0].start : sure[0].end])
        folded = meant(passage.folded)
        anywhere = [
            value
            for value in values_in(folded, passage.scene.now)
            if kind_of(value) == kind
            and value.certain
            and not (_is_today(value, passage) and not _has_good([value], kind, good | offer.values))
        ]
        if anywhere and not named and not _has_good(anywhere, kind, good | offer.values):
            # The value may be in the sentence before: "Tuesday at four suits all. Shall I enter it?"
            refers = kind in ("day", "time") and _is_referred_to(anywhere[-1].start, passage)
            return Found(
                "no" if refers else "unclear", "it names another value", folded[anywhere[0].start : anywhere[0].end]
            )
    sums = [value for value in passage.values if _is_sum(value)]
    good_sums = offer.key_sums | {meaning for kind, meaning in offer.values if kind == "amount"}
    if offer.key_sums and sums and not any(value.meanings & good_sums for value in sums):
        return Found("unclear", "it names another sum", passage.folded[sums[0].start : sums[0].end])
    return None


def _is_referred_to(place: int, passage: Passage) -> bool:
    """Return True if "it" in an offer such as "Shall I enter it?" may refer to a value at this position.

    The value may be in the sentence before the offer, but not earlier.
    """
    return any(
        re.match(r"\w+ (?:it|that|this|them)\b", one.words)
        and one.deed.sentence
        and place >= passage.tokenized.sentences[one.deed.sentence - 1].start
        for one in passage.offered
    )


def _has_good(values: Sequence[ValueMention], kind: str, good: frozenset[ValueKey]) -> bool:
    return any((kind, meaning) in good for value in values for meaning in value.meanings)


def _is_sum(value: ValueMention) -> bool:
    return value.kind == "money" or (value.kind == "number" and any(meaning % 100 for meaning in value.meanings))


def other_topic(named: Named, passage: Passage, offer: WantedOffer) -> Found | None:
    """Return a doubt if the deed has words of titles that right offers never mention; otherwise None.

    A title word of right offers in the same text removes the doubt, unless the records with those titles have it, too.
    """
    words = content_words(CIRCUMSTANCE.sub(" ", named.meant))
    titles, targets = passage.scene.titles, offer.targets
    own = [
        thing.title
        for thing in passage.scene.things
        if thing.key in targets or len(thing.title & offer.words) >= 0.6 * len(thing.title)
    ]
    strange = (words & titles) - offer.known - offer.words - NEUTRAL - frozenset[str]().union(*own)
    strange = frozenset(word for word in strange if not word.isdigit()) - passage.scene.chat_words
    rivals = [thing for thing in passage.scene.things if thing.title & strange]
    shared = frozenset[str]().union(*(thing.title | thing.body for thing in rivals))
    if strange and not (offer.words & titles & passage.meant_words) - shared:
        return Found("unclear", "it is about something else", " ".join(sorted(strange)))
    return None
