"""What is wrong with an offer that nearly fits a need, and how the scripted user says so."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from simulator.reading.claims import Reading
from simulator.scenario.offer_faults import REASONS, VALUE_REASON, fault_in
from simulator.trace.ledger import Offer, OfferFault
from tests.simulator.scenario.stories import played, tale

NEEDS = """
offers: {unneeded_at_most: 9}
otherwise: I have other worries.
timeline:
  - {label: call, after: start + 40s, do: email.send_email_to_user_only, with: {sender: tomas, content: At 17:45.}}
needs:
  - label: need
    say: SAY
    acts: [ACT]
    answer: {accept: "Yes, please."}
solution: [{offer: OFFER}]
"""
DELETE = ("offers to delete the reminder about the ferns", "{delete: ferns}", "Shall I delete the ferns reminder?")
MOVE = (
    "offers to move the reminder about the ferns to Saturday 7 March at 17:45",
    "{move: ferns}",
    "Shall I move the reminder about the ferns to Saturday 7 March at 17:45?",
)
TELL = ("offers to tell Tomáš about the plan for the ferns", "{send: tomas}", "Shall I tell Tomáš about the plan?")


def offer_of(need: tuple[str, str, str], text: str) -> Offer:
    say, act, solution = need
    changes = NEEDS.replace("SAY", say).replace("ACT", act).replace("OFFER", f'"{solution}"')
    (offer,) = played(tale(changes), f'- {{offer: "{text}"}}').ledger.offers.values()
    return offer


@pytest.mark.parametrize(
    ("need", "text", "fault", "answer"),
    [
        (DELETE, "Shall I delete the reminder to pay the rent?", "item", "No, that is the wrong one."),
        (MOVE, "Shall I move the reminder about the ferns to 18:15?", "time", "No, “18:15” is the wrong time."),
        (MOVE, "Shall I move the reminder about the ferns to Sunday?", "day", "No, “Sunday” is the wrong day."),
        (TELL, "Shall I tell Odile about the plan for the ferns?", "person", "No, that would go to the wrong person."),
        (DELETE, "Shall I order pizza for tonight?", "", "I have other worries."),
        (TELL, "Shall I congratulate Odile?", "", "I have other worries."),
    ],
)
def test_user_says_what_is_wrong(need: tuple[str, str, str], text: str, fault: OfferFault, answer: str) -> None:
    offer = offer_of(need, text)
    assert (offer.kind, offer.fault, offer.proposal.answer) == ("unneeded", fault, answer)


def test_need_that_nobody_can_know_yet_is_no_reason() -> None:
    """Otherwise the answer would tell what is going to happen."""
    later = NEEDS.replace("SAY", DELETE[0]).replace("ACT", "{delete: rent_bill}").replace("OFFER", f'"{DELETE[2]}"')
    later = later.replace(
        "needs:\n",
        "  - label: rent_bill\n    after: start + 2h\n    do: email.send_email_to_user_only\n"
        "    with: {sender: odile, subject: Rent, content: Please pay.}\nneeds:\n",
        1,
    )
    (offer,) = played(
        tale(later), '- {offer: "Shall I delete the mail from Tomáš?", early: true}'
    ).ledger.offers.values()
    assert offer.fault == ""


@pytest.mark.parametrize(
    ("words", "fault"), [("30 euros", "amount"), ("sunday", "day"), ("at 18:15", "time"), ("the green box", "")]
)
def test_wrong_value_is_named_by_its_kind(words: str, fault: OfferFault) -> None:
    reading = Reading("need:pay", "no", words, VALUE_REASON)
    now = datetime(2026, 3, 5, 8, tzinfo=UTC)
    assert fault_in(f"Shall I pay the rent, {words}?", reading, "offers to pay the rent", now) == fault


def test_reader_still_gives_these_reasons(root: Path) -> None:
    """The reasons are sentences of the reader. If one is reworded there, it has to be reworded here."""
    source = "".join(file.read_text() for file in (root / "simulator" / "reading").rglob("*.py"))
    assert all(f'"{reason}"' in source for reason in (*REASONS, VALUE_REASON))
