"""The oracle: plays a solution step by step, waits for what it must, and goes on after an offer made in vain."""

from __future__ import annotations

from simulator.agents.oracle import Oracle
from simulator.config import EpisodeConfig
from simulator.episode.loop import Episode
from simulator.trace.moments import Acted
from tests.simulator.scenario.stories import played, sound, steps_of, tale, user_who

MAIL = "do: email.send_email_to_user_only, with: {sender: tomas}"
DELETE = "- reminder.delete_reminder: {reminder_id: ferns}"
BINS = "- reminder.delete_reminder: {reminder_id: bins}"
CALL = f"{{label: call, after: start + 40s, {MAIL}}}"
LATE = f"{{label: late, at: '11:00', {MAIL}}}"


def calls(episode: Episode) -> list[str]:
    """What the assistant did, without waiting; offers and reports by their words."""
    return [
        str(act.args["content"]) if act.name == "send_message_to_user" else act.name
        for act in episode.ledger.assistant_acts
        if act.name not in ("wait", "wait_for_notification")
    ]


def said(episode: Episode, words: str) -> Acted:
    return next(act for act in episode.ledger.assistant_acts if act.args.get("content") == words)


def test_it_offers_once_the_need_is_evident_and_acts_once_it_may() -> None:
    episode = played(tale(), DELETE)
    assert calls(episode) == ["Shall I help?", "delete_reminder", "It is done."]
    assert said(episode, "Shall I help?").n > episode.ledger.fired["call"].moment
    assert not episode.ledger.refused


def test_an_offer_that_is_meant_to_be_early_does_not_wait() -> None:
    looks_around = tale("user: {goal: Look., path: [{see: ferns}]}")
    episode = played(looks_around, "- {offer: Shall I help?, early: true}\n- report: Done.")
    assert said(episode, "Shall I help?").n < episode.ledger.fired["call"].moment


def test_it_waits_for_an_event_that_the_solution_names() -> None:
    changes = f"timeline: [{CALL}, {LATE}]"
    episode = played(tale(changes), "- wait: late\n- offer: Shall I help?\n- report: Done.")
    assert said(episode, "Shall I help?").n > episode.ledger.fired["late"].moment


def test_it_waits_within_its_work() -> None:
    reply = f"{{label: reply, when: {{absent: {{record: ferns}}}}, delay: 1m, {MAIL}}}"
    episode = played(tale(f"timeline: [{CALL}, {reply}]"), f"{DELETE}\n- wait: reply\n{BINS}")
    first, second = (act for act in episode.ledger.assistant_acts if act.name == "delete_reminder")
    assert first.n < episode.ledger.fired["reply"].moment < second.n


def test_it_stops_after_a_rejection() -> None:
    changes = "needs: [{label: help, evident_after: call, welcome: {mentions: [help]}, answer: {reject: No.}}]"
    episode = played(tale(changes), DELETE)
    assert calls(episode) == ["Shall I help?"]
    assert not episode.ledger.refused


TWICE = """
needs:
  - label: help
    evident_after: call
    welcome: {mentions: [help]}
    answer: [{before: help.rejected, reject: "Not yet."}, {accept: "Now, yes."}]
"""


def test_it_offers_again_right_after_a_rejection() -> None:
    episode = played(tale(TWICE), "- offer: Shall I help?\n- offer: May I help now?\n" + DELETE + "\n- report: Done.")
    assert calls(episode) == ["Shall I help?", "May I help now?", "delete_reminder", "Done."]
    assert not episode.ledger.refused


def test_it_passes_over_the_work_of_an_offer_made_in_vain() -> None:
    first = f"- offer: Shall I help?\n{DELETE}\n- report: Done."
    steps = f"{first}\n- offer: May I help now?\n{BINS}\n- report: Done now."
    episode = played(tale(TWICE), steps)
    assert calls(episode) == ["Shall I help?", "May I help now?", "delete_reminder", "Done now."]
    assert episode.evidence().present(*episode.story.labels["ferns"])
    assert not episode.evidence().present(*episode.story.labels["bins"])


def test_it_does_the_work_of_an_offer_that_was_accepted_and_then_offers_again() -> None:
    changes = """
    needs:
      - {label: help, evident_after: call, welcome: {mentions: [help]}, answer: {accept: Yes.}}
      - {label: more, evident_after: call, welcome: {mentions: [more]}, answer: {accept: Yes.}}
    """
    first = f"- offer: Shall I help?\n{DELETE}\n- report: Done."
    steps = f"{first}\n- offer: And more?\n{BINS}\n- report: Done now."
    assert calls(played(tale(changes), steps)) == [
        "Shall I help?",
        "delete_reminder",
        "Done.",
        "And more?",
        "delete_reminder",
        "Done now.",
    ]


def test_it_keeps_waiting_before_a_second_offer_if_the_solution_says_so() -> None:
    changes = f"{TWICE}\ntimeline: [{CALL}, {LATE}]"
    episode = played(tale(changes), "- offer: Shall I help?\n- wait: late\n- offer: May I help now?\n- report: Done.")
    assert said(episode, "May I help now?").n > episode.ledger.fired["late"].moment


def test_an_offer_waits_for_the_need_it_speaks_of() -> None:
    changes = f"""
    timeline: [{CALL}, {LATE}]
    needs:
      - {{label: later, evident_after: late, welcome: {{mentions: [more]}}, answer: {{accept: Yes.}}}}
      - label: help
        evident_after: call
        welcome: {{mentions: [help]}}
        answer: [{{before: help.rejected, reject: Not yet.}}, {{accept: Yes.}}]
    """
    episode = played(
        tale(changes),
        "- offer: Shall I help?\n- offer: Do let me help.\n- report: Done.\n- offer: And more?\n- report: Done.",
    )
    fired = episode.ledger.fired
    assert said(episode, "Do let me help.").n < fired["late"].moment < said(episode, "And more?").n


def test_an_offer_that_speaks_of_two_needs_comes_with_the_one_whose_turn_it_is() -> None:
    changes = f"""
    timeline: [{CALL}, {LATE}]
    needs:
      - {{label: help, evident_after: call, welcome: {{mentions: [help]}}, answer: {{accept: Yes.}}}}
      - {{label: later, evident_after: late, welcome: {{mentions: [shall]}}, answer: {{accept: Yes.}}}}
    """
    episode = played(tale(changes), "- offer: Shall I help?\n- report: Done.\n- offer: Shall I?\n- report: Done.")
    fired = episode.ledger.fired
    assert said(episode, "Shall I help?").n < fired["late"].moment < said(episode, "Shall I?").n


def test_an_offer_that_nobody_answers_lapses_and_the_next_one_follows() -> None:
    story = tale("offers: {at_most: 2}")
    bound = steps_of(story, f"- offer: Shall I help?\n{DELETE}\n- offer: Do let me help.\n- report: Done.")
    config = EpisodeConfig(proposal_lifetime_seconds=30)
    absent = user_who(*[("go_home", {})] * 14)
    episode = Episode(story, config, user=absent, assistant=lambda *given: Oracle(given[0], bound, given[2]))
    assert calls(sound(episode.run())) == ["Shall I help?", "Do let me help."]


def test_work_that_was_cut_off_is_not_taken_up_again_under_the_next_offer() -> None:
    first = f"- offer: Shall I help?\n{DELETE}\n- reminder.delete_reminder: {{reminder_id: rent}}"
    steps = f"{first}\n- offer: Shall I help?\n{BINS}\n- report: Done."
    episode = played(tale(), steps, execute_iterations=1)
    assert calls(episode) == ["Shall I help?", "delete_reminder", "Shall I help?", "delete_reminder"]
    left = {label for label in ("ferns", "rent", "bins") if episode.evidence().present(*episode.story.labels[label])}
    assert left == {"rent"}


def test_a_record_made_by_an_earlier_step_is_known_by_its_name() -> None:
    steps = """
    - reminder.add_reminder: {title: Pot, due_datetime: +1d 09:00, description: ""}
      as: pot
    - reminder.delete_reminder: {reminder_id: pot}
    """
    episode = played(tale(), steps)
    assert not episode.ledger.failed
    assert episode.outcome().clean.ok


def test_of_several_records_made_at_once_the_fitting_one_is_meant() -> None:
    steps = """
    - messaging.send_message: {user_id: wanjiru, content: Hi}
      as: made
    - messaging.add_participant_to_conversation: {conversation_id: made, user_id: odile}
    - messaging.send_message_to_group_conversation: {conversation_id: made, content: Both of you}
    """
    assert not played(tale(), steps).ledger.failed


def test_a_message_and_its_chat_are_both_known_by_the_name_of_the_step() -> None:
    for user in ("wanjiru", "odile"):
        steps = f"""
        - messaging.send_message: {{user_id: {user}, content: Hi, attachment_path: lease}}
          as: made
        - messaging.download_attachment: {{conversation_id: made, message_id: made}}
        """
        assert not played(tale(), steps).ledger.failed, user


def test_a_second_offer_that_also_fits_the_first_need_waits_for_its_own() -> None:
    changes = f"""
    timeline: [{CALL}, {LATE}]
    needs:
      - {{label: help, evident_after: call, welcome: {{mentions: [help]}}, answer: {{accept: Yes.}}}}
      - {{label: more, evident_after: late, welcome: {{mentions: [more]}}, answer: {{accept: Yes.}}}}
    """
    episode = played(tale(changes), "- offer: Shall I help?\n- report: Done.\n- offer: Any more help?\n- report: Done.")
    assert said(episode, "Any more help?").n > episode.ledger.fired["late"].moment


def test_a_call_that_breaks_down_is_repeated_until_it_works() -> None:
    episode = played(tale(), f"{DELETE}\n{BINS}", failing_writes=(0, 1, 3))
    assert calls(episode) == ["Shall I help?", *["delete_reminder"] * 5, "It is done."]
    assert not {"ferns", "bins"} & {
        label for label, at in episode.story.labels.items() if episode.evidence().present(*at)
    }


def test_a_record_made_at_the_second_try_is_known_by_its_name() -> None:
    steps = """
    - reminder.add_reminder: {title: Pot, due_datetime: +1d 09:00, description: ""}
      as: pot
    - reminder.delete_reminder: {reminder_id: pot}
    """
    episode = played(tale(), steps, failing_writes=(0,))
    assert [act.error is None for act in episode.ledger.assistant_acts if act.write] == [False, True, True]


def test_it_gives_up_when_its_calls_are_used_up() -> None:
    episode = played(tale(), DELETE, failing_writes=tuple(range(50)), execute_iterations=4)
    assert calls(episode) == ["Shall I help?", *["delete_reminder"] * 4]
    assert episode.ledger.offers["proposal_1"].proposal.state == "abandoned"


def test_a_refusal_of_the_app_is_not_tried_again() -> None:
    episode = played(tale(), f"{DELETE}\n{DELETE}")
    assert calls(episode) == ["Shall I help?", "delete_reminder", "delete_reminder", "It is done."]


def test_without_retries_a_call_that_breaks_down_is_skipped() -> None:
    story = tale()
    bound = steps_of(story, f"{DELETE}\n{BINS}")
    episode = Episode(
        story,
        EpisodeConfig(failing_writes=(0,)),
        assistant=lambda *given: Oracle(given[0], bound, given[2], retries=False),
    )
    assert calls(sound(episode.run())) == ["Shall I help?", "delete_reminder", "delete_reminder", "It is done."]


def test_an_offer_whose_words_fit_only_a_later_need_does_not_wait_for_it() -> None:
    reply = f"{{label: reply, when: {{absent: {{record: ferns}}}}, delay: 1m, {MAIL}}}"
    changes = f"""
    timeline: [{CALL}, {reply}]
    needs:
      - {{label: help, evident_after: call, welcome: {{mentions: [aid]}}, answer: {{accept: Yes.}}}}
      - {{label: more, evident_after: reply, welcome: {{mentions: [more]}}, answer: {{accept: Yes.}}}}
    """
    steps = f"- offer: Shall I do more?\n{DELETE}\n- report: Done."
    episode = played(tale(changes), steps)
    assert calls(episode)[0] == "Shall I do more?", "only this deed makes the later need evident"


def test_with_standing_consent_it_acts_without_asking_once_the_need_is_evident() -> None:
    episode = played(tale(), DELETE, consent="standing")
    assert calls(episode) == ["delete_reminder", "It is done."]
    (act,) = (act for act in episode.ledger.assistant_acts if act.name == "delete_reminder")
    assert act.n > episode.ledger.fired["call"].moment


def test_a_pushy_one_does_not_wait_for_consent() -> None:
    story = tale("needs: [{label: help, evident_after: call, welcome: {mentions: [help]}, answer: {reject: No.}}]")
    bound = steps_of(story, DELETE)
    episode = Episode(
        story, EpisodeConfig(), assistant=lambda *given: Oracle(given[0], bound, given[2], pushy=True)
    ).run()
    assert [act.name for act in episode.ledger.refused] == ["delete_reminder"]


def test_after_its_last_step_it_is_quiet() -> None:
    episode = played(tale(), DELETE)
    last = episode.ledger.assistant_acts[-1]
    assert last.name == "wait"
