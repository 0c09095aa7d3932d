"""Offers for what `allowed` covers: accepted, and neither needed nor unneeded."""

from __future__ import annotations

import pytest

from simulator.phone.state import Proposal
from simulator.scenario.offer_classes import judge_offer, unneeded
from simulator.trace.ledger import Ledger, Offer
from tests.simulator.scenario.stories import before_all, tale

SET_REMINDER = "Shall I set a reminder to leave at 18:00?"


def kind_of(text: str, allowed: str, more: str = "") -> str:
    changes = f"{{needs: [], offers: {{}}, allowed: [{allowed}]{', ' if more else ''}{more}}}"
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


REMINDER = "{in: reminder, made: true, where: {title: {say: giving back the library book}}}"
DUE = "due: {not_before: '10:00', not_after: '17:00'}"
TIMED = f"{{in: reminder, made: true, where: {{title: {{say: the library book}}, {DUE}}}}}"
TELL = "{say: She may hear of the flood., sent: {to: odile, say: that the cellar is under water}}"


@pytest.mark.parametrize(
    ("text", "allowed", "kind"),
    [
        ("Shall I remind you of the library book?", REMINDER, "allowed"),
        ("Shall I remind you of the purple elephants?", REMINDER, "unneeded"),
        ("Can I remind you about buying a yacht?", REMINDER, "unneeded"),
        ("Shall I add the reminder “Please bring the blue ticket”?", REMINDER, "unneeded"),
        ("Shall I set a reminder?", REMINDER, "unneeded"),
        ("The library wants its book. Shall I set a reminder for that?", REMINDER, "allowed"),
        ("The library wants its book. Shall I set a reminder for the moon?", REMINDER, "unneeded"),
        ("Shall I remind you of the library book at 15:00 today?", TIMED, "allowed"),
        ("Shall I remind you of the library book at 22:00?", TIMED, "unneeded"),
        ("Shall I remind you of the library book on Saturday?", TIMED, "unneeded"),
        ("Shall I tell Odile that the cellar is flooded?", TELL, "allowed"),
        ("Shall I tell Odile about your new hat?", TELL, "unneeded"),
        ("Shall I send a message to Odile Marchand?", TELL, "unneeded"),
    ],
)
def test_an_allowed_deed_must_be_about_the_claim_and_at_a_permitted_time(text: str, allowed: str, kind: str) -> None:
    assert kind_of(text, allowed) == kind


@pytest.mark.parametrize(
    "text",
    [
        "The library book can still be given back. Shall I remind you tomorrow at five to give it back?",
        "Shall I add a reminder for tomorrow at five: give the library book back?",
        "Would you like me to set a reminder for tomorrow, 17:00, to return the library book?",
        "Your book can be given back until Friday. Shall I remind you of that?",
    ],
)
def test_what_a_reminder_is_about_is_no_second_deed(text: str) -> None:
    assert kind_of(text, REMINDER) == "allowed"


def test_a_second_deed_beside_a_reminder_must_be_allowed_too() -> None:
    text = "Shall I set a reminder to give the library book back and write to Odile?"
    assert kind_of(text, REMINDER) == "unneeded"


def test_a_deed_that_tells_a_secret_is_not_allowed() -> None:
    allowed = "{in: reminder, made: true, where: {title: {say: packing for the course}}}"
    forbidden = "forbidden: [{in: reminder, made: true, where: {title: {say: tells of a hook or wax}}}]"
    text = "Shall I remind you to pack “the hook” for the course?"
    assert kind_of(text, allowed) == "allowed"
    assert kind_of(text, allowed, forbidden) == "unneeded"
