"""Finds deeds in a message that no right text has: deeds of the writer, and deeds that the recipient is asked to do.

Small talk is harmless, but a recipient acts on "please pay it" and trusts "I signed for you". Rules can't
tell whether such words are true or wanted, so they make the message unclear.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, lru_cache

from simulator.reading.claims import Found
from simulator.reading.language.assertion import Asserted, own_lines
from simulator.reading.language.inflection import verb_forms
from simulator.reading.language.tokens import tokenize
from simulator.reading.language.word_families import kin
from simulator.reading.messages.comparison import RightTexts
from simulator.reading.scene import content_words, singular

# Deeds with consequences: the verbs that name each of them. `_` stands for a few words in between.
_DEEDS = {
    "order": "order buy purchase book reserve put_through place_order check_out",
    "cancel": "cancel call_off scrap revoke withdraw",
    "pay": "pay transfer reimburse wire chip_in",
    "sign": "sign commit",
    "promise": "promise pledge",
    "share": "share forward post publish spread circulate pass_on hand_out",
    "tell": "tell inform notify announce mention",
    "sell": "sell",
    "return": "return bring_back give_back send_back hand_back",
    "lend": "lend borrow",
    "invite": "invite",
    "leave": "resign quit",
    "take": "take_flat take_apartment take_room take_house take_offer take_job",
}
# Announcing one of these deeds is enough to bind the writer: "we take the flat", "I will sign that day".
_BINDING = frozenset(("sign", "take", "sell", "leave"))
_WILL = r"(?:will |shall |hereby |am going to |are going to |would |can |gladly )*"
# Words that show that right texts speak of such a deed without naming it as a verb.
_NOUNS = {
    "order": "order cab taxi booking",
    "pay": "owe owes share third half each cost costs price money account",
    "tell": "know knows",
    "sign": "signature contract",
}
# A contract in right texts does not make the deed "I signed the contract" known, nor does a price make "I paid" known.
_OWN_NOUNS = {**_NOUNS, "pay": "owe owes share each account", "sign": ""}
_DONE = re.compile(r"\b(?:is|are|was|were|has been|have been|be) (?:already |now )?(\w+)\b")
_I = (
    r"(?:^|[,;:.!?(] |\b(?:and|but|so|because|then|that) )(?:i|we) (?:have |had )?"
    r"(?:\w+ly |already |just |also |now |even |then )*"
)
_PLEASE = (
    r"(?:^(?:[^\W\d_]+ , ){0,2}|[,;:.!(] |\b(?:please|so|then|just|and|but|you can|you may|you should|you must|you"
    r" could"
    r"|go ahead and|want you to|ask you to|need you to"
    r"|(?:could|can|would|will) (?:you|(?:one|some) of you|some(?:body|one)|any(?:body|one)))[ ,])(?:please |just "
    r"|also |better |quickly |kindly |now |do )*"
)
_ASKED = r"\b(?:should|shall) (?:i|we)\b[^.?!]{0,40}?\b|\b(?:want|like|need) me to (?:\w+ ){0,2}"
# Words that bind the writer: "we take the flat", "I hereby sign", "I will accept the offer".
_BINDS = re.compile(
    _I + r"(?:(?:will|shall|am going to|are going to) )?(?:hereby |gladly |definitely |now )*"
    r"(sign|(?:take|accept|rent|lease)(?= (?:the|your|this|that) (?:\w+ )?"
    r"(?:flat|apartment|room|studio|house|place|offer|contract|lease|job|position)\b))"
)
_NOT = re.compile(r"\b(?:not|never|no|nobody|nothing|without|need)\b[^,;.]*$")
_THIRD = re.compile(
    r" (?!you\b|me\b|us\b|that\b|it\b|them that\b)(?:the |my |our |your |his |her |their |all |everybody|everyone"
    r"|every )"
)
_ALL = re.compile(
    r" (?:everybody|everyone|all\b|the (?:others|rest|whole|group|team|class)|your (?:friends|class\w*|whole))"
)


@cache
def _forms(deed: str, past: bool) -> re.Pattern[str]:
    """Return a pattern for the verbs of a deed: past forms and participles if `past`, otherwise base forms."""
    found = []
    for phrase in _DEEDS[deed].split():
        verb, _, rest = phrase.partition("_")
        ending = rf"(?: \w+){{0,5}} {rest}" if rest else ""
        forms = {one.word for one in verb_forms(verb) if one.form in (("past", "participle") if past else ("base",))}
        found.append(rf"(?:{'|'.join(sorted(forms))})\b{ending}")
    return re.compile(rf"({'|'.join(found)})\b")


@cache
def _verbs(deed: str) -> frozenset[str]:
    verbs = [phrase.partition("_")[0] for phrase in _DEEDS[deed].split()]
    return frozenset(form.word for verb in verbs for form in verb_forms(verb))


@cache
def _patterns(deed: str) -> tuple[re.Pattern[str], re.Pattern[str], re.Pattern[str]]:
    past, base = _forms(deed, True).pattern, _forms(deed, False).pattern
    own = f"(?:{past}|{_WILL}{base})" if deed in _BINDING else past
    return re.compile(_I + own), re.compile(_PLEASE + base), re.compile(f"(?:{_ASKED}){base}")


@lru_cache(maxsize=256)
def _known(texts: tuple[str, ...], own: bool = False) -> frozenset[str]:
    """Return the deeds that right texts name by a verb or by a noun, from `_OWN_NOUNS` if `own`, else from `_NOUNS`."""
    nouns = _OWN_NOUNS if own else _NOUNS
    line = " ".join(words for text in texts for _, words in own_lines(tokenize(text)))
    words = {singular(word) for word in line.split()} | set(line.split())
    return frozenset(
        deed
        for deed in _DEEDS
        if _forms(deed, True).search(line)
        or _forms(deed, False).search(line)
        or words & set(nouns.get(deed, "").split())
    )


@lru_cache(maxsize=256)
def _done(say: str) -> frozenset[str]:
    """Return the deeds that the claim says are done: "the supplies are ordered"."""
    line = " ".join(words for _, words in own_lines(tokenize(say)))
    done = " ".join(match[1] for match in _DONE.finditer(line))
    return frozenset(deed for deed in _DEEDS if _forms(deed, True).search(done))


def extra_deeds(said: Asserted, right: RightTexts) -> Iterator[Found]:
    """Yield a doubt for each deed that no right text has, and for each request to do what the claim says is done."""
    if not right.texts:
        return
    known, mine, done = _known(right.sayings), _known(right.sayings, own=True), _done(right.say)
    yield from _left_to_reader(said, right)
    for _, line in own_lines(said.text):
        binds = _BINDS.search(line)
        if binds and not _is_negated(line, binds) and not re.search(rf"\b{binds[1]}", " ".join(right.sayings).lower()):
            yield Found("unclear", "it commits the writer to something that no right text does", binds[0].strip())
        # Most sentences have none of the verbs, and looking for words is much faster than searching patterns.
        words = set(line.split())
        for deed in (one for one in _DEEDS if words & _verbs(one)):
            own, told, asked = _patterns(deed)
            if deed in done:
                for pattern, reason in ((told, "it asks the reader to do this"), (asked, "it only asks about this")):
                    match = pattern.search(line)
                    if match and not _is_negated(line, match):
                        yield Found("unclear", reason, match[0].strip())
            match = own.search(line)
            if match and not _is_negated(line, match) and _is_new(deed, mine, _is_of_others(line, match.end(), right)):
                yield Found("unclear", "it tells of a deed that no right text has", match[0].strip())
            match = told.search(line)
            if match and not _is_negated(line, match) and _is_new(deed, known, _is_to_all(line, match.end(), deed)):
                yield Found("unclear", "it asks for something that no right text asks for", match[0].strip())


def _is_new(deed: str, known: frozenset[str], to_others: bool) -> bool:
    """Return True for a deed that right texts do not name.

    `to_others` is True if the deed reaches people other than the recipients: then "share" is always new. "Tell" is new
    only if `to_others` is True.
    """
    if deed == "tell":
        return to_others
    return deed not in known or (deed == "share" and to_others)


def _is_to_all(line: str, end: int, deed: str) -> bool:
    return bool(_ALL.match(line, end) if deed == "tell" else _ALL.search(line, end))


def _is_of_others(line: str, end: int, right: RightTexts) -> bool:
    """Return True if the words from `end` on name somebody who is not a recipient, as in "I told the others"."""
    word = line[end:].split()[:1]
    return _THIRD.match(line, end) is not None or (bool(word) and singular(word[0]) in right.people - right.readers)


_YOURSELF = re.compile(
    _PLEASE + r"(?:call|get|find|order|book|buy|hire|look for|take|arrange) (?:yourself |you )?"
    r"(?:a|an|another|your own|some|one of the)(?: [a-z]+)? ([a-z]+)"
)


def _left_to_reader(said: Asserted, right: RightTexts) -> Iterator[Found]:
    """Yield a doubt for "call yourself a cab" where the claim says that a cab comes."""
    things = content_words(right.say)
    if re.search(r"\b(?:asked|asks)\b", right.say):
        return
    for _, line in own_lines(said.text):
        for match in _YOURSELF.finditer(line):
            if kin(singular(match[1])) & things and not _NOT.search(line[: match.start(1)]):
                yield Found("unclear", "it asks the reader to do this", match[0].strip())


def _is_negated(line: str, match: re.Match[str]) -> bool:
    """Return True for "do not order it", "no need to pay" and "I gave it to nobody"."""
    verb = match.lastindex or 0
    return _NOT.search(line[: match.start(verb)]) is not None or bool(
        re.match(r" (?:\w+ ){0,3}(?:nobody|no one|nothing|none)\b", line[match.end(verb) :])
    )
