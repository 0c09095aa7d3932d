"""Offers for what `allowed` covers: accepted, and neither needed nor unneeded."""

from __future__ import annotations

import pytest

from simulator.phone.state import Proposal
from simulator.scenario.offer_classes import judge_offer, unneeded
from simulator.trace.ledger import Ledger, Offer
from tests.simulator.scenario.stories import before_all, tale

SET_REMINDER = "Shall I set a reminder to leave at 18:00?"


def kind_of(text: str, allowed: str) -> str:
    changes = f"{{needs: [], offers: {{}}, allowed: [{allowed}]}}"
    evidence, ledger = before_all(changes), Ledger()
    offer = Offer(1, evidence.start, Proposal(id="offer_1", text=text, made_at=0, made_in=0, expires_at=0))
    ledger.offers["offer_1"] = offer
    judge_offer(offer, tale(changes), evidence)
    assert (offer in unneeded(ledger)) == (offer.kind == "unneeded")
    return offer.kind


@pytest.mark.parametrize(
    ("text", "allowed", "kind"),
    [
        (SET_REMINDER, "{in: reminder, made: true}", "allowed"),
        (SET_REMINDER, "{in: calendar, made: true}", "unneeded"),
        (SET_REMINDER, "{record: ferns, changed: true}", "unneeded"),
        ("Shall I remind you tomorrow at nine?", "{in: reminder, made: true}", "allowed"),
        ("Shall I add a meeting with Odile to your calendar?", "{in: reminder, made: true}", "unneeded"),
        ("Shall I delete the dinner from your calendar?", "{record: dinner, deleted: true}", "allowed"),
        ("Shall I delete the dinner from your calendar?", "{record: dinner, changed: true}", "unneeded"),
        ("Shall I delete the dinner from your calendar?", "{record: budget, deleted: true}", "unneeded"),
        ("Shall I delete the reminder about the ferns?", "{in: reminder, made: true}", "unneeded"),
        ("Shall I write to Odile that you are late?", "{sent: {to: odile}}", "allowed"),
        ("Shall I write to Odile that you are late?", "{sent: {to: tomas}}", "unneeded"),
        ("Shall I set a reminder to leave at 18:00 and write to Odile?", "{in: reminder, made: true}", "unneeded"),
        ("The weather is fine.", "{in: reminder, made: true}", "unneeded"),
    ],
)
def test_an_offer_is_allowed_if_every_deed_that_it_names_is(text: str, allowed: str, kind: str) -> None:
    assert kind_of(text, allowed) == kind
