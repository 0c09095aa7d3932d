"""Goals as a whole: compound ones, conditions on deeds, offers and events, and what cannot be judged."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from simulator.scenario.goals.evidence import Finding
from simulator.scenario.goals.goal import Goal
from tests.simulator.scenario.stories import goal, judged, parsed, path, played, tale

MAIL_COMES = "do: email.send_email_to_user_only, with: {sender: tomas}"
DELETE = "- reminder.delete_reminder: {reminder_id: ferns}"
MAIL = "- email.send_email: {recipients: [tomas], content: I am late}"
CHAT = "- messaging.send_message: {user_id: tomas, content: I am late}"
EITHER = "any_of: [{sent: {to: tomas, app: email}}, {sent: {to: tomas, app: messaging}}]"


def silently(text: str, changes: str = "") -> Finding:
    return goal(text).judge(played(tale(changes), assistant="silent").evidence())


def test_one_of_several_ways_is_enough() -> None:
    assert judged(EITHER, MAIL).ok
    assert judged(EITHER, CHAT).ok


def test_only_one_of_the_ways_is_accounted_for() -> None:
    finding = judged(EITHER, f"{MAIL}\n{CHAT}")
    assert finding.ok
    assert [table for table, _, _ in finding.covers] == ["email.mail"]


def test_of_the_ways_that_are_met_the_fuller_one_is_taken() -> None:
    text = """
    any_of:
      - changed: {record: dinner, to: {start: +3d 20:00}}
      - all_of:
          - changed: {record: dinner, to: {start: +3d 20:00}}
          - changed: {record: dinner, to: {location: Chez Amira}}
    """
    steps = "- calendar.edit_calendar_event: {event_id: dinner, start_datetime: +3d 20:00, location: Chez Amira}"
    assert {name for _, _, name in judged(text, steps).covers} == {"start", "location"}


def test_every_way_explains_its_miss() -> None:
    assert judged(EITHER, "").miss == (
        "none of the 2 ways is met: no message to Tomáš Novák was sent by the assistant; "
        "or no message to Tomáš Novák was sent by the assistant"
    )


def test_all_of_several_are_needed() -> None:
    both = "all_of: [{sent: {to: tomas}}, {absent: {record: ferns}}]"
    assert judged(both, f"{MAIL}\n{DELETE}").ok
    assert judged(both, MAIL).miss == "'ferns' is still there"
    assert judged(both, DELETE).miss == "no message to Tomáš Novák was sent by the assistant"


def test_an_empty_list_is_never_met() -> None:
    assert not judged("any_of: []", "").ok
    assert not judged("all_of: []", "").ok


def test_inner_goals_take_over_what_the_outer_one_says_and_may_say_otherwise() -> None:
    outer = goal("{for: help, by: user, after: call, any_of: [{sent: {to: tomas}}, {by: assistant, told: [x1]}]}")
    first, second = outer.parts()
    assert (first.need, first.by, first.after) == ("help", "user", "call")
    assert (second.need, second.by, second.after) == ("help", "assistant", "call")


def test_a_deed_is_done_once_it_succeeded() -> None:
    assert judged("did: {action: reminder.delete_reminder, on: ferns}", DELETE).ok
    missed = judged("did: {action: reminder.delete_reminder, on: rent}", DELETE)
    assert missed.miss == "the assistant has not done reminder.delete_reminder on 'rent'"
    failing = judged("did: {action: reminder.delete_reminder}", f"{DELETE}", failing_writes=tuple(range(20)))
    assert failing.miss == "the assistant has not done reminder.delete_reminder"


def test_a_deed_of_the_user_is_a_tap() -> None:
    seen = path("{see: hello}")
    assert silently("{by: user, did: {action: email.open_email_by_id, on: hello}}", seen).ok
    assert silently("{by: anyone, did: {action: email.open_email_by_id}}", seen).ok
    assert (
        silently("{by: anyone, did: {action: email.delete_email}}", seen).miss == "nobody has done email.delete_email"
    )
    assert not silently("{by: user, did: {action: email.open_email_by_id, on: sent_note}}", seen).ok


def test_a_record_among_several_in_a_list_is_found() -> None:
    steps = "- messaging.create_group_conversation: {user_ids: [tomas, odile]}"
    evidence = played(tale(), steps).evidence()
    evidence.labels = {**evidence.labels, "someone": ("messaging.user", evidence.people["odile"].user_id)}
    assert goal("did: {action: messaging.create_group_conversation, on: someone}").judge(evidence).ok


def test_a_deed_has_its_time() -> None:
    text = "{before: call, did: {action: reminder.delete_reminder}}"
    assert judged(text, DELETE).miss == "reminder.delete_reminder was done, but it came too late, not before 'call'"


def test_a_write_under_another_offer_is_not_the_deed() -> None:
    two = """
    needs:
      - {label: help, evident_after: call, welcome: {mentions: [help]}, answer: {accept: "Yes."}}
      - {label: other, evident_after: call, welcome: {mentions: [unrelated]}, answer: {accept: "Yes."}}
    """
    assert not judged("{for: other, did: {action: reminder.delete_reminder}}", DELETE, two).ok
    assert judged("{for: help, did: {action: reminder.delete_reminder}}", DELETE, two).ok


@pytest.mark.parametrize(
    ("answer", "met"),
    [("accept: Yes.", {"made", "accepted"}), ("reject: No.", {"made", "rejected"})],
)
def test_offers_are_made_and_answered(answer: str, met: set[str]) -> None:
    changes = f"needs: [{{label: help, evident_after: call, welcome: {{mentions: [help]}}, answer: {{{answer}}}}}]"
    evidence = played(tale(changes), DELETE).evidence()
    for what in ("made", "accepted", "rejected"):
        assert goal(f"{{for: help, offer: {what}}}").judge(evidence).ok is (what in met)
        assert goal(f"offer: {what}").judge(evidence).ok is (what in met)


def test_an_offer_has_its_need_and_its_time() -> None:
    assert judged("{for: help, offer: made}", "- offer: Nice weather.\n").miss == "no offer for 'help' was made"
    late = judged("{before: call, offer: accepted}", DELETE)
    assert late.miss == "an offer was accepted, but it came too late, not before 'call'"
    assert judged("{after: call, offer: accepted}", DELETE).ok


def test_an_event_has_happened_or_not() -> None:
    assert silently("fired: call").ok
    assert silently("{before: '12:00', fired: call}").ok
    assert (
        silently("{after: '12:00', fired: call}").miss == "'call' has happened, but it came too early, not after 12:00"
    )
    changes = f"timeline: [{{label: never, when: {{offer: made}}, {MAIL_COMES}}}]\nneeds: []"
    assert silently("fired: never", changes).miss == "'never' has not happened"


def test_an_event_that_failed_has_not_happened() -> None:
    changes = """
    timeline:
      - label: broken
        after: start + 10s
        do: email.reply_to_email_from_user
        with: {sender: tomas, email_id: hello}
    needs: []
    """
    assert silently("fired: broken", changes).miss == "'broken' has not happened"
    assert (
        silently("{by: anyone, after: broken, unchanged: {record: ferns}}", changes).miss == "'broken' has not come yet"
    )
    assert silently("{before: broken, fired: broken}", changes).miss == "'broken' has not happened"


def test_what_speaks_of_a_value_that_is_not_there_is_a_miss_and_no_crash() -> None:
    changes = """
    derived: {owed: late.sent_at}
    timeline:
      - {label: call, after: start + 40s, do: email.send_email_to_user_only, with: {sender: tomas}}
      - {label: late, when: {offer: rejected}, do: email.send_email_to_user_only, with: {sender: tomas}}
    """
    says = "it cannot be judged yet: 'late' is not there"
    assert (
        judged("changed: {record: ferns, to: {due: {at: =owed}}}", DELETE.replace("ferns", "rent"), changes).miss
        == says
    )
    assert judged("sent: {to: tomas, mentions: [{time: =owed}]}", MAIL, changes).miss == says


def test_a_derived_value_that_no_text_can_state_is_a_miss_and_no_crash() -> None:
    finding = judged("sent: {to: tomas, mentions: [=debt]}", MAIL, "derived: {debt: 0 - 5.5}")
    assert finding.miss.startswith("it cannot be judged yet: ")
    assert not finding.miss.endswith(".")


@pytest.mark.parametrize(
    "wrong",
    [
        "{}",
        "{say: Nothing}",
        "{offer: made, fired: call}",
        "{offer: forgotten}",
        "{by: nobody, fired: call}",
        "{absent: {}}",
        "{changed: {record: ferns, to: {}}}",
        "{sent: {}}",
    ],
)
def test_a_goal_makes_exactly_one_claim_that_says_something(wrong: str) -> None:
    with pytest.raises(ValidationError):
        Goal.model_validate(parsed(wrong))


CLAIMS = (
    "sent: {to: tomas}",
    "told: [x1]",
    "exists: {in: reminder, where: {title: Oak}}",
    "absent: {record: ferns}",
    "{by: anyone, unchanged: {record: bins}}",
    "changed: {record: ferns, to: {title: Oak}}",
    "exactly: {in: reminder, records: [ferns]}",
    "value: {formula: count(reminder), is: 9}",
    "did: {action: email.send_email}",
    "offer: made",
    "fired: later",
    EITHER,
)


@pytest.mark.parametrize("text", CLAIMS)
def test_every_miss_is_one_clause(text: str) -> None:
    changes = (
        "timeline: [{label: later, at: +9d 09:00, do: email.send_email_to_user_only, with: {sender: tomas}}]\nneeds: []"
    )
    finding: Any = silently(text, changes)
    assert not finding.ok
    assert finding.miss
    assert not finding.miss.endswith((".", ":", ";", " "))
    assert finding.miss[0] == finding.miss[0].lower()
    assert not finding.covers
