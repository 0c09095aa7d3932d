"""Claims about sets of records and values over them, and in which order and under which offer work counts."""

from __future__ import annotations

import pytest

from simulator.scenario.goals.evidence import Evidence, Finding
from tests.simulator.scenario.goals.fern_steps import ADD, DELETE, EXISTS, MOVE, NOTHING, by_user, touched, user_deletes
from tests.simulator.scenario.stories import after, before_all, goal, judged, played, tale, user_who

# exactly


def test_these_and_no_others() -> None:
    finding = judged("exactly: {in: reminder, records: [rent, bins]}", DELETE)
    assert finding.ok
    assert touched(finding) == {"-"}


def test_one_too_many_and_one_too_few_are_named() -> None:
    assert judged("exactly: {in: reminder, records: [rent, bins]}", NOTHING).miss == "'ferns' should not be among them"
    assert (
        judged("exactly: {in: reminder, records: [ferns, rent, bins]}", DELETE).miss == "'ferns' should be among them"
    )
    extra = judged("exactly: {in: reminder, records: [ferns, rent, bins]}", ADD)
    assert extra.miss == "the reminder 'Buy a pot' should not be among them"


def test_a_set_that_the_user_made_right_is_the_users_work() -> None:
    finding = by_user("exactly: {in: reminder, records: [rent, bins]}", user_deletes("ferns"))
    assert finding.miss == "they are the right ones, but the user did it, not the assistant"


def test_a_set_that_was_and_stayed_right_is_right() -> None:
    assert judged("exactly: {in: reminder, records: [ferns, rent, bins]}", NOTHING).ok


def test_a_set_may_be_narrowed_by_fields() -> None:
    narrowed = "exactly: {in: reminder, where: {due: {at: +1d 12:00, within: 10h}}, records: [bins, ferns]}"
    finding = judged(narrowed, MOVE)
    assert finding.ok
    assert touched(finding) == {"due"}


# value


def test_a_value_is_computed_over_the_records_as_they_are() -> None:
    assert judged("value: {formula: count(reminder), is: 2}", DELETE).ok
    assert judged("value: {formula: ferns.due - rent.due, is: 0}", NOTHING).miss.startswith(
        "ferns.due - rent.due should be 0"
    )


def test_a_value_reached_by_the_user_alone_is_not_the_assistants() -> None:
    finding = by_user("value: {formula: count(reminder), is: 2}", user_deletes("ferns"))
    assert finding.miss == "count(reminder) is as wanted, but not through the assistant"
    assert by_user("{by: anyone, value: {formula: count(reminder), is: 2}}", user_deletes("ferns")).ok


def test_a_value_that_always_was_so_holds() -> None:
    assert judged("value: {formula: count(reminder), is: 3}", NOTHING).ok


def test_a_value_over_something_that_is_gone_cannot_be_judged() -> None:
    finding = judged("value: {formula: ferns.due, is: 3}", DELETE)
    assert finding.miss == "it cannot be judged yet: 'ferns' is not there"


def test_derived_values_ignore_the_assistants_own_work() -> None:
    changes = "derived: {waiting: count(reminder), first: ferns.due}"
    evidence = after(f"{ADD}\n{MOVE}", changes)
    assert evidence.derived("waiting") == 3
    assert evidence.derived("first") == evidence.time("+2d 16:00")
    assert goal("value: {formula: waiting + 1, is: 4}").judge(evidence).ok


def test_derived_values_heed_what_the_user_and_the_world_did() -> None:
    changes = user_deletes("ferns") + "\nderived: {waiting: count(reminder), mails: count(email)}"
    evidence = played(tale(changes), assistant="silent").evidence()
    assert evidence.derived("waiting") == 2
    assert evidence.derived("mails") == 3, "two that were there and the one that came; the one in the bin is gone"


def test_derived_values_may_use_each_other() -> None:
    evidence = before_all("derived: {one: count(reminder), two: one * 2}")
    assert evidence.derived("two") == 6


# order


def window(steps: str, text: str) -> Finding:
    return judged(f"{{{text}, absent: {{record: ferns}}}}", steps)


@pytest.mark.parametrize(
    "order",
    [
        "after: call",
        "after: help.offer",
        "after: help.accepted",
        "before: '20:00'",
        "after: start",
        "{after: '08:00:30', before: '08:10'}",
    ],
)
def test_work_in_the_window_counts(order: str) -> None:
    assert window(DELETE, order.strip("{}")).ok


@pytest.mark.parametrize(
    ("order", "says"),
    [
        ("before: call", "'ferns' is gone, but it came too late, not before 'call'"),
        ("before: help.accepted", "'ferns' is gone, but it came too late, not before 'help.accepted'"),
        ("before: '08:00:30'", "'ferns' is gone, but it came too late, not before 08:00:30"),
        ("after: '12:00'", "'ferns' is gone, but it came too early, not after 12:00"),
        ("after: help.rejected", "'help.rejected' has not come yet"),
    ],
)
def test_work_outside_the_window_does_not(order: str, says: str) -> None:
    assert window(DELETE, order).miss == says


def test_before_something_that_never_comes_is_always() -> None:
    assert window(DELETE, "before: help.rejected").ok


def test_what_was_so_from_the_start_was_not_brought_about_after_an_event() -> None:
    text = "{by: anyone, after: call, exists: {in: reminder, where: {title: Pay the rent}}}"
    assert judged(text, NOTHING).miss == "such a reminder is there, but it was so from the start"


def test_work_under_the_offer_for_another_need_does_not_count() -> None:
    two = """
    needs:
      - {label: help, evident_after: call, welcome: {mentions: [help]}, answer: {accept: "Yes."}}
      - {label: other, evident_after: call, welcome: {mentions: [unrelated]}, answer: {accept: "Yes."}}
    """
    finding = judged("{for: other, absent: {record: ferns}}", DELETE, two)
    assert finding.miss == "'ferns' is gone, but it was not done under an offer for 'other'"
    assert judged("{for: help, absent: {record: ferns}}", DELETE, two).ok
    assert judged("{for: other, under: help, absent: {record: ferns}}", DELETE, two).ok
    assert judged("{for: other, under: any, absent: {record: ferns}}", DELETE, two).ok


def test_with_standing_consent_no_offer_is_needed() -> None:
    assert judged("{for: help, absent: {record: ferns}}", DELETE, consent="standing").ok


def test_judging_changes_nothing() -> None:
    evidence: Evidence = after(DELETE)
    state, effects = evidence.world.state_hash(), list(evidence.ledger.effects)
    for text in ("absent: {record: ferns}", "value: {formula: count(reminder), is: 2}", EXISTS + "}"):
        assert goal(text).judge(evidence) == goal(text).judge(evidence)
    assert (evidence.world.state_hash(), evidence.ledger.effects) == (state, effects)


def test_a_user_made_record_is_done_by_the_user() -> None:
    taps: tuple[tuple[str, dict[str, str]], ...] = (
        ("open_app", {"app_name": "Reminders"}),
        ("create_new", {}),
        ("set_title", {"title": "Buy a pot"}),
        ("set_due_datetime", {"due_datetime": "2026-03-06 09:00:00"}),
        ("save", {}),
    )
    evidence = played(tale(), assistant="silent", user=user_who(*taps)).evidence()
    assert not goal(EXISTS + "}").judge(evidence).ok
    assert goal("{by: user, " + EXISTS + "}}").judge(evidence).ok
