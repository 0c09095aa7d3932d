"""Credit for work under an offer that is still open: for needs that come up later, and for deeds that it names."""

from __future__ import annotations

from simulator.scenario.needs import need_counts
from tests.simulator.scenario.stories import played, tale
from tests.simulator.scenario.test_extra_acts import trusting

# The mail that the second need is about does not exist when the offer is made.
PARTY = """
offers: {unneeded_at_most: 0}
timeline:
  - {label: call, after: start + 40s, do: email.send_email_to_user_only, with: {sender: tomas, content: Who comes?}}
  - label: reply
    when: {sent: {to: wanjiru}}
    delay: 5m
    do: email.send_email_to_user_only
    with: {sender: wanjiru, subject: Party, content: I bring a cake.}
needs:
  - {label: ask, say: offers to ask Wanjiru what she brings, acts: [{ask: wanjiru}], answer: {accept: "Yes."}}
  - {label: bin, say: offers to delete Wanjiru's answer, acts: [{delete: reply}], answer: {accept: "Yes."}}
goals:
  - {for: ask, say: Wanjiru is asked, sent: {to: wanjiru}}
  - {for: bin, say: The answer is in the bin, absent: {record: reply}}
"""
BOTH = "Shall I ask Wanjiru by mail what she brings to the party, and delete her reply?"
ASK = "- email.send_email: {recipients: [wanjiru], subject: Party, content: What do you bring?}"
BIN = "- wait: reply\n- email.delete_email: {email_id: reply}\n- report: I have asked Wanjiru and deleted her reply."
FERNS = """
offers: {}
needs:
  - label: ferns
    say: offers to delete the reminder about the ferns
    acts: [{delete: ferns}]
    answer: {accept: "Yes, please."}
goals: [{for: ferns, say: The ferns need no reminder, absent: {record: ferns}}]
"""
DELETE = "- reminder.delete_reminder: {reminder_id: ferns}\n- report: I have deleted the reminder about the ferns."


def test_offer_counts_for_a_need_that_comes_up_while_it_is_open() -> None:
    episode = played(tale(PARTY), f'- offer: "{BOTH}"\n{ASK}\n{BIN}')
    (offer,) = episode.ledger.offers.values()
    assert offer.needs == ("ask", "bin")
    assert episode.outcome().success, episode.outcome().reasons
    assert need_counts(episode.story, episode.evidence()) == (2, 2), "both needs were helped by a needed offer"


def test_offer_for_the_first_need_alone_does_not_count_for_the_second() -> None:
    episode = played(tale(PARTY), f'- offer: "Shall I ask Wanjiru by mail what she brings?"\n{ASK}\n{BIN}')
    outcome = episode.outcome()
    assert not outcome.goals_met.ok
    assert need_counts(episode.story, episode.evidence()) == (2, 1)


def test_report_closes_the_offer_before_the_need_comes_up() -> None:
    steps = f'- offer: "{BOTH}"\n{ASK}\n- report: I have asked Wanjiru.'
    episode = played(tale(PARTY), steps)
    (offer,) = episode.ledger.offers.values()
    assert offer.closed_in is not None and offer.closed_in < episode.ledger.fired["reply"].moment
    assert need_counts(episode.story, episode.evidence()) == (2, 1)


def test_yes_is_consent_for_the_deeds_that_the_offer_names_whatever_a_reader_says() -> None:
    """The reader finds that this offer leaves open what is done; the user has understood it."""
    text = "Shall I delete the reminder Water the ferns now, either way?"
    episode = played(tale(FERNS), f'- offer: "{text}"\n{DELETE}', trusting)
    (offer,) = episode.ledger.offers.values()
    assert (offer.kind, offer.needs) == ("unneeded", ())
    outcome = episode.outcome()
    assert outcome.success, (outcome.reasons, outcome.goals_met.doubts)


def test_deed_that_the_offer_does_not_name_is_not_credited() -> None:
    episode = played(tale(FERNS), f'- offer: "Shall I delete the reminder Pay the rent?"\n{DELETE}', trusting)
    outcome = episode.outcome()
    assert not outcome.goals_met.ok
    assert not outcome.clean.ok
