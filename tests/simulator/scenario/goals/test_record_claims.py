"""Claims about records: who brought them about, and what of the assistant's work they account for."""

from __future__ import annotations

import pytest

from tests.simulator.scenario.goals.fern_steps import (
    ADD,
    DELETE,
    EARLIER,
    EXISTS,
    MOVE,
    NOTHING,
    by_user,
    touched,
    user_deletes,
)
from tests.simulator.scenario.stories import after, goal, judged, path, played, tale

# exists


def test_a_record_that_the_assistant_made_exists_and_is_accounted_for() -> None:
    finding = judged(EXISTS + "}", ADD)
    assert finding.ok
    assert touched(finding) == {"+"}


def test_nothing_made_is_a_miss() -> None:
    assert judged(EXISTS + "}", NOTHING).miss == "no such reminder is there"


def test_the_closest_record_of_the_assistant_explains_the_miss() -> None:
    finding = judged("exists: {in: reminder, where: {title: {mentions: [pot]}, due: +1d 10:00}}", ADD)
    assert finding.miss == (
        "no such reminder is there; of the closest one, due should be 2026-03-06 10:00:00, but is 2026-03-06 09:00:00"
    )


def test_a_record_that_was_there_before_was_not_made() -> None:
    finding = judged("exists: {in: reminder, where: {title: Pay the rent}}", NOTHING)
    assert finding.miss == "such a reminder is there, but it was so from the start"
    assert judged("{by: anyone, exists: {in: reminder, where: {title: Pay the rent}}}", NOTHING).ok


def test_a_record_brought_into_the_state_counts_with_the_fields_that_are_asked_for() -> None:
    finding = judged("exists: {in: reminder, where: {title: {mentions: [ferns]}, due: +1d 16:00}}", MOVE)
    assert finding.ok
    assert touched(finding) == {"due"}


def test_a_record_that_the_user_put_right_afterwards_is_not_the_assistants_work() -> None:
    changes = path(
        "{do: reminder.edit, on: ferns, after: call}",
        "{do: reminder.set_due_datetime, with: {due_datetime: +1d 16:00}}",
        "{do: reminder.save}",
    )
    wrong = MOVE.replace("+1d 16:00", "+1d 15:00")
    finding = judged("exists: {in: reminder, where: {title: {mentions: [ferns]}, due: +1d 16:00}}", wrong, changes)
    assert finding.miss == "such a reminder is there, but the user did it, not the assistant"


def test_only_as_many_as_wanted_are_accounted_for() -> None:
    assert len(judged(EXISTS + "}", f"{ADD}\n{ADD}").covers) == 1
    assert len(judged(EXISTS + ", count: {min: 1, max: 2}}", f"{ADD}\n{ADD}").covers) == 2


@pytest.mark.parametrize(
    ("count", "says"),
    [
        ("1", "the number of such reminders is 2 instead of 1"),
        ("3", "the number of such reminders is 2 instead of 3"),
        ("{min: 3}", "the number of such reminders is 2 instead of at least 3"),
        ("{max: 1}", "the number of such reminders is 2 instead of at most 1"),
    ],
)
def test_the_number_matters(count: str, says: str) -> None:
    assert judged(f"{EXISTS}, count: {count}}}", f"{ADD}\n{ADD}").miss == says


def test_none_may_be_wanted() -> None:
    assert judged(EXISTS + ", count: 0}", NOTHING).ok
    assert not judged(EXISTS + ", count: 0}", ADD).ok


def test_a_mail_in_the_bin_does_not_exist() -> None:
    assert not judged("{by: anyone, exists: {in: email, where: {subject: Old}}}", NOTHING).ok


def test_other_tables_are_named_with_their_app() -> None:
    text = "{by: anyone, exists: {in: messaging.conversation, where: {title: Trio}}}"
    assert judged(text, NOTHING).ok


# absent


def test_a_deleted_record_is_absent_and_accounted_for() -> None:
    finding = judged("absent: {record: ferns}", DELETE)
    assert finding.ok
    assert touched(finding) == {"-"}


def test_a_mail_put_into_the_bin_and_deleted_for_good_is_absent() -> None:
    once = "- email.delete_email: {email_id: hello}"
    finding = judged("absent: {record: hello}", once)
    assert finding.ok
    assert touched(finding) == {"folder"}
    finding = judged("absent: {record: hello}", once + "\n- email.delete_email: {email_id: hello, folder_name: TRASH}")
    assert finding.ok
    assert touched(finding) == {"folder", "-"}


def test_what_is_left_is_named() -> None:
    assert judged("absent: {record: [ferns, rent]}", DELETE).miss == "'rent' is still there"
    unlabelled = "absent: {in: reminder, where: {title: {mentions: [pot]}}}"
    assert judged(unlabelled, ADD).miss == "the reminder 'Buy a pot' is still there"


def test_what_the_user_deleted_was_not_removed_by_the_assistant() -> None:
    finding = by_user("absent: {record: ferns}", user_deletes("ferns"))
    assert finding.miss == "'ferns' is gone, but the user did it, not the assistant"
    assert by_user("{by: user, absent: {record: ferns}}", user_deletes("ferns")).ok


def test_what_the_user_deleted_does_not_count_for_records_chosen_by_their_fields_either() -> None:
    finding = by_user("absent: {in: reminder, where: {title: {mentions: [ferns]}}}", user_deletes("ferns"))
    assert finding.miss == "'ferns' is gone, but the user did it, not the assistant"


def test_records_that_never_were_are_absent_of_themselves() -> None:
    assert judged("absent: {in: reminder, where: {title: {mentions: [pot]}}}", NOTHING).ok


def test_changing_what_a_record_says_makes_it_absent_too() -> None:
    renamed = EARLIER.replace("title: Water the ferns", "title: Water the oak")
    finding = judged(
        "absent: {in: reminder, where: {title: {mentions: [ferns]}}}", f"- reminder.update_reminder: {renamed}"
    )
    assert finding.ok
    assert touched(finding) == {"title"}


def test_a_record_that_never_came_was_not_removed() -> None:
    changes = """
    needs: []
    timeline:
      - label: late
        at: +1d 19:00
        unless: {by: anyone, exists: {record: ferns}}
        do: email.send_email_to_user_only
        with: {sender: tomas}
    """
    finding = goal("absent: {record: late}").judge(played(tale(changes), assistant="silent").evidence())
    assert finding.miss == "'late' was never there"


# unchanged


def test_what_nobody_touched_is_unchanged() -> None:
    assert judged("unchanged: {record: [ferns, rent]}", NOTHING).ok


def test_a_change_is_named_by_its_field() -> None:
    assert judged("unchanged: {record: ferns}", MOVE).miss == "due of 'ferns' was changed"
    assert judged("unchanged: {record: ferns, fields: [title]}", MOVE).ok
    assert judged("unchanged: {in: reminder, fields: [due]}", MOVE).miss == "due of 'ferns' was changed"


def test_a_deletion_is_a_change_of_every_field() -> None:
    assert judged("unchanged: {record: ferns, fields: [title]}", DELETE).miss == "'ferns' was deleted"
    binned = "- email.delete_email: {email_id: hello}"
    assert judged("unchanged: {record: hello, fields: [subject]}", binned).miss == "'hello' was deleted"


def test_what_was_undone_is_unchanged() -> None:
    there_and_back = """
    - email.delete_email: {email_id: hello}
    - email.move_email: {email_id: hello, source_folder_name: TRASH, dest_folder_name: INBOX}
    """
    assert judged("unchanged: {record: hello}", there_and_back).ok


def test_new_records_change_no_old_one() -> None:
    assert judged("unchanged: {in: reminder}", ADD).ok


def test_what_the_user_changes_is_the_users_business_unless_it_says_otherwise() -> None:
    assert by_user("unchanged: {record: ferns}", user_deletes("ferns")).ok
    assert not by_user("{by: anyone, unchanged: {record: ferns}}", user_deletes("ferns")).ok


def test_what_must_stay_must_stay_under_the_offer_for_another_need_as_well() -> None:
    two = """
    needs:
      - {label: help, evident_after: call, welcome: {mentions: [help]}, answer: {accept: "Yes."}}
      - {label: other, evident_after: call, welcome: {mentions: [unrelated]}, answer: {accept: "Yes."}}
    """
    assert not judged("{for: other, unchanged: {record: ferns}}", MOVE, two).ok


# changed


def test_a_record_has_become_what_is_wanted() -> None:
    finding = judged("changed: {record: ferns, to: {due: +1d 16:00}}", MOVE)
    assert finding.ok
    assert touched(finding) == {"due"}


def test_fields_beyond_those_asked_for_are_not_accounted_for() -> None:
    both = EARLIER.replace("The big ones", "All of them")
    finding = judged("changed: {record: ferns, to: {due: +1d 16:00}}", f"- reminder.update_reminder: {both}")
    assert touched(finding) == {"due"}


def test_another_value_is_a_miss_that_names_both() -> None:
    assert judged("changed: {record: ferns, to: {due: +1d 17:00}}", MOVE).miss == (
        "of 'ferns', due should be 2026-03-06 17:00:00, but is 2026-03-06 16:00:00"
    )


def test_a_record_that_was_right_from_the_start_was_not_changed() -> None:
    finding = judged("changed: {record: ferns, to: {due: +2d 16:00}}", NOTHING)
    assert finding.miss == "'ferns' is as wanted, but it was so from the start"
    assert judged("{by: anyone, changed: {record: ferns, to: {due: +2d 16:00}}}", NOTHING).ok


def test_changing_and_changing_back_is_no_change() -> None:
    back = MOVE.replace("+1d 16:00", "+2d 16:00")
    assert not judged("changed: {record: ferns, to: {due: +2d 16:00}}", f"{MOVE}\n{back}").ok


def test_a_change_within_what_was_right_already_is_a_change() -> None:
    assert judged("changed: {record: ferns, to: {due: {at: +1d 16:00, within: 2d}}}", MOVE).ok


def test_a_record_that_is_gone_has_become_nothing() -> None:
    assert judged("changed: {record: ferns, to: {due: +1d 16:00}}", DELETE).miss == "'ferns' is not there"


def test_a_change_by_the_user_is_the_users() -> None:
    steps = ("{do: reminder.edit, on: ferns}", "{do: reminder.set_title, with: {title: Oak}}", "{do: reminder.save}")
    finding = by_user("changed: {record: ferns, to: {title: Oak}}", path(*steps))
    assert finding.miss == "'ferns' is as wanted, but the user did it, not the assistant"


def test_putting_back_what_another_changed_is_the_assistants_work() -> None:
    changes = """
    timeline:
      - label: call
        after: start + 40s
        do: calendar.edit_calendar_event_by_attendee
        with: {event_id: budget, who_edit: tomas, start_datetime: "11:00", end_datetime: "12:00"}
    """
    steps = '- calendar.edit_calendar_event: {event_id: budget, start_datetime: "09:00", end_datetime: "10:00"}'
    assert judged('changed: {record: budget, to: {start: "09:00"}}', steps, changes).ok


def test_text_facts_are_understood_from_the_day_on_which_they_were_written() -> None:
    args = '{reminder_id: rent, title: Pay tomorrow, description: "", due_datetime: +20d 08:00}'
    steps = f"- reminder.update_reminder: {args}"
    evidence = after(steps)
    assert evidence.world.now > evidence.start + 70_000
    assert goal("changed: {record: rent, to: {title: {mentions: [{date: 2026-03-06}]}}}").judge(evidence).ok
