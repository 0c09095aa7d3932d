"""Describes a text in its scene: its offered deeds, the people it names, and the words for what would be done."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
from typing import NamedTuple

from simulator.reading.facts.addresses import ADDRESS
from simulator.reading.facts.text_values import ValueMention, values_in
from simulator.reading.language.deed_words import AGREED
from simulator.reading.language.deeds import Deed, deeds_in
from simulator.reading.language.tokens import Sentence, Token, first_end, tokenize
from simulator.reading.language.verb_objects import LIGHT, narrowed
from simulator.reading.scene import Mention, Scene, content_words, mentions

# "The other two stay as they are": words about what is left alone say nothing about what is done.
_LEFT_ALONE = re.compile(
    r"\b(?:stays?|remains?|untouched|unaffected|not touched|not affected|left (?:out|alone|as|where|in)|"
    r"leav(?:e|ing)(?! (?:at|from|for|on|by)\b)|"
    r"keep(?:s|ing)? (?:well )?(?:away|clear|out)|out of it|gets? nothing|gets? no|hears? nothing|learns? nothing|"
    r"not (?:be )?(?:touched|affected|changed|in the order|needed)|is fine and|no (?:message|mail|word) to|"
    r"not a (?:word|soul))\b"
)
# Words after "instead of" or "not", up to the next punctuation mark, say what is not to be done.
_NOT_MEANT = re.compile(
    r"\b(?:instead of|rather than|in place of|and not|but not|not|except|apart from|other than|neither|nor|"
    r"none of|without|(?:with )?no (?:word|mention|hint|whisper|peep)(?= (?:of|about|on|to)\b)|"
    r"nothing(?= (?:of|about|on)\b))\b"
    r" (?!only\b|just\b|a word\b|to\b|later\b|before\b|until\b|been\b|be\b)[^,;.()?:]*?(?=,|;|\.|\(|\)|\?|:|"
    r" but | and (?:book|order|tell|write|send|put|move)\b|$)"
)
_LEAVE = re.compile(
    r"\b(?:,|and|but|while|whereas)? ?(?:leave|leaving|keep|keeping)\b(?! (?:at|from|for|on|by)\b)[^;.?]*"
)


# Clauses that give reasons or circumstances may mention anything, so they are ignored.
CIRCUMSTANCE = re.compile(
    r"\b(?:now that|because|since|while|whilst|as|although|though|whereas|so that|"
    r"so (?=(?:he|she|they|you|it|we)\b)|the way|just like|"
    r"like|when|before|until|"
    r"till|unless|which|who|whose|where|instead of|rather than)\b[^,;.?:]*"
    r"|\((?:[^()]* )?you (?:are|have|will be)\b[^()]*\)"
)
_DO_THAT = re.compile(
    r"(?:do|arrange|handle|see to|sort|take care of|manage|fix) (?:that|this|it|so|just that)\b(?! [a-z]+ing)"
)
# "Tidy up", "sort out": phrases that leave open what is done.
ROUGH = frozenset(
    ("sort", "tidy", "clear", "clean", "fix", "arrange", "settle", "organise", "organize", "rearrange", "free")
)
_THIRD = frozenset(("her", "him", "them"))
_RECEIVES = re.compile(
    r"\b(?:shall|should|may|can|could|want|like|let) (?:the |your )?(?P<who>[^\W\d_]+)(?: [^\W\d_]+)? "
    r"(?:to )?(?:get|have|receive|hear|know|learn)\b"
)
# After consent is asked for, the result says what would be done: "Say yes, and Ivo gets the list."
_WILL_RECEIVE = re.compile(
    r"(?:[,:] |\band |\bthen |\bthat )(?:the |your |mr |mrs |ms |dr )*(?P<who>[^\W\d_]+)(?: (?!and\b)[^\W\d_]+)? "
    r"(?:(?:will|would|can|could) )?(?:gets?|receives?|hears?|learns?|knows?|has|have|is told|are told|be told)\b"
)


_COMES_FROM = re.compile(r"\b(?:from|out of|of) (?:the |your |our )?(?:(?:group|chat|thread) )?\W*$")
# After a name, these words make a place of it.
_PLACE = re.compile(
    r" (?P<noun>hospital|clinic|school|college|university|street|road|lane|avenue|square|hall|house|lodge|"
    r"hotel|inn|station|airport|court|bridge|church|market|museum|library|building|tower|centre|center|stadium|"
    r"theatre|farm|harbour|port|terrace|crescent|estate)\b"
)


class Named(NamedTuple):
    """An offered deed with the words that belong to it."""

    deed: Deed
    acts: frozenset[str]
    start: int
    end: int
    words: str
    """All words of the deed."""
    meant: str
    """The words of the deed, without those that say what is left alone or not done."""
    sure: bool = True
    """False if the verb alone does not tell which act is meant."""


class GroupMention(NamedTuple):
    members: frozenset[str]
    start: int
    end: int


class Passage:
    """A text in its scene. Its deeds, people, chats and values are found once and used by all checks."""

    def __init__(self, text: str, scene: Scene) -> None:
        self.text, self.scene = text, scene
        self.tokenized = tokenize(text)
        self.folded = self.tokenized.folded
        self.deeds = [deed for deed in deeds_in(text) if not deed.quoted]

    @cached_property
    def tokens(self) -> list[Token]:
        return [token for sentence in self.tokenized.sentences for token in sentence.tokens]

    @cached_property
    def offered(self) -> list[Named]:
        """Return the offered deeds in the order of the text, including those that the text denies or hedges."""
        found = list(self._received())
        for deed in self.deeds:
            if deed.mood == "offer":
                stands_for = self._stands_for(deed)
                if stands_for is not None:
                    words = self.folded[stands_for.start : deed.end].strip()
                    start, acts = stands_for.start, stands_for.acts
                    found.append(Named(deed._replace(hedged=False), acts, start, deed.end, words, meant(words)))
                    continue
                # Of a quoted message only the first sentence is read, so further true facts in it raise no doubts.
                deed = deed._replace(end=first_end(self.folded, deed.start, deed.end))
                words = self.folded[deed.start : deed.end].strip()
                acts = narrowed(deed.word, deed.acts, words)
                if deed.word in LIGHT and any(self._is_put_into(group, deed) for group in self.groups):
                    # "Put that in Room 4B" means sending a message to the chat of that name.
                    acts |= {"send"}
                sure = deed.word not in ROUGH and (deed.phrase or deed.word not in LIGHT or acts != deed.acts)
                found.append(Named(deed, acts, deed.start, deed.end, words, _meant_by(deed.word, words), sure))
        return sorted(found, key=lambda named: named.start)

    def _is_put_into(self, group: GroupMention, deed: Deed) -> bool:
        """Return True if the deed's words name a chat that something is put into, not one that it comes from."""
        before = self.folded[deed.start : group.start] if deed.start < group.start < deed.end else ""
        return bool(before) and not _COMES_FROM.search(before)

    def _stands_for(self, deed: Deed) -> Deed | None:
        """Return the deed that "do that" stands for: the last deed before it that is hedged or not offered; or None.

        Only the same sentence and the sentence before it are searched.
        """
        if not _DO_THAT.match(self.folded[deed.start : deed.end]):
            return None
        before = [
            one
            for one in self.deeds
            if one.end <= deed.start or (one.start < deed.start and one.sentence == deed.sentence)
        ]
        could = [one for one in before if (one.mood == "other" or one.hedged) and "vague" not in one.acts]
        could = [one for one in could if one.form in ("base", "gerund", "participle") and not one.negated]
        return could[-1] if could and deed.sentence - could[-1].sentence <= 1 else None

    def _received(self) -> Iterator[Named]:
        """Yield a "send" deed for "shall the clerk get the list?" and for "say yes, and the clerk gets the list"."""
        for number, sentence in enumerate(self.tokenized.sentences):
            agreed = AGREED.search(sentence.line) is not None
            if not (sentence.asks or agreed):
                continue
            pattern = _RECEIVES if sentence.asks else _WILL_RECEIVE
            for match in pattern.finditer(self.folded, sentence.start, sentence.end):
                who = match.start("who")
                if match["who"] not in _THIRD and not any(one.start == who for one in self.people):
                    continue
                deed = Deed(
                    frozenset({"send"}), "base", "offer", False, False, False, number, who, sentence.end, "get", True
                )
                words = self.folded[who : sentence.end].strip()
                yield Named(deed, deed.acts, who, sentence.end, words, meant(words))

    @cached_property
    def people(self) -> list[Mention]:
        """Return the mentions of people, in order. Of two people called Levan, "brother Levan" names the brother."""
        found = [
            mention
            for mention in mentions([token for token in self.tokens if not token.quoted], self.scene.people)
            if not self._is_place(mention)
        ]
        owners = dict(self.scene.addresses)
        for match in ADDRESS.finditer(self.folded) if owners and "@" in self.folded else ():
            if match[0] in owners:
                # The words of an address may also be somebody's name.
                found = [one for one in found if not match.start() <= one.start < match.end()]
                found.append(Mention(owners[match[0]], match.start(), match.end()))
        places: dict[tuple[int, int], list[Mention]] = {}
        for mention in found:
            places.setdefault((mention.start, mention.end), []).append(mention)
        sure = [group[0] for group in places.values() if len(group) == 1]
        kept: list[Mention] = []
        for group in places.values():
            kept += _told_apart(group, sure) if len(group) > 1 else group
        return sorted(kept, key=lambda mention: (mention.start, mention.key))

    def _is_place(self, mention: Mention) -> bool:
        """Return True for "Falk Hospital", which shares only a word with the person Ruben Falk."""
        place = _PLACE.match(self.folded, mention.end)
        if place is None:
            return False
        names = [name for one in self.scene.people if one.key == mention.key for name in one.names]
        return not any(place["noun"] in name for name in names)

    def sure_people(self, before: int, since: int = 0) -> frozenset[str]:
        """Return the keys of the people named between two positions, except where a name fits several people."""
        places: dict[int, set[str]] = {}
        for mention in self.people:
            if since <= mention.start and mention.end <= before:
                places.setdefault(mention.start, set()).add(mention.key)
        return frozenset(key for keys in places.values() if len(keys) == 1 for key in keys)

    @cached_property
    def groups(self) -> list[GroupMention]:
        """Return the mentions of chats by their titles."""
        words = [token.word for token in self.tokens]
        found = []
        for group in self.scene.groups:
            size = len(group.name)
            for index in range(len(words) - size + 1):
                if tuple(words[index : index + size]) == group.name and size:
                    found.append(
                        GroupMention(group.members, self.tokens[index].start, self.tokens[index + size - 1].end)
                    )
        return found

    @cached_property
    def values(self) -> list[ValueMention]:
        """Return the values of the text, without those in names of chats, such as a chat called "Friday at four"."""
        return [
            value
            for value in values_in(self.folded, self.scene.now)
            if not any(group.start <= value.start < group.end for group in self.groups)
        ]

    @cached_property
    def meant_words(self) -> frozenset[str]:
        """Return the content words of the text, without those that say what is left alone or not done."""
        return content_words(" ".join(meant(self.folded[s.start : s.end]) for s in self.tokenized.sentences))

    def is_left_alone(self, start: int, end: int) -> bool:
        """Return True if the words from `start` to `end` occur only where the text says what is not done."""
        words = self.folded[start:end]
        return words in unmeant(self.folded) and words not in meant(self.folded)

    def sentence(self, named: Named) -> Sentence:
        return self.tokenized.sentences[named.deed.sentence]

    def words_before(self, named: Named) -> frozenset[str]:
        """Return the same words as `meant_words`, but only from sentences up to the deed's own sentence."""
        number = named.deed.sentence
        before = self.tokenized.sentences[: number + 1]
        return content_words(" ".join(meant(self.folded[one.start : one.end]) for one in before))


@lru_cache(maxsize=2048)
def meant(words: str) -> str:
    """Return the words, without those that say what is left alone or not done ("instead of the van")."""
    kept = []
    for part in re.split(r"(?<=[;.])\s", _LEAVE.sub(" ", _NOT_MEANT.sub(" ", words))):
        pieces = [piece for piece in re.split(r"(?<=,)\s", part) if not _LEFT_ALONE.search(piece)]
        kept.append(" ".join(pieces))
    return " ".join(kept)


def _meant_by(verb: str, words: str) -> str:
    """Return `meant(words)`; if that drops the verb, drop only the words after "instead of", "not" and the like."""
    kept = meant(words)
    return kept if verb in kept else _NOT_MEANT.sub(" ", words)


def unmeant(words: str) -> str:
    """Return the words that say what is left alone or not done; `meant` drops these words."""
    left = [match[0] for pattern in (_NOT_MEANT, _LEAVE) for match in pattern.finditer(words)]
    left += [piece for piece in re.split(r"(?<=[,;.])\s", words) if _LEFT_ALONE.search(piece)]
    return " ".join(left)


def _told_apart(group: Sequence[Mention], sure: Sequence[Mention]) -> list[Mention]:
    keys = {mention.key for mention in group}
    # In "your brother Levan" the word beside the name says which Levan is meant.
    near = [
        one.key
        for one in sure
        if (one.key in keys and abs(one.end - group[0].start) <= 2)
        or (one.key in keys and abs(one.start - group[0].end) <= 3)
    ]
    told = set(near) or {one.key for one in sure if one.key in keys}
    return [mention for mention in group if mention.key in told] or list(group)
