"""Needs over time, needs of older files, and the user's answers."""

from __future__ import annotations

import pytest

from simulator.phone.state import Proposal
from simulator.reading.claims import Reading
from simulator.scenario.goals.evidence import Evidence
from simulator.scenario.needs import answer_to, answer_to_all, evident_since, known_since, read_for, too_late_at
from simulator.scenario.offer_classes import judge_offer, need_state
from simulator.scenario.schema import OfferAnswer
from simulator.trace.ledger import Ledger, Offer, OfferKind
from tests.simulator.scenario.stories import before_all, played, tale

NEEDS = """
timeline:
  - {label: call, after: start + 40s, do: email.send_email_to_user_only, with: {sender: tomas}}
  - {label: again, after: call + 20m, do: email.send_email_to_user_only, with: {sender: odile}}
  - {label: broken, after: start + 50s, do: email.reply_to_email_from_user, with: {sender: tomas, email_id: hello}}
needs:
  - {label: help, evident_after: call, too_late_after: "09:00", welcome: {mentions: [help]}, answer: {accept: Yes.}}
  - {label: both, evident_after: [call, again], welcome: {mentions: [both]}, answer: {accept: Yes.}}
  - {label: always, evident_after: start, too_late_after: again, welcome: {mentions: [always]}, answer: {reject: No.}}
  - {label: never, evident_after: broken, welcome: {}, answer: {accept: Yes.}}
  - {label: unknown, evident_after: start, welcome: {mentions: [=later]}, answer: {accept: Yes.}}
derived: {later: last.sent_at}
"""
LAST = "  - {label: last, at: +9d 09:00, do: email.send_email_to_user_only, with: {sender: tomas}}\nneeds:"


def at_end(changes: str = "") -> Evidence:
    """After both events, shortly before nine the day after."""
    return played(tale(NEEDS.replace("needs:", LAST) + changes), assistant="silent").evidence()


def at_start() -> Evidence:
    return before_all(NEEDS.replace("needs:", LAST))


def state(label: str, evidence: Evidence, at: int | None = None) -> OfferKind:
    """The class of a right offer for the need."""
    story = tale(NEEDS.replace("needs:", LAST))
    return need_state(story.need(label), evidence.world.now if at is None else at, story, evidence)


def read(label: str, text: str, evidence: Evidence) -> Reading:
    story = tale(NEEDS.replace("needs:", LAST))
    return read_for(text, evidence.time("08:30"), story.need(label), story, evidence)


def test_a_need_is_evident_after_all_its_events() -> None:
    story, before, after = tale(NEEDS.replace("needs:", LAST)), at_start(), at_end()
    assert evident_since(story.need("help"), story, before) is None
    assert evident_since(story.need("always"), story, before) == (0, before.start)
    assert evident_since(story.need("help"), story, after) == (after.ledger.fired["call"].moment, after.start + 40)
    both = (after.ledger.fired["again"].moment, after.start + 40 + 1200)
    assert evident_since(story.need("both"), story, after) == both
    assert known_since(story.need("both"), story, after) == both


def test_an_event_that_failed_makes_nothing_evident() -> None:
    evidence = at_end()
    assert "broken" in evidence.ledger.fired
    assert state("never", evidence) == "guess"


def test_an_offer_before_the_need_can_be_known_is_a_guess() -> None:
    assert state("help", at_start()) == "guess"


def test_an_offer_must_come_before_it_is_too_late() -> None:
    evidence = at_end()
    nine = evidence.time("09:00")
    assert state("help", evidence, nine) == "needed"
    assert state("help", evidence, nine + 1) == "too_late"


def test_after_an_event_is_too_late_even_in_the_same_second() -> None:
    evidence = at_end()
    again = evidence.ledger.fired["again"].at
    assert state("always", evidence, again) == "too_late"
    assert state("always", at_start()) == "needed"


def test_an_offer_for_a_need_of_an_older_file_mentions_its_words() -> None:
    evidence = at_end()
    assert read("help", "Shall I help?", evidence).value == "yes"
    wrong = read("help", "Nice weather.", evidence)
    assert (wrong.value, wrong.reason) == ("no", 'the text does not mention "help"')


def test_a_text_that_cannot_be_judged_yet_is_not_for_the_need() -> None:
    unknown = read("unknown", "anything", at_start())
    assert (unknown.value, unknown.reason) == ("no", "it cannot be judged yet: 'last' is not there")


def test_an_offer_may_be_for_several_needs() -> None:
    story, evidence = tale(NEEDS.replace("needs:", LAST)), at_end()
    proposal = Proposal(id="offer_1", text="I can help with both.", made_at=0, made_in=0, expires_at=0)
    offer = Offer(9, evidence.time("08:30"), proposal)
    judge_offer(offer, story, evidence)
    assert (offer.needs, offer.kind, offer.unclear) == (("help", "both", "never"), "needed", ())


def test_what_has_been_done_is_not_offered_again() -> None:
    steps = "- offer: Shall I help?\n- report: I did.\n- offer: Shall I help?"
    episode = played(tale(), steps)
    assert [offer.needs for offer in episode.ledger.offers.values()] == [("help",), ()]
    assert [offer.kind for offer in episode.ledger.offers.values()] == ["needed", "done_already"]
    assert [offer.proposal.state for offer in episode.ledger.offers.values()] == ["done", "rejected"]


def test_half_a_help_leaves_the_need_open() -> None:
    goals = "goals: [{for: help, absent: {record: bins}}]"
    steps = "- offer: Shall I help?\n- report: I did.\n- offer: Shall I help?"
    episode = played(tale(goals), steps)
    assert [offer.needs for offer in episode.ledger.offers.values()] == [("help",), ("help",)]


def test_what_was_turned_down_may_be_offered_again() -> None:
    changes = """
    needs:
      - label: help
        evident_after: call
        welcome: {mentions: [help]}
        answer: [{before: help.rejected, reject: "Not yet."}, {accept: "Now, yes."}]
    """
    episode = played(tale(changes), "- offer: Shall I help?\n- offer: Shall I help now?\n- report: I did.")
    assert [offer.proposal.state for offer in episode.ledger.offers.values()] == ["rejected", "done"]
    assert [offer.proposal.answer for offer in episode.ledger.offers.values()] == ["Not yet.", "Now, yes."]


@pytest.mark.parametrize(
    ("before", "answered"),
    [
        ("'07:00'", "second"),
        ("+2d 09:00", "first"),
        ("call", "second"),
        ("broken", "first"),
        ("help.offer", "first"),
        ("start", "second"),
    ],
)
def test_the_first_answer_whose_time_it_is_counts(before: str, answered: str) -> None:
    changes = f"""
    timeline:
      - {{label: call, after: start + 40s, do: email.send_email_to_user_only, with: {{sender: tomas}}}}
      - label: broken
        after: start + 50s
        do: email.reply_to_email_from_user
        with: {{sender: tomas, email_id: hello}}
    needs:
      - label: help
        evident_after: call
        welcome: {{}}
        answer: [{{reject: first, before: {before}}}, {{accept: second}}]
    """
    story = tale(changes)
    evidence = played(story, assistant="silent").evidence()
    answer = answer_to(story.need("help"), evidence)
    assert (answer.reject or answer.accept) == answered


def test_an_offer_that_meets_several_needs_is_accepted_if_one_of_them_is_wanted() -> None:
    story, evidence = tale(NEEDS.replace("needs:", LAST)), at_end()
    unwanted, wanted = story.need("always"), story.need("help")
    assert answer_to_all([unwanted, wanted], evidence).accept == "Yes."
    assert answer_to_all([unwanted], evidence).reject == "No."


def several(*answers: str) -> OfferAnswer:
    """What the user says to an offer that meets as many needs as there are answers."""
    needs = "\n".join(
        f"  - {{label: need_{number}, evident_after: call, welcome: {{}}, answer: {answer}}}"
        for number, answer in enumerate(answers)
    )
    story = tale(f"needs:\n{needs}")
    return answer_to_all(story.scenario.needs, story.evidence(story.blank.copy(), Ledger()))


def test_whoever_accepts_several_things_says_so_of_each() -> None:
    answer = several("{accept: Yes.}", "{reject: Never.}", "{accept: And that too., look: ferns}", "{accept: Yes.}")
    assert (answer.accept, answer.change, answer.look) == ("Yes. And that too.", None, "ferns")


def test_a_change_to_one_of_several_things_is_a_change() -> None:
    answer = several("{accept: Yes.}", "{change: But at four.}")
    assert (answer.accept, answer.change) == (None, "Yes. But at four.")


def test_several_things_that_are_all_unwanted_are_turned_down() -> None:
    assert several("{reject: Never.}", "{reject: No.}").reject == "Never."


def test_the_scripted_user_accepts_with_all_the_words() -> None:
    two = """
    needs:
      - {label: help, evident_after: call, welcome: {mentions: [help]}, answer: {accept: "Yes, please."}}
      - {label: tell, evident_after: call, welcome: {mentions: [tell]}, answer: {accept: "Tell him at four."}}
    """
    episode = played(tale(two), "- offer: Shall I help and tell Tomas?\n- report: Done.")
    assert [offer.proposal.answer for offer in episode.ledger.offers.values()] == ["Yes, please. Tell him at four."]


def test_the_deadline_is_known_for_times_and_for_events_that_have_come() -> None:
    story, before, after = tale(NEEDS.replace("needs:", LAST)), at_start(), at_end()
    assert too_late_at(story.need("help"), before) == before.time("09:00")
    assert too_late_at(story.need("always"), before) is None
    assert too_late_at(story.need("always"), after) == after.ledger.fired["again"].at
    assert too_late_at(story.need("both"), after) is None
