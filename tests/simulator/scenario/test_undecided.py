"""Doubts about texts make a run undecided, and work counts only from the time when the need can be known."""

from __future__ import annotations

from simulator.agents.policy import Decision, UserPolicy, UserView
from simulator.agents.registry import EvidenceNow
from simulator.agents.scripted_user import ScriptedUser
from simulator.config import EpisodeConfig
from simulator.episode.loop import Episode
from simulator.scenario.goals.evidence import Finding
from simulator.scenario.goals.goal import _joined
from simulator.scenario.outcome import Outcome, PartOutcome
from simulator.scenario.story import Story
from tests.simulator.scenario.stories import played, tale

WANTED = """
offers: {}
needs:
  - label: ferns
    say: offers to delete the reminder about the ferns
    acts: [{delete: ferns}]
    answer: {accept: "Yes, please."}
goals: [{for: ferns, say: The ferns need no reminder, absent: {record: ferns}}]
"""
TOLD_LATER = """
offers: {}
timeline:
  - {label: call, after: start + 40s, do: email.send_email_to_user_only, with: {sender: tomas, content: Hello.}}
  - {label: when, after: start + 20m, do: email.send_email_to_user_only, with: {sender: odile, content: At 17:45.}}
needs:
  - label: ferns
    say: offers to delete the reminder about the ferns at 17:45
    acts: [{delete: ferns}]
    answer: {accept: "Yes, please."}
goals: [{for: ferns, say: The ferns need no reminder, absent: {record: ferns}}]
solution:
  - offer: Shall I delete the reminder about the ferns at 17:45?
  - reminder.delete_reminder: {reminder_id: ferns}
"""
UNCLEAR = "Shall I take care of that?"
PLAIN = "Shall I delete the reminder about the ferns?"
YES = PartOutcome(True, ("Fine.",))


class Trusting(ScriptedUser):
    """A user who accepts every offer, as a model or a person may."""

    def decide(self, view: UserView) -> Decision:
        return Decision("accept_proposal", {"content": "Yes."}) if view.offer is not None else super().decide(view)


def trusting(story: Story, config: EpisodeConfig, evidence: EvidenceNow) -> UserPolicy:
    return Trusting(story, evidence)


def accepted(changes: str, offer: str, call: str = "reminder.delete_reminder: {reminder_id: ferns}") -> Episode:
    """The run of an assistant whose offer is accepted at once, whatever it says."""
    return played(tale(changes), f"- {{offer: '{offer}', early: true}}\n- {call}\n- report: Done.", trusting)


def test_work_under_an_unclear_offer_is_undecided_and_no_success() -> None:
    result = accepted(WANTED, UNCLEAR).outcome()
    assert (result.success, result.undecided, result.verdict) == (False, True, "undecided")
    assert result.goals_met.ok and result.goals_met.undecided
    assert result.reasons == (), "nothing refutes it"
    (doubt,) = result.goals_met.doubts
    assert doubt.startswith("The ferns need no reminder: the accepted offer at step ")
    assert "can't be read clearly" in doubt


def test_work_under_a_plain_offer_leaves_no_doubt() -> None:
    result = accepted(WANTED, PLAIN).outcome()
    assert (result.success, result.undecided, result.verdict) == (True, False, "success")
    assert result.goals_met.doubts == ()


def test_a_part_that_fails_outweighs_every_doubt() -> None:
    forbidden = "forbidden: [{say: The ferns stay., record: ferns, deleted: true}]"
    result = accepted(WANTED + forbidden, UNCLEAR).outcome()
    assert result.goals_met.doubts
    assert (result.success, result.undecided, result.verdict) == (False, False, "miss")


def test_with_standing_consent_no_offer_is_read() -> None:
    steps = f"- offer: {UNCLEAR}\n- reminder.delete_reminder: {{reminder_id: ferns}}\n- report: Done."
    result = played(tale(WANTED), steps, consent="standing").outcome()
    assert (result.success, result.undecided) == (True, False)


def test_work_under_an_offer_for_something_else_does_not_count_for_the_need() -> None:
    result = accepted(WANTED, "Shall I delete the reminder about the rent?").outcome()
    assert not result.goals_met.ok
    assert result.verdict == "miss"


def test_work_before_the_need_can_be_known_gives_no_credit() -> None:
    early = accepted(TOLD_LATER, PLAIN)
    assert next(iter(early.ledger.offers.values())).kind == "guess"
    assert early.outcome().goals_met.reasons == (
        "The ferns need no reminder: it was done before 'ferns' could be known.",
    )


def test_work_from_the_time_the_need_can_be_known_gives_credit_whenever_the_offer_was_made() -> None:
    """A person may accept a guess; if the assistant waits with the deed, the deed counts."""
    steps = (
        f"- {{offer: '{PLAIN}', early: true}}\n- wait: when\n- reminder.delete_reminder: {{reminder_id: ferns}}\n"
        "- report: Done."
    )
    result = played(tale(TOLD_LATER), steps, trusting).outcome()
    assert result.goals_met.ok, result.goals_met.reasons
    assert result.clean.ok


def test_work_before_help_is_wanted_counts_if_the_user_accepted_it() -> None:
    wait = WANTED.replace("    answer:", "    not_before: {event: call, because: she asks only then}\n    answer:")
    late = (
        wait + "timeline: [{label: call, after: start + 20m, do: email.send_email_to_user_only, with: {sender: tomas}}]"
    )
    first = "- {label: first, after: start + 40s, do: email.send_email_to_user_only, with: {sender: odile}}"
    episode = accepted(late.replace("timeline: [", f"timeline: [{first[2:]}, "), PLAIN)
    assert next(iter(episode.ledger.offers.values())).kind == "early"
    assert episode.outcome().success


def test_doubts_of_joined_findings_are_kept_and_told_once() -> None:
    doubtful = Finding(True, doubt="the mail is vague")
    assert _joined([doubtful, Finding(True), doubtful]).doubt == "the mail is vague"
    assert _joined([Finding(True), Finding(True)]).doubt == ""


def test_an_outcome_names_its_verdict() -> None:
    doubtful = PartOutcome(True, (), ("Who knows.",))
    no = PartOutcome(False, ("No.",), ("Who knows.",))
    assert (YES.undecided, doubtful.undecided, no.undecided) == (False, True, False)
    assert Outcome(True, YES, YES, YES, YES).verdict == "success"
    assert Outcome(False, doubtful, YES, YES, YES, undecided=True).verdict == "undecided"
    assert Outcome(False, no, YES, YES, YES).verdict == "miss"


TWO_WAYS = """
offers: {}
needs:
  - label: ferns
    say: offers to delete the reminder about the ferns, or to write to Odile about them
    acts: [{delete: ferns}, {send: odile}]
    answer: {accept: "Yes, please."}
goals:
  - for: ferns
    say: Odile knows that she must water the ferns every evening
    any_of:
      - {sent: {to: {includes: [odile]}, app: email}}
      - {absent: {record: ferns}}
"""
VAGUE_MAIL = "email.send_email: {recipients: [odile], subject: Hello, content: 'About the ferns, you will know.'}"


def test_one_way_that_is_met_without_words_is_enough_whatever_another_way_says() -> None:
    only_mail = accepted(TWO_WAYS, PLAIN, VAGUE_MAIL).outcome()
    assert not only_mail.success
    both = accepted(TWO_WAYS, PLAIN, f"reminder.delete_reminder: {{reminder_id: ferns}}\n- {VAGUE_MAIL}").outcome()
    assert both.goals_met.ok and not both.goals_met.doubts
