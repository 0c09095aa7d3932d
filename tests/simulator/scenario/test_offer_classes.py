"""The class of an offer, which offers count as unneeded, and whether a run is restrained."""

from __future__ import annotations

import pytest

from simulator.phone.state import Proposal
from simulator.scenario.offer_classes import judge_offer, unneeded
from simulator.scenario.outcome import Outcome
from simulator.trace.ledger import Ledger, Offer, OfferKind
from tests.simulator.scenario.stories import OFFER, before_all, played, tale

DELETE = "Shall I delete the reminder about the ferns?"
MOVE = "Shall I move the reminder about the ferns to 17:45?"
UNCLEAR = "Shall I take care of that?"
WRONG = "Shall I delete the reminder about the rent?"
# The need can be known from the start: the reminder is there, and the offer names no value.
FERNS = """
offers: {}
needs:
  - label: ferns
    say: offers to delete the reminder about the ferns
    acts: [{delete: ferns}]
    NOT_BEFORE
    answer: {accept: "Yes, please."}
goals: [{for: ferns, say: The ferns need no reminder, absent: {record: ferns}}]
"""
LATER = """
timeline:
  - {label: call, after: start + 40s, do: email.send_email_to_user_only, with: {sender: tomas, content: Hello.}}
  - {label: home, after: start + 20m, do: email.send_email_to_user_only, with: {sender: odile, content: I am home.}}
"""
WANTED = FERNS.replace("NOT_BEFORE", "too_late_after: +1d 08:00")
EARLY = LATER + FERNS.replace("NOT_BEFORE", "not_before: {event: home, because: Odile waters them until then}")
# The offer names a time that only the mail at twenty past brings.
TOLD_LATER = """
offers: {}
timeline:
  - {label: call, after: start + 40s, do: email.send_email_to_user_only, with: {sender: tomas, content: Hello.}}
  - {label: when, after: start + 20m, do: email.send_email_to_user_only, with: {sender: odile, content: At 17:45.}}
needs:
  - label: ferns
    say: offers to move the reminder about the ferns to 17:45
    acts: [{move: ferns}]
    answer: {accept: "Yes, please."}
goals: [{for: ferns, say: The ferns have their time, changed: {record: ferns, to: {due: {at: +2d 17:45, within: 1h}}}}]
solution:
  - offer: Shall I move the reminder about the ferns to 17:45?
  - reminder.delete_reminder: {reminder_id: ferns}
"""


def offered(changes: str, *texts: str) -> list[OfferKind]:
    """The classes of offers that are made one after the other, as soon as the assistant can speak."""
    steps = "\n".join(f'- {{offer: "{text}", early: true}}' for text in texts)
    return [offer.kind for offer in played(tale(changes), steps).ledger.offers.values()]


@pytest.mark.parametrize(
    ("changes", "text", "kind"),
    [
        (WANTED, DELETE, "needed"),
        (EARLY, DELETE, "early"),
        (TOLD_LATER, MOVE, "guess"),
        (WANTED, UNCLEAR, "unclear"),
        (WANTED, WRONG, "unneeded"),
        (WANTED.replace("+1d 08:00", "08:00:10"), DELETE, "too_late"),
        ("needs: []\noffers: {}", DELETE, "unneeded"),
    ],
)
def test_an_offer_has_one_class(changes: str, text: str, kind: OfferKind) -> None:
    assert offered(changes, text) == [kind]


def test_help_that_was_given_is_done_already() -> None:
    mail = """
    offers: {}
    needs: [{label: mail, say: offers to write to Tomáš, acts: [{send: tomas}], answer: {accept: "Yes."}}]
    goals: [{for: mail, sent: {to: tomas}}]
    """
    write = "- email.send_email: {recipients: [tomas], content: Hello}\n- report: I wrote to him."
    offer = "- offer: Shall I write to Tomáš?"
    first, second = played(tale(mail), f"{offer}\n{write}\n{offer}").ledger.offers.values()
    assert (first.kind, first.needs, first.why) == ("needed", ("mail",), "")
    assert (second.kind, second.needs, second.why) == ("done_already", (), "this has been done already")
    assert second.proposal.answer == "Thank you, that has been done."


def test_a_right_offer_says_why_it_is_not_needed() -> None:
    steps = f'- {{offer: "{DELETE}", early: true}}'
    (offer,) = played(tale(EARLY), steps).ledger.offers.values()
    assert offer.why == "the user does not want this yet"
    assert offer.needs == ("ferns",)


def test_an_unclear_offer_names_the_needs_that_it_may_be_for() -> None:
    (offer,) = played(tale(WANTED), f"- offer: {UNCLEAR}").ledger.offers.values()
    assert (offer.needs, offer.unclear) == ((), ("ferns",))
    assert offer.why


def test_a_need_whose_values_are_told_later_is_needed_from_then_on() -> None:
    (offer,) = played(tale(TOLD_LATER), f'- offer: "{MOVE}"').ledger.offers.values()
    assert (offer.kind, offer.accepted) == ("needed", True)


@pytest.mark.parametrize(
    ("first", "second", "kind"),
    [
        ("evident_after: call", "evident_after: start", "needed"),
        ("evident_after: call", "evident_after: start, too_late_after: '07:59'", "guess"),
        ("evident_after: start, not_before: {event: call, because: so}", "evident_after: call", "early"),
        ("evident_after: start, too_late_after: '07:59'", "evident_after: start", "needed"),
    ],
)
def test_an_offer_for_two_needs_takes_the_better_class(first: str, second: str, kind: OfferKind) -> None:
    changes = f"""
    needs:
      - {{label: first, {first}, welcome: {{}}, answer: {{accept: "Yes."}}}}
      - {{label: second, {second}, welcome: {{}}, answer: {{accept: "Yes."}}}}
    """
    evidence = before_all(changes)
    offer = Offer(1, evidence.start, Proposal(id="offer_1", text=OFFER, made_at=0, made_in=0, expires_at=0))
    judge_offer(offer, tale(changes), evidence)
    assert (offer.kind, offer.needs) == (kind, ("first", "second"))


TWO_STAGES = """
offers: {}
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
"""


@pytest.mark.parametrize(
    "text",
    [
        "Shall I ask Wanjiru by mail what she brings to the party, and delete her reply?",
        "Shall I ask Wanjiru what she brings, and delete her answer once it has come?",
    ],
)
def test_offer_for_a_need_and_a_later_one_is_needed(text: str) -> None:
    (offer,) = played(tale(TWO_STAGES), f'- {{offer: "{text}", early: true}}', max_turns=4).ledger.offers.values()
    assert offer.kind == "needed"


def ledger_of(*offers: tuple[OfferKind, str]) -> Ledger:
    """A ledger with offers of these classes, each for the named needs."""
    ledger = Ledger()
    for number, (kind, needs) in enumerate(offers):
        proposal = Proposal(id=f"offer_{number}", text=OFFER, made_at=0, made_in=0, expires_at=0)
        ledger.offers[proposal.id] = Offer(number, 0, proposal, needs=tuple(needs.split()), kind=kind)
    return ledger


@pytest.mark.parametrize(
    ("offers", "places"),
    [
        ([("needed", "a"), ("allowed", "")], []),
        ([("guess", "a"), ("unneeded", ""), ("too_late", "a"), ("done_already", "")], [0, 1, 2, 3]),
        ([("early", "a")], []),
        ([("early", "a"), ("early", "a"), ("early", "a")], [1, 2]),
        ([("early", "a"), ("early", "b"), ("early", "a b")], [2]),
        ([("early", "a"), ("early", "a b")], []),
        ([("unclear", "")], [0]),
        ([("unclear", ""), ("needed", "a")], []),
        ([("unclear", ""), ("early", "a")], [0]),
        ([("unclear", ""), ("unclear", ""), ("needed", "a")], [0]),
        ([("needed", "a"), ("unclear", ""), ("unneeded", "")], [1, 2]),
    ],
)
def test_the_first_early_offer_is_free_and_so_is_an_unclear_one_before_a_needed_one(
    offers: list[tuple[OfferKind, str]], places: list[int]
) -> None:
    assert [offer.moment for offer in unneeded(ledger_of(*offers))] == places


def restraint(changes: str, *texts: str) -> Outcome:
    return played(tale(changes), "\n".join(f'- {{offer: "{text}", early: true}}' for text in texts)).outcome()


def test_two_unneeded_offers_are_tolerated_where_help_is_needed() -> None:
    assert restraint(WANTED, WRONG).restrained.reasons == ("It made 1 unneeded offer.",)
    assert restraint(WANTED, WRONG, WRONG).restrained.ok
    result = restraint(WANTED, WRONG, WRONG, WRONG)
    assert not result.restrained.ok
    assert result.restrained.reasons == ("It made 3 unneeded offers; at most 2 should be made.",)


def test_no_offer_is_tolerated_where_silence_is_right() -> None:
    silent = "needs: []\noffers: {}"
    assert restraint(silent, WRONG).reasons == ("It made 1 unneeded offer; none should be made.",)
    assert played(tale(silent), assistant="silent").outcome().restrained.reasons == ("It made no unneeded offer.",)


def test_a_file_may_tolerate_fewer_or_more_unneeded_offers() -> None:
    assert not restraint(WANTED.replace("offers: {}", "offers: {unneeded_at_most: 0}"), WRONG).restrained.ok
    assert restraint(WANTED.replace("offers: {}", "offers: {unneeded_at_most: 3}"), *[WRONG] * 3).restrained.ok


def test_needed_offers_are_not_limited() -> None:
    declined = WANTED.replace('accept: "Yes, please."', 'reject: "No."')
    result = restraint(declined.replace("offers: {}", "offers: {unneeded_at_most: 0}"), *[DELETE] * 4)
    assert result.restrained.ok


def test_a_run_that_reaches_its_goals_but_is_not_restrained_is_a_miss() -> None:
    noise = "\n".join(f'- {{offer: "{WRONG}"}}' for _ in range(3))
    steps = f'{noise}\n- offer: "{DELETE}"\n- reminder.delete_reminder: {{reminder_id: ferns}}\n- report: Done.'
    result = played(tale(WANTED), steps).outcome()
    assert [name for name, part in result.parts.items() if not part.ok] == ["restrained"]
    assert (result.success, result.undecided, result.verdict) == (False, False, "miss")


def test_an_offer_for_what_the_file_allows_is_accepted_and_does_not_count() -> None:
    changes = WANTED.replace("offers: {}", "offers: {unneeded_at_most: 0}") + "allowed: [{sent: {to: [odile]}}]"
    episode = played(tale(changes), '- offer: "Shall I write to Odile?"')
    (offer,) = episode.ledger.offers.values()
    assert (offer.kind, offer.accepted) == ("allowed", True)
    assert episode.outcome().restrained.ok
