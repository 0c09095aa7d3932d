"""The one matcher for offers, and the user's answers."""

from __future__ import annotations

import pytest

from simulator.scenario.goals.evidence import Evidence
from simulator.scenario.needs import answer_to, answer_to_all, evident_since, met_by, too_late_at, why_unwelcome
from simulator.scenario.schema import OfferAnswer
from simulator.trace.ledger import Ledger
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


def why(label: str, text: str, evidence: Evidence, at: int | None = None) -> str | None:
    story = tale(NEEDS.replace("needs:", LAST))
    return why_unwelcome(text, evidence.world.now if at is None else at, story.need(label), story.scenario, evidence)


def test_a_need_is_evident_after_all_its_events() -> None:
    story, before, after = tale(NEEDS.replace("needs:", LAST)), at_start(), at_end()
    assert evident_since(story.need("help"), before) is None
    assert evident_since(story.need("always"), before) == (0, before.start)
    assert evident_since(story.need("help"), after) == (after.ledger.fired["call"].moment, after.start + 40)
    assert evident_since(story.need("both"), after) == (after.ledger.fired["again"].moment, after.start + 40 + 1200)


def test_an_event_that_failed_makes_nothing_evident() -> None:
    evidence = at_end()
    assert "broken" in evidence.ledger.fired
    assert why("never", "anything", evidence) == "it comes before the need can be known"


def test_an_offer_must_come_after_the_need_can_be_known() -> None:
    assert why("help", "Shall I help?", at_start()) == "it comes before the need can be known"


def test_an_offer_must_come_before_it_is_too_late() -> None:
    evidence = at_end()
    nine = evidence.time("09:00")
    assert why("help", "Shall I help?", evidence, nine) is None
    assert (
        why("help", "Shall I help?", evidence, nine + 1) == "it comes after 2026-03-05 09:00:00, too late to be of use"
    )


def test_after_an_event_is_too_late_even_in_the_same_second() -> None:
    evidence = at_end()
    again = evidence.ledger.fired["again"].at
    assert why("always", "always", evidence, again) is not None
    assert why("always", "always", at_start()) is None


def test_an_offer_must_say_what_it_is_about() -> None:
    evidence = at_end()
    assert why("help", "Nice weather.", evidence, evidence.time("08:30")) == 'the text does not mention "help"'


def test_what_an_offer_should_mention_may_not_be_known_yet() -> None:
    says = "what it should mention is not known yet: 'last' is not there"
    assert why("unknown", "anything", at_start()) == says


def test_an_offer_may_meet_several_needs() -> None:
    story, evidence = tale(NEEDS.replace("needs:", LAST)), at_end()
    early = evidence.time("08:30")
    assert met_by("I can help with both.", early, story.scenario, evidence) == ("help", "both")
    assert met_by("Nice weather.", early, story.scenario, evidence) == ()


def test_what_has_been_done_is_not_offered_again() -> None:
    steps = "- offer: Shall I help?\n- report: I did.\n- offer: Shall I help?"
    episode = played(tale(), steps)
    assert [offer.needs for offer in episode.ledger.offers.values()] == [("help",), ()]
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
