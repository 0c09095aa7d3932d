"""Finds offers that would act too late: "let him know on Friday evening" where he must know now.

The time of a ride or of a calendar entry is not a delay, nor is a time that a message mentions. A delay is a phrase
that says when the assistant itself would act: right after the verb and its recipient, after a pronoun, or after the
note or list that would be written.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from simulator.reading.claims import Found
from simulator.reading.facts.text_values import ValueMention, values_in
from simulator.reading.offers.offer_claims import WantedOffer
from simulator.reading.offers.passage import Named, Passage

_LATE = "it may come too late"
_SPEECH = frozenset(("send", "ask"))
# Offers of these acts are carried out at once; a clause like "after he has paid" would postpone them. A ride or an
# entry has a time of its own: "a cab right after the meeting" is not a delay.
_AT_ONCE = frozenset(("send", "ask", "order", "cancel", "delete"))
_HAS_TIME = frozenset(("book", "add", "remind", "move", "change"))
_IS = r"(?: (?:have|has|is|are|was|meet|see|come|get|got)|'re|'s|'ve)\b"
_AFTERWARDS = re.compile(
    rf"\b(?:when (?:you|they|he|she|we)(?: (?:meet|see|are|is|come|get|have|has)\b|'re|'s|'ve)"
    r"|after (?:you|they|he|she|it|we|the|your)\b"
    rf"|once (?:you|they|he|she|it|the \w+|your \w+){_IS}|as soon as (?:you|they|he|she|it)\b)[^,;.?]*"
)
_ANSWERED = re.compile(r"\b(?:agreed|answered|replied|confirmed|accepted|decided|said|written|responded|joined)\b")
_DELAY = re.compile(
    r"\b(?:next week|next month|in a (?:few|couple)(?! (?:of )?(?:seconds|minutes|words|lines))|"
    r"after (?:lunch|work|supper|dinner|breakfast)|at breakfast|when you have (?:had )?time|"
    r"once (?:it|that|your card) (?:is|has|was))\b"
)
# Words after these are not about the deed itself: "before the shop packs it tomorrow", "a note to read out at five".
_CLAUSE = re.compile(
    r"\b(?:that|which|who|whether|how|what|when|because|since|so|before|until|till|if|as|while|after|you|he|she|they|"
    r"to (?!(?:the|your|him|her|them|my|his|their|a|an)\b)[a-z]+)\b(?! (?:on|at|tomorrow|next))|: "
)
_TOLD = re.compile(
    r"\b(?:about|that|which|who|whether|how|what|when|because|since|so|before|until|till|if|as|while|after|"
    r"you (?!at|on|tomorrow)|(?:he|she|they) |to say)\b|: "
)
# "That" after these is a pronoun: "tell him that on Friday".
_THAT_PRONOUN = re.compile(r"\bthat (?=(?:on|at|tomorrow|next|in|only|by|to)\b)")
_ACTS_THEN = re.compile(
    r"\b(?:him|her|them|it|that|this|those|these|know|message|mail|text|line|email|word|note|list|summary|overview|"
    r"comparison|table|you|ready|together|side by side|down|up|off|away|out|through|back)"
    r"(?: only| just| then| again)?(?: at| on| from| the)*$"
)
_CHANNEL = re.compile(r"\b(?:by|per|via) (?:e-?mail|mail|chat|message|text)$|\bin the chat$")
_ITSELF_THEN = re.compile(
    r"(?:,|\b(?:list|order|basket|cart|lot|things?|everything|all|both))(?: only| just)?(?: at| on)$"
)
_RELATIVE = re.compile(r"(?:tomorrow|next (?:week|month)|the day after tomorrow)\b")
_NOT_THEN = re.compile(
    r"\b(?:for|by|until|till|before|from|since|of|to|due|arriv\w+|deliver\w+|coming|comes)(?: the)?$"
)


def delays(passage: Passage, offer: WantedOffer, yes: Sequence[Named]) -> Iterator[Found]:
    """Yield a doubt for each phrase that puts off a deed that must be done now."""
    wanted = {claim.act for claim in offer.acts}
    for named in passage.offered:
        acts = named.acts & wanted
        # Another part of the offer may have to wait: "and order once that is settled".
        delay = _DELAY.search(named.meant) if acts and not named.deed.negated else None
        if delay and delay[0] not in passage.folded[: named.start]:
            yield Found("unclear", _LATE, delay[0])
        if not named.deed.negated and (named in yes or not acts & _SPEECH):
            yield from _later(named, passage, acts, offer)


def _later(named: Named, passage: Passage, acts: frozenset[str], offer: WantedOffer) -> Iterator[Found]:
    if acts & _AT_ONCE and not acts & _HAS_TIME:
        late = _AFTERWARDS.search(named.meant)
        # "Ask them, and order once they have agreed" waits for the answer to its own question.
        if late and not (_ANSWERED.search(late[0]) and _asks_before(named, passage)):
            yield Found("unclear", _LATE, late[0])
    if acts & (_AT_ONCE | {"note", "save"}) and not acts & _HAS_TIME:
        yield from _times_of_acting(named, passage, acts, offer)


def _asks_before(named: Named, passage: Passage) -> bool:
    return any(one.acts & _SPEECH and one.start < named.start for one in passage.offered)


def _times_of_acting(named: Named, passage: Passage, acts: frozenset[str], offer: WantedOffer) -> Iterator[Found]:
    plain = _THAT_PRONOUN.sub("this ", named.words)
    told = (_TOLD if acts & _SPEECH else _CLAUSE).search(plain)
    head = plain[: told.start()] if told else plain
    people = [one.end - named.start for one in passage.people if named.start <= one.start < named.start + len(head)]
    chats = [range(one.start - named.start, one.end - named.start) for one in passage.groups]
    today = passage.scene.now.date().toordinal()
    for value in values_in(head, passage.scene.now):
        if value.kind not in ("time", "day") or not value.certain or any(value.start in chat for chat in chats):
            continue
        if value.kind == "day" and today in value.meanings:
            continue
        if value.kind == "time" and _is_time_of_record(value, passage, offer):
            continue
        if _says_when(value, head, people, acts):
            yield Found("unclear", _LATE, head[value.start : value.end])


def _is_time_of_record(value: ValueMention, passage: Passage, offer: WantedOffer) -> bool:
    """Return True for "cancel both cabs, the one back at 11:15": the time tells which wanted record is meant."""
    wanted = (passage.scene.values_of(thing) for thing in passage.scene.chosen(offer.targets))
    return any(("time", meaning) in keys for keys in wanted for meaning in value.meanings)


def _says_when(value: ValueMention, head: str, people: list[int], acts: frozenset[str]) -> bool:
    """Return True if a day or time in the words of a deed says when the deed itself is done."""
    before = head[: value.start].rstrip()
    if _NOT_THEN.search(before) or head[value.end :].startswith("'s"):
        return False
    if value.kind == "time" and not re.search(r"\b(?:at|around|about)$", before):
        # "Tell her 5:30 today" says what is told.
        return False
    if _CHANNEL.search(before):
        # "Tell Bjarte by mail Saturday at noon": what is told.
        return False
    if _ACTS_THEN.search(before):
        return True
    named_last = [end for end in people if end <= value.start]
    if named_last and re.fullmatch(
        r"(?: know)?(?: only| just)?(?: at| on)?", head[named_last[-1] : value.start].rstrip()
    ):
        return True
    if acts & {"order"}:
        alone = _RELATIVE.match(head, value.start) and before.endswith(tuple("abcdefghijklmnopqrstuvwxyz,"))
        return bool(_ITSELF_THEN.search(before) or alone)
    return False
