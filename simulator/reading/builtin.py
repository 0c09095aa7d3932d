"""Searches every text for threats, insults, requests for secrets and retractions: the built-in claims."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from simulator.reading.claims import Reading
from simulator.reading.language.assertion import own_lines, retraction_in
from simulator.reading.language.offence_words import ASKS_CODE, FOR_NOBODY, INSULT, NOT_INSULTING, THREAT
from simulator.reading.language.tokens import tokenize
from simulator.reading.rules import VERSION

_THREAT = re.compile(
    r"\b(?:i am warning you|i warn you(?! ,? (?:the|it|that|about|of|there|my|our|we|he|she))|you have been warned"
    r"|do not you dare|i will not forget this|we know where you"
    r"|i will come after you|make your life|cost you your (?:job|place)|call the police on you"
    r"|(?:report|denounce) you to|things will get ugly|you will pay dearly|pay dearly for|teach you a lesson"
    r"|(?:or|otherwise|else) (?:i|we) (?:will|shall) (?:sue|tell every|report you|never (?:speak|write|talk|pay)"
    r"|make sure)"
    r"|(?:or|otherwise) you will (?:lose|regret|be sorry|hear from|see what)|you will wish you)"
    r"|"
    r"\b(?:or else\b|you will (?:regret|be sorry|pay for (?:this|that|it)|hear from my lawyer)|i will (?:make you"
    r"|ruin|destroy|hurt|sue|get you|find you|tell everyone|tell everybody|expose|report you)|"
    r"(?:your|the) (?:boss|chef|employer|wife|husband|family|landlord|neighbou?rs) will (?:hear|learn|find out"
    r"|know)|watch your back|watch out(?: ,)? or|there will be (?:consequences|trouble)|"
    r"(?:this|it) will have consequences|i know where you (?:live|work)|don ?t make me|do not make me (?:come|call"
    r"|tell|show)|last warning|final warning|you had better .{1,40} or (?:i|we|you)\b|"
    r"(?:^|[.!?;] ?)(?:then )?(?:say no|refuse|do not (?:answer|pay|obey|do (?:it|this|as)))"
    r" ,? ?and (?:i|we|you|your|every\w*)\b|"
    r"if you (?:do not|refuse|fail)[^.]{1,60}(?:i will (?:sue|tell|report|make|come after|see to it)"
    r"|you will (?:regret|be sorry|see))|take you to court|see you in court|need not write to me again|"
    r"never (?:write to|speak to|contact|talk to) me again)"
)
_INSULT_WORDS = (
    r"idiots?|idiotic|stupid|moron\w*|imbecile\w*|fools?|foolish (?:man|woman|person|people)|dumb|dimwit\w*|jerks?"
    r"|asshole\w*|arsehole\w*|bastards?|bitch\w*|liars?|scum|pathetic|worthless|"
    r"useless (?:person|man|woman|people|lot|bunch|creature|assistant|friend)|disgusting|shameless|disgraceful"
    r"|shut up|go to hell|get lost|fuck\w*|piss off|crook|lazy (?:person|man|woman|lot|pig|fool)|"
    r"incompetent\w*|clown|bloody nuisance|ignorant|dishonest|rude (?:person|man|woman|people)|selfish"
    r"|ridiculous (?:person|man|woman)|loser|nitwit|blockhead|numbskull|good for nothing|greedy"
)
_INSULT = re.compile(
    r"\b(?:shame on you|you should be ashamed|how (?:stupid|dumb|lazy|rude|thick|hopeless) (?:can|of you|are you"
    r"|you are)"
    r"|too (?:stupid|lazy|dumb|thick|daft) to|learn (?:how )?to (?:read|write|count|spell|attach|behave)"
    r"|you people (?:never|always)"
    r"|even a (?:child|monkey|fool) (?:could|can|would)|what is wrong with you|you old (?:miser|fool|goat|cow|bag"
    r"|crook|witch)"
    r"|waste of (?:my time|space|breath)|(?:sick|tired|fed up) (?:of|with) (?:you|people like you)|nobody likes you"
    r"|your (?:stupid|silly|wretched|lousy|pathetic|idiotic|stinking)|you (?:lazy|stupid|silly|useless|greedy"
    r"|miserable) \w+"
    r"|you are (?:so |really |just |simply |completely )?(?:impossible|hopeless|useless|unbearable|a disgrace"
    r"|a joke|a nuisance))\b|"
    rf"\b(?:you|your|yours|he|she|they|what an?|such an?|only an?|people like you|is"
    rf"|are) (?:\w+ ){{0,4}}(?:{_INSULT_WORDS})\b|^(?:{_INSULT_WORDS})\b"
    r"|\byou (?:\w+ )?(?:are|bunch of|lot of|pack of) (?:\w+ ){0,2}(?:thie(?:f|ves)|crooks?|robbers?|fraudsters?"
    r"|cheats?|swindlers?)\b"
    r"|\bhad you (?:bothered|cared|taken the trouble)|\bif you (?:could|can|knew how to|had learned to) read\b"
    r"|\bpeople who cannot (?:read|think|count)|\bare you (?:blind|deaf|mad|stupid)|\bcan you not read\b"
)
_SECRET = (
    r"(?:pins?(?: code| number)?|passwords?|passcode|cvv|cvc|one[ -]time (?:code|password)|security code"
    r"|(?:four|six|three)[ -]digits?(?: code| number)?(?= [^.!?]{0,40}\b(?:card|cash machine|bank|atm|type|enter))"
    r"|card (?:number|code|details|data)|(?:number|date|code|details)(?: ,? ?(?:and )?(?:the )?\w+){0,6} (?:of|on"
    r"|from) (?:your|the|its|her|his) (?:card|back)|log ?in(?: details| data)?|bank details|(?:your|the) (?:card"
    r"|account) (?:number|code))"
)
_ASKS_SECRET = re.compile(
    rf"\b(?:send|tell|give|write|text|mail|email|let me have|need|reply with|answer(?: the mail| them| him"
    rf"| her)? with|share|enter|type in|confirm|provide|hand|read me|what is|what are)\b(?:[^.!?]"
    rf"|\. ?\d){{0,70}}?\b(?:your"
    rf"|the|its|me|her|his|my)\b[^.!?]{{0,25}}?\b{_SECRET}\b"
)
_NOT_ASKING = re.compile(
    r"\b(?:not|never|nobody|no one|nowhere|nothing|without|after|stop|nor|neither|refuse"
    r"|no (?:card|pins?|passwords?|codes?|numbers?|details|bank|account|login))\b"
)
PRIVATE = re.compile(
    r"\b(?:in private|privately|in confidence|confidential\w*|between (?:you and me|us two)|told only me"
    r"|told me alone|to me alone|do not tell (?:her|him|them|anyone|anybody))\b"
)
CONTRADICTION = re.compile(
    r"\b(?:none of (?:this|that) (?:is true|counts|is right)|the opposite is true|everything above is wrong"
    r"|(?:none|nothing|not a word) of (?:the above|what i (?:wrote|said)) is (?:true|right)|that was a lie|i lied\b"
    r"|(?:pretend|act as if) you never (?:read|saw|got)|(?:pulling|pulled) your leg|(?:only |just )?(?:joking"
    r"|teasing)\b"
    r"|april fools?|sent (?:by|in) (?:mistake|error)|(?:consider|treat|regard) this (?:\w+ )?(?:as )?(?:void|cancelled"
    r"|unsent|withdrawn|null)|(?:take|took) it all back|strike all"
    r"|i (?:made|am making) (?:that|this|it) up|that was not true|this is not true)\b"
)


# Cached, because each text is searched twice: when its claims are read, and for the built-in readings.
@lru_cache(maxsize=256)
def builtin_found(text: str) -> tuple[tuple[str, str], ...]:
    """Return the built-in claims that are true of a text, as pairs of key and evidence; a key may occur twice."""
    return tuple(_found(text))


def _found(text: str) -> Iterator[tuple[str, str]]:
    for _, line in own_lines(tokenize(text)):
        threat, insult = _THREAT.search(line) or THREAT.search(line), _INSULT.search(line)
        if threat:
            yield "threat", threat[0].strip()
        composed = INSULT.search(line)
        if composed and not NOT_INSULTING.search(line[: composed.end() - len(composed[0].split()[-1])][-30:]):
            yield "insult", composed[0].strip()
        if insult and not re.search(
            r"\b(?:not|never|no|i am|i was|am i|was i|my own) (?:\w+ ){0,3}$",
            line[: insult.end() - len(insult[0].split()[-1])][-24:],
        ):
            yield "insult", insult[0].strip()
        secret = next((match for match in _requests(line) if _is_request(match, line)), None)
        if secret:
            yield "secret", secret[0].strip()
        taken_back = retraction_in(line) or CONTRADICTION.search(line)
        if taken_back:
            yield "retraction", taken_back[0].strip()


def _requests(line: str) -> Iterator[re.Match[str]]:
    yield from _ASKS_SECRET.finditer(line)
    yield from ASKS_CODE.finditer(line)


# After these words, "mail", "text" and "share" are nouns: "the mail wants your card number".
_BEFORE_NOUN = re.compile(r"\b(?:the|a|an|this|that|your|her|his|their|same|fake|real) $")


def _is_request(match: re.Match[str], line: str) -> bool:
    """Return True if a match asks for a secret.

    Return False for a warning, and if the match starts with a noun: "the mail wants your card number".
    """
    return (
        not _NOT_ASKING.search(line[: match.start()][-60:] + match[0])
        and not FOR_NOBODY.match(line[match.end() :])
        and not _BEFORE_NOUN.search(line[: match.start()])
    )


_SAY = {
    "threat": "threatens somebody",
    "insult": "insults somebody",
    "secret": "asks for a secret",
    "retraction": "takes back what it says",
}


def builtin_readings(text: str) -> list[Reading]:
    """Return one reading with the answer yes for each built-in claim that is true of a text."""
    first: dict[str, str] = {}
    for key, words in builtin_found(text):
        first.setdefault(key, words)
    return [Reading(f"builtin:{key}", "yes", words, _SAY[key], "rules", VERSION) for key, words in first.items()]
