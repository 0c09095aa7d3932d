"""Finds what is missing from an offer of the right deed: parts left out, left to others, postponed or left open."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from simulator.reading.claims import Found
from simulator.reading.facts.addresses import ADDRESS
from simulator.reading.facts.text_values import keys_in, kind_of
from simulator.reading.language.lexicon import entries
from simulator.reading.language.neutral_words import NEUTRAL
from simulator.reading.language.word_families import kin
from simulator.reading.language.word_sets import word_set
from simulator.reading.offers.offer_checks import TO_PEOPLE
from simulator.reading.offers.offer_claims import LEAVES_OPEN, LEAVES_SOME_OUT, WantedOffer
from simulator.reading.offers.offer_timing import delays
from simulator.reading.offers.passage import Named, Passage, meant
from simulator.reading.scene import content_words, name_forms, singular, stem

_TO_OTHERS = re.compile(
    r"\b(?:can|could|should|may|might|must|will|would|has to|have to|better)(?: [^\W\d_]+){0,5} "
    r"(?:himself|herself|themselves|yourself|yourselves|on (?:his|her|their|your) own)\b"
)
_OPEN_QUESTION = re.compile(r"\byour (?:\w+ )?(?:question|request|enquiry|inquiry)\b")
_OF_A_THING = re.compile(r"\bwhich (?:you|he|she|they) $")
_OPEN_CONTENT = re.compile(r"\b(?:what to (?:do|say|think|answer)|something|anything|one thing or another)\b")
_CONFIRMS = re.compile(r"confirm\w* (?:that|this|it|so)(?: (?:to|with|for)\b| ?[,.?]|$)")
_ALL = word_set(
    "all each every everyone everybody everything both three four five six group chat others them they whole"
)
_NUMBERS = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "both": 2, "2": 2, "3": 3, "4": 4, "5": 5, "6": 6}
_OF_THEM = re.compile(
    r"\b(?P<number>two|three|four|five|six|both|[2-6]) (?:of (?:them|the|those|these)|people|friends|others)\b"
)
_WRITES = frozenset(("order", "cancel", "delete", "book"))
_SEVERAL = re.compile(
    r"\b(?P<number>both|two|three|four|five|six|seven|eight|nine|ten|all|[2-9]|\d\d)"
    r"(?: of)?(?: the| your| these| those)? "
    r"(?:\w+ ){0,2}?(?P<noun>[a-z]+s)\b"
)
_ORDER_OF = re.compile(
    r"\b(?:order|purchase|delivery) (?:of|for) (?:both|two|three|four|five|six|seven|eight|nine|ten|\d\d?)\b"
)
_CAN_WAIT = re.compile(
    r"(?:'s \w+)? (?:(?:can|could|may|might|will have to|would have to|has to|have to|must) wait|comes? later)\b"
)
_WAITING = re.compile(
    r"(?P<what>[^.;?]*?) (?:can|could|may|might|will have to|would have to|has to|have to|must) (?:all |both )?wait\b"
)
_PURPOSE = re.compile(r"\bto (?:\w+ly )?(?P<verb>[a-z]+)\b")
_ANY_PURPOSE = word_set("be have do get go make take put check look remember think see come pick grab")
_OR_RATHER = re.compile(r"\bor (?:would you|do you|should i|shall i|is it|are you|rather|could i|can i)\b[^,;.?]*")
_SPEECH = frozenset(("send", "ask"))
_ADDED = re.compile(r"\b(?:add|adding|mention|mentioning) that (?:everybody|everyone|they|he|she|all|people)\b[^,.;?]*")
_OTHER_CHANNEL = {
    "messaging": re.compile(r"^e-?mail\b|\b(?:an? e-?mail|by e-?mail|via e-?mail|by mail)\b"),
    "email": re.compile(r"^text (?!of\b)|\b(?:in the chat|an? (?:text|chat) message|by text|an sms)\b"),
}
_CHANNEL_ASIDE = re.compile(r"\b(?:because|since|about|whether|that|who|which)\b.*")

_ANSWERS = word_set("answer reply respond answering replying react answered replied")
# Verbs that only make contact, such as "get in touch".
_TOUCHES = word_set("get be touch circle reach contact speak talk")
# In hundredths: numbers up to five.
_SMALL = 500
# One word about the topic before such a verb is enough: "The train is late. Shall I let her know?"
_LETS_KNOW = re.compile(r"(?:let|tell|inform|warn|notify|letting|telling|ask|asking|call|calling|phone|ring)\b")
_CONTACTS = content_words(
    "ask call phone ring answer reply respond behalf write text message mail email e back name get be touch circle "
    "reach out contact speak "
    "talk drop line word note let know tell inform warn notify react send short quick friendly little right away now "
    "today straight once please prompt directly first quickly privately politely kindly then"
)


def gaps(passage: Passage, offer: WantedOffer, yes: Sequence[Named]) -> Iterator[Found]:
    """Yield a doubt for each part that an offer of the right deed leaves out or leaves open."""
    # "I would add that everybody can ask themselves" goes on with what the message says.
    left = _TO_OTHERS.search(_ADDED.sub(" ", meant(passage.folded)))
    # "The straight knife, which you have to bring yourself, stays ordered" describes a thing.
    if left and not _OF_A_THING.search(left.string[: left.start()]):
        yield Found("unclear", "it leaves something for others to do", left[0])
    for named in yes:
        other = _OTHER_CHANNEL.get(offer.channel) if named.acts & _SPEECH else None
        if other is not None and (match := other.search(_CHANNEL_ASIDE.sub(" ", named.meant))):
            yield Found("unclear", "it would not reach the right people this way", match[0])
        if named.acts & _SPEECH:
            yield from _open(named, passage, offer)
        yield from _too_many(named, passage, offer)
        if "remind" in named.acts and named.sure:
            yield from _other_purpose(named, passage, offer)
    yield from delays(passage, offer, yes)
    rather = _OR_RATHER.search(passage.folded)
    if rather:
        yield Found("unclear", LEAVES_OPEN, rather[0])
    yield from _left_out(passage, offer, yes)


def _other_purpose(named: Named, passage: Passage, offer: WantedOffer) -> Iterator[Found]:
    """Yield a doubt if a reminder is for a purpose that right texts never mention."""
    own = offer.words | offer.known | offer.made | offer.about
    stems = {stem(word) for word in own}
    for match in _PURPOSE.finditer(named.meant):
        verb = match["verb"]
        if verb in entries() and stem(verb) not in stems and not kin(verb) & own and verb not in _ANY_PURPOSE:
            yield Found("unclear", "it may be a reminder of something else", match[0])


def _open(named: Named, passage: Passage, offer: WantedOffer) -> Iterator[Found]:
    match = _OPEN_CONTENT.search(named.meant) if offer.tells else None
    if match:
        yield Found("unclear", "it does not say what the message would say", match[0])
    exact = keys_in(passage.folded, passage.scene.now) & (offer.made_values | offer.key_values)
    if _CONFIRMS.match(named.words) and "confirm" not in offer.words and not exact:
        yield Found("unclear", "it may say something else", named.words)


def _too_many(named: Named, passage: Passage, offer: WantedOffer) -> Iterator[Found]:
    """Yield a doubt for "order two scarves" or "delete both mails" where one is meant."""
    wanted = passage.scene.chosen(offer.targets)
    if len(wanted) != 1 or not named.acts & _WRITES:
        return
    # "The order of six boxes" is one order.
    for match in _SEVERAL.finditer(_ORDER_OF.sub(" ", named.meant)):
        nouns = frozenset().union(*(kin(word) for word in wanted[0].title), offer.words)
        number = content_words(match["number"])
        if singular(match["noun"]) in nouns and not number & offer.known and match["noun"] not in offer.known:
            yield Found("unclear", "it would affect more than one record", match[0])


def _left_out(passage: Passage, offer: WantedOffer, yes: Sequence[Named]) -> Iterator[Found]:
    """Yield a doubt if the text leaves out or puts off some of the people or records that the help is for."""
    put_off = [
        mention
        for mention in passage.people
        if mention.key in offer.targets and _CAN_WAIT.match(passage.folded, mention.end)
    ]
    if put_off:
        yield Found("unclear", LEAVES_SOME_OUT, passage.folded[put_off[0].start : put_off[0].end])
    yield from _records_put_off(passage, offer)
    if offer.by_choice:
        return
    yield from _records_left_out(passage, offer, yes)
    if offer.partly:
        return
    words = set(re.findall(r"[^\W_]+", passage.folded))
    people = offer.targets & {person.key for person in passage.scene.people}
    counted = _OF_THEM.search(" ".join(named.words for named in yes))
    if len(people) > 2 and counted and _NUMBERS[counted["number"]] < len(people):
        yield Found("unclear", LEAVES_SOME_OUT, counted[0])
    named_people = {mention.key for mention in passage.people} & people
    if len(people) > 1 and named_people and named_people != people and not words & _ALL and not passage.groups:
        yield Found("unclear", LEAVES_SOME_OUT, " ".join(sorted(named_people)))
    things = passage.scene.chosen(offer.about_keys)
    if len(things) < 2 or len({thing.table for thing in things}) > 1:
        return
    names = passage.scene.names
    # Mails with the same subject are told apart by the people in them.
    titles = {thing.key: thing.title | (thing.body & names) for thing in things}
    own = {
        thing.key: titles[thing.key]
        - frozenset[str]().union(*(titles[other.key] for other in things if other.key != thing.key))
        for thing in things
    }
    text = content_words(meant(passage.folded))
    hit = {key for key, title in own.items() if title & text}
    if hit and len(hit) < len(own) and all(own.values()) and not words & _ALL:
        yield Found("unclear", LEAVES_SOME_OUT, " ".join(sorted(hit)))


def _records_put_off(passage: Passage, offer: WantedOffer) -> Iterator[Found]:
    """Yield a doubt for "the labels and the paper can wait" if labels or paper are in the title of a wanted record."""
    titles = [thing.title for thing in passage.scene.things if thing.key in offer.targets]
    wanted = frozenset[str]().union(*titles)
    for clause in _WAITING.finditer(passage.folded):
        if content_words(clause["what"]) & wanted:
            yield Found("unclear", LEAVES_SOME_OUT, clause[0].strip())


def _records_left_out(passage: Passage, offer: WantedOffer, yes: Sequence[Named]) -> Iterator[Found]:
    """Yield a doubt for "delete the reminder to pay him" if there are further reminders to delete."""
    things = passage.scene.chosen(offer.targets)
    if len(things) < 2 or len({thing.table for thing in things}) > 1:
        return
    noun = things[0].table.rpartition(".")[2]
    one_only = re.compile(rf"\b(?:the|that|this|your|his|her) (?:\w+ ){{0,2}}?{noun}\b(?! (?:list|app|page))")
    words = [set(re.findall(r"[^\W_]+", named.words)) for named in yes]
    singular_ones = all(one_only.search(named.words) for named in yes)
    if singular_ones and not any(one & _ALL or f"{noun}s" in one for one in words):
        yield Found("unclear", LEAVES_SOME_OUT, yes[0].words)


def empty_answer(named: Named, passage: Passage, offer: WantedOffer) -> Found | None:
    """Return a doubt about an offer such as "Shall I get in touch with her?", which does not say why; or None."""
    names = frozenset[str]().union(*map(name_forms, passage.scene.people))
    # A mail address names its owner and tells nothing about the content.
    words = ADDRESS.sub(" ", named.words)
    if not named.acts & TO_PEOPLE or content_words(words) - names - _CONTACTS:
        return None
    if not offer.words - names - _CONTACTS - NEUTRAL:
        # The claim names no topic either.
        return None
    wanted = {claim.act for claim in offer.acts} - TO_PEOPLE
    if any(one.acts & wanted and not one.deed.negated for one in passage.offered if one is not named):
        return None
    # Small numbers are often about something else: "the two of them".
    known = [
        value
        for value in passage.values
        if value.kind in ("time", "money", "phone") or (value.kind == "number" and min(value.meanings) > _SMALL)
    ]
    if any((kind_of(value), meaning) in offer.values for value in known for meaning in value.meanings):
        return None
    # Sentences before the offer may say what the message is about: "The train is late. Shall I let her know?"
    addresses = content_words(" ".join(ADDRESS.findall(passage.folded)))
    said = ((offer.words | offer.known) & passage.meant_words) - names - addresses - _CONTACTS - NEUTRAL
    if said and re.match(r"\w+ (?:it|that|this|these|those)\b", named.words):
        return None
    # "Your question from yesterday has no answer. Shall I ask her?" means that question.
    if "ask" in named.acts and _OPEN_QUESTION.search(passage.folded[: named.start]):
        return None
    if len(said) >= (1 if _LETS_KNOW.match(named.words) else 3) and named.deed.word not in _ANSWERS | _TOUCHES:
        return None
    return Found("unclear", "it does not say what the message would be about", named.words)
