"""Finds the deeds that a text names: who would do or has done what, offered or reported, yes or no.

English grammar is not parsed. A sentence is read from left to right in frames: "Shall I" opens an offer of the
assistant, "you could" somebody else's deed, "which" an aside. A verb of the lexicon belongs to the frame it is in.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Literal, NamedTuple

from simulator.reading.inflection import Form
from simulator.reading.lexicon import Entry, entries
from simulator.reading.tokens import Sentence, Token, tokenize

Mood = Literal["offer", "done", "other"]

_ADVERBS = (
    r"(?:(?:also|just|then|perhaps|maybe|quickly|now|please|simply|gladly|happily|instead|even|still|first|next|therefore|"
    r"go ahead and|go|at once|right away|straight away|really|definitely|certainly|probably|quietly|immediately|of course|"
    r"be able to|be happy to|be glad to|like to|love to|try to|try and|want to|offer to|for you|be sure to) )*"
)
_OFFER = re.compile(
    r"(?:^| )(?:"
    rf"(?:shall|should|can|could|may|might|would|will) (?:i|we) {_ADVERBS}(?P<neg1>not )?"
    rf"|(?:i|we) {_ADVERBS}(?:can|could|will|would|shall|may|might) {_ADVERBS}(?P<neg2>(?:not|never|neither) )?{_ADVERBS}"
    r"|(?:want|wants|need|like|prefer|wish|have|let|allow|help if|ok for|okay for|fine for|good for|time for) me (?:to )?"
    r"|(?:for|like) me to "
    r"|(?P<neg3>not |never )?(?:happy|glad|ready|able|willing|pleased|delighted|all set|here|free) to "
    r"|(?:i|we) (?:am|are) (?P<neg4>not )?(?:going|about|planning|prepared|intending) to "
    r"|i (?:plan|intend|mean|want|wish|would like|would love|offer|propose|suggest|recommend) (?:to |that i |i )?"
    r"|(?:how|what) about (?:if )?(?:i )?"
    r"|why (?:do not|not) (?:i )?"
    r"|(?:if|and|then|that|while|so|or|once|,) i (?!have |had |was |am |did |do |can |could |will |would |shall |may |might |see |saw |know |think |think |noticed |notice )"
    r"|(?:suggest|suggesting|propose|proposing|recommend|recommending|offering|offer|suggestion|proposal|idea|plan|option|step)(?: is| would be)?(?: to| :)? "
    r"|(?:one tap|say the word|with your ok|with your okay|with your blessing|on your go|just say so|your call|give me the nod)(?: and)?(?: i)?(?: will)? "
    r")"
)
_OTHERS = re.compile(
    r"(?:^| )(?:"
    r"you (?:can|could|should|might|may|must|need|have|will|would|ought|asked|promised|wanted|want|are|were|had|did|do|meant|mean|planned|owe)"
    r"|(?:so that|so|because|since|which|who|whose|whom|while|when|until|till|unless|as|where|although|though|whereas|than)(?= )"
    r"|(?:that|before|after|once|if|whether|and|but) (?:you|he|she|it|they|we|the|there|your|his|her|their|our|everyone|nobody|someone|this|these|those|all|both|each|either|one)(?= )"
    r"|(?:he|she|they|it|we|everyone|everybody|nobody|somebody|someone) (?=[a-z])"
    r"|(?:him|her|them|you|us|everyone|everybody|people|somebody|someone|[a-z]+) (?:not )?to (?=[a-z])"
    r")"
)
_SUBJECT_TO = re.compile(r" (?P<who>him|her|them|us|everyone|everybody|people|somebody|someone|you) (?:not )?to $")
_NEGATORS = frozenset(
    (
        "not",
        "never",
        "without",
        "no",
        "nor",
        "neither",
        "avoid",
        "skip",
        "nothing",
        "refuse",
        "hardly",
        "refrain",
        "cannot",
    )
)
_NOT_NEGATING = re.compile(
    r"(?:not only|no longer|no doubt|no problem|no wonder|why (?:do )?not|no later than|no earlier|no one else|if not|or not|whether or not|not just|no trouble|"
    r"could not hurt|not at all a problem|would not hurt|will not hurt|would not it|should not i|shall i not|cannot hurt|not yet|no rush|not a word|no more than)"
)
_BUT = frozenset(("but", "instead", "rather", "however", "only", "just", ";"))
_HEDGES = re.compile(
    r"\b(?:not sure|unsure|uncertain|no idea|doubt|hesitat\w+|rather not|some ?day|at some point|one of these days|in theory|theoretically|hypothetical\w*|"
    r"if i were|one could|one might|somebody could|someone could|somebody should|someone should|would hate to|refuse|unable|impossible|"
    r"sooner or later|eventually|in principle|might be worth|in an ideal world|wonder(?:ing)? whether|not convinced|perhaps not|maybe not|probably not|i guess|"
    r"no need|not necessary|unnecessary|needless|there is no point|not worth|not my place|not for me to)\b"
)
RETRACTIONS = re.compile(
    r"\b(?:forget (?:that|it|this|what i|i (?:said|asked|mentioned)|about it|everything|all that)|scrap (?:that|it|this|all)|never ?mind|disregard|"
    r"ignore (?:that|this|my|what i|the above|everything|the last)|on second thoughts?|scratch that|strike that|(?:i )?take (?:that|it|this|all of it) back|taking that back|"
    r"actually ,? ?no|just kidding|only joking|only kidding|kidding|wait ,? ?no|not really|let us not|better not|no ,? wait|leave it (?:be|at that|alone)|"
    r"i did not mean|did not mean (?:that|it|a word)|that was a joke|changed my mind|have changed my mind|pretend i (?:never|did not)|as if i (?:never|had not)|"
    r"do not (?:do|bother with) (?:that|it|any of)|i (?:withdraw|retract)|hold on ,? no|no ,? do not|none of (?:that|this) (?:is true|will happen|counts)|all of that is wrong|that is wrong)\b"
)


class Deed(NamedTuple):
    """One named deed."""

    acts: frozenset[str]
    form: Form
    mood: Mood
    negated: bool
    hedged: bool
    quoted: bool
    sentence: int
    start: int
    """Place of the verb in the compared text."""
    end: int
    """End of what belongs to the verb: the next deed, or the end of the sentence."""
    word: str


class _Frame(NamedTuple):
    at: int
    mood: Mood
    negated: bool


class _Line(NamedTuple):
    """A sentence as one string, with the place of every word in it."""

    text: str
    starts: tuple[int, ...]

    def index(self, place: int) -> int:
        """Return the number of the first word at or after a place."""
        return next((number for number, start in enumerate(self.starts) if start >= place), len(self.starts))


@lru_cache(maxsize=512)
def deeds_in(text: str) -> tuple[Deed, ...]:
    """Return every deed that the text names, in order."""
    found: list[Deed] = []
    for number, sentence in enumerate(tokenize(text).sentences):
        found += _sentence_deeds(sentence, number)
    return tuple(found)


def is_retracted(text: str, after: int) -> str:
    """Return the words by which the text takes back what it said before; empty if it does not."""
    folded = tokenize(text)
    for sentence in folded.sentences:
        match = RETRACTIONS.search(_line(sentence).text)
        if match and sentence.end > after and not any(token.quoted for token in sentence.tokens):
            return match[0].strip()
    return ""


def _line(sentence: Sentence) -> _Line:
    starts, parts, place = [], [], 0
    for token in sentence.tokens:
        starts.append(place)
        parts.append(token.word)
        place += len(token.word) + 1
    return _Line(" ".join(parts) + " ", tuple(starts))


def _sentence_deeds(sentence: Sentence, number: int) -> list[Deed]:
    line = _line(sentence)
    frames = _frames(line, sentence)
    hedged = bool(_HEDGES.search(line.text))
    matches = list(_matches(sentence.tokens))
    found = []
    for place, (index, last, entry) in enumerate(matches):
        frame = _frame_at(index, frames, line, sentence.tokens, entry)
        mood, negated = _mood(index, entry, frame, sentence, line)
        token = sentence.tokens[index]
        later = matches[place + 1][0] if place + 1 < len(matches) else len(sentence.tokens)
        end = sentence.tokens[later - 1].end if later > last + 1 else sentence.tokens[last].end
        found.append(
            Deed(entry.acts, entry.form, mood, negated, hedged, token.quoted, number, token.start, end, token.word)
        )
    return found


def _matches(tokens: tuple[Token, ...]) -> Iterator[tuple[int, int, Entry]]:
    """Yield first word, last word and entry of each phrase of the lexicon, the longest at each word."""
    known = entries()
    for index, token in enumerate(tokens):
        fitting: dict[Form, tuple[int, frozenset[str]]] = {}
        for entry in known.get(token.word, ()):
            last = _fits(entry.rest, tokens, index)
            if last is not None:
                before = fitting.get(entry.form)
                acts = entry.acts if before is None else before[1] | entry.acts
                fitting[entry.form] = (max(last, before[0]) if before else last, acts)
        for form, (last, acts) in fitting.items():
            yield index, last, Entry(form, (), acts)


def _fits(rest: tuple[str, ...], tokens: tuple[Token, ...], index: int) -> int | None:
    """Return the index of the last word if the words after `index` are `rest`, where `*` is one to six words."""
    here, gap = index + 1, 0
    for word in rest:
        if word == "*":
            gap = 6
            continue
        window = range(here, min(len(tokens), here + 1 + gap))
        at = next((place for place in window if tokens[place].word == word), None)
        if at is None or (gap and at == here):
            return None
        here, gap = at + 1, 0
    return here - 1


def _frames(line: _Line, sentence: Sentence) -> list[_Frame]:
    frames = [_Frame(0, "other", False)]
    if _starts_with_verb(sentence):
        frames = [_Frame(0, "offer", False)]
    for match in _OFFER.finditer(line.text):
        negated = any(match.groupdict().values())
        frames.append(_Frame(line.index(match.end()), "offer", negated))
    for match in _OTHERS.finditer(line.text):
        if _SUBJECT_TO.search(line.text[: match.end()]) or not re.search(r" to $", match[0]):
            frames.append(_Frame(line.index(match.end()), "other", False))
    return sorted(frames, key=lambda frame: (frame.at, frame.mood == "offer"))


def _starts_with_verb(sentence: Sentence) -> bool:
    """Return True for "Cancel the order?", an offer without a subject."""
    if not sentence.asks:
        return False
    words = [token.word for token in sentence.tokens if token.word.isalpha()]
    skipped = (
        "so",
        "then",
        "and",
        "ok",
        "okay",
        "just",
        "quick",
        "quickly",
        "maybe",
        "perhaps",
        "hey",
        "hi",
        "also",
        "or",
        "now",
        "please",
        "quietly",
    )
    first = next((word for word in words[:3] if word not in skipped), "")
    return any(entry.form == "base" for entry in entries().get(first, ()))


def _frame_at(index: int, frames: list[_Frame], line: _Line, tokens: tuple[Token, ...], entry: Entry) -> _Frame:
    current = [frame for frame in frames if frame.at <= index]
    frame = current[-1]
    if frame.mood == "other" and entry.form in ("base", "gerund"):
        # "..., which suits her, and write to her": a bare verb after "and" continues the offer.
        offers = [one for one in current if one.mood == "offer"]
        before = tokens[index - 1].word if index else ""
        if (
            offers
            and before in ("and", "or", ",", "then", "&", "by", "also", "/", "plus", "to", "+")
            and not _SUBJECT_TO.search(line.text[: line.starts[index]])
        ):
            return offers[-1]
    return frame


def _mood(index: int, entry: Entry, frame: _Frame, sentence: Sentence, line: _Line) -> tuple[Mood, bool]:
    words = [token.word for token in sentence.tokens]
    negated = _is_negated(index, frame, words, line)
    before = words[max(0, index - 5) : index]
    if entry.form in ("past", "participle"):
        if _is_passive_offer(before, sentence, frame):
            return "offer", negated
        if "i" in before[-4:] or "been" in before or set(before[-3:]) & {"is", "are", "was", "were", "got"}:
            return "done", negated
        if index == 0 or (frame.mood == "other" and frame.at == 0 and index <= 2):
            return "done", negated
        return "other", negated
    if entry.form == "present":
        return "other", negated
    if entry.form == "noun":
        return (frame.mood if frame.mood == "offer" or not sentence.asks else _noun_mood(words[:index])), negated
    return frame.mood, negated


def _is_passive_offer(before: list[str], sentence: Sentence, frame: _Frame) -> bool:
    """Return True for "should it be cancelled?" and "want it cancelled?"."""
    asked = {"should", "shall", "want", "like", "need", "prefer", "could", "can", "may", "have", "get", "would"}
    words = {token.word for token in sentence.tokens}
    if frame.mood == "offer" and not set(before[-2:]) & {"was", "were", "is", "are", "been", "has", "had"}:
        return bool(set(before[-5:]) & {"have", "get", "be", "see", "him", "her", "it", "them"})
    return (
        sentence.asks
        and bool(words & asked)
        and not set(before[-2:]) & {"was", "were", "is", "are", "been", "has", "had"}
    )


def _noun_mood(before: list[str]) -> Mood:
    """Return `offer` for "a reminder?", "fancy a reminder?" and "would a reminder help?"."""
    asked = {"want", "like", "fancy", "need", "about", "would", "care", "should", "shall", "how", "some", "a", "quick"}
    return "offer" if set(before) & asked or not before else "other"


def _is_negated(index: int, frame: _Frame, words: list[str], line: _Line) -> bool:
    negated = False
    stretch = words[frame.at : index] if frame.mood == "offer" else words[max(0, index - 6) : index]
    before = line.text[line.starts[max(0, frame.at - 4)] : line.starts[index]] if index else ""
    text = _NOT_NEGATING.sub(" ", before)
    kept = set(text.split())
    for word in stretch:
        if word in _BUT:
            negated = False
        elif word in _NEGATORS and word in kept:
            negated = True
        elif word == "," and negated and not frame.negated:
            negated = False
    if frame.negated and not set(stretch) & _BUT:
        return True
    near = words[max(0, index - 3) : index]
    return negated or " ".join(near[-2:]) in ("instead of", "rather than") or "without" in near[-1:]
