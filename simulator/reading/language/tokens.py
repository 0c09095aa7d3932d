"""Splits a text into sentences and words, with contractions spelled out and quotations marked."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from simulator.reading.facts.folding import fold

# Long runs of spaces or line breaks say nothing, and the patterns below would try every part of them.
_LONG_RUN = re.compile(r"[ \t]{3,}|\n{3,}")
_LONG_DASH = re.compile(r"\s*[\u2014\u2015]\s*|\s+[\u2013-]\s+")
_DASHES = frozenset("\u2014\u2015\u2013-")
# An item of a list continues the sentence before it: "I could\n1. tell her\n2. move the lease".
_ITEM = re.compile(r"(?<![.!?])[ \t]*\n+[ \t]*(?:[-*\u2022\u2013\u00b7+]|\(?\d{1,2}[.)]|\(?[a-h]\))[ \t]+")
_NUMBERED = re.compile(r"(?<![^\s,;:])\(?\d{1,2}\)\s+")
# The marks of items within a line, with the end of the item before: "do this: 1. Tell her. 2. Move the lease."
_MARK = re.compile(r"(?:(?<=:)|[.;,]|(?<=\w)|^)\s*(?<!\w)\(?(?P<mark>[1-9]|[a-h])[.)]\s+(?=[^\W\d])")
_WORD = re.compile(r"[^\W_]+(?:'[^\W\d_]+)*|[^\w\s]")
# A full stop after these does not end a sentence.
_ABBREVIATIONS = frozenset(
    ("mr", "mrs", "ms", "dr", "st", "no", "e.g", "i.e", "etc", "approx", "vs", "r", "p.m", "a.m")
)
_SENTENCE_END = re.compile(r"[.!?]+[\"')\]]*(?=\s|$)|\n+|;\s")
# Longer texts between two marks are hardly one message, and long sentences are slow to read.
_LONGEST_QUOTATION = 1000
_OPENS = re.compile(r" ?[\w(]")
_CONTRACTIONS = {
    "can't": ("can", "not"),
    "cannot": ("can", "not"),
    "won't": ("will", "not"),
    "shan't": ("shall", "not"),
    "ain't": ("is", "not"),
    "let's": ("let", "us"),
    "i'm": ("i", "am"),
    "wanna": ("want", "to"),
    "gonna": ("going", "to"),
    "gotta": ("got", "to"),
    "lemme": ("let", "me"),
    "dont": ("do", "not"),
    "doesnt": ("does", "not"),
    "didnt": ("did", "not"),
    "wont": ("will", "not"),
    "cant": ("can", "not"),
}
_ENDINGS = {"'ll": "will", "'d": "would", "'ve": "have", "'re": "are"}
# After these words, 's is read as "is". After other words it stays, because it may mark a possessive.
_IS_AFTER = frozenset(
    [
        "it",
        "he",
        "she",
        "that",
        "this",
        "there",
        "what",
        "who",
        "where",
        "when",
        "how",
        "here",
        "everything",
        "nothing",
        "something",
        "one",
    ]
)


class Token(NamedTuple):
    """A word or a punctuation mark, with its position in the folded text."""

    word: str
    start: int
    end: int
    quoted: bool = False


class Sentence(NamedTuple):
    """The words of one sentence; `asks` is True if the sentence is a question."""

    tokens: tuple[Token, ...]
    asks: bool
    start: int
    end: int
    line: str
    """The words of the sentence as one string, with a space after each word."""


class Tokenized(NamedTuple):
    """A folded text, cut into sentences."""

    folded: str
    sentences: tuple[Sentence, ...]


def folded_text(text: str) -> str:
    """Return the text folded, with commas for dashes and list marks, and without other numbers such as "2)"."""
    if "   " in text or "\n\n\n" in text or "\t" in text:
        text = _LONG_RUN.sub(lambda run: run[0][:2], text)
    # Try a pattern only if the text has a character that it needs: a search at every letter is slow.
    if "\n" in text:
        text = _ITEM.sub(" , ", text)
    if "1" in text or "a)" in text:
        text = _without_marks(text)
    if ")" in text:
        text = _NUMBERED.sub("", text)
    # Folding turns long dashes into spaces, but a dash separates clauses as a comma does.
    if not _DASHES.isdisjoint(text):
        text = _LONG_DASH.sub(" , ", text)
    return fold(text)


def _without_marks(text: str) -> str:
    """Return the text without the marks of an inline list, such as "1. … 2. …" and "(a) … (b) …".

    A list has at least two marks in order, starting with 1 or a. Commas replace the marks. Before the first item, a
    colon stays, and a full stop becomes a colon.
    """
    found: list[re.Match[str]] = []
    for match in _MARK.finditer(text):
        follows = chr(ord(found[-1]["mark"]) + 1) if found else match["mark"]
        if match["mark"] == follows and (found or match["mark"] in "1a"):
            found.append(match)
    if len(found) < 2:
        return text
    for match in reversed(found):
        before = text[: match.start()]
        # The words before the first mark announce the list: "Three things. 1. Order the van."
        joint = "" if before.endswith(":") else ": " if match is found[0] and match[0].startswith(".") else ", "
        text = f"{before} {joint}{text[match.end() :]}"
    return text


@lru_cache(maxsize=512)
def tokenize(text: str) -> Tokenized:
    """Return the text folded and cut into sentences."""
    folded = folded_text(text)
    spans = _quotations(folded)
    quoted = _inside(folded, spans)
    sentences = []
    for start, end in _sentence_spans(
        folded, _inside(folded, [span for span in spans if _joins_sentences(folded, span)])
    ):
        tokens = tuple(_tokens(folded, start, end, quoted))
        if tokens:
            asks = "?" in folded[max(start, end - 4) : end]
            line = " ".join([token.word for token in tokens]) + " "
            sentences.append(Sentence(tokens, asks, start, end, line))
    return Tokenized(folded, tuple(sentences))


def _sentence_spans(folded: str, quoted: bytearray) -> list[tuple[int, int]]:
    """Return the spans of the sentences. The sentences of a quotation belong to the sentence that quotes them."""
    spans, start = [], 0
    for match in _SENTENCE_END.finditer(folded):
        if _ends_abbreviation(match, start):
            continue
        if quoted[match.start()] and quoted[match.end() - 1]:
            continue
        spans.append((start, match.end()))
        start = match.end()
    spans.append((start, len(folded)))
    return [span for span in spans if folded[span[0] : span[1]].strip()]


def _ends_abbreviation(match: re.Match[str], start: int) -> bool:
    before = match.string[start : match.start()].rsplit(None, 1)[-1:] or [""]
    return match[0].startswith(".") and before[0].strip("(\"'") in _ABBREVIATIONS and match.end() < len(match.string)


def first_end(folded: str, start: int, end: int) -> int:
    """Return where the first sentence after `start` ends, even inside a quotation; `end` if none ends before it."""
    for match in _SENTENCE_END.finditer(folded, start, end):
        if not _ends_abbreviation(match, start):
            return match.end()
    return end


def _quotations(folded: str) -> list[tuple[int, int]]:
    """Return the spans of quotations: between double or single quotation marks, and lines that start with ">"."""
    marks = [match.start() for match in re.finditer('"', folded)]
    spans = list(zip(marks[::2], marks[1::2], strict=False))
    spans += [match.span() for match in re.finditer(r"(?m)^[^\S\n]*>.*$", folded)]
    # Single quotation marks only where they can't be apostrophes: not inside a word.
    spans += [match.span() for match in re.finditer(r"(?<![^\s(:])'[^'\n]{3,}'(?![^\W_])", folded)]
    return spans


def _joins_sentences(folded: str, span: tuple[int, int]) -> bool:
    """Return True for a quotation of ordinary length. The marks of 5" and 6" are no quotation marks."""
    first, last = span
    if folded[first] != '"' or last - first > _LONGEST_QUOTATION:
        return False
    opens = _OPENS.match(folded, first + 1) and not folded[max(0, first - 1) : first].isalnum()
    return bool(opens) and not folded[last + 1 : last + 2].isalnum()


def _inside(folded: str, spans: list[tuple[int, int]]) -> bytearray:
    """Return 1 for each character between the ends of a span, and 0 for all others."""
    marks = bytearray(len(folded) + 1)
    for first, last in spans:
        marks[first + 1 : last] = b"\x01" * (last - first - 1)
    return marks


def _tokens(folded: str, start: int, end: int, quoted: bytearray) -> list[Token]:
    found: list[Token] = []
    for match in _WORD.finditer(folded, start, end):
        word = match[0]
        begin, stop = match.span()
        here = bool(quoted[begin] and quoted[stop - 1])
        if "'" not in word and word not in _CONTRACTIONS:
            found.append(Token(word, begin, stop, here))
            continue
        for part in _spelled_out(word):
            found.append(Token(part, begin, stop, here))
    return found


def _spelled_out(word: str) -> tuple[str, ...]:
    if word in _CONTRACTIONS:
        return _CONTRACTIONS[word]
    if "'" not in word:
        return (word,)
    if word.endswith("n't"):
        return (word[:-3], "not")
    stem, _, ending = word.rpartition("'")
    if f"'{ending}" in _ENDINGS:
        return (*_spelled_out(stem), _ENDINGS[f"'{ending}"])
    if ending == "s":
        return (stem, "is") if stem in _IS_AFTER else (stem, "'s")
    return (word,)
