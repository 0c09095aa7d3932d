"""Defines claims about texts, readings of claims, and the interface of readers."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Literal, NamedTuple, Protocol

Answer = Literal["yes", "no", "unclear"]
Where = Literal["offer", "message", "report", "field"]
Polarity = Literal["affirmed", "denied", "hedged", ""]
ANSWERS: tuple[Answer, ...] = ("yes", "no", "unclear")


class ActClaim(NamedTuple):
    """A deed that fulfils a claim about an offer: the act, and the record or person that it is done to."""

    act: str
    """A name from `simulator.reading.language.lexicon.ACTS`."""
    target: str
    """Key of the record or person in the scene; the name of an app if the deed makes a new record in that app."""


# Name of the reader that judges runs if no other reader is chosen.
READER = "rules"


class Claim(NamedTuple):
    """A plain sentence that a text may or may not say."""

    key: str
    """Identifies the claim within its run, such as `need:clash` or `goal:1`."""
    say: str
    acts: tuple[ActClaim, ...] = ()
    """For a claim about an offer: the deeds that fulfil the claim; the offer must name at least one of them."""


class Reading(NamedTuple):
    """The answer of a reader to one claim about one text, with the reason and the words that decided it."""

    key: str
    value: Answer
    words: str
    """The words of the text that decided the answer."""
    reason: str
    """A clause that pages show to people, without a capital letter or full stop."""
    reader: str = READER
    version: str = ""
    act: str = ""
    """The act that the words name, such as `cancel`. Only rules set `act`, `record` and `polarity`, if they can."""
    record: str = ""
    """Names of the records and people that the words refer to."""
    polarity: Polarity = ""


class Found(NamedTuple):
    """An answer (yes, no or unclear), its reason, and the words of the text that decided it."""

    value: Answer
    reason: str
    words: str = ""


class RunText(NamedTuple):
    """One text of the assistant in a run, with the claims that readers compare it with."""

    moment: int
    where: Where
    text: str
    claims: tuple[Claim, ...]
    to: tuple[str, ...] = ()
    """For a message: the names of the people who got it."""
    written: str = ""
    """Local time at which the text was written, such as 2026-03-02 08:30."""
    done: tuple[str, ...] = ()
    """For a report: each write that the assistant tried before the report, with the phone's answer."""


class Reader(Protocol):
    """Interface of the readers of a run: rules (`RulesReader`), a model (`ModelReader`) and people (`StoredReadings`).

    `StoredReadings` also gives the earlier answers of a model, so that pages need not ask the model again.
    """

    @property
    def name(self) -> str:
        """Return `rules`, the alias of a model, or the name of a person."""
        ...

    @property
    def version(self) -> str: ...

    def read(self, text: RunText, claims: Sequence[Claim]) -> list[Reading]:
        """Return a reading for each of these claims about the text, except claims that this reader can't judge."""
        ...


def text_hash(text: str) -> str:
    """Return the key under which readings of a text are stored: the first 24 hex digits of its SHA-256."""
    return hashlib.sha256(text.encode()).hexdigest()[:24]
