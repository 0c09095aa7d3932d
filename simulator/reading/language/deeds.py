"""Finds the deeds (actions) that a text names: who does them, and whether they are offered, reported or denied."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Literal, NamedTuple

from simulator.reading.language.deed_words import (
    ADVERBS,
    AGREED,
    AUXILIARIES,
    BY_THEMSELVES,
    CONSENT,
    COORDINATORS,
    COULD_BE,
    DEFINITE,
    DO_YOU_WANT,
    FUNCTION_WORDS,
    HAVE_DONE,
    HEDGES,
    INDEFINITE,
    MODALS,
    NO_ADVERBS,
    WEAK_HEDGES,
    WISHES,
)
from simulator.reading.language.frames import Frame, Line, first_word, frames_of, line_of
from simulator.reading.language.idle_verbs import IDLE_ACTS
from simulator.reading.language.inflection import Form
from simulator.reading.language.lexicon import Entry
from simulator.reading.language.negation import NOTHING, is_negated
from simulator.reading.language.phrase_matching import PhraseMatch, is_idiom, phrases_in
from simulator.reading.language.retractions import RETRACTIONS, is_retracted
from simulator.reading.language.steps import announces_steps, colon_between, is_first_step, is_further_step
from simulator.reading.language.tokens import Sentence, tokenize

__all__ = ["RETRACTIONS", "Deed", "Mood", "deeds_in", "is_retracted"]

Mood = Literal["offer", "done", "other"]


class Deed(NamedTuple):
    """A deed (action) that a text names, with its acts, verb form and mood."""

    acts: frozenset[str]
    form: Form
    mood: Mood
    negated: bool
    hedged: bool
    quoted: bool
    sentence: int
    start: int
    """Position of the verb in the folded text."""
    end: int
    """Position where the words of the deed end: before the next deed of the same mood, or at the sentence's end."""
    word: str
    phrase: bool = False
    """True if a phrase of several words names the deed, such as "take it out"."""


@lru_cache(maxsize=512)
def deeds_in(text: str) -> tuple[Deed, ...]:
    """Return every deed that the text names, offered or not, in the order of the text."""
    found: list[Deed] = []
    tokenized = tokenize(text)
    lines = [line_of(sentence) for sentence in tokenized.sentences]
    consented = any(sentence.asks for sentence in tokenized.sentences) or any(
        CONSENT.search(line.text) or COULD_BE.search(line.text) for line in lines
    )
    announced = continued = False
    for number, sentence in enumerate(tokenized.sentences):
        deeds = _SentenceReader(sentence, number, lines[number], consented, announced or continued).deeds()
        found += deeds
        # "I would move the lease; cancel the cab; and tell Levan": what follows a semicolon is offered too.
        offers = any(deed.mood == "offer" and deed.form == "base" and not deed.negated for deed in deeds)
        continued = offers and tokenized.folded[: sentence.end].rstrip().endswith(";")
        announced = announced or (consented and announces_steps(lines[number].text))
    return tuple(found)


class _SentenceReader:
    """Reads the deeds of one sentence."""

    def __init__(self, sentence: Sentence, number: int, line: Line, consented: bool, announced: bool) -> None:
        self.tokens = sentence.tokens
        self.words = [token.word for token in sentence.tokens]
        self.sentence, self.number, self.line, self.consented = sentence, number, line, consented
        self.announced = announced
        self.frames = frames_of(line)
        self.first = first_word(sentence)
        self.offered: list[tuple[int, Form]] = []

    def deeds(self) -> list[Deed]:
        weak = not self.sentence.asks and WEAK_HEDGES.search(self.line.text)
        hedged = bool(weak or HEDGES.search(self.line.text))
        groups: dict[int, list[PhraseMatch]] = {}
        for match in phrases_in(self.tokens):
            groups.setdefault(match.at, []).append(match)
        found: list[tuple[PhraseMatch, Mood, bool]] = []
        nouns: list[PhraseMatch] = []
        heads = {frame.at for frame in self.frames if frame.kind in ("offer", "if")}
        for index in range(len(self.tokens)):
            if index not in groups and index not in heads:
                # Neither a word of the lexicon nor the first word of an offer.
                continue
            verbs = [match for match in groups.get(index, []) if match.entry.form != "noun"]
            chosen = self._verb(index, verbs)
            if chosen is not None:
                found.append(chosen)
                if chosen[1] == "offer":
                    self.offered.append((index, chosen[0].entry.form))
            nouns += [
                match
                for match in groups.get(index, [])
                if match.entry.form == "noun" and (chosen is None or chosen[1] == "other")
            ]
        if not any(mood == "offer" and "unknown" not in match.entry.acts for match, mood, _ in found):
            found += [(match, "offer", self._negated(match.at)) for match in nouns if self._is_offered_noun(match)]
        themselves = list(self._by_themselves())
        taken = {match.at for match, _, _ in themselves}
        found = [one for one in found if one[0].at not in taken or one[1] == "offer"]
        found += [one for one in themselves if one[0].at not in {other[0].at for other in found}]
        found.sort(key=lambda one: one[0].at)
        return [self._deed(place, found, hedged) for place in range(len(found))]

    def _by_themselves(self) -> Iterator[tuple[PhraseMatch, Mood, bool]]:
        """Yield offered deeds whose subject is a thing, as in "shall a message go out to her"."""
        for pattern, acts in BY_THEMSELVES:
            for match in pattern.finditer(self.line.text):
                index = self.line.word_at(match.start("verb"))
                before = set(self.words[:index])
                open_ = self.sentence.asks or self._is_agreed(index) or (self.consented and bool(before & MODALS))
                if open_ and "i" not in self.words[max(0, index - 2) : index]:
                    yield PhraseMatch(index, index, Entry("participle", (), acts), True), "offer", self._negated(index)

    def _deed(self, place: int, found: Sequence[tuple[PhraseMatch, Mood, bool]], hedged: bool) -> Deed:
        match, mood, negated = found[place]
        token = self.tokens[match.at]
        later = [other.at for other, kind, _ in found[place + 1 :] if kind == mood and other.at > match.last]
        end = self.tokens[later[0] - 1].end if later else self.sentence.end
        return Deed(
            match.entry.acts,
            match.entry.form,
            mood,
            negated,
            hedged,
            token.quoted,
            self.number,
            token.start,
            end,
            token.word,
            match.phrase,
        )

    def _frame(self, index: int) -> Frame:
        return [frame for frame in self.frames if frame.at <= index][-1]

    def _verb(self, index: int, matches: Sequence[PhraseMatch]) -> tuple[PhraseMatch, Mood, bool] | None:
        """Return the match, mood and negation of the verb at this index; None if the word there names no deed."""
        for match in matches:
            form = match.entry.form
            if form in ("base", "gerund") and self._is_offered_verb(index, form):
                return self._merged(matches, form), "offer", self._negated(index)
            if form in ("past", "participle"):
                mood = self._past_mood(index)
                if mood is not None:
                    forms = [one for one in matches if one.entry.form in ("past", "participle")]
                    return self._merged(forms, form), mood, self._negated(index)
        known = bool(matches) or self.words[index] in FUNCTION_WORDS
        if self.words[index] == "have" and re.match(
            r"(?:\w+ed|found|seen|got|been|missed|spotted|come)$", self._word(index + 1)
        ):
            # "I may have found something" offers nothing.
            return None
        if not known and self._heads_offer(index) and self.words[index].isalpha():
            # The lexicon does not know this verb: the offer names a deed, but rules can't tell which.
            return PhraseMatch(index, index, Entry("base", (), frozenset({"unknown"}))), "offer", self._negated(index)
        if matches and matches[0].entry.form in ("base", "present", "gerund"):
            return self._merged(matches, matches[0].entry.form), "other", self._negated(index)
        return None

    def _merged(self, matches: Sequence[PhraseMatch], form: Form) -> PhraseMatch:
        """Return one match with the acts of all matches of this form or, if some are idioms, of the idioms only.

        The act "vague" is dropped if there is another act, and idle acts (keep, wait, show) if any act is not idle.
        """
        fitting = [match for match in matches if match.entry.form == form] or list(matches)
        longest = max(match.last for match in fitting)
        # "put it in the bin" is an idiom with its own acts; "put it on" is only the verb "put".
        idioms = [match for match in fitting if is_idiom(match.entry.rest)]
        # "Let you know" addresses the owner, while "let … know" may address anybody.
        idioms = [match for match in idioms if "you" in match.entry.rest] or idioms
        acts = frozenset[str]().union(*(match.entry.acts for match in idioms or fitting))
        if "vague" in acts and len(acts) > 1:
            acts -= {"vague"}
        if acts & IDLE_ACTS and acts - IDLE_ACTS:
            acts -= IDLE_ACTS
        return PhraseMatch(fitting[0].at, longest, Entry(form, (), acts), bool(idioms))

    def _before(self, index: int) -> int:
        """Return the index of the last word before `index` that is not an adverb; -1 if there is none."""
        place = index - 1
        while place >= 0 and (self.words[place] in ADVERBS or self.words[place].endswith("ly")):
            if self.words[place] in NO_ADVERBS:
                break
            place -= 1
        return place

    def _word(self, index: int) -> str:
        return self.words[index] if index < len(self.words) else ""

    def _heads_offer(self, index: int) -> bool:
        return any(frame.at == index and frame.kind in ("offer", "if") for frame in self.frames)

    def _is_offered_verb(self, index: int, form: Form) -> bool:
        frame = self._frame(index)
        if self._heads_offer(index):
            return True
        if self.sentence.asks and form == "base" and self._is_last(index):
            return True
        if form == "base" and self._is_caused(index):
            return True
        starts = index == self.first or (frame.kind == "start" and frame.at == index and not self.offered)
        if starts and self.sentence.asks and form == "base":
            # "Do you want that?" asks; "Do the list now?" offers.
            return self.words[index + 1 : index + 2] not in (["you"], ["i"], ["we"], ["they"], ["not"])
        if form == "base" and self._is_step(index):
            return True
        before = self._before(index)
        governor = self.words[before] if before >= 0 else ""
        if form == "gerund":
            # "How about deleting it" offers; "the reminders about paying him" does not.
            opened = governor != "about" or self.words[max(0, before - 1)] in ("how", "what")
            opens = governor in ("by", "suggest", "propose", "recommend", "about") and opened
            return (opens and self._has_offer(index)) or (
                governor in ("and", "or", "then") and any(kind == "gerund" for _, kind in self.offered)
            )
        complete = bool(self.offered) and self.offered[-1][1] in ("participle", "past")
        if complete and colon_between(self.tokens, self.offered[-1][0], index):
            # "These would be deleted: 1. Pay the hut": items of a list are not further deeds of the offer.
            return False
        if governor == "to":
            governor = self.words[before - 1] if before >= 1 else ""
            if governor not in ("and", "or", ",", "then", "but", "also", "nor"):
                return False
        if governor not in COORDINATORS or not self._has_offer(index):
            return before == frame.at - 1 and frame.kind == "offer" and before >= 0 and governor not in COORDINATORS
        return self._looks_like_verb(index) and not self._inside_other(index, before) and not self._is_told(index)

    def _is_step(self, index: int) -> bool:
        """Return True for a verb in the base form that starts a step of an offer with several steps."""
        before = self.line.text[: self.line.starts[index]]
        if (index == self.first and self.announced) or is_first_step(before, self.consented):
            return True
        return self._has_offer(index) and self._looks_like_verb(index) and is_further_step(before)

    def _is_last(self, index: int) -> bool:
        """Return True for "cancel" in "it is in the cart, cancel?": a last word after a comma, colon, ")" or "so"."""
        after = self.words[index + 1 :]
        before = self.words[index - 1] if index else ""
        return bool(after) and not any(word.isalnum() for word in after) and before in (",", ":", ")", "so")

    def _is_caused(self, index: int) -> bool:
        """Return True for "drop" in "shall I have the shop drop it": the assistant has somebody else do the deed."""
        heads = [frame.at for frame in self.frames if frame.kind in ("offer", "if") and frame.at < index]
        if not heads or self.words[heads[-1]] not in ("have", "get", "let", "make"):
            return False
        between = self.words[heads[-1] + 1 : index]
        return (
            1 <= len(between) <= 4
            and between[-1] not in FUNCTION_WORDS - {"it", "you", "her", "to"}
            and (all(word.isalnum() for word in between))
        )

    def _has_offer(self, index: int) -> bool:
        return bool(self.offered) or any(frame.kind in ("offer", "if") and frame.at <= index for frame in self.frames)

    def _looks_like_verb(self, index: int) -> bool:
        after = self.words[index + 1] if index + 1 < len(self.words) else "?"
        return after not in ("and", "or", ",", ".", ")", "'s", "of", "is", "are", "was", "were", "has", "will", "would")

    def _inside_other(self, index: int, before: int) -> bool:
        """Return True for "ask" in "so that she can ring and ask": somebody else would do it, not the assistant."""
        frame = self._frame(index)
        if frame.kind != "other" or frame.at > before or any(frame.at <= place <= before for place, _ in self.offered):
            return False
        clause = self.words[max(0, frame.at - 2) : before]
        return self.words[before] in ("and", "or") and "," not in clause[-1:] and bool(set(clause) & (MODALS | {"to"}))

    def _is_told(self, index: int) -> bool:
        """Return True for "give" in "tell her to pay nothing and give nobody her card": she is told not to do it."""
        if not self.offered or not self._negated(index):
            return False
        since = self.words[self.offered[-1][0] + 1 : index]
        return "that" in since or any(
            word == "to" and self.words[place + 1 : place + 2] not in NOTHING
            for place, word in enumerate(since, start=self.offered[-1][0] + 1)
            if place > self.offered[-1][0] + 1
        )

    def _past_mood(self, index: int) -> Mood | None:
        """Return the mood of a past form or participle; None if the word only describes a thing ("the moved lease")."""
        frame = self._frame(index)
        continued = self.words[self._before(index)] in COORDINATORS and bool(self.offered)
        if frame.kind == "if" and (self._heads_offer(index) or continued):
            return "offer"
        before = self._before(index)
        governor = self.words[before] if before >= 0 else ""
        near = self.words[max(0, index - 5) : index]
        if governor == "be" and self._is_open(index):
            # "Hers cannot be returned" states a fact and refuses nothing.
            return "other" if self._negated(index) and "i" not in self.words else "offer"
        if governor in ("get", "gets") and self._is_open(index):
            return "offer"
        clause = self.words[max(0, index - 9) : index]
        if "i" in near[-4:] and not set(near[-3:]) & MODALS:
            return "done"
        if governor in ("were", "was") and self.sentence.asks and "if" in self.words[:index]:
            return "offer"
        if governor in ("is", "are", "gets", "get") and self._is_agreed(index):
            return "offer"
        if governor in AUXILIARIES:
            return "done" if governor in ("been", "was", "were", "is", "are", "has", "have", "had") else None
        passive = [place for place, form in self.offered if form in ("participle", "past")]
        if passive and (self.words[before] in COORDINATORS or self._follows_noun(index, passive[-1])):
            return "offer"
        wished = self.sentence.asks and set(clause) & WISHES and "me" not in clause
        if wished and (frame.kind != "other" or DO_YOU_WANT.search(self.line.text[: self.line.starts[index]])):
            return "offer"
        if (
            self.sentence.asks
            and HAVE_DONE.search(self.line.text[: self.line.starts[index]])
            and governor not in ("that", "which")
        ):
            return "offer"
        if frame.kind == "offer" and set(clause) & {"have", "get", "see"} and governor not in AUXILIARIES:
            return "offer"
        if index == self.first and not self.sentence.asks:
            return "done"
        return None

    def _is_agreed(self, index: int) -> bool:
        """Return True if the sentence asks for the owner's consent before this word: "if you agree, it is …"."""
        match = AGREED.search(self.line.text)
        return match is not None and self._frame(index).kind != "other" and self.line.word_at(match.start()) < index

    def _follows_noun(self, index: int, passive: int) -> bool:
        """Return True for "ordered" in "the first is cancelled and a new van ordered": "and" joins two passives."""
        between = self.words[passive + 1 : index]
        return bool(set(between) & {"and", ",", "or"}) and not set(between) & (
            AUXILIARIES | {"which", "that", "who", "i"}
        )

    def _is_open(self, index: int) -> bool:
        """Return True if the text asks for consent and the word at this index may belong to an offer.

        A word in a relative clause belongs to no offer. A word after "to" belongs to one only if a modal, a verb of
        wishing or a verb such as "suggest" comes before it.
        """
        before = set(self.words[max(0, index - 20) : index])
        frame = self._frame(index)
        if frame.kind == "other" and self.words[frame.at - 1] in ("which", "who", "whose"):
            return False
        if before & {"to"} and not before & (MODALS | WISHES | {"suggest", "propose", "recommend"}):
            return False
        open_words = MODALS | {"suggest", "propose", "recommend", "like", "want"}
        return self.consented and (self._frame(index).kind != "other" or bool(before & open_words))

    def _is_offered_noun(self, match: PhraseMatch) -> bool:
        index = match.at
        back = self.words[max(0, index - 5) : index]
        while back and back[-1].isalnum() and back[-1] not in INDEFINITE | DEFINITE and len(back) > 1:
            back = back[:-1]
        determiner = back[-1] if back else ""
        frame = self._frame(index)
        heads = any(one.kind == "offer" and one.at <= index <= one.at + 4 for one in self.frames)
        if determiner in DEFINITE:
            return False
        if heads or (
            self.sentence.asks and index <= self.first + 4 and (determiner in INDEFINITE or index == self.first)
        ):
            return True
        if determiner not in INDEFINITE or frame.kind == "other":
            return False
        early = set(self.words[:index])
        if self.sentence.asks and early & (
            WISHES | {"would", "how", "about", "fancy", "care", "should", "shall", "may"}
        ):
            return True
        return (
            self.consented
            and bool(set(self.words[index : index + 14]) & {"would", "could", "can", "should"})
            and index <= 6
        )

    def _negated(self, index: int) -> bool:
        return is_negated(index, self.words, self.line, self._frame(index))
