"""Judges a stored run again with the readings of a model or a person.

The user's answers in the run stay as they were.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import msgspec

from simulator.reading.claims import Reading
from simulator.reading.reading_lines import ReadingSource
from simulator.scenario.goals.evidence import Evidence
from simulator.scenario.outcome import PARTS, Outcome, PartOutcome, judge
from simulator.scenario.story import Story
from simulator.scenario.words_read import honest_report
from simulator.trace.ledger import Ledger, Offer


def rejudge(story: Story, evidence: Evidence, source: ReadingSource, has_scripted_user: bool) -> Outcome:
    """Return the outcome with the answers of `source`; the rules read the claims that `source` has not read.

    A scripted user acts on its reading of an offer. If the source contradicts that reading, nobody knows how the run
    would have continued, so the run is undecided.
    """
    read = replace(evidence, readings=source)
    outcome = msgspec.structs.replace(judge(story, read), honest_report=honest_report(story, read))
    if not has_scripted_user:
        return outcome
    doubts = [*misread_offers(story, evidence.ledger, source)]
    if outcome.verdict == "miss":
        doubts += not_understood_offers(story, evidence.ledger, source)
    return _undecided(outcome, tuple(doubts)) if doubts else outcome


def misread_offers(story: Story, ledger: Ledger, source: ReadingSource) -> Iterator[str]:
    """Yield a sentence for each offer that the scripted user read as the opposite of what the source says."""
    for number, offer, need, found in _offers_read(story, ledger, source):
        # The user understood an offer of help that was already done, and rejected it because it was done.
        was_yes = need in offer.needs or (offer.kind == "done_already" and found.value == "yes")
        if need not in offer.unclear and was_yes != (found.value == "yes"):
            what = "is for" if found.value == "yes" else "is not for"
            yield f"The user misread offer {number}: according to {found.reader} it {what} '{need}'{_why(found)}."


def not_understood_offers(story: Story, ledger: Ledger, source: ReadingSource) -> Iterator[str]:
    """Yield a sentence for each unclear offer that the user did not accept although the source reads it as yes."""
    for number, offer, need, found in _offers_read(story, ledger, source):
        if need in offer.unclear and found.value == "yes" and not offer.accepted:
            said = f"according to {found.reader} it is for '{need}'{_why(found)}"
            yield f"The user did not understand offer {number}: {said}."


def _offers_read(story: Story, ledger: Ledger, source: ReadingSource) -> Iterator[tuple[int, Offer, str, Reading]]:
    """Yield offer number, offer, need and reading for each yes or no of the source about an offer."""
    for number, offer in enumerate(ledger.offers.values(), 1):
        for need in story.scenario.needs:
            found = source.answer(offer.proposal.text, f"need:{need.label}")
            if found is not None and found.value != "unclear":
                yield number, offer, need.label, found


def _why(found: Reading) -> str:
    return f": {found.reason}" if found.reason else ""


def _undecided(outcome: Outcome, doubts: tuple[str, ...]) -> Outcome:
    """Return the outcome with each failed part in doubt; if none failed, the goals are in doubt."""
    failed = [name for name in PARTS if not getattr(outcome, name).ok] or ["goals_met"]
    parts = {name: PartOutcome(True, (), (*doubts, *getattr(outcome, name).doubts)) for name in failed}
    return msgspec.structs.replace(outcome, success=False, undecided=True, **parts)
