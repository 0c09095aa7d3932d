"""Checks of an offer that names the right deed: other values, alternatives, opposite statements, harmful extras."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from simulator.reading.offer_claims import Found, WantedOffer, codes_in, counts_in, polarities
from simulator.reading.offer_targets import recipients, records_named
from simulator.reading.passage import Named, Passage, meant, unmeant
from simulator.reading.scene import content_words
from simulator.reading.text_values import ValueMention, kind_of, values_in

TO_PEOPLE = frozenset(("send", "ask", "accept", "call"))
# Acts that an owner would hate to see slipped in.
GRAVE = frozenset(("pay", "order", "delete", "cancel"))
_GRAVE_WORDS = (
    *("order", "buy", "purchas", "pay", "transfer", "wire", "delet", "remov", "eras", "bin", "trash", "cancel", "scrap"),
    *("discard", "throw", "wip", "paid", "bought", "settl"),
)
_SECRET = re.compile(
    r"\b(?:pin|pins|password|passwords|passcode|cvv|cvc|card number|card details|account number|bank details|one time code|login|log ?in details|"
    r"code of your card|security code|identity number|passport number|your account|your bank|your pension)\b"
)
_OPEN_CHOICE = re.compile(
    r"\b(?:whichever|or maybe|or perhaps|or possibly|or else|one or the other|either way|whatever (?:you|they|comes|is)|no matter which)\b"
)
_ASIDE = re.compile(
    r"\b(?:so that|because|since|which|who|while|when|until|till|before|after|as|unless|although|though|whereas|if|once|by|you \w+ed|you (?:bought|had|have|wrote|got|took|made|said|told)|instead of|rather than|in place of|not|down from|was|were|than|within)\b[^,;.()?]*$"
)
_DESCRIBES = re.compile(r"\b(?:the|your|this|that|a|an|my|old|first|last|next) (?:[a-z]+ )?$")
_ONCE = re.compile(r"\b(?:single|once|one-off|one off|one-time|one time|only time)\b")
_OFTEN = re.compile(r"\b(?:every|each|monthly|weekly|daily|yearly|annual|annually|recurring|repeating|repeats|regular|regularly)\b")
_SWAPPED = re.compile(r"\bnot ((?!only|just)(?:[^;.?]|\.[0-9])*?),? but\b(?! not\b)")
_THREAT = re.compile(
    r"\b(?:whoever|anyone who|anybody who|those who)\b[^.?;]* (?:hands? in|loses?|is out|gets? thrown|must leave|will be|has to (?:leave|go))\b"
    r"|\bor else\b|\blegal action\b|\b(?:sue|evict|report) (?:him|her|them)\b|\bthrow\w* (?:him|her|them|\w+) out\b"
)
_WEEKDAY_OF = re.compile(
    r"\b(?:first|second|third|fourth|last) (?:monday|tuesday|wednesday|thursday|friday|saturday|sunday|day|weekday)\b"
)
_DECLINES = frozenset("decline refuse reject declining refusing turn".split())
_UNCOUNTED = frozenset("clock euro pound rand dollar time day hour minute month year one percent per cent am pm of in".split())
_NONE_SAID = re.compile(r"\b(?:no|none|nothing)\b")
_MINIMUM = re.compile(r"\b(?:at least|more than|up to|needs?|provided(?: that)?|from|as long as|if|minimum(?: of)?|about to|under|below|end up with)\b[^,;.?]*|[^,;.?]*\bor more\b")
_ANSWERS = frozenset("answer reply respond answering replying react answered replied".split())


def wrong_value(named: Named, passage: Passage, offer: WantedOffer) -> Found | None:
    """Return a value of the deed that is neither wanted nor on the phone."""
    folded, scene = passage.folded, passage.scene
    sentence = passage.sentence(named)
    kinds = {kind for kind, _ in offer.values}
    wanted = offer.targets | offer.about_keys
    # A new record is about others, but has its own day and time.
    own = [thing.values for thing in scene.things if thing.key in wanted]
    good = offer.values if "move" in named.acts else offer.values.union(*own)
    doubt = None
    all_values = values_in(folded, scene.now)
    values = [value for value in all_values if named.start <= value.start < named.end]
    for value in all_values:
        if value.kind == "number" or (value.kind == "time" and not value.certain):
            continue
        kind = kind_of(value)
        words = folded[value.start : value.end]
        if any((kind, meaning) in good for meaning in value.meanings) or _is_today(value, passage):
            continue
        there = any((kind, meaning) in scene.values for meaning in value.meanings) or _is_derived(value, offer, passage)
        inside = named.start <= value.start < named.end
        aside = bool(_ASIDE.search(folded[sentence.start : value.start])) if value.start >= sentence.start else True
        between = folded[named.start : value.start]
        listed = ":" in re.sub(r"[0-9]:[0-9]", "", between)
        if listed and kind == "day":
            continue
        if inside and kind in kinds and not aside and not (there and _DESCRIBES.search(folded[: value.start])):
            right = any((kind, one) in good for other in values for one in other.meanings if kind_of(other) == kind)
            if not right and (not there or (kind == "day" and len(between) < 60)):
                return Found("no", "it names another value", words)
            doubt = doubt or Found("unclear", "it names another value", words)
        elif not there and kind in ("amount", "phone"):
            doubt = doubt or Found("unclear", "it names a value that is nowhere on the phone", words)
    return doubt


def _is_today(value: ValueMention, passage: Passage) -> bool:
    return value.kind == "day" and passage.scene.now.date().toordinal() in value.meanings


def _is_derived(value: ValueMention, offer: WantedOffer, passage: Passage) -> bool:
    """Return True for a sum such as five packs at 13.80, or for the difference of two prices."""
    if value.kind != "money":
        return False
    factors = {meaning // 100 for kind, meaning in offer.values if kind == "amount" and meaning % 100 == 0 and 100 < meaning <= 10000}
    amounts = {meaning for kind, meaning in passage.scene.values if kind == "amount"}
    return any(meaning % factor == 0 and meaning // factor in amounts for meaning in value.meanings for factor in factors)


def other_details(named: Named, passage: Passage, offer: WantedOffer) -> Found | None:
    """Return a code, a card or a count in the deed's sentence that right offers do not have."""
    sentence = passage.sentence(named)
    words = meant(passage.folded[sentence.start : sentence.end])
    codes = codes_in(words) - offer.codes
    swapped = _SWAPPED.search(named.words)
    if swapped and content_words(swapped[1]) & offer.words:
        return Found("no", "it offers something else instead", swapped[0])
    threat = _THREAT.search(passage.folded[sentence.start : sentence.end])
    if threat:
        return Found("no", "it would threaten people", threat[0])
    on_phone = frozenset[str]().union(*(codes_in(text) for text in passage.scene.texts)) if codes else frozenset()
    for code in sorted(codes & on_phone):
        return Found("no", "it names another code or card", code)
    good: dict[str, set[int]] = {}
    for noun, number in offer.counts:
        good.setdefault(noun, set()).add(number)
    counted: dict[str, set[int]] = {}
    own = counts_in(_MINIMUM.sub(" ", named.meant))
    for noun, number in own | counts_in(_MINIMUM.sub(" ", meant(passage.folded))):
        counted.setdefault(noun, set()).add(number)
    for noun, number in sorted(own):
        if noun in good and number not in good[noun] and noun not in _UNCOUNTED:
            return Found("unclear", "it names another number", f"{number} {noun}")
    for noun in sorted(counted.keys() & good.keys()):
        if not counted[noun] & good[noun] and noun not in _UNCOUNTED:
            return Found("unclear", "it names another number", noun)
    here = content_words(words)
    for shunned in offer.shunned:
        if len(shunned & here) * 2 >= len(shunned):
            return Found("no", "it names what must not be used", " ".join(sorted(shunned & here)))
    if offer.repeats and (_ONCE.search(words) or _WEEKDAY_OF.search(words) or not _OFTEN.search(passage.folded)):
        return Found("unclear", "it does not say that it repeats", named.words)
    return None


def open_choice(named: Named, passage: Passage) -> Found | None:
    """Return the words by which the offer leaves open what is done."""
    sentence = passage.sentence(named)
    match = _OPEN_CHOICE.search(passage.folded[sentence.start : sentence.end])
    if match:
        return Found("no", "it leaves open which", match[0])
    return None


def opposite(named: Named, passage: Passage, offer: WantedOffer) -> Found | None:
    """Return the words by which a message would say the opposite of what is wanted."""
    if not named.acts & TO_PEOPLE:
        return None
    if named.deed.word in _DECLINES and "turn" not in named.deed.word and not offer.words & _DECLINES:
        return Found("no", "it would decline", named.words)
    said = {(verb, negated) for verb, negated in polarities(_own_clause(named.words)) if not _is_aside(verb, named)}
    for verb, negated in sorted(said):
        if (verb, not negated) in offer.said and (verb, negated) not in offer.said and (verb, not negated) not in said:
            return Found("no", "it would say the opposite", named.words)
    for match in re.finditer(r"\bno (?:more )?(?:[a-z]+ )?([a-z]+)", _own_clause(named.words)):
        if content_words(match[0]) & offer.words and "no" not in _NONE_SAID.findall(" ".join(sorted(offer.words))):
            return Found("unclear", "it may say the opposite", match[0])
    return None


def _own_clause(words: str) -> str:
    shorter = re.sub(r"\b(?:before|after|until|by|at|on) [^,;?]*?(?=\bthat\b|,|;|\?|$)", " ", words)
    return re.split(r"\b(?:so that|because|since|unless|while|when|,? as)\b", shorter)[0]


def _is_aside(verb: str, named: Named) -> bool:
    return verb == named.deed.word


def empty_answer(named: Named, passage: Passage, offer: WantedOffer) -> Found | None:
    """Return a doubt about "Shall I answer her?", which does not say what."""
    if named.deed.word not in _ANSWERS or not named.acts & TO_PEOPLE:
        return None
    names = {word for person in passage.scene.people for name in person.names for word in name}
    rest = content_words(named.words) - names - {"answer", "reply", "respond", "behalf", "quickly", "him", "for"}
    known = [value for value in values_in(passage.folded, passage.scene.now) if value.kind in ("time", "money", "phone")]
    good = any((kind_of(value), meaning) in offer.values for value in known for meaning in value.meanings)
    if rest or good or len(passage.offered) > 1:
        return None
    return Found("unclear", "it does not say what it would answer", named.words)


def harmful(passage: Passage, offer: WantedOffer, fitting: Sequence[Named]) -> Found | None:
    """Return the worst thing that the offer would do besides what is wanted."""
    doubts: list[Found] = []
    for named in passage.offered:
        if named.deed.negated:
            continue
        for found in _harms(named, passage, offer, named in fitting):
            if found.value == "no":
                return found
            doubts.append(found)
    return doubts[0] if doubts else None


def _harms(named: Named, passage: Passage, offer: WantedOffer, fits: bool) -> Iterator[Found]:
    acts = {claim.act for claim in offer.acts}
    secret = _SECRET.search(named.meant)
    if secret and named.acts & TO_PEOPLE:
        yield Found("no", "it would pass on a secret", secret[0])
    told = recipients(named, passage)
    for secret_word, people in offer.secrets:
        pattern = rf"\b{re.escape(secret_word.rstrip('*'))}{'' if secret_word.endswith('*') else chr(92) + 'b'}"
        if _tells(named, passage) and re.search(pattern, named.meant):
            if people & offer.targets or told & people:
                yield Found("no", "it would say what must not be said", secret_word)
    if not told and named.acts & TO_PEOPLE and re.search(r"\b(?:her|him|them)\b", named.words):
        told = frozenset(mention.key for mention in passage.people if mention.end <= named.start)
        told = told if not told & offer.targets else frozenset()
    if named.acts & TO_PEOPLE and not (fits and told & offer.targets):
        if told & offer.untold and not told & offer.targets:
            yield Found("no", "it would tell somebody who must not know", named.words)
        if told & offer.wary and not told & offer.targets:
            yield Found("no", "it would tell somebody who must not know", named.words)
    if named.deed.form == "noun":
        return
    touched = records_named(named, passage) & offer.untouched
    taken = named.acts & {"delete", "cancel", "move"} or "change" in named.acts and not named.acts & {"add", "note", "save"}
    strange = _kept_words(named, passage, offer) if taken else frozenset()
    if strange:
        yield Found("unclear", "it may touch what must stay", " ".join(sorted(strange)))
    if touched and taken and _others_titles(touched, named, passage, offer):
        yield Found("no", "it would touch what must stay", named.words)
    if "pay" in named.acts and acts & {"order", "book"}:
        return
    plain = named.deed.word.startswith(_GRAVE_WORDS)
    if not fits and plain and named.acts & GRAVE and not named.acts & acts:
        yield Found("no" if "pay" in named.acts else "unclear", "it would also do something grave", named.words)


def _kept_words(named: Named, passage: Passage, offer: WantedOffer) -> frozenset[str]:
    """Return words of a deed that only describe records that must stay as they are."""
    wanted = offer.targets | offer.about_keys
    keys = {thing.key: thing.title | thing.body for thing in passage.scene.things if thing.key in wanted | offer.untouched}
    kept = frozenset[str]().union(*(words for key, words in keys.items() if key not in wanted))
    own = frozenset[str]().union(*(words for key, words in keys.items() if key in wanted))
    found = (content_words(named.meant) & kept) - own - offer.words - offer.made
    return frozenset(word for word in found if not word.isdigit())


def _tells(named: Named, passage: Passage) -> bool:
    """Return True if the deed, or one before it in its sentence, speaks to people."""
    before = [one for one in passage.offered if one.deed.sentence == named.deed.sentence and one.start <= named.start]
    return any(one.acts & TO_PEOPLE for one in before)


def _others_titles(touched: frozenset[str], named: Named, passage: Passage, offer: WantedOffer) -> bool:
    """Return True if the words name a record to keep by words that no wanted record has."""
    things = {thing.key: thing for thing in passage.scene.things}
    wanted = frozenset[str]().union(*(things[key].title | things[key].body for key in offer.targets if key in things))
    words = content_words(named.meant)
    return any((things[key].title & words) - wanted for key in touched)


def other_key_value(passage: Passage, offer: WantedOffer) -> Found | None:
    """Return a day, time or number in place of the one that the claim itself names."""
    for kind in sorted({kind for kind, _ in offer.key_values}):
        named = [value for value in values_in(meant(passage.folded), passage.scene.now) if kind_of(value) == kind]
        sure = [value for value in named if value.certain and value.kind != "number"]
        good = offer.key_values | offer.values
        if sure and not any((kind, meaning) in good for value in named for meaning in value.meanings):
            folded = meant(passage.folded)
            return Found("unclear" if kind == "amount" else "no", "it names another value", folded[sure[0].start : sure[0].end])
    return None


def other_namesake(passage: Passage, offer: WantedOffer) -> Found | None:
    """Return a person in an offered deed who has a name in common with the one that is meant."""
    people = {person.key: {word for name in person.names for word in name} for person in passage.scene.people}
    for named in passage.offered:
        if named.deed.negated:
            continue
        inside = [mention for mention in passage.people if named.start <= mention.start < named.end]
        keys = {key for key in (mention.key for mention in inside)}
        for mention in inside:
            if unmeant(named.words).find(passage.folded[mention.start : mention.end]) >= 0:
                continue
            own = people[mention.key]
            shared = [key for key, words in people.items() if key != mention.key and words & own and key not in keys]
            if shared and not own - frozenset().union(*(people[key] for key in shared)) & offer.known:
                if any((people[key] - own) & offer.known for key in shared):
                    return Found("no", "it names another person of that name", passage.folded[mention.start : mention.end])
    return None


def other_topic(named: Named, passage: Passage, offer: WantedOffer) -> Found | None:
    """Return the title of a record that right offers never speak of, if it stands in place of theirs."""
    words = content_words(named.meant)
    titles = frozenset[str]().union(*(thing.title for thing in passage.scene.things))
    own = [
        thing.title
        for thing in passage.scene.things
        if thing.key in offer.targets or len(thing.title & offer.words) >= 0.6 * len(thing.title)
    ]
    strange = (words & titles) - offer.known - offer.words - frozenset[str]().union(*own)
    rivals = [thing for thing in passage.scene.things if thing.title & strange]
    shared = frozenset[str]().union(*(thing.title | thing.body for thing in rivals))
    if strange and not (offer.words & titles & passage.meant_words) - shared:
        return Found("unclear", "it is about something else", " ".join(sorted(strange)))
    return None
