"""Claims about words: what was sent to whom, in which thread, with which files, and what the user was told."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from simulator.scenario.goals.evidence import Finding
from simulator.scenario.goals.message_claims import Recipients
from tests.simulator.scenario.stories import after, goal, judged, path, played, tale

TO_TOMAS = "- email.send_email: {recipients: [tomas], subject: Late, content: About 25 minutes}"
TO_BOTH = "- email.send_email: {recipients: [tomas], cc: [wanjiru], content: I am late}"
REPLY = "- email.reply_to_email: {email_id: call, content: I am late}"
CHAT = "- messaging.send_message: {user_id: odile, content: I am late}"
GROUP = "- messaging.send_message_to_group_conversation: {conversation_id: trio, content: I am late}"


def test_a_message_to_the_right_person_counts_and_is_accounted_for() -> None:
    finding = judged("sent: {to: tomas, mentions: [late]}", TO_TOMAS)
    assert finding.ok
    assert {name for _, _, name in finding.covers} == {"+"}


def test_facts_are_looked_for_in_subject_and_text() -> None:
    assert judged('sent: {to: tomas, mentions: [late, "25"]}', TO_TOMAS).ok


def test_the_subject_of_an_answer_is_not_its_own() -> None:
    answer = "- email.reply_to_email: {email_id: call, content: Thank you}"
    asked = "timeline: [{label: call, after: start + 40s, do: email.send_email_to_user_only, "
    asked += "with: {sender: tomas, subject: The 17:45 train, content: Which one?}}]"
    assert not judged('sent: {to: tomas, mentions: ["17:45"]}', answer, asked).ok
    assert judged("sent: {to: tomas, mentions: [thank*]}", answer, asked).ok


@pytest.mark.parametrize(
    "steps", [TO_BOTH, TO_TOMAS + "\n- messaging.send_message: {user_id: wanjiru, content: Late}", GROUP]
)
def test_one_message_to_both_or_one_each_or_a_group_all_count(steps: str) -> None:
    finding = judged("sent: {to: [tomas, wanjiru]}", steps)
    assert finding.ok
    assert len(finding.covers) == steps.count("- ")


@pytest.mark.parametrize(
    ("sent", "steps", "says"),
    [
        ("{to: tomas}", "", "no message to Tomáš Novák was sent by the assistant"),
        ("{to: [tomas, wanjiru]}", TO_TOMAS, "no message to Wanjiru Kamau was sent by the assistant"),
        ("{to: tomas}", TO_BOTH, "TOMAS: it also went to Wanjiru Kamau"),
        ("{to: tomas, app: messaging}", TO_TOMAS, "TOMAS: it went by email, not by messaging"),
        ("{to: tomas, mentions: [early]}", TO_TOMAS, 'TOMAS: the text does not mention "early"'),
        ("{to: tomas, new: true}", REPLY, "TOMAS: it is an answer, not a new message"),
        ("{to: tomas, new: false}", TO_TOMAS, "TOMAS: it is a new message, not an answer"),
        ("{to: tomas, reply_to: hello}", REPLY, "TOMAS: it is not an answer to 'hello'"),
        ("{to: tomas, reply_to: call}", TO_TOMAS, "TOMAS: it is not an answer to 'call'"),
        ("{to: tomas, attachments: [lease]}", TO_TOMAS, "TOMAS: it carries no file, but should carry lease.pdf"),
        ("{to: {any_of: [tomas, odile]}}", "", "no message to Tomáš Novák, Odile Marchand was sent by the assistant"),
    ],
)  # fmt: skip
def test_a_miss_says_what_is_wrong_with_the_message(sent: str, steps: str, says: str) -> None:
    expected = says.replace("TOMAS", "the message to Tomáš Novák does not count")
    assert judged(f"sent: {sent}", steps).miss == expected


@pytest.mark.parametrize(
    ("sent", "steps"),
    [
        ("{to: {includes: [tomas]}}", TO_BOTH),
        ("{to: {any_of: [tomas, odile]}}", CHAT),
        ("{to: {any_of: [tomas, wanjiru]}}", TO_BOTH),
        ("{to: t.novak@orchard.example}", TO_TOMAS),
        ("{to: T.Novak@Orchard.example}", TO_TOMAS),
        ("{to: tomas, reply_to: call}", REPLY),
        ("{to: tomas, new: false}", REPLY),
        ("{to: tomas, new: true}", TO_TOMAS),
        ("{to: odile, reply_to: chat}", CHAT),
        ("{to: odile, reply_to: asked}", CHAT),
        ("{to: odile, app: [email, messaging]}", CHAT),
        ("{to: [tomas, wanjiru], reply_to: trio}", GROUP),
    ],
)
def test_these_count(sent: str, steps: str) -> None:
    assert judged(f"sent: {sent}", steps).ok


def test_a_mail_that_answers_the_same_mail_as_another_does_not_answer_that_other() -> None:
    changes = """
    world:
      email:
        - {label: first, from: tomas, at: -2d 09:00, subject: A}
        - {label: second, from: tomas, at: -1d 09:00, subject: A, reply_to: first}
    """
    steps = "- email.reply_to_email: {email_id: first, content: Yes}"
    assert not judged("sent: {to: tomas, reply_to: second}", steps, changes).ok
    assert judged("sent: {to: tomas, reply_to: first}", steps, changes).ok


def test_the_first_message_of_a_chat_is_new_and_the_second_an_answer() -> None:
    one = "- messaging.send_message: {user_id: tomas, content: Hello}"
    assert judged("sent: {to: tomas, new: true}", one).ok
    assert judged("sent: {to: tomas, new: false}", f"{one}\n{one}").ok


def test_a_file_is_known_by_its_label_or_its_name_and_no_other_may_hang_on() -> None:
    with_lease = "- email.send_email: {recipients: [tomas], content: Here, attachment_paths: [lease]}"
    with_both = "- email.send_email: {recipients: [tomas], content: Here, attachment_paths: [lease, plan]}"
    assert judged("sent: {to: tomas, attachments: [lease]}", with_lease).ok
    assert judged("sent: {to: tomas, attachments: [lease.pdf]}", with_lease).ok
    assert judged("sent: {to: tomas, attachments: [plan, lease]}", with_both).ok
    assert judged("sent: {to: tomas, attachments: [lease]}", with_both).miss.endswith(
        "it carries lease.pdf, plan.pdf, but should carry lease.pdf"
    )
    assert judged("sent: {to: tomas, attachments: []}", with_lease).miss.endswith(
        "it carries lease.pdf, but should carry none"
    )
    assert judged("sent: {to: tomas}", with_lease).ok, "files do not matter unless they are spoken of"


def test_a_forwarded_mail_carries_its_files_and_is_new() -> None:
    steps = "- email.forward_email: {email_id: hello, recipients: [odile]}"
    assert judged("sent: {to: odile, new: true, attachments: [plan]}", steps).ok


def test_only_one_message_to_each_is_accounted_for() -> None:
    assert len(judged("sent: {to: tomas}", f"{TO_TOMAS}\n{TO_TOMAS}").covers) == 1
    assert len(judged("sent: {to: {any_of: [tomas, odile]}}", f"{TO_TOMAS}\n{CHAT}").covers) == 1


def test_whoever_gets_it_alone_and_again_with_others_gets_it_once_too_often() -> None:
    finding = judged("sent: {to: [tomas, wanjiru]}", f"{TO_TOMAS}\n{TO_BOTH}")
    assert finding.ok
    assert len(finding.covers) == 1


def test_a_wrong_message_before_the_right_one_does_not_spoil_the_goal() -> None:
    assert judged("sent: {to: tomas, mentions: [early]}", f"{TO_TOMAS}\n{TO_TOMAS.replace('Late', 'Early')}").ok


MINUTES = "- messaging.send_message: {user_id: odile, content: About 25 minutes}"
LATE_25 = 'sent: {to: odile, mentions: {all: [late, "25"], none: [oak]}}'


def test_what_no_message_says_alone_several_to_the_same_person_may_say_together() -> None:
    finding = judged(LATE_25, f"{CHAT}\n{MINUTES}")
    assert finding.ok
    assert len(finding.covers) == 2


def test_parts_count_from_the_last_of_them_on() -> None:
    evidence = after(f"{CHAT}\n{MINUTES}")
    last = evidence.messages(evidence.ledger.effects)[-1].effect
    assert goal(LATE_25).judge(evidence).moment == last.moment


def test_a_mail_and_a_chat_message_may_be_parts_of_one() -> None:
    mail = "- email.send_email: {recipients: [odile], content: About 25 minutes}"
    assert judged(LATE_25, f"{CHAT}\n{mail}").ok
    assert not judged(LATE_25.replace("to: odile", "to: odile, app: email"), f"{CHAT}\n{mail}").ok


@pytest.mark.parametrize("place", [0, 1, 2])
def test_a_message_that_adds_nothing_is_one_too_many(place: int) -> None:
    parts = [CHAT, MINUTES]
    parts.insert(place, "- messaging.send_message: {user_id: odile, content: Hello}")
    finding = judged(LATE_25, "\n".join(parts))
    assert finding.ok
    assert len(finding.covers) == 2


def test_a_part_that_is_repeated_is_one_too_many() -> None:
    evidence = after(f"{CHAT}\n{MINUTES}\n{CHAT}")
    sent = [message.effect.id for message in evidence.messages(evidence.ledger.effects)]
    assert {record_id for _, record_id, _ in goal(LATE_25).judge(evidence).covers} == set(sent[:2])


def test_one_message_that_says_all_needs_no_others() -> None:
    whole = "- messaging.send_message: {user_id: odile, content: 25 minutes late}"
    finding = judged(LATE_25, f"{CHAT}\n{whole}\n{MINUTES}")
    assert finding.ok
    assert len(finding.covers) == 1


def test_what_must_not_be_said_must_be_in_no_part() -> None:
    finding = judged(LATE_25, f"{CHAT}\n{MINUTES.replace('About', 'The oak and')}")
    assert not finding.ok
    spare = "- messaging.send_message: {user_id: odile, content: The oak}"
    assert not judged(LATE_25, f"{CHAT}\n{MINUTES}\n{spare}").ok


def test_parts_to_different_people_say_nothing_together() -> None:
    both = 'sent: {to: {includes: [odile]}, mentions: [late, "25"]}'
    wider = "- email.send_email: {recipients: [odile], cc: [tomas], content: About 25 minutes}"
    assert not judged(both, f"{CHAT}\n{wider}").ok
    assert judged(both, f"{CHAT}\n{MINUTES}").ok


def test_parts_under_different_offers_say_nothing_together() -> None:
    two = """
    needs:
      - {label: help, evident_after: call, welcome: {mentions: [help]}, answer: {accept: "Yes."}}
      - {label: more, evident_after: call, welcome: {mentions: [more]}, answer: {accept: "Yes."}}
    """
    first, second = f"- offer: Shall I help?\n{CHAT}", f"- offer: Shall I do more?\n{MINUTES}"
    evidence = after(f"{first}\n- report: Done.\n{second}\n- report: Done.", two)
    assert len(evidence.messages(evidence.ledger.effects)) == 2
    assert not goal(f"{{under: any, {LATE_25}}}").judge(evidence).ok


def test_only_messages_of_the_kind_are_parts() -> None:
    new = "- email.send_email: {recipients: [tomas], content: About 25 minutes}"
    answers = 'sent: {to: tomas, reply_to: call, mentions: [late, "25"]}'
    assert not judged(answers, f"{REPLY}\n{new}").ok
    assert judged(answers, f"{REPLY}\n{REPLY.replace('I am late', '25 minutes')}").ok


def test_each_of_several_people_may_be_told_in_another_way() -> None:
    mail = "- email.send_email: {recipients: [tomas], content: 25 minutes late}"
    finding = judged('sent: {to: [tomas, odile], mentions: [late, "25"]}', f"{CHAT}\n{mail}\n{MINUTES}")
    assert finding.ok
    assert len(finding.covers) == 3


def test_recipients_are_those_who_were_in_the_chat_when_it_was_sent() -> None:
    later = "- messaging.add_participant_to_conversation: {conversation_id: trio, user_id: odile}"
    assert judged("sent: {to: [tomas, wanjiru]}", f"{GROUP}\n{later}").ok
    assert not judged("sent: {to: [tomas, wanjiru]}", f"{later}\n{GROUP}").ok


def test_facts_are_understood_from_the_time_of_the_message() -> None:
    steps = "- email.send_email: {recipients: [tomas], content: I come tomorrow}"
    assert judged("sent: {to: tomas, mentions: [{date: 2026-03-06}]}", steps).ok
    assert not judged("sent: {to: tomas, mentions: [{date: 2026-03-07}]}", steps).ok


def user_sends(text: str) -> Finding:
    changes = path("{do: messaging.send_message, on: chat, with: {content: I am late}}")
    return goal(text).judge(played(tale(changes), assistant="silent").evidence())


def test_what_the_user_sent_is_the_users() -> None:
    assert user_sends("{by: user, sent: {to: odile, mentions: [late]}}").ok
    assert user_sends("{by: anyone, sent: {to: odile}}").ok
    finding = user_sends("sent: {to: odile}")
    assert finding.miss == "there is such a message to Odile Marchand, but the user did it, not the assistant"


def test_a_message_that_came_too_late_is_named_as_such() -> None:
    finding = judged("{before: call, sent: {to: tomas}}", TO_TOMAS)
    assert finding.miss == "there is such a message to Tomáš Novák, but it came too late, not before 'call'"


def test_a_deleted_copy_was_sent_all_the_same() -> None:
    gone = """
    - email.send_email: {recipients: [tomas], content: Late}
      as: mail
    - email.delete_email: {email_id: mail, folder_name: SENT}
    """
    assert judged("sent: {to: tomas}", gone).ok


def test_the_user_was_told_in_a_report() -> None:
    steps = "- offer: Shall I help?\n- report: The train leaves at 17:45."
    assert judged('told: ["17:45"]', steps).ok
    assert judged('told: {any: ["17:45", "18:00"]}', steps).ok
    assert judged("told: {mentions: {all: [train]}}", steps).ok
    assert (
        judged('told: ["18:00"]', steps).miss
        == 'what the user was told does not count: the text does not mention "18:00"'
    )


def test_an_offer_is_no_report() -> None:
    steps = "- offer: Your train leaves at 17:45. Shall I help?"
    assert judged('told: ["17:45"]', steps).miss == "the user was told nothing"


def test_where_it_may_also_have_been_offered_the_accepted_offer_counts() -> None:
    steps = "- offer: Your train leaves at 17:45. Shall I help?\n- report: Done."
    assert judged('told: {or_offered: true, all: ["17:45"]}', steps).ok
    assert judged('told: {or_offered: true, mentions: {all: ["17:45"]}}', steps).ok
    assert not judged('told: ["17:45"]', steps).ok


def test_an_offer_that_was_turned_down_has_told_nothing() -> None:
    steps = "- offer: Your train leaves at 17:45."
    assert not judged('told: {or_offered: true, all: ["17:45"]}', steps).ok


def test_a_report_for_another_need_is_not_for_this_one() -> None:
    steps = "- offer: Shall I help?\n- report: The train leaves at 17:45."
    two = """
    needs:
      - {label: help, evident_after: call, welcome: {mentions: [help]}, answer: {accept: "Yes."}}
      - {label: other, evident_after: call, welcome: {mentions: [unrelated]}, answer: {accept: "Yes."}}
    """
    assert judged('{for: help, told: ["17:45"]}', steps, two).ok
    assert (
        judged('{for: other, told: ["17:45"]}', steps, two).miss
        == "the user was told nothing under an offer for 'other'"
    )
    late = judged('{before: help.accepted, told: ["17:45"]}', steps, two)
    assert late.miss == "what the user was told does not count: it came too late, not before 'help.accepted'"


@pytest.mark.parametrize("wrong", [{}, {"exactly": ["a"], "includes": ["b"]}, {"everyone": True}])
def test_recipients_are_named_in_one_way(wrong: object) -> None:
    with pytest.raises(ValidationError):
        Recipients.model_validate(wrong)
