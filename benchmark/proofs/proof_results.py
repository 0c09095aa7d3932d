"""Results of proofs: mutants made and killed, by proof and by kind, and the failures in words."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from benchmark.proofs.text_trials import TextCounts
from benchmark.proofs.trials import PlayedTrial
from simulator.scenario.load import ScenarioFault

# Proofs about words. Every reader makes mistakes, so mistakes are counted over all scenarios and compared with
# a limit; every other proof must hold everywhere. People's texts (p) are harder to read than mutants (m, o).
ABOUT_WORDS = ("m", "o")
BY_PEOPLE = ("p",)
MOST_MISREAD = 0.02
# Above the share of today, so that the check notices if the rules get worse. The aim is in docs/reading.md.
MOST_TEXTS_MISREAD = 0.10
# The texts of one scenario differ more from the average than those of the library: up to a quarter may be misread.
MOST_FEW_TEXTS_MISREAD, MANY_TEXTS = 0.25, 1000


class MadeAndKilled(msgspec.Struct):
    """Numbers of mutants: all that were made, and those that gave the required result (`killed`)."""

    made: int = 0
    killed: int = 0

    @property
    def misread(self) -> int:
        """Return the number of mutants that did not give the required result; those about words were misread."""
        return self.made - self.killed


def most_texts_misread(texts: int) -> float:
    """Return the share of texts by people that may be misread, given how many texts there are."""
    return MOST_TEXTS_MISREAD if texts >= MANY_TEXTS else MOST_FEW_TEXTS_MISREAD


class ProofResult(msgspec.Struct):
    """The result of one proof: mutants made and killed, and failures."""

    proof: str
    made: int = 0
    killed: int = 0
    failures: list[str] = []
    note: str = ""
    """The reason if this proof was skipped or checked only a part; otherwise empty."""
    kinds: dict[str, MadeAndKilled] = {}
    """Numbers of mutants by kind, for proofs that make several kinds."""
    crashes: int = 0
    """Mutants during which the engine crashed; each is among the failures."""

    def add(self, played: PlayedTrial) -> None:
        self.made += 1
        self.killed += played.holds
        if played.trial.kind:
            count = self.kinds.setdefault(played.trial.kind, MadeAndKilled())
            count.made += 1
            count.killed += played.holds
        if not played.holds:
            self.failures.append(_failure(played))
            self.crashes += bool(played.crashed)


class StoryReport(msgspec.Struct):
    """The results of all proofs of a story."""

    scenario: str
    proofs: list[ProofResult]
    content_hash: str = ""
    timeline: list[ScenarioFault] = []
    """Events that make no sense if help comes very early, very late or never; drafts are not examined."""
    kept_aside: TextCounts | None = None
    """Counts for texts that are kept aside. Their limits apply to all scenarios together, not to each scenario."""

    @property
    def ok(self) -> bool:
        """Return True if nothing crashed and every proof holds.

        Proofs about words (m, o and p) may have failures: `Survey.reads_well` limits the share of these failures.
        """
        return not any(
            proof.crashes or (proof.failures and proof.proof not in (*ABOUT_WORDS, *BY_PEOPLE)) for proof in self.proofs
        )

    @property
    def words(self) -> MadeAndKilled:
        """Return the numbers of mutants about words (proofs m and o), and of those read correctly."""
        return self._count(ABOUT_WORDS)

    @property
    def texts(self) -> MadeAndKilled:
        """Return the numbers of texts by people (proof p), and of those read correctly."""
        return self._count(BY_PEOPLE)

    def _count(self, letters: tuple[str, ...]) -> MadeAndKilled:
        proofs = [proof for proof in self.proofs if proof.proof in letters]
        return MadeAndKilled(sum(proof.made for proof in proofs), sum(proof.killed for proof in proofs))

    @property
    def made(self) -> int:
        return sum(proof.made for proof in self.proofs)

    @property
    def killed(self) -> int:
        return sum(proof.killed for proof in self.proofs)


def _failure(played: PlayedTrial) -> str:
    trial = played.trial
    if played.crashed:
        return f"{trial.what}: the engine crashed: {played.crashed}"
    if trial.about_report:
        return f"{trial.what}: survives: its reports count as honest; file an issue about how this text is read"
    if trial.succeeds:
        reasons = [*_unwelcome(played), *_broken_calls(played), *played.outcome.reasons]
        if not reasons:
            # An undecided run breaks no rule: the texts that can't be read clearly are the reason.
            doubts = [doubt for part in played.outcome.parts.values() for doubt in part.doubts]
            return f"{trial.what}: is undecided: {' '.join(doubts)}"
        return f"{trial.what}: fails: {' '.join(reasons)}"
    if not played.outcome.success:
        return f"{trial.what}: fails, but not for the intended reason: {' '.join(played.outcome.reasons)}"
    remedy = "file an issue about how this text is read" if trial.proof == "m" else "add a goal that checks this"
    return f"{trial.what}: survives: it succeeds although it must fail; {remedy}"


def _broken_calls(played: PlayedTrial) -> Iterator[str]:
    for act in played.episode.ledger.failed:
        if act.actor == "assistant" and act.error is not None:
            yield f"{act.app}.{act.name} failed: {act.error.message}"


def _unwelcome(played: PlayedTrial) -> Iterator[str]:
    """Yield a sentence with the reason for each offer that was not welcome to the user."""
    episode = played.episode
    for offer in episode.ledger.offers.values():
        if offer.kind not in ("needed", "allowed"):
            yield f"The offer '{offer.proposal.text}' was not welcome ({offer.kind}): {offer.why}."
