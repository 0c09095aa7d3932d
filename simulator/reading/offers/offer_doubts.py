"""Finds unexplained words and values in an offer: signs that it may not be the offer that the scenario wants.

The answer is yes only if the offer's words belong to the claim, to right texts, to the wanted records and people, or
to common English. Names, titles and values of other things on the phone make the offer doubtful.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from simulator.reading.claims import Found
from simulator.reading.facts.addresses import addresses_in
from simulator.reading.facts.computed_amounts import is_money
from simulator.reading.facts.text_values import keys_in, kind_of, values_in
from simulator.reading.language.idle_verbs import IDLE_ACTS
from simulator.reading.language.lexicon import known_words
from simulator.reading.language.neutral_words import NEUTRAL
from simulator.reading.language.opposites import opposites_of
from simulator.reading.language.word_families import kin
from simulator.reading.language.word_sets import word_set
from simulator.reading.offers.offer_background import is_background_sum
from simulator.reading.offers.offer_claims import MAY_BE_ABOUT_ANOTHER, WantedOffer, codes_in, codes_of_wanted
from simulator.reading.offers.offer_contents import capitalised
from simulator.reading.offers.offer_prices import priced_in
from simulator.reading.offers.offer_targets import records_named
from simulator.reading.offers.passage import CIRCUMSTANCE, Named, Passage, meant
from simulator.reading.scene import content_words, name_forms, stem, stems_of

_MOST_UNKNOWN = 3
_NAMED_PART = 0.45
_NAMED_ENOUGH = 0.3
# In the text of a message, these words carry meaning and must be explained.
_PREDICATES = word_set(
    "keep give stay hold leav wait nothing stick skip ignor drop abandon resign forg accept agre declin refus "
    "reject cancel notice"
)
_TOLD = re.compile(r"\b(?:that|to say|saying)\b (?P<content>.*)")
_BEYOND = re.compile(
    r"\b(?:too (?:early|late|long|short|far|much|many|expensive|dear|big|small|soon|little|busy|ill|tired)|everything|"
    r"anything|always|whatever|anyway|forever)\b"
)
_PARTS_OF_DAYS = word_set("today tomorrow yesterday morning afternoon evening night day noon midnight")
# Phrases in which "right" and "left" name no side.
_NO_SIDES = re.compile(r"\b(?:right (?:now|away|then|there|after|before|at|on)|all right|left (?:over|out|alone))\b")
# `offer_timing` reads these words.
_TIME_ORDER = word_set("before after until till")
# Abbreviations of days and months; the dates themselves are compared as values.
_DATE_WORDS = word_set("mon tue tues wed thu thur thurs fri sat sun jan feb mar apr jun jul aug sep sept oct nov dec")
# Words that introduce what is told: "naming the two papers", "with the request".
_INTRODUCES = word_set(
    "naming quoting mentioning stating listing giving citing asking including being request question"
)
_MANY_KNOWN = 3
_FEW_FOREIGN = 2
_SWAPS = re.compile(r"\b(?:swap|exchang|replac|switch|chang|instead)")
_DENIES = re.compile(r"\b(?:not|no|never|none|nothing|nobody)\b|n't\b")
_CONDITION = re.compile(r"\bif (?:he|she|they)\b[^,;.?]*")
_SPEECH = frozenset(("send", "ask", "call", "accept"))
# Up to the end of the sentence, what somebody wrote or said is background.
_REPORTED = re.compile(r"\b(?:wrote|writes|said|says|told|mentioned|complained)\b(?: \w+){0,4}? that [^.?;]*")
_BACKGROUND = re.compile(rf"\bno \w+|\byou(?:'re| are| were| have| had)\b[^,;.?]*|{_REPORTED.pattern}")
# "Down from 860 to 785", "instead of 74": an old price may no longer be anywhere on the phone.
_OLD_VALUE = re.compile(
    r"\b(?:from|instead of|rather than|not|was|were|once|in place of) (?:[a-z]{3} )?[^a-z0-9,.;]{0,3}$"
)


def doubts(passage: Passage, offer: WantedOffer, yes: Sequence[Named]) -> Iterator[Found]:
    """Yield doubts about codes, e-mail addresses, sums, prices, other records and unexplained words, in this order."""
    yield from _codes(passage, offer)
    yield from _addresses(passage, offer)
    yield from _sums(passage, offer)
    yield from _prices(passage, offer)
    yield from _rivals(passage, offer, yes)
    for named in passage.offered:
        if not (
            named.deed.negated
            or _is_named_extra(named, passage, offer, yes)
            or _is_other_need(named, passage, offer, yes)
        ):
            yield from _strange_words(named, passage, offer, named in yes)


def _is_named_extra(named: Named, passage: Passage, offer: WantedOffer, yes: Sequence[Named]) -> bool:
    """Return True if a wanted deed, other than a message, is also offered for a record that need not stay as it is.

    The run's figure `extra_acts` counts such deeds, so the reader does not judge them.
    """
    if named in yes or not named.acts & {claim.act for claim in offer.acts} or named.acts & _SPEECH:
        return False
    things = [thing.title for thing in passage.scene.chosen(offer.untouched)]
    return not content_words(named.meant) & frozenset[str]().union(*things)


def _is_other_need(named: Named, passage: Passage, offer: WantedOffer, yes: Sequence[Named]) -> bool:
    """Return True if a deed is the help for another need: its record is wanted there, so its words are no surprise."""
    return named not in yes and bool(
        named.acts & offer.other_help and records_named(named, passage) & offer.other_targets
    )


def _own_words(passage: Passage, offer: WantedOffer) -> frozenset[str]:
    keys = offer.targets | offer.about_keys
    things = [thing.title | thing.body for thing in passage.scene.chosen(keys)]
    people = [name_forms(person) for person in passage.scene.people if person.key in keys]
    people += [content_words(address) for address, key in passage.scene.addresses if key in keys]
    return _joined(offer.words, offer.known, offer.made, frozenset[str]().union(*people, *things))


# Cached: the same set again lets `stems_of` find its stems in its own cache.
@lru_cache(maxsize=256)
def _joined(*words: frozenset[str]) -> frozenset[str]:
    return frozenset[str]().union(*words)


def _foreign_words(passage: Passage, offer: WantedOffer, words: frozenset[str]) -> frozenset[str]:
    """Return words of unwanted records.

    From the tables of wanted records, return all words of unwanted records. From other tables, return only words of the
    titles of records that `words` name.
    """
    keys = offer.targets | offer.about_keys
    tables = {thing.table for thing in passage.scene.chosen(keys)}
    found = set[str]()
    for thing in passage.scene.things:
        if thing.key not in keys | offer.other_targets:
            if thing.table in tables:
                found |= thing.title | thing.body
            elif passage.scene.coverage(thing, words) >= _NAMED_PART:
                found |= thing.title
    return frozenset(found)


def _strange_words(named: Named, passage: Passage, offer: WantedOffer, fits: bool) -> Iterator[Found]:
    own = _own_words(passage, offer)
    idle = bool(named.acts & IDLE_ACTS)
    words = content_words(CIRCUMSTANCE.sub(" ", named.words if idle else named.meant)) - own - NEUTRAL
    words = frozenset(word for word in words if not word[0].isdigit() and not kin(word) & own)
    names = passage.scene.names
    # Another word for somebody whom right texts name is no stranger: "your brother the baker".
    familiar = {
        word
        for person in passage.scene.people
        for name in person.names
        for word in name
        if any(set(other) <= own for other in person.names)
    }
    strangers = sorted(word for word in words & names - familiar if not _is_listed(word, named, passage))
    foreign = _foreign_words(passage, offer, words)
    # The run's figure `extra_acts` counts extra deeds for somebody else; the reader does not judge them.
    if strangers and fits:
        yield Found("unclear", "it names somebody else", " ".join(strangers))
    # One common word that another record happens to have says little; a name says much.
    common = len(words & foreign - names) < _FEW_FOREIGN and not words & foreign & capitalised(passage.text)
    if words & foreign - names and not idle and not common:
        yield Found("unclear", "it names something else on the phone", " ".join(sorted(words & foreign)))
    wanted = {claim.act for claim in offer.acts}
    # "A cab could be sent for her" books a cab and sends no message.
    speaks = named.acts & _SPEECH & wanted | named.acts & {"accept"} if not named.acts & wanted & {"book"} else ()
    if fits and speaks:
        chats = {word for group in passage.scene.groups for word in group.name}
        yield from _untold(named, passage, offer, own, names | chats)
    if fits:
        yield from _turned_around(named, passage, offer)
    unknown = words - foreign - names - known_words() - _DATE_WORDS
    if len(unknown) > (2 if idle else _MOST_UNKNOWN):
        yield Found("unclear", "it says things that nothing on the phone explains", " ".join(sorted(unknown)))


def _is_listed(word: str, named: Named, passage: Passage) -> bool:
    """Return True for "school" in "rides: hotel to the school 6.70": it is in a list item with an amount of money."""
    _, colon, items = re.sub(r"[0-9]:[0-9]", " ", named.words).partition(":")
    found = [item for item in re.split(r"[,;] ", items) if colon and word in content_words(item)]
    return bool(found) and all(any(is_money(one) for one in values_in(item, passage.scene.now)) for item in found)


def _turned_around(named: Named, passage: Passage, offer: WantedOffer) -> Iterator[Found]:
    """Yield a doubt for words that mean the opposite of words in right offers, unless right texts have them too."""
    words = content_words(_NO_SIDES.sub(" ", CIRCUMSTANCE.sub(" ", named.meant))) - {named.deed.word}
    own, opposites = stems_of(_own_words(passage, offer)), opposites_of(offer.words - words)
    # Days and parts of the day are compared as values.
    turned = sorted(
        word for word in words - _PARTS_OF_DAYS - _TIME_ORDER if stem(word) in opposites and stem(word) not in own
    )
    if turned:
        yield Found("unclear", "it may say the opposite", " ".join(turned))


def _untold(
    named: Named, passage: Passage, offer: WantedOffer, own: frozenset[str], names: frozenset[str]
) -> Iterator[Found]:
    """Yield a doubt if somebody would be told things that no right text says."""
    said = content_words(CIRCUMSTANCE.sub(" ", named.meant)) - {named.deed.word} - names - (NEUTRAL - _PREDICATES)
    said -= _INTRODUCES
    stems = stems_of(own)
    left = {word for word in said if stem(word) not in stems and not kin(word) & own and not word[0].isdigit()}
    # If right texts have many of the words, two other words are tolerated as another way to say the same.
    tolerated = 2 if len(said - left) >= _MANY_KNOWN and not _DENIES.search(named.words) else 1
    stances = {word for word in said if stem(word) in _PREDICATES and stem(word) not in stems}
    if len(left) > tolerated or stances:
        yield Found("unclear", "it may say something else", " ".join(sorted(left | stances)))
    told = _TOLD.search(named.meant)
    content = content_words(told["content"]) - names if told else frozenset[str]()
    known = any(stem(word) in stems or kin(word) & own for word in content) or (
        told is not None and bool(keys_in(told["content"], passage.scene.now) & offer.values)
    )
    if len(content) > 1 and not known:
        yield Found("unclear", "it may say something else", " ".join(sorted(content)))
    if told and (beyond := _BEYOND.search(told["content"])) and not content_words(beyond[0]) & own:
        yield Found("unclear", "it may say something else", beyond[0])
    if told and (condition := _CONDITION.search(told["content"])):
        yield Found("unclear", "it sets a condition", condition[0])


def _rivals(passage: Passage, offer: WantedOffer, yes: Sequence[Named]) -> Iterator[Found]:
    """Yield a doubt if the last record that the text names is an unwanted record from the table of a wanted record.

    Only the text up to the last wanted deed is searched. There is no doubt if a wanted deed itself names its record.
    """
    scene, keys = passage.scene, offer.targets | offer.about_keys
    if any(_names_wanted(named, passage, offer) for named in yes):
        return
    tables = {thing.table for thing in scene.chosen(offer.targets)}
    rivals = [thing.title for thing in scene.things if thing.table in tables and thing.key not in keys]
    if not rivals:
        return
    own, titles = _own_words(passage, offer), frozenset[str]().union(*rivals)
    last = max(yes, key=lambda named: named.end)
    # The sentence that names such a record last decides: "The tall one is sold, the small one free. Shall I take it?"
    for sentence in reversed(passage.tokenized.sentences[: last.deed.sentence + 1]):
        told = meant(passage.folded[sentence.start : min(sentence.end, last.end)])
        words = content_words(CIRCUMSTANCE.sub(" ", _BACKGROUND.sub(" ", told)))
        strange = {word for word in (words - own - NEUTRAL) & titles if not word[0].isdigit() and not kin(word) & own}
        if strange:
            yield Found("unclear", MAY_BE_ABOUT_ANOTHER, " ".join(sorted(strange)))
            return
        if _covers_wanted(words, passage, offer) and not _SWAPS.search(told):
            return


def _names_wanted(named: Named, passage: Passage, offer: WantedOffer) -> bool:
    """Return True if the deed's own words cover a wanted title better than any other title of its table."""
    return _covers_wanted(content_words(named.meant), passage, offer)


def _covers_wanted(words: frozenset[str], passage: Passage, offer: WantedOffer) -> bool:
    scene, targets = passage.scene, offer.targets
    for table in {thing.table for thing in scene.chosen(targets)}:
        rows = [thing for thing in scene.things if thing.table == table]
        own = max((scene.coverage(thing, words) for thing in rows if thing.key in targets), default=0.0)
        other = max((scene.coverage(thing, words) for thing in rows if thing.key not in targets), default=0.0)
        if own > max(other, _NAMED_ENOUGH):
            return True
    return False


def _codes(passage: Passage, offer: WantedOffer) -> Iterator[Found]:
    """Yield a doubt for each code from the phone that right offers do not have, if right offers have a code."""
    strange = codes_in(meant(passage.folded)) - offer.codes - codes_of_wanted(passage.scene, offer)
    if not strange or not offer.codes:
        return
    on_phone = frozenset[str]().union(*(codes_in(text) for text in passage.scene.texts))
    for code in sorted(strange & on_phone):
        yield Found("unclear", "it names another code or card", code)


def _addresses(passage: Passage, offer: WantedOffer) -> Iterator[Found]:
    """Yield a doubt for each e-mail address that right texts do not have, if right texts spell one out."""
    if offer.addresses:
        for address in sorted(addresses_in(meant(passage.folded)) - offer.addresses):
            yield Found("unclear", "it names another e-mail address", address)


def _sums(passage: Passage, offer: WantedOffer) -> Iterator[Found]:
    """Yield a doubt for each sum of money that is neither in right texts nor on the phone nor computed from these."""
    scene = passage.scene
    good = {meaning for kind, meaning in offer.values | offer.made_values if kind == "amount"}
    values = [value for value in values_in(passage.folded, scene.now) if kind_of(value) == "amount" and is_money(value)]
    strange = [value for value in values if not value.meanings & good]
    if not strange:
        return
    on_phone = {meaning for kind, meaning in scene.values if kind == "amount"}
    counts = {number for _, number in offer.counts} | {
        one // 100 for one in good if one % 100 == 0 and 100 < one <= 2000
    }
    for value in strange:
        if value.meanings & on_phone or _OLD_VALUE.search(passage.folded[: value.start]):
            continue
        if is_background_sum(value, passage, offer):
            continue
        if not any(_is_right_part(meaning, good, on_phone, counts) for meaning in value.meanings):
            words = passage.folded[value.start : value.end]
            yield Found("unclear", "it names a value that is nowhere on the phone", words)


def _prices(passage: Passage, offer: WantedOffer) -> Iterator[Found]:
    """Yield a doubt for each person's name with an amount after it, if right texts give another amount."""
    names = passage.scene.names
    for word, amount in sorted(priced_in(meant(passage.folded), passage.scene.now)):
        right = {meaning for other, meaning in offer.prices if other == word}
        if word in names and right and amount not in right and ("amount", amount) not in offer.values:
            yield Found("unclear", "it names another value", word)


def _is_right_part(meaning: int, good: set[int], on_phone: set[int], counts: set[int]) -> bool:
    """Return True for sums and differences of right and known amounts, and for a known amount times a right count."""
    known = good | on_phone
    if any(abs(other - meaning) in on_phone or other + meaning in known for other in good):
        return True
    return any(meaning % times == 0 and meaning // times in known for times in counts)
