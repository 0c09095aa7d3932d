"""Decides how a text states a value: plainly, denied, quoted, retracted, hedged, as a question or as a choice."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property, lru_cache
from typing import Literal

from simulator.reading.facts.text_values import ValueMention, kind_of, values_in
from simulator.reading.language.deeds import RETRACTIONS
from simulator.reading.language.tokens import Sentence, Token, Tokenized, tokenize

How = Literal["said", "denied", "choice", "quoted", "retracted", "hedged", "asked"]

_BREAKS = frozenset(
    (",", ":", "(", ")", "but", "so", "because", "although", "though", "while", "whereas", "and", "since", "as", "or")
)
_NEGATORS = frozenset(("not", "never", "no", "without", "neither", "nor", "nobody", "none", "cannot", "hardly"))
# After "not", these words make the value the right one after all: "not before ten", "not on Monday but on Friday".
_LETS_THROUGH = frozenset(("before", "until", "till", "but", "only", "later", "just", "than"))
_NOT_NEGATING = re.compile(
    r"\b(?:not only|no doubt|no problem|no wonder|why not|not just|no trouble|if not|no later than|no more than"
    r"|no less than|not to mention)\b"
)
_IN_PLACE_OF = re.compile(
    r"\b(?:instead of|in place of|rather than|no longer|in lieu of"
    r"|(?:moved?|moves|shift(?:ed)?|postponed|changed) from|not the one)(?: (?:at|on|the|by|for|in|today|tonight"
    r"|tomorrow"
    r"|this|afternoon|morning|evening|\w+day))* $"
)
# A value in brackets after "was" is the old one: "Arrival 10:10 (was 09:15)".
_FORMERLY = re.compile(r"[(,] (?:was|formerly|previously|before)(?: at| on)? $")
_TURNED_DOWN_AFTER = re.compile(
    r"^(?:(?:o'clock|today|tonight|tomorrow|this|in|the|morning|afternoon|evening|slot|time|one|and|on|monday"
    r"|tuesday|wednesday|thursday|friday|saturday|sunday|as|was|planned|agreed|before|seats?|people|euros?|each"
    r"|a month|per person) )*"
    r"(?:(?:is|are|was|were|would|will|does|do|did|can|could|has|have|seems?|looks?)(?: be)?(?: (?:unfortunately"
    r"|sadly|really|just|simply|now|already|far|then|no longer|off|out|work|suit|fit))*"
    r" (?:not\b|out\b|off\b|too (?:late|early|soon|many|much|few|little|long|dear|expensive)\b|when\b|impossible\b"
    r"|taken\b|no good\b|wrong\b|gone\b|full\b|a mistake\b|cancelled\b|canceled\b|no option\b|not possible\b"
    r"|(?:the |his |her |their |an |my |[\w']+ )*(?:old|former|previous|wrong|dead|outdated) ?(?:number|one)?\b)"
    r"|i (?:can|could|will|do|shall|would) not\b"
    r"|i (?:am|will be|have to be|must be|shall be|would be|have|cannot|can not|could not|will not"
    r"|shall not)(?: (?:unfortunately|sadly|still|already|afraid|sorry|then|in|at))*"
    r" (?:not|busy|tied|booked|stuck|occupied|teaching|working|on duty|out|away|work|meeting|a meeting|lessons?"
    r"|unavailable|elsewhere|gone|engaged|asleep|another|come"
    r"|make|be)\b"
    r"|(?:i|we) (?:am|are|will be|shall be) (?:still|then) (?:at|in|with|on)\b)"
)
# "I had promised her Saturday" describes an earlier plan, which may no longer hold.
_MEANT_ONCE = re.compile(
    r"\b(?:i|we|you|he|she|they) (?:had (?:\w+ly )?(?:promised|planned|thought|said|agreed|asked|hoped|wanted|written"
    r"|offered|suggested|arranged|fixed|booked|expected|meant|proposed|told|counted|set|put)"
    r"|was going to|were going to|wanted to|meant to|used to)\b[^,;:.!?]*$"
    # "Ann says that you come at five": another person speaks for the writer or the addressee.
    r"|\b(?!i |you |we )[^\W\d_]+ (?:says|claims|thinks|believes) (?:that )?(?:i|you|we)\b[^,;:.!?]*$"
)
_HEDGE = re.compile(
    r"\b(?:i (?:have )?heard(?! back)|i wish|if only|(?:somebody|someone|people|the word|word) (?:is|said|says?|told"
    r"|claims?)"
    r"|i (?:was|am|have been) told|it is said|rumou?rs?|seems? to be|if i remember|as far as i|i believe|i think"
    r"|perhaps|maybe|possibly|might|not (?:quite |yet |at all |really |entirely )?(?:sure|certain|clear)"
    r"|unsure|uncertain|no idea|i doubt|doubtful|was it|have to check|i check|must check|let me check|have to ask"
    r"|cannot say|can not say|i guess|i suppose|"
    r"(?<!i )(?<!we )(?<!you )(?<!he )(?<!she )would (?:have (?:cost|been|come)|cost|come to|amount to|make it)"
    r"|(?:it|that|this) would be (?!happy|glad|good|nice|great|lovely|kind|best|better|fine|perfect)|"
    # "I'll see whether I can find a cab", "I could order it": nothing is settled yet.
    r"see [^,;.]{0,30}\b(?:whether|if (?:i|we|there|it|they))\b|whether (?:i|we) (?:can|could|will)"
    r"|(?:i|we) could (?:get"
    r"|order|book|buy|try|ask|take|have)|if (?:i|we) (?:can|could|get|manage|find)|thinking (?:of|about)"
    r"|(?:am|are) considering"
    r"|trying to|plan(?:ning)? to|(?:was|were) (?:meant|supposed|due|planned|going) to|"
    r"probably|presumably|depend\w*|if i can|will try|shall try|try to|hope to|or so they say|may (?:be (?!reached"
    r"|contacted|found|called|collected)|or may|well|need|depend|have)|"
    r"could be|is it possible|supposedly|allegedly|apparently|cannot promise|can not promise|not promise"
    r"|under consideration|to be confirmed|tbc|undecided|rumou?r\w*)\b"
)
# Questions for information. "See you on Friday at two?" is a proposal instead.
_WANTS_TO_KNOW = re.compile(
    r"^(?:[\w' ]{1,30} , ){0,3}(?:and |but |so |or |now )?(?:is|was|were|are|do|does|did|has|have|had|what|which"
    r"|who|when|how (?!about)|why|where|whether)\b"
)
# "Does Wednesday at four suit you?" is a proposal, not a question for information.
_PROPOSES = re.compile(
    r"^(?:[\w' ]{1,30} , ){0,3}(?:and |but |so |or )?(?:do|does|is|are|would|how about|what about) .*\b(?:suit|suits"
    r"|work|agree"
    r"|fit|okay|ok|fine|all right|alright|good|possible|convenient|acceptable|happy|free|manage|make it)\b"
)
# Words after a value that refuse or correct it: "It is 15? No, …" and "… but that one is dead."
_REFUSED_AFTER = re.compile(
    r"^[^.!?]{0,60}\bnot (?:then|that (?:day|time|one|hour))\b|^[^.!?]{0,20}\? no\b|^[^.!?]{0,24}[,.;] (?:but "
    r"|and )?(?:that|this|which|it)(?: one| number)? (?:is|was|has been) (?:now |no longer |already )?(?:dead"
    r"|wrong|old|out|off|the old|in use|gone|lost|cancelled)"
)
_DEAD_AFTER = re.compile(
    r"^,? (?:is|was|has been|went|used to be|belonged to)(?: now| since)? (?:dead|disconnected|out of (?:use|service"
    r"|order)"
    r"|gone|no longer|cut off|switched off|obsolete|wrong|invalid|history|(?:\w+ ){0,2}(?:'s|old|former)\b)"
    r"|^,? (?:used to be|belonged to|no longer)\b"
)
_NUMBER_WAS = re.compile(r"\b(?:number|address|phone|mobile) (?:was|used to be|had been) $")
_PAST_BEFORE = re.compile(r"\b(?:was|were|used to be|had been)(?: at| on| for)? $")
_BUT_NOW = re.compile(r"[^.!?]{0,40}\b(?:now|but (?:it|that) is)\b")
_OUTDATED_BEFORE = re.compile(
    r"\b(?:old|former|previous|dead|outdated|original|initial) (?:number|one|address|time|slot|date|day|price)(?: is"
    r"| was|,|:| of)*"
    r" (?:on |at )?$"
)
_CORRECTS = re.compile(
    r"^ ?(?:,|\.|\(|!)? ?(?:no|sorry|i mean|i meant|or rather|rather(?! than)|make that|correction|wait|pardon"
    r"|actually|oops)\b"
)
_WHICHEVER = re.compile(
    r"\b(?:whichever|whatever|take your pick|up to you|you (?:can |may )?choose|your choice|(?:either|both"
    r"|any)(?: of (?:them|the two))? (?:is|are|works?|suits?|will do|would do)|as you (?:like|please|prefer)"
    r"|as suits you|what suits you"
    r"|(?:which|what)(?: one| of them| day| time)? (?:do|would|will|is|suits)(?: you)? (?:prefer\w*|like better|rather"
    r"|choose|you (?:best|better)|better for you|best for you))\b"
)
_IS_ABOUT_A_THING = re.compile(
    r" ?(?:\w+ )?(?:mail|e-mail|email|message|letter|fee|bill|invoice|page|link|text|call|request|demand"
    r"|offer)s?\b(?! (?:i|of mine))"
)
_ROUGHLY_AFTER = re.compile(
    r"(?: \w+)? (?:at (?:most|least)|or so|more or less|tops)\b"
    r"|(?: \w+){0,2},? or (?:maybe |perhaps )?(?:later\b|another\b|some other|any (?:other|time|day)|next \w+"
    r"|whenever|a (?:bit|little)|thereabouts|somewhat)"
)
_ROUGHLY_BEFORE = re.compile(r"\b(?:up to|at most|roughly|nearly|almost|fewer than|less than|more than) $")
# "I would come at five, but …" means that the writer does not come.
_WOULD_BUT = re.compile(r"\b(?:would(?! you)|wanted to|wish|hoped to|meant to|was going to|could have)\b[^,;:]*$")
_BUT = re.compile(r"[^.!?]{0,40}[,;] ?(?:but|only|however|yet)\b")
_SAME = re.compile(r"(?:at |in )?(?:the )?(?:same|usual) (?:time|hour|place|day) ?")
_ONE_OF = re.compile(
    r"^[ ,]*(?:(?:today|tonight|tomorrow|o'clock|this|afternoon|morning|evening|possibly|perhaps|maybe|even|else"
    r"|each|a month|per person|seats|euros|people|to|till|until|from|-) ?,? )*,? ?(?:or|and/or|/)"
    r" (?:(?:else|maybe|perhaps|possibly|even|rather|at|on|the|by|for|around|about|from|in|it|is|was|that|with"
    r"|instead|alternatively|then) )*$"
)


# "Forget what I said about Monday" names what is taken back.
_TAKEN_BACK = re.compile(
    r"(?:forget|scrap|ignore|disregard|strike) (?:what|everything|all) (?:that )?i (?:said|wrote|told you)[^,;.!?]*"
)


def retraction_in(line: str) -> re.Match[str] | None:
    """Return the first match of words that take back what was said, or None; "ignore that mail" does not count."""
    for match in RETRACTIONS.finditer(line):
        if not _IS_ABOUT_A_THING.match(line[match.end() :]) or not match[0].startswith(("ignore", "forget", "scrap")):
            return match
    return None


@dataclass(frozen=True)
class Asserted:
    """A text with its values. `how` tells how the text states the value at a position."""

    text: Tokenized
    values: tuple[ValueMention, ...]

    @cached_property
    def retracted_until(self) -> tuple[int, str]:
        """Return the position before which all is taken back, and the words that do so; (0, "") if there are none."""
        place, words = 0, ""
        for sentence in self.text.sentences:
            line = line_of(sentence)
            match = retraction_in(line)
            if match:
                token = sentence.tokens[min(line.count(" ", 0, match.start()), len(sentence.tokens) - 1)]
                if not token.quoted:
                    place, words = token.start + 1, match[0].strip()
                    named = _TAKEN_BACK.match(self.text.folded, token.start)
                    place = named.end() if named else place
        return place, words

    def sentence_at(self, place: int) -> Sentence:
        """Return the sentence at a position of the folded text; after the end, the last sentence."""
        return next((sentence for sentence in self.text.sentences if place < sentence.end), self.text.sentences[-1])

    def how(self, start: int, end: int, wanted: Sequence[tuple[int, int]] = ()) -> How:
        """Return how the text states the value from `start` to `end`; `wanted` are the spans of other wanted values."""
        # Cached, because nearly every check of a text asks again for its values.
        key = (start, end, tuple(wanted))
        if key not in self._known:
            self._known[key] = self._how(start, end, wanted)
        return self._known[key]

    @cached_property
    def _known(self) -> dict[tuple[int, int, tuple[tuple[int, int], ...]], How]:
        return {}

    def _how(self, start: int, end: int, wanted: Sequence[tuple[int, int]]) -> How:
        sentence = self.sentence_at(start)
        tokens = sentence.tokens
        here = next((index for index, token in enumerate(tokens) if token.end > start), len(tokens) - 1)
        if tokens[here].quoted:
            return "quoted"
        if start < self.retracted_until[0] or self._is_corrected(end, wanted):
            return "retracted"
        folded = self.text.folded
        if _REFUSED_AFTER.match(folded[end : end + 60]) or _DEAD_AFTER.match(folded[end : end + 60]):
            return "denied"
        before = folded[max(0, start - 40) : start]
        if _NUMBER_WAS.search(before):
            return "denied"
        if _OUTDATED_BEFORE.search(before) or (_PAST_BEFORE.search(before) and _BUT_NOW.match(folded, end)):
            return "denied"
        if self._is_choice(start, end):
            return "choice"
        if self._is_denied(tokens, here, end, wanted):
            return "denied"
        roughly = _ROUGHLY_BEFORE.search(self.text.folded[:start])
        # "Up to 31 August" means until that day, but "up to 24" is a guess.
        day = roughly and any(value.kind == "day" and value.start == start for value in self.values)
        if _ROUGHLY_AFTER.match(self.text.folded[end:]) or (roughly and not day):
            return "hedged"
        if _WOULD_BUT.search(self.text.folded[sentence.start : start]) and _BUT.match(
            self.text.folded[end : sentence.end]
        ):
            return "denied"
        clause = " ".join(token.word for token in clause_around(tokens, here))
        if _HEDGE.search(clause) or _MEANT_ONCE.search(self.text.folded[sentence.start : start]):
            return "hedged"
        if sentence.asks and _WANTS_TO_KNOW.search(line_of(sentence)) and not _PROPOSES.search(line_of(sentence)):
            return "asked"
        return "said"

    def _others(self, start: int, end: int, wanted: Sequence[tuple[int, int]]) -> list[ValueMention]:
        """Return other values of the same kind, except those with the same meaning or inside the spans `wanted`."""
        own = [value for value in self.values if value.start < end and start < value.end]
        kinds = {kind_of(value) for value in own}
        meant = frozenset[int]().union(*(value.meanings for value in own))
        return [
            value
            for value in self.values
            if kind_of(value) in kinds
            and not value.meanings & meant
            and not any(first < value.end and value.start < last for first, last in wanted)
        ]

    def _is_corrected(self, end: int, wanted: Sequence[tuple[int, int]]) -> bool:
        """Return True for the first value in "at five, no, at six"."""
        after = self.text.folded[end : end + 24]
        if not _CORRECTS.match(after):
            return False
        if re.match(
            r"^ ?[.,!] (?:no|wait|oops|sorry)\b[, ]*(?:no|sorry|wait)?[, ]*(?:that|this|it) (?:is|was) (?:not\b"
            r"|\w+ \w+'s|wrong|the)",
            self.text.folded[end : end + 60],
        ):
            return True
        return any(end < other.start < end + 60 for other in self._others(end - 1, end, wanted))

    def _is_choice(self, start: int, end: int) -> bool:
        """Return True if "or" joins the value to another value, or if its sentence leaves the choice of value open."""
        for other in self._others(start, end, ()):
            first, last = (end, other.start) if other.start >= end else (other.end, start)
            sentence = self.sentence_at(start)
            between = self._without_values(first, last)
            # "94,600 / 12 years / from March": two slashes separate the parts of a list.
            listed = between.strip() == "/" and self.text.folded.count("/", sentence.start, sentence.end) > 1
            if 0 < last - first < 60 and not listed and _ONE_OF.match(between):
                return True
            if sentence.start <= other.start < sentence.end and _WHICHEVER.search(line_of(sentence)):
                return True
        return False

    def _without_values(self, start: int, end: int) -> str:
        """Return a part of the text without its values: "Thursday at ten or Friday" has only "or" between the days."""
        kept = self.text.folded[start:end]
        for value in reversed(self.values):
            if start <= value.start and value.end <= end:
                kept = (
                    kept[: value.start - start].removesuffix("at ").removesuffix("from ")
                    + kept[value.end - start :].lstrip()
                )
        return _SAME.sub("", kept) if "same" in kept or "usual" in kept else kept

    def _is_denied(self, tokens: tuple[Token, ...], here: int, end: int, wanted: Sequence[tuple[int, int]]) -> bool:
        first = clause_start(tokens, here)
        before = " ".join(token.word for token in tokens[first:here]) + " "
        line = " ".join(token.word for token in tokens[:here]) + " "
        contrast = _IN_PLACE_OF.search(line) is not None or _negated(before) or _FORMERLY.search(line) is not None
        behind = next((index for index in range(here, len(tokens)) if tokens[index].start >= end), len(tokens))
        after = " ".join(token.word for token in tokens[behind : clause_end(tokens, behind)]) + " "
        if _TURNED_DOWN_AFTER.match(after):
            return True
        if not contrast:
            return False
        # "46.20 instead of the 16.50 that we agreed": both values are part of what must be said.
        near = [place for place in wanted if tokens[0].start <= place[0] < tokens[-1].end]
        return not any(not (first < end and tokens[here].start < last) for first, last in near)


def _negated(before: str) -> bool:
    words = _NOT_NEGATING.sub(" ", before).split()
    negated = False
    for word in words:
        if word in _NEGATORS:
            negated = True
        elif word in _LETS_THROUGH:
            negated = False
    return negated


def clause_start(tokens: tuple[Token, ...], here: int) -> int:
    """Return the index of the first word of the clause that contains the word at `here`."""
    for index in range(here - 1, -1, -1):
        word = tokens[index].word
        if (
            word in _BREAKS
            and not _in_number(tokens, index)
            and not (word in ("and", "or", ",") and _is_list(tokens, index, here))
        ):
            return index + 1
    return 0


def _is_list(tokens: tuple[Token, ...], sign: int, here: int) -> bool:
    """Return True for the "and" in "not at 2 and 3", which joins values and does not start a new clause."""
    between = tokens[sign + 1 : here]
    return (
        bool(sign)
        and all(token.word in ("at", "on", "the", "by") for token in between)
        and tokens[sign - 1].word[-1:].isdigit()
    )


def _in_number(tokens: tuple[Token, ...], sign: int) -> bool:
    """Return True for a comma or colon inside a number or time, such as 1,500 or 16:30."""
    return (
        0 < sign < len(tokens) - 1
        and tokens[sign - 1].end == tokens[sign].start
        and tokens[sign].end == tokens[sign + 1].start
    )


def clause_end(tokens: tuple[Token, ...], here: int) -> int:
    """Return the index after the last word of the clause that contains the word at `here`."""
    for index in range(here, len(tokens)):
        if tokens[index].word in _BREAKS and tokens[index].word not in ("and", "as") and not _in_number(tokens, index):
            return index
    return len(tokens)


def clause_around(tokens: tuple[Token, ...], here: int) -> tuple[Token, ...]:
    return tokens[clause_start(tokens, here) : clause_end(tokens, here)]


def line_of(sentence: Sentence) -> str:
    """Return the words of a sentence as one string, with contractions spelled out and a space after each word."""
    return sentence.line


@lru_cache(maxsize=256)
def asserted(text: str, now: datetime) -> Asserted:
    """Return a text cut into sentences, with its values; `now` decides what words such as "tomorrow" mean."""
    tokenized = tokenize(text)
    return Asserted(tokenized, values_in(tokenized.folded, now))


def own_lines(text: Tokenized) -> Iterable[tuple[Sentence, str]]:
    """Yield each sentence with its unquoted words as one string; sentences that are quoted entirely are left out."""
    for sentence in text.sentences:
        words = [token.word for token in sentence.tokens if not token.quoted]
        if words:
            yield sentence, " ".join(words) + " "
