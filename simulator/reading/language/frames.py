"""Finds the frames of a sentence: the places where an offer of the assistant or another clause begins.

The module does not parse English grammar: it reads a sentence from left to right. "Shall I" opens an offer of the
assistant; "so that" or "which" opens a clause that offers nothing. A verb belongs to the frame that it is in.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from typing import Literal, NamedTuple

from simulator.reading.language.tokens import Sentence
from simulator.reading.language.word_sets import word_set

FrameKind = Literal["start", "offer", "if", "other"]

_ADVERBS = (
    r"(?:(?:also|just|then|perhaps|maybe|now|please|simply|instead|even|still|first|next|therefore|thus|so|again|"
    r"go ahead and|go and|at once|right away|straight away|really|of course|be able to|be happy to|be glad to|"
    r"be pleased to|"
    r"be delighted to|be ready to|like to|love to|try to|try and|want to|offer to|for you|be sure to|rather|"
    r"best|better|"
    r"(?!reply|apply|supply|rely|comply|imply)[a-z]+ly|as well|too|meanwhile|in the meantime|on your behalf|"
    r"in your name|with your permission|if you like|"
    r"if you agree|if you want|therefore have to) )*"
)
_OFFER = re.compile(
    r"(?:^| )(?:"
    rf"(?:shall|should|can|could|may|might|would|will|must|do) (?:i|we) (?:, )?{_ADVERBS}(?P<neg1>not )?{_ADVERBS}"
    rf"|(?:i|we) {_ADVERBS}(?:can|could|will|would|shall|should|may|might) {_ADVERBS}(?P<neg2>(?:not|never|"
    rf"neither) )?{_ADVERBS}"
    rf"|(?:want|wants|need|like|prefer|wish|have|let|allow|ok for|okay for|fine for|good for|time for|trust|"
    rf"permit) me (?:to )?{_ADVERBS}"
    rf"|let us (?P<neg7>not )?{_ADVERBS}"
    rf"|(?:takes?|costs?) me (?:only |just |but )?(?:a |one |two |no )?[a-z]+ to {_ADVERBS}"
    rf"|(?:permission|consent|approval|blessing|nod|okay|ok|agree|like|word|wish) i {_ADVERBS}(?!have |had "
    rf"|was |am |did |do |can |could |will |would |shall |should |may |might |see |know |think )"
    rf"|(?P<neg8>(?:nothing|no need|no reason|not necessary) )?(?:for|like) me to {_ADVERBS}"
    rf"|(?P<neg3>not |never )?(?:happy|glad|ready|i am able|willing|pleased|delighted|set|here|free|ok|okay|"
    rf"fine|good|alright|safe|cleared|permission|leave|go - ahead|keen) to {_ADVERBS}"
    rf"|(?:i|we) (?:am|are) (?P<neg4>not )?(?:going|about|planning|prepared|intending) to {_ADVERBS}"
    rf"|i (?:plan|intend|mean|want|wish|would like|would love) to {_ADVERBS}"
    rf"|(?:how|what) about (?:if )?(?:i )?{_ADVERBS}"
    rf"|why (?:do not|not) (?:i )?{_ADVERBS}"
    rf"|(?:and|then|that|while|so|or|,) i {_ADVERBS}(?!have |had |was |am |did |do |can |could |will |would |"
    rf"shall |should |may |might |see |saw |know |think |noticed |notice |believe |found |understand |hear )"
    rf"|(?:suggest|suggesting|propose|proposing|recommend|recommending|offering)(?: to| :| that i|"
    rf" i)? (?P<neg5>not )?{_ADVERBS}"
    rf"|(?:offer|suggestion|proposal|idea|plan)(?: is| would be)?(?: to| :| that i| i) (?P<neg6>not )?{_ADVERBS}"
    r")"
)
_IF_I = re.compile(
    rf"(?:^| )(?:if|were|provided|suppose|supposing) i (?:to )?{_ADVERBS}(?P<neg>not |did not |do not )?"
)
_OTHER = re.compile(
    r"(?:^| )(?:"
    r"(?:so that|because|since|which|who|whose|whom|while|whilst|when|whenever|until|till|unless|as|where|"
    r"although|though|whereas|than|before|after|once|whether|that|what|how|lest|in case|so)(?= )"
    # "If you agree" asks for consent; the offer itself follows.
    r"|if(?= (?!you (?:agree|like|wish|approve|consent|do not mind|say so|say yes|want [,?.])|that is (?:ok|okay"
    r"|fine|all|alright)|it is (?:ok|okay|fine|all right)))"
    r"|(?:and|but|,|;|:) (?:you|he|she|it|they|there|everyone|everybody|nobody|someone|somebody|none|neither|"
    r"nothing)(?= )"
    r"|you (?:can|could|should|might|may|must|need|have|will|would|ought|asked|promised|wanted|want|are|were|"
    r"had|did|do|meant|mean|planned|owe|told|wrote|said|noted|know|still)(?= )"
    r"|(?:he|she|they|it|everyone|everybody|nobody|somebody|someone) (?=[a-z])"
    r")"
)
# After these, "that" points at a thing ("cancel that order"), unless a clause follows ("answer that you come").
_BEFORE_A_THING = word_set(
    "of for in on at to with from by about into after before under over per through until "
    "move cancel delete bin trash remove drop order book add put save keep change update forward send answer pay "
    "accept decline archive return buy reschedule shift fix use get take make set mark call skip switch swap replace "
    "edit stop undo refuse clear throw copy attach print join leave and or like"
)
_CLAUSE_STARTS = word_set(
    "i you he she it we they the a an this these those your his her their our my there everyone everybody nobody "
    "someone somebody all both nothing everything"
)
_SKIPPED_FIRST = word_set("so then and ok okay just quickly maybe perhaps hey hi also or now please quietly but")


class Frame(NamedTuple):
    """A part of a sentence from the word `at` on: a plain start, an offer, a condition ("if I") or another clause."""

    at: int
    kind: FrameKind
    negated: bool = False


class Line(NamedTuple):
    """A sentence as one string, with the position of every word in it."""

    text: str
    starts: tuple[int, ...]

    def word_at(self, place: int) -> int:
        """Return the index of the first word at or after a position in the string."""
        return bisect_left(self.starts, place)


def line_of(sentence: Sentence) -> Line:
    starts, place = [], 0
    for token in sentence.tokens:
        starts.append(place)
        place += len(token.word) + 1
    return Line(sentence.line, tuple(starts))


def frames_of(line: Line) -> list[Frame]:
    """Return the frames of a sentence in order; its first word always begins a frame of kind "start"."""
    frames = [Frame(0, "start")]
    for match in _OFFER.finditer(line.text):
        frames.append(Frame(line.word_at(match.end()), "offer", any(match.groupdict().values())))
    for match in _IF_I.finditer(line.text):
        frames.append(Frame(line.word_at(match.end()), "if", bool(match["neg"])))
    for match in re.finditer(r": (?=[a-z])", line.text):
        # A new start after a colon: "One more thing: shall I …".
        if not any(frame.at == line.word_at(match.end()) for frame in frames):
            frames.append(Frame(line.word_at(match.end()), "start"))
    taken = {frame.at for frame in frames[1:]}
    for match in _OTHER.finditer(line.text):
        at = line.word_at(match.end() + 1)
        if at not in taken and not _points_at_a_thing(match, line.text):
            frames.append(Frame(at, "other"))
    return sorted(frames, key=lambda frame: (frame.at, frame.kind != "other"))


def _points_at_a_thing(match: re.Match[str], text: str) -> bool:
    """Return True for "that" in "move that mail", which opens no clause."""
    if match[0].strip() != "that":
        return False
    before, after = text[: match.start()].rsplit(None, 1)[-1:], text[match.end() :].split(None, 1)[:1]
    return before != [] and before[0] in _BEFORE_A_THING and after != [] and after[0] not in _CLAUSE_STARTS


def first_word(sentence: Sentence) -> int:
    """Return the index of the first word after openings such as "so" or "quickly"; 0 if the first five are openings."""
    for index, token in enumerate(sentence.tokens[:5]):
        if token.word.isalnum() and token.word not in _SKIPPED_FIRST and not token.word.endswith("ly"):
            return index
    return 0
