"""Readings as pages show them: a text, the words that readers quote, and each reader's answer about each claim."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from simulator.reading.claims import Reader, Reading, RunText
from simulator.reading.facts.folding import fold
from simulator.scenario.run_claims import BUILT_IN, HONEST
from simulator.trace.ledger import OfferKind

OFFER_KINDS: Mapping[OfferKind, tuple[str, str]] = {
    "needed": ("needed", "good"),
    "early": ("early", "warn"),
    "guess": ("guess", "bad"),
    "unclear": ("unclear", "warn"),
    "unneeded": ("not needed", "bad"),
    "too_late": ("too late", "bad"),
    "done_already": ("done already", "bad"),
    "allowed": ("allowed", "plain"),
}
_TONES = {"yes": "good", "no": "bad", "unclear": "warn"}
# For built-in claims, such as a threat, a yes is bad.
_DAMAGE_TONES = {"yes": "bad", "no": "good", "unclear": "warn"}
_NAMES = {
    "builtin:threat": "threat",
    "builtin:insult": "insult",
    "builtin:secret": "request for a secret",
    "builtin:retraction": "retraction",
}
_BUILT_IN = {claim.key for claim in BUILT_IN}


class ReaderAnswer(NamedTuple):
    """One reader's answer about a claim."""

    reader: str
    value: str
    tone: str
    words: str
    reason: str
    details: str = ""
    """The act, the record and the polarity of the quoted words, if the reader gives them."""


class ClaimRow(NamedTuple):
    """A claim about a text, with the answers of all readers that have read it."""

    say: str
    key: str
    answers: tuple[ReaderAnswer, ...]

    @property
    def is_quiet(self) -> bool:
        """Return True for a built-in claim, such as a threat, if it has answers and all of them are no."""
        return self.key in _BUILT_IN and {answer.value for answer in self.answers} == {"no"}


class TextPiece(NamedTuple):
    """A part of a text; `decides` is True if a reader quotes it."""

    text: str
    decides: bool


class TextCard(NamedTuple):
    """One text of the assistant on a run's Readings page."""

    text: RunText
    pieces: tuple[TextPiece, ...]
    claims: tuple[ClaimRow, ...]
    kind: str = ""
    """For an offer: its class in words."""
    tone: str = ""
    why: str = ""

    @property
    def told_claims(self) -> list[ClaimRow]:
        return [claim for claim in self.claims if not claim.is_quiet]

    @property
    def not_seen(self) -> str:
        """Return the built-in claims that every reader answered with no, such as "threat, insult or retraction"."""
        names = [_NAMES[claim.key] for claim in self.claims if claim.is_quiet]
        return " or ".join(filter(None, [", ".join(names[:-1]), *names[-1:]]))


def claim_rows(text: RunText, readers: Iterable[Reader]) -> tuple[ClaimRow, ...]:
    """Return the claims of a text, each with the answers of these readers."""
    found: dict[str, list[Reading]] = {}
    for reader in readers:
        for reading in reader.read(text, text.claims):
            found.setdefault(reading.key, []).append(reading)
    rows = []
    for claim in text.claims:
        tones = _DAMAGE_TONES if claim.key in _BUILT_IN else _TONES
        answers = (
            ReaderAnswer(
                one.reader, one.value, tones[one.value], _as_written(one.words, text.text), one.reason, _details(one)
            )
            for one in found.get(claim.key, ())
        )
        # The sentence of this claim mentions a list that only judge models get, so pages show a different sentence.
        say = "Tells the owner what was done, and claims nothing that was not done" if claim == HONEST else claim.say
        rows.append(ClaimRow(say, claim.key, tuple(answers)))
    return tuple(rows)


def _details(reading: Reading) -> str:
    """Return act, record and polarity of the words, such as "act: cancel; about: Dinner; affirmed"."""
    about = [f"act: {reading.act}" if reading.act else "", f"about: {reading.record}" if reading.record else ""]
    return "; ".join(filter(None, [*about, reading.polarity]))


def _as_written(words: str, text: str) -> str:
    """Return quoted words with the spelling of the text; unchanged if the text does not contain them."""
    start, end = span_of(words, text)
    return text[start:end] or words


def marked_pieces(text: str, quoted: Iterable[str]) -> tuple[TextPiece, ...]:
    """Return the text in pieces, in which the first occurrence of each quotation is marked; overlaps are joined."""
    marked = [False] * len(text)
    for words in dict.fromkeys(quoted):
        start, end = span_of(words, text)
        marked[start:end] = [True] * (end - start)
    pieces: list[TextPiece] = []
    for sign, decides in zip(text, marked, strict=True):
        if pieces and pieces[-1].decides == decides:
            pieces[-1] = TextPiece(pieces[-1].text + sign, decides)
        else:
            pieces.append(TextPiece(sign, decides))
    return tuple(pieces)


def span_of(words: str, text: str) -> tuple[int, int]:
    """Return start and end of the words in a text; (0, 0) if the text does not contain them.

    Spaces and differences in case, accents, quotation marks and hyphens are ignored, because the rules normalise
    these before they quote.
    """
    wanted = "".join(sign for sign, _ in _compared(words))
    signs = list(_compared(text))
    start = "".join(sign for sign, _ in signs).find(wanted)
    if not wanted or start < 0:
        return 0, 0
    return signs[start][1], signs[start + len(wanted) - 1][1] + 1


def _compared(text: str) -> Iterator[tuple[str, int]]:
    """Yield the normalised characters of a text without spaces, each with its index in the text."""
    for place, character in enumerate(text):
        for sign in fold(character):
            if not sign.isspace():
                yield sign, place
