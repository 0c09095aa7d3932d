"""Recognises offers that show no understanding: a list of verbs, or verbs before text copied from the phone."""

from __future__ import annotations

import re

from simulator.reading.claims import Answer, Found
from simulator.reading.facts.folding import fold
from simulator.reading.language.lexicon import entries
from simulator.reading.offers.passage import Named, Passage
from simulator.reading.scene import content_words

_WORDS = re.compile(r"[^\W_]+")
# Shorter runs of equal words occur by chance, such as a title.
_COPIED_WORDS = 6
_LIST = re.compile(
    r"\b[a-z-]+(?:, (?:and |or )?[a-z-]+)+(?:,? (?:and|or) [a-z-]+)?\b|\b[a-z-]+(?:,? (?:and|or) [a-z-]+){2,}\b"
)
# A last sentence that is only a list of single words: "rename, join?"
_ONLY_VERBS = re.compile(r"(?:^|[.!?\"'”] *)(?P<list>[a-z-]+(?:(?:, | and | or |, and |, or )[a-z-]+)+) ?\?$")
_JOINED = re.compile(r"\b(?:i|me|to) ([a-z-]+) (?:and|or) ([a-z-]+)\b")
_DENIED = re.compile(r"\b(?:not|never) $")
_UNCLEAR: Answer = "unclear"


def without_understanding(passage: Passage) -> Found | None:
    """Return a doubt if the offer only lists verbs, or only repeats what is on the phone; or None."""
    heap = _heap(passage)
    if heap:
        return Found(_UNCLEAR, "it lists verbs without saying what they apply to", heap)
    bare = [named for named in passage.offered if _is_bare(named)]
    if len(bare) >= 2:
        return Found(
            _UNCLEAR, "it lists verbs without saying what they apply to", " ".join(named.words for named in bare)
        )
    if bare and (copied := _copied(passage)):
        return Found(_UNCLEAR, "it only repeats what is on the phone", copied)
    if any(token.quoted for token in passage.tokens) and not _own_matter(passage):
        return Found(_UNCLEAR, "it only repeats what is on the phone", passage.offered[0].words)
    return None


def _own_matter(passage: Passage) -> frozenset[str]:
    """Return the unquoted words that begin no entry of the lexicon; they say what the offer is about.

    A word that "and" or "or" joins to a verb is taken for a verb, too: "Shall I split and reserve ...?"
    """
    own = " ".join(token.word for token in passage.tokens if not token.quoted)
    known = entries()
    joined = {
        word
        for pair in _JOINED.finditer(own)
        if any(entry.form == "base" for word in pair.groups() for entry in known.get(word, ()))
        for word in pair.groups()
    }
    return frozenset(word for word in content_words(own) if not known.get(word) and word not in joined)


def _heap(passage: Passage) -> str:
    """Return the first list of three or more words with two verbs, such as "archive, return and tell"; or "".

    If there is none, return a last sentence that is only a list of single words, if one of the words is a verb.
    """
    known = entries()
    for found in _LIST.finditer(passage.folded):
        # "That she should not pay, answer or give her number" says what somebody must not do.
        if _DENIED.search(passage.folded[: found.start()]):
            continue
        words = [word for word in re.findall(r"[a-z-]+", found[0]) if word not in ("and", "or")]
        verbs = [word for word in words if any(entry.form == "base" for entry in known.get(word, ()))]
        if len(words) >= 3 and len(verbs) >= 2:
            return found[0]
    last = _ONLY_VERBS.search(passage.folded.strip())
    verbs = re.findall(r"[a-z-]+", last["list"]) if last else []
    # One known verb is enough: "join" is not in the lexicon.
    if last and any(entry.form == "base" for word in verbs for entry in known.get(word, ())):
        return last["list"]
    return ""


def _is_bare(named: Named) -> bool:
    """Return True for a verb without an object, as in "save, rename and confirm?"."""
    return not content_words(named.words.partition(" ")[2]) and not re.search(
        r"\b(?:it|him|her|them|that|this|these|those|one|you|both|all)\b", named.words
    )


def _copied(passage: Passage) -> str:
    """Return the first six words in a row that are copied from the phone; empty if there are none."""
    own = [word for token in passage.tokens if not token.quoted for word in _WORDS.findall(token.word)]
    phone = " ".join(word for text in passage.scene.texts for word in _WORDS.findall(fold(text)))
    for index in range(len(own) - _COPIED_WORDS + 1):
        run = " ".join(own[index : index + _COPIED_WORDS])
        if f" {run} " in f" {phone} ":
            return run
    return ""
