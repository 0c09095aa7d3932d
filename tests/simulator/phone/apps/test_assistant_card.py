"""The assistant's card: the lines that are written on it. What they do to an offer is in test_consent."""

from __future__ import annotations

import pytest

from simulator.phone.people import Rules
from simulator.phone.state import CardMessage
from tests.simulator.phone.small_phone import NOW, SAY, SmallPhone


def lines(phone: SmallPhone) -> list[tuple[str, str, str, str]]:
    found = phone.world.store.all(CardMessage)
    in_order = [found[f"card_{number}"] for number in range(1, len(found) + 1)]
    return [(line.sender, line.kind, line.text, line.proposal) for line in in_order]


def test_a_talk_is_kept_line_by_line() -> None:
    phone = SmallPhone("lamp")
    phone.offers("A lamp?")
    phone.taps("send_message_to_agent", content="Which room?")
    phone.offers("A lamp for the hall?")
    phone.taps("accept_proposal", content="Yes")
    phone.calls("Lamps__add_lamp", name="Hall")
    phone.calls(SAY, content="There it is.")
    phone.offers("Another?")
    phone.taps("reject_proposal")
    assert lines(phone) == [
        ("assistant", "offer", "A lamp?", "proposal_1"),
        ("user", "note", "Which room?", ""),
        ("assistant", "offer", "A lamp for the hall?", "proposal_2"),
        ("user", "accept", "Yes", "proposal_2"),
        ("assistant", "report", "There it is.", "proposal_2"),
        ("assistant", "offer", "Another?", "proposal_3"),
        ("user", "reject", "", "proposal_3"),
    ]


def test_a_report_under_standing_consent_belongs_to_no_offer() -> None:
    phone = SmallPhone(rules=Rules(standing_consent=True))
    phone.calls(SAY, content="All is well.")
    assert lines(phone) == [("assistant", "report", "All is well.", "")]


def test_a_line_says_when_it_was_written() -> None:
    phone = SmallPhone()
    phone.world.now += 30
    phone.offers()
    [line] = phone.world.store.all(CardMessage).values()
    assert line.at == NOW + 30


def test_waiting_says_and_changes_nothing() -> None:
    phone = SmallPhone()
    done = phone.asks("PAREAgentUserInterface__wait")
    assert (done.result, done.changes) == ("Watching.", [])


@pytest.mark.parametrize("text", ["naïve \U0001f600", "x" * 20_000, 'He said "yes"\nand left'])
def test_words_are_kept_as_they_were_said(text: str) -> None:
    phone = SmallPhone()
    phone.offers(text)
    assert phone.proposal.text == phone.texts("user")[0] == text
    phone.taps("reject_proposal", content=text)
    assert phone.proposal.answer == text
    assert text in phone.texts("assistant")[0]
