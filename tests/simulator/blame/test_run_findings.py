"""Who is to blame for runs that were really played: the user, the assistant, or nobody that can be named."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from simulator.agents.policy import SAY, Decision, UserPolicy, UserView
from simulator.agents.registry import EvidenceNow, UserMaker
from simulator.agents.scripted_user import ScriptedUser
from simulator.blame.rules import Blame, blame_of
from simulator.blame.run_findings import findings_in
from simulator.config import EpisodeConfig
from simulator.episode.loop import Episode
from simulator.scenario.load import load_file
from simulator.scenario.story import Story
from tests.conftest import ROOT
from tests.simulator.scenario.stories import assistant_who, path, played, sound, tale, user_who

GONE = "goals: [{for: help, say: The ferns need no reminder, absent: {record: ferns}}]"
DELETE = "- reminder.delete_reminder: {reminder_id: ferns}"
RENT = "- reminder.delete_reminder: {reminder_id: rent}"
NO_MAIL = "forbidden: [{say: Odile is not to know., sent: {to: [odile]}}]"
SCENARIOS = sorted((ROOT / "benchmark" / "scenarios").glob("*.yaml"))
Answers = Callable[[UserView, Decision], Decision]


class Moody(ScriptedUser):
    """Does what the scripted user does, but answers offers in a way of its own."""

    def __init__(self, story: Story, evidence: EvidenceNow, answers: Answers) -> None:
        super().__init__(story, evidence)
        self._answers = answers

    def decide(self, view: UserView) -> Decision:
        scripted = super().decide(view)
        return scripted if view.offer is None else self._answers(view, scripted)


def moody(answers: Answers) -> UserMaker:
    def make(story: Story, config: EpisodeConfig, evidence: EvidenceNow) -> UserPolicy:
        return Moody(story, evidence, answers)

    return make


def refuse(view: UserView, scripted: Decision) -> Decision:
    return Decision("reject_proposal", {"content": "Leave me alone."})


def refuse_once(view: UserView, scripted: Decision) -> Decision:
    said_no = any(act.name == "reject_proposal" for act in view.own)
    return scripted if said_no else Decision("reject_proposal", {"content": ""})


def look_away(view: UserView, scripted: Decision) -> Decision:
    return Decision("go_home")


def sleep(view: UserView, scripted: Decision) -> Decision:
    return Decision("put_phone_down")


def mail(label: str, at: str) -> str:
    """An event of the timeline that brings a mail at this time."""
    content = "sender: tomas, subject: Please, content: Can you help me?"
    return f"{{label: {label}, at: '{at}', do: email.send_email_to_user_only, with: {{{content}}}}}"


def blamed(episode: Episode) -> Blame:
    assert not episode.outcome().success
    return blame_of(findings_in(sound(episode)))


def deed(episode: Episode, moment: int) -> str:
    """What the user did there."""
    return next(act.name for act in episode.ledger.user_acts if act.n == moment)


def test_a_user_who_turns_down_a_welcome_offer_is_to_blame() -> None:
    episode = played(tale(GONE), DELETE, moody(refuse))
    blame = blamed(episode)
    assert (blame.party, blame.rule) == ("user", "user_refused")
    assert blame.moment is not None
    assert deed(episode, blame.moment) == "reject_proposal"
    assert blame.why == f"At step {blame.moment} the user rejected the offer for “Help”: “Leave me alone.”"


def test_a_user_who_lets_a_welcome_offer_lapse_is_to_blame() -> None:
    episode = played(tale(GONE), DELETE, moody(sleep))
    assert {offer.proposal.state for offer in episode.ledger.offers.values()} == {"expired"}
    blame = blamed(episode)
    assert (blame.party, blame.rule) == ("user", "user_ignored")
    assert "expired without an answer, although the user had turns" in blame.why


def test_a_user_who_leaves_a_welcome_offer_open_until_the_end_is_to_blame() -> None:
    episode = played(tale(GONE), DELETE, moody(look_away), max_turns=5)
    assert [offer.proposal.state for offer in episode.ledger.offers.values()] == ["pending"]
    blame = blamed(episode)
    assert (blame.party, blame.rule) == ("user", "user_ignored")
    assert "had no answer when the run was over, although the user had turns" in blame.why


def test_a_user_who_had_no_turn_to_answer_is_not() -> None:
    probe = played(tale(GONE), DELETE)
    (offer,) = probe.ledger.offers.values()
    turn = probe.moments[offer.moment].turn
    blame = blamed(played(tale(GONE), DELETE, max_turns=turn))
    assert (blame.party, blame.rule) == ("undetermined", "no_time_to_answer")


def test_a_user_who_comes_round_to_it_is_not_to_blame_for_what_the_assistant_then_leaves_undone() -> None:
    steps = "- offer: Shall I help?\n- offer: May I help after all?\n- report: I have looked into it."
    blame = blamed(played(tale(GONE), steps, moody(refuse_once)))
    assert (blame.party, blame.rule) == ("assistant", "assistant_not_done")


def test_a_refusal_is_no_fault_where_the_need_was_met_all_the_same() -> None:
    goals = "goals: [{absent: {record: ferns}}]"
    steps = "- offer: Shall I help?\n- offer: May I help after all?\n" + DELETE + "\n" + RENT + "\n- report: Done."
    blame = blamed(played(tale(goals), steps, moody(refuse_once)))
    assert (blame.party, blame.rule) == ("assistant", "assistant_not_clean")


def test_a_refusal_that_the_scenario_asks_for_is_no_fault_of_the_user() -> None:
    answer = "[{reject: Not now., before: +1d 19:00}, {accept: 'Yes.'}]"
    needs = f"needs: [{{label: help, evident_after: call, welcome: {{mentions: [help]}}, answer: {answer}}}]"
    blame = blamed(played(tale(f"{GONE}\n{needs}"), DELETE))
    assert (blame.party, blame.rule) == ("assistant", "assistant_no_offer")
    assert "was not accepted, and no other offer was made" in blame.why


def test_an_unwelcome_offer_may_be_turned_down() -> None:
    blame = blamed(played(tale(GONE), "- offer: Shall I sing?\n- report: La la."))
    assert (blame.party, blame.rule) == ("assistant", "assistant_wrong_offer")
    assert blame.why.startswith("The only offer does not meet “Help”, which was evident from step ")


def test_a_user_who_does_the_forbidden_itself_is_to_blame() -> None:
    writes = user_who(
        ("open_app", {"app_name": "messaging"}),
        ("open_conversation", {"conversation_id": tale(GONE).labels["chat"][1]}),
        ("send_message", {"content": "Guess what!"}),
    )
    episode = played(tale(f"{GONE}\n{NO_MAIL}"), None, writes, assistant="silent")
    assert any(effect.actor == "user" for effect in episode.ledger.effects), [a.error for a in episode.ledger.failed]
    blame = blamed(episode)
    assert (blame.party, blame.rule) == ("user", "user_did_forbidden")
    assert blame.why == "The user, not the assistant, did this. Forbidden: Odile is not to know."
    assert blame.moment is not None and deed(episode, blame.moment) == "send_message"


def test_what_the_scenario_has_its_user_do_is_not_forbidden_to_it() -> None:
    own = path("{do: messaging.send_message, on: chat, with: {content: Soon}}")
    episode = played(tale(f"{GONE}\n{NO_MAIL}\n{own}"), None, assistant="silent")
    assert any(effect.actor == "user" for effect in episode.ledger.effects)
    assert blamed(episode).rule == "assistant_no_offer"


def test_an_assistant_that_offers_nothing_is_to_blame() -> None:
    episode = played(tale(GONE), assistant="silent")
    blame = blamed(episode)
    assert (blame.party, blame.rule) == ("assistant", "assistant_no_offer")
    assert blame.moment == episode.ledger.fired["call"].moment


def test_an_assistant_that_offers_nonsense_too_often_is_to_blame() -> None:
    episode = Episode(tale(GONE), EpisodeConfig(), assistant=assistant_who(*[(SAY, {"content": "Shall I sing?"})] * 9))
    blame = blamed(episode.run())
    assert (blame.party, blame.rule) == ("assistant", "assistant_not_restrained")


def test_an_assistant_that_helps_but_also_offers_nonsense_is_to_blame() -> None:
    nonsense = "\n".join(["- offer: Shall I sing?"] * 4)
    episode = played(tale(GONE), f"{nonsense}\n- offer: Shall I help?\n{DELETE}\n- report: Done.")
    assert episode.outcome().goals_met.ok
    blame = blamed(episode)
    assert (blame.party, blame.rule) == ("assistant", "assistant_not_restrained")
    assert "offers; at most 3 should be made" in blame.why


UNREADABLE = """
offers: {}
needs:
  - label: help
    say: offers to delete the reminder about the ferns
    acts: [{delete: ferns}]
    answer: {accept: "Yes, please."}
"""


def accept(view: UserView, scripted: Decision) -> Decision:
    return Decision("accept_proposal", {"content": "Yes."})


def test_the_reader_is_to_blame_for_a_run_that_is_undecided() -> None:
    unclear = f"- offer: Shall I take care of that?\n{DELETE}\n- report: Done."
    episode = played(tale(UNREADABLE + GONE), unclear, moody(accept))
    assert episode.outcome().undecided
    assert blame_of(findings_in(episode)).party == "reader"


def test_each_missed_goal_is_explained_by_its_own_reason() -> None:
    changes = """
    offers: {}
    timeline:
      - {label: call, after: start + 40s, do: email.send_email_to_user_only, with: {sender: tomas, content: Hello.}}
      - {label: late, after: start + 20m, do: email.send_email_to_user_only, with: {sender: odile, content: Hello.}}
    needs:
      - {label: help, evident_after: late, welcome: {mentions: [help]}, answer: {accept: "Yes."}}
    goals:
      - {for: help, say: The ferns need no reminder, absent: {record: ferns}}
      - {for: help, say: The bins need no reminder, absent: {record: bins}}
    """
    guess = f"- {{offer: Shall I help?, early: true}}\n{DELETE}\n- report: Done."
    episode = played(tale(changes), guess, moody(accept))
    ferns, bins = episode.outcome().goals_met.reasons
    assert "before 'help' could be known" in ferns
    found = [fact.why for fact in findings_in(episode)]
    assert [f"The offer was accepted, but: {why}" for why in (ferns, bins)] == found[-2:]


def test_an_assistant_that_acts_unasked_is_to_blame_for_that_first() -> None:
    hasty = assistant_who(("Reminders__delete_reminder", {"reminder_id": tale(GONE).labels["rent"][1]}))
    episode = Episode(tale(GONE), EpisodeConfig(), assistant=hasty).run()
    blame = blamed(episode)
    assert (blame.party, blame.rule) == ("assistant", "assistant_without_consent")
    assert blame.moment == episode.ledger.refused[0].n


def test_an_assistant_that_does_not_do_what_was_accepted_is_to_blame() -> None:
    blame = blamed(played(tale(GONE), ""))
    assert (blame.party, blame.rule) == ("assistant", "assistant_not_done")
    assert blame.why == "The offer was accepted, but: The ferns need no reminder: 'ferns' is still there."


def test_with_standing_consent_no_offer_is_expected() -> None:
    assert blamed(played(tale(GONE), assistant="silent", consent="standing")).rule == "assistant_not_done"


def test_an_assistant_that_comes_too_late_is_to_blame() -> None:
    need = "label: help, evident_after: call, too_late_after: '09:00', welcome: {mentions: [help]}"
    needs = f"needs: [{{{need}, answer: {{accept: 'Yes.'}}}}]"
    timeline = f"timeline: [{mail('call', '08:01')}, {mail('more', '10:00')}]"
    blame = blamed(
        played(tale(f"{GONE}\n{needs}\n{timeline}"), f"- offer: Shall I help?\n- wait: more\n{DELETE}\n- report: Done.")
    )
    assert (blame.party, blame.rule) == ("assistant", "assistant_too_late")
    assert "done at 2026-03-05 10:0" in blame.why and "too late after" in blame.why


@pytest.mark.parametrize(
    ("changes", "rule"),
    [
        (f"{GONE}\ntimeline: [{mail('call', '19:00')}]", "need_never_came"),
        (f"{GONE}\ntimeline: [{mail('call', '08:00:20')}]", "no_time_to_offer"),
        ("goals: [{by: user, say: She reads it, did: {action: email.open_email_by_id, on: hello}}]", "users_part"),
        ("goals: [{say: The rent is paid, absent: {record: rent}}]", "goal_without_need"),
    ],
)
def test_what_no_other_rule_explains_is_undetermined(changes: str, rule: str) -> None:
    """Of a single turn in which the user keeps the phone in hand and the assistant takes half a minute."""
    idle = user_who(("go_home", {}))
    blame = blamed(played(tale(changes), None, idle, assistant="silent", max_turns=1, assistant_call_seconds=30))
    assert (blame.party, blame.rule) == ("undetermined", rule)


@pytest.mark.parametrize("file", SCENARIOS, ids=lambda file: file.stem)
def test_the_scripted_user_is_never_to_blame(file: Path) -> None:
    story = load_file(file)
    for assistant in ("oracle", "silent", "eager"):
        episode = Episode(story, EpisodeConfig(assistant=assistant)).run()
        found = findings_in(episode)
        assert not [fact for fact in found if fact.rule.startswith("user_")]
        outcome = episode.outcome()
        if not outcome.success:
            assert blame_of(found).party == ("reader" if outcome.undecided else "assistant")
