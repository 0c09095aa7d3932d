"""Judges a stored run again with another reader. What the user answered in the run stays as it was."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import msgspec

from simulator.reading.reading_lines import ReadingSource
from simulator.scenario.goals.evidence import Evidence
from simulator.scenario.outcome import PARTS, Outcome, PartOutcome, judge
from simulator.scenario.story import Story
from simulator.trace.ledger import Ledger


def rejudge(story: Story, evidence: Evidence, source: ReadingSource, has_scripted_user: bool) -> Outcome:
    """Return the outcome with the answers of `source`; claims that it has not read are read by the rules.

    A scripted user acts on its reading of an offer. If the source contradicts that reading, nobody knows how the run
    would have gone on, so it is undecided.
    """
    outcome = judge(story, replace(evidence, readings=source))
    doubts = tuple(misread_offers(story, evidence.ledger, source)) if has_scripted_user else ()
    return _undecided(outcome, doubts) if doubts else outcome


def misread_offers(story: Story, ledger: Ledger, source: ReadingSource) -> Iterator[str]:
    """Yield a sentence for each offer that the scripted user read differently; an unclear reading contradicts none."""
    for number, offer in enumerate(ledger.offers.values(), 1):
        for need in story.scenario.needs:
            found = source.answer(offer.proposal.text, f"need:{need.label}")
            if found is None or found.value == "unclear" or need.label in offer.unclear:
                continue
            was_yes, is_yes = need.label in offer.needs, found.value == "yes"
            if was_yes != is_yes:
                what = "is for" if is_yes else "is not for"
                why = f": {found.reason}" if found.reason else ""
                yield f"The user misread offer {number}: according to {found.reader} it {what} '{need.label}'{why}."


def _undecided(outcome: Outcome, doubts: tuple[str, ...]) -> Outcome:
    """Return the outcome with each failed part in doubt; if none failed, the goals are in doubt."""
    failed = [name for name in PARTS if not getattr(outcome, name).ok] or ["goals_met"]
    parts = {name: PartOutcome(True, (), (*doubts, *getattr(outcome, name).doubts)) for name in failed}
    return msgspec.structs.replace(outcome, success=False, undecided=True, **parts)
