"""Finds words by which a text takes back what it said before."""

from __future__ import annotations

import re

from simulator.reading.language.frames import line_of
from simulator.reading.language.tokens import tokenize

RETRACTIONS = re.compile(
    # With a reason after it ("it was sent by mistake"), "ignore this mail" means the text itself, not another mail.
    r"\b(?:(?:ignore|disregard|delete) this (?:message|mail|e-?mail|text) ,? ?(?:it|i|as|since|because|that) [^.]{0,30}"
    r"(?:by mistake|by accident|in error|wrong)|"
    # "It is heavy at first, then you forget it" describes a thing.
    r"(?<!(?<!could )(?<!can )(?<!would )(?<!will )you )(?<!never )(?<!you will )(?<!one )(?<!they )(?<!we )"
    r"forget (?:that|it|this|what i|i (?:said|asked|mentioned)|about it|everything|all (?:that|(?:of )?(?:this|that)))|"
    r"scrap (?:that|it|this|all)|never ?mind(?! (?:the|about|if|how|what|your|my)\b)|disregard|"
    r"ignore (?:that|this|my|what i|the above|everything|the last)|on second thoughts?|scratch that|"
    r"strike that|(?:i )?take (?:that|all of it) back|taking that back|"
    r"actually ,? ?no|just kidding|only joking|only kidding|(?<!no )(?<!not )kidding|wait ,? ?no"
    r"|let us not(?! (?:forget|be|lose|wait|worry|waste|argue|rush))|no ,? wait|leave it at that|"
    r"i did not mean|did not mean (?:that|it|a word)|that was a joke|changed my mind|have changed my mind|"
    r"pretend i (?:never|did not)|as if i (?:never|had not)|"
    r"do not (?:do|bother with) (?:that|it|any of)|i (?:withdraw|retract)|hold on ,? no|no ,? do not|"
    r"none of (?:that|this) (?:is true|will happen|counts)|all of that is wrong|"
    r"let us (?:leave|drop) (?:it|that|this|the)|let us keep (?:it|that|things) as|"
    r"better not ,|or rather ,? no|belay that|strike what i|"
    r"no ,? ?i (?:will|would|shall|can|could) not do (?:that|it|this|any)|i was wrong about (?:this|that|it|all)|"
    r"this (?:message|mail|e-?mail|text) was (?:sent|written|meant) (?:by mistake|by accident|in error|for)|"
    r"(?<!\w )or (?:maybe|perhaps) (?:not(?= ,| \.|$| ?i\b)|neither|none of|the other way (?:round|around)))\b"
)
# These also retract what follows: "I will not do any of the following."
_DENIALS = re.compile(
    r"\bi (?:(?:will|would|shall|can|could|am) (?:definitely |certainly |surely )?not (?:going to )?do|"
    r"(?:refuse|decline) to do|(?:will|would|shall) do none of) "
    r"(?:(?:any|all|either|one) of )?(?:this|that|these|those|the following|what follows|it)\b"
    # "I could write the page, but I will leave it to you and not write anything."
    r"|\bi (?:will|would|shall) (?:(?:just|simply|rather) )?leave (?:it|that|this) (?:all )?to you(?= ?[.!,]| and\b|$)"
    r"|\b(?:i|and) (?:will|would|shall) not (?:write|do|send|change|touch|move|book|order) (?:anything|a thing)"
    r"(?= ?[.!]|$)"
)


def is_retracted(text: str, after: int) -> str:
    """Return the words after position `after` that take back what the text says; empty if there are none.

    Denials such as "I will do none of this" count anywhere in the text.
    """
    for sentence in tokenize(text).sentences:
        line = line_of(sentence)
        denied = _DENIALS.search(line.text)
        if denied and not _is_told(line.text[: denied.start()]):
            return denied[0]
        if sentence.end <= after:
            continue
        for match in RETRACTIONS.finditer(line.text):
            token = sentence.tokens[min(line.word_at(match.start()), len(sentence.tokens) - 1)]
            if token.start > after and not token.quoted and not _is_told(line.text[: match.start()]):
                return match[0].strip()
    return ""


def _is_told(before: str) -> bool:
    """Return True if the words before the match address somebody else: "tell her to forget it"."""
    return bool(
        re.search(r"\b(?:tell|telling|ask|asking|warn|warning|remind|advise|her|him|them|\w+) (?:not )?to $", before)
    )
