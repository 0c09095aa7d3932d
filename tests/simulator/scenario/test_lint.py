from __future__ import annotations

import pytest

from simulator.scenario.lint import lint, unfinished, unsound
from tests.simulator.scenario.samples import FERNS, LEASE, OLD_FERNS, edited, fault_after, faults_of, load

SILENT = """\
id: nothing_to_do
title: A quiet day
status: ready
category: reminders-tasks
pattern: silence
difficulty: {rating: 2, because: the reminder looks like a call for help}
about: Nothing here needs anyone.
owner: {name: Ada Lind, email: ada@lind.example, time_zone: Europe/Luxembourg}
start: 2026-03-05 08:22
apps: [reminder]
world:
  reminder:
    - {label: r1, title: One, due: +1d}
    - {title: Two, due: +2d}
    - {title: Three, due: +3d}
    - {title: Four, due: +4d}
    - {title: Five, due: +5d}
    - {title: Six, due: +6d}
    - {title: Seven, due: +7d}
    - {title: Eight, due: +8d}
user: {goal: You want to be left alone., path: [{see: reminder}]}
offers: {unneeded_at_most: 0}
"""


@pytest.mark.parametrize("text", [FERNS, OLD_FERNS, LEASE, SILENT])
def test_a_sound_file_has_no_faults(text: str) -> None:
    assert lint(load(text)) == []


@pytest.mark.parametrize(
    ("old", "new", "field", "text"),
    [
        ("{event: rings,", "{event: [rings, ring],", "needs.0.not_before.event.1", "did you mean 'rings'?"),
        ("{event: rings,", "{event: ferns,", "needs.0.not_before.event", "no event 'ferns'"),
        ("about: ferns}", "about: [dentist, fern]}", "needs.0.acts.0", "did you mean 'ferns'?"),
        ("{remind: reminder,", "{remind: cab,", "needs.0.acts.0", "no record, person or app 'cab'"),
        ("{remind: reminder,", "{remynd: reminder,", "needs.0.acts.0", "unknown act 'remynd'"),
        ("too_late_after: 20:00", "too_late_after: 2x", "needs.0.too_late_after", "'2x' is not a time"),
        ("too_late_after: 20:00", "too_late_after: ferns", "needs.0.too_late_after", "no event 'ferns'"),
        ("too_late_after: 20:00", "too_late_after: start", "needs.0.too_late_after", "start + 40s"),
        ("before: again", "before: agian", "needs.0.answer.0.before", "did you mean 'again'?"),
        ("look: ferns", "look: fern", "needs.0.answer.1.look", "did you mean 'ferns'?"),
        ("look: ferns", "look: files", "needs.0.answer.1.look", "no record or app 'files'"),
        ("label: earlier\n", "label: any\n", "needs.0.label", "'any' stands for any need"),
    ],
)
def test_needs_speak_of_what_exists(old: str, new: str, field: str, text: str) -> None:
    faults = {fault.field: fault.text for fault in faults_of(edited(FERNS, old, new))}
    assert text in faults[field]


@pytest.mark.parametrize(
    ("old", "new", "field", "text"),
    [
        ("evident_after: rings", "evident_after: [rings, ring]", "needs.0.evident_after.1", "did you mean 'rings'?"),
        ("evident_after: rings", "evident_after: ferns", "needs.0.evident_after", "no event 'ferns'"),
        ("all_of_people: [odile]", "all_of_people: [odille]", "needs.0.welcome.mentions.all_of_people.0", "'odile'"),
        ("all_of_people: [odile]", 'all_of_people: [""]', "needs.0.welcome.mentions.all_of_people.0", ""),
        ("any: [ferns, plants]", "any: [=erly]", "needs.0.welcome.mentions.any.0", "did you mean 'early'?"),
        ("any: [ferns, plants]", "any: [{date: +xd}]", "needs.0.welcome.mentions.any.0.date", "is not a time"),
        ("any: [ferns, plants]", "any: [{money: =early, currency: no}]", "needs.0.welcome.mentions.any.0", "currency"),
    ],
)
def test_needs_of_older_files_speak_of_what_exists(old: str, new: str, field: str, text: str) -> None:
    faults = {fault.field: fault.text for fault in faults_of(edited(OLD_FERNS, old, new))}
    assert text in faults[field]


def test_a_need_may_be_evident_from_the_start() -> None:
    assert faults_of(edited(OLD_FERNS, "evident_after: rings", "evident_after: start")) == []
    not_before = "    not_before: {event: rings, because: the trip comes up only then}\n"
    assert faults_of(edited(FERNS, not_before, "")) == []


def test_people_may_be_named_instead_of_labelled() -> None:
    assert faults_of(edited(OLD_FERNS, "all_of_people: [odile]", "all_of_people: [Odile, Tomáš Novák]")) == []


@pytest.mark.parametrize(
    ("old", "new", "field", "text"),
    [
        ("{see: ferns}", "{see: fern}", "user.path.0.see", "did you mean 'ferns'?"),
        ("{see: ferns}", "{see: home}", "user.path.0.see", "no record or app 'home'"),
        ("reminder.edit,", "reminder.edot,", "user.path.1.do", "did you mean 'edit'?"),
        ("reminder.edit,", "email.edit,", "user.path.1.do", "not on this phone"),
        ("on: ferns, after: rings", "on: fern, after: rings", "user.path.1.on", "did you mean 'ferns'?"),
        ("on: ferns, after: rings", "on: odile, after: rings", "user.path.1.on", "is a person, not a record"),
        ("on: ferns, after: rings", "on: ferns, after: ring", "user.path.1.after", "did you mean 'rings'?"),
        ("on: ferns, after: rings", "on: ferns, with: {x: 1}", "user.path.1.with", "has no argument 'x'"),
        ("reminder.edit,", "reminder.open_reminder,", "user.path.1.with", "needs the argument 'reminder_id'"),
        (
            "{do: reminder.edit, on: ferns",
            "{do: reminder.open_reminder, with: {reminder_id: nix}",
            "user.path.1.with.reminder_id",
            "labelled 'nix'",
        ),
    ],
)
def test_the_users_path_can_be_walked(old: str, new: str, field: str, text: str) -> None:
    fault = fault_after(FERNS, old, new)
    assert fault.field == field
    assert text in fault.text


@pytest.mark.parametrize(
    ("old", "new", "field", "text"),
    [
        ("{title: Rent,", "{label: The Rent, title: Rent,", "world.reminder.2.label", "is not a label"),
        ("{title: Rent,", "{label: owner, title: Rent,", "world.reminder.2.label", "a reserved word"),
        ("{title: Rent,", "{label: email, title: Rent,", "world.reminder.2.label", "a reserved word"),
        ("{title: Rent,", "{label: early, title: Rent,", "derived.early", "also the label of a record"),
        ("name: Odile Marchand", 'name: " "', "people.0.name", "this name is empty"),
        ("email: odile@marchand.example", "email: odile", "people.0.email", "'odile' is not an e-mail address"),
        ("email: ada@lind.example", 'email: ""', "owner.email", "is not an e-mail address"),
        (
            "do: reminder.fall_due, with: {reminder_id: dentist}",
            "do: home.time_out",
            "timeline.0.do",
            "by itself; use",
        ),
    ],
)
def test_labels_and_names_are_told_apart(old: str, new: str, field: str, text: str) -> None:
    faults = {fault.field: fault.text for fault in faults_of(edited(FERNS, old, new))}
    assert text in faults[field]


def test_two_needs_do_not_share_a_label() -> None:
    need = "  - {label: send, evident_after: asks, welcome: {mentions: [lease]}, answer: {accept: Yes.}}\n"
    faults = faults_of(edited(LEASE, need, need * 2))
    assert ("needs.1.label", "the label 'send' is used twice; give each need its own label") in [
        fault[2:] for fault in faults
    ]


@pytest.mark.parametrize(
    ("old", "new", "field", "text"),
    [
        ("  - wait: rings", "  - wait: ring", "solution.0.wait", "did you mean 'rings'?"),
        ("  - offer: Odile asks", "  - report: Odile asks", "solution.1", "start with an offer"),
        (
            "  - offer: Odile asks",
            "  - reminder.get_all_reminders:\n  - offer: Odile",
            "solution.1",
            "start with an offer",
        ),
        (
            "  - report: The ferns are due tomorrow.",
            "  - report: Done.\n  - report: Done.",
            "solution.4",
            "put an offer",
        ),
        (
            "  - report: The ferns are due tomorrow.",
            "  - assistant.send_message_to_user: {content: Done.}",
            "solution.3",
            "offer:, report: or wait:",
        ),
    ],
)
def test_a_solution_asks_before_it_acts(old: str, new: str, field: str, text: str) -> None:
    fault = fault_after(FERNS, old, new)
    assert fault.field == field
    assert text in fault.text


def test_a_solution_of_an_older_file_makes_at_most_as_many_offers_as_the_file_allows() -> None:
    fault = fault_after(OLD_FERNS, "  - wait: rings", "  - offer: One.\n  - offer: Two.\n  - wait: rings")
    assert (fault.field, "at_most is 2" in fault.text) == ("solution", True)


def test_a_solution_may_make_as_many_offers_as_it_needs() -> None:
    assert faults_of(edited(FERNS, "  - wait: rings", "  - offer: One.\n  - offer: Two.\n  - wait: rings")) == []


NEED = "  - {label: send, evident_after: asks, welcome: {mentions: [lease]}, answer: {accept: Yes.}}\n"


MORE = NEED.replace("label: send", "label: more")


@pytest.mark.parametrize("welcome", ["[lease]", "{any: [odile, tomas]}", "{any: [{date: =soon}]}"])
def test_one_offer_may_be_for_several_needs(welcome: str) -> None:
    derived = "derived: {soon: asks.sent_at}\n"
    assert faults_of(edited(LEASE, NEED, NEED + MORE.replace("[lease]", welcome) + derived)) == []


def test_a_need_that_no_offer_speaks_of_is_a_fault() -> None:
    fault = fault_after(LEASE, NEED, NEED + MORE.replace("[lease]", "[rent, Odile]"))
    assert fault.field == "solution"
    assert "meets the need 'more', because the text does not mention \"rent\";" in fault.text


def test_an_offer_for_several_needs_may_be_made_on_a_later_day() -> None:
    text = edited(LEASE, NEED, NEED + MORE.replace("[lease]", "[{date: +2d}]"))
    text = edited(text, "offer: Shall I send the lease to Odile?", "offer: Shall I send the lease tomorrow?")
    assert faults_of(edited(text, "apps: [email", "end: +1d 07:00\napps: [email")) == []
    assert "meets the need 'more'" in str(faults_of(text)[0])


def test_the_offers_of_an_alternative_are_for_all_needs_too() -> None:
    text = edited(LEASE, NEED, NEED + MORE.replace("[lease]", "[Odile]"))
    other = "alternatives:\n  - {say: in short, replace: {offer: Shall I send the lease?}}\nsolution:\n"
    fault = fault_after(text, "solution:\n", other)
    assert fault.field == "alternatives.0"
    assert "no offer here meets the need 'more'" in fault.text


@pytest.mark.parametrize(
    ("old", "new", "field", "text"),
    [
        ("report: It is noted.", "reprt: It is noted.", "alternatives.0.replace.reprt", "did you mean 'report'?"),
        ("report: It is noted.", "report#2: It is noted.", "alternatives.0.replace.report#2", "no step 'report#2'"),
        ("report: It is noted.", "report: [a]", "alternatives.0.replace.report", "write the new report as text"),
        (
            "report: It is noted.",
            "offer: {steps: []}",
            "alternatives.0.replace.reminder.add_reminder.steps.0",
            "start with",
        ),
        ("get_all_reminders:\n", "get_reminders:\n", "alternatives.0.replace.reminder.add_reminder.steps.0", "get_all"),
        (
            "title: The ferns,",
            "titel: The ferns,",
            "alternatives.0.replace.reminder.add_reminder.steps.1.reminder.add_reminder",
            "has no argument 'titel'",
        ),
        (
            "- reminder.get_all_reminders:\n",
            "- {offr: Hm}\n",
            "alternatives.0.replace.reminder.add_reminder.steps.0.offr",
            "did you mean 'offer'?",
        ),
    ],
)
def test_alternatives_can_be_played(old: str, new: str, field: str, text: str) -> None:
    fault = fault_after(FERNS, old, new)
    assert fault.field == field
    assert text in fault.text


def test_the_arguments_of_a_replaced_call_are_checked_where_they_stand() -> None:
    old = "offers: {at_most: 1}\n"
    more = "alternatives:\n  - {say: a, replace: {email.reply_to_email: [{email_id: hello}, {email_id: hullo}]}}\n"
    fault = fault_after(LEASE, old, old + more)
    assert fault.field == "alternatives.0.replace.email.reply_to_email.1.email_id"


def test_near_misses_can_be_played_but_may_break_the_rules_of_a_good_way() -> None:
    old = "offers: {at_most: 1}\n"
    near = "near_misses:\n  - {say: a, replace: {email.reply_to_email: {email_id: hullo}}}\n"
    assert fault_after(LEASE, old, old + near).field == "near_misses.0.replace.email.reply_to_email.email_id"
    twice = "near_misses:\n  - {say: asks twice, solution: [{offer: Hm?}, {offer: Hm?}, {report: So.}]}\n"
    assert faults_of(edited(LEASE, old, old + twice)) == []


def test_silence_needs_no_solution_and_no_offers() -> None:
    for limit in ("unneeded_at_most: 1", "at_most: 1"):
        assert fault_after(SILENT, "unneeded_at_most: 0", limit).field == "offers"
    assert faults_of(edited(SILENT, "unneeded_at_most: 0", "at_most: 0")) == []
    assert faults_of(edited(SILENT, "offers: {unneeded_at_most: 0}\n", "")) == []
    assert fault_after(SILENT, "offers:", "solution: [{offer: Hello?}]\noffers:").field == "solution"


@pytest.mark.parametrize(
    ("old", "new", "field"),
    [
        ("about: Nothing here needs anyone.\n", "", "about"),
        ("because: the reminder looks like a call for help", 'because: " "', "difficulty.because"),
        ("    - {title: Eight, due: +8d}\n", "", "world"),
    ],
)
def test_a_ready_scenario_lacks_nothing(old: str, new: str, field: str) -> None:
    assert fault_after(SILENT, old, new).field == field
    assert faults_of(edited(edited(SILENT, old, new), "status: ready", "status: draft")) == []


def test_a_ready_scenario_has_no_list_of_words_that_an_offer_mentions() -> None:
    fault = fault_after(OLD_FERNS, "status: draft", "status: ready")
    assert fault.field == "needs.0.welcome"
    assert "write say and acts instead of welcome" in fault.text


@pytest.mark.parametrize("field", ["solution", "alternatives", "goals"])
def test_a_ready_scenario_with_a_need_shows_how_it_is_met(field: str) -> None:
    lines = edited(LEASE, "status: draft", "status: ready").split("\n")
    start = next((index for index, line in enumerate(lines) if line.startswith(f"{field}:")), len(lines))
    end = next((i for i, line in enumerate(lines) if i > start and line[:1].isalpha()), len(lines))
    assert field in [fault.field for fault in faults_of("\n".join(lines[:start] + lines[end:]))]


@pytest.mark.parametrize(
    ("old", "new", "field"),
    [
        ("On Tuesday 10 March", "On Wednesday 10 March", "world.reminder.1.description"),
        ("goal: You would like", "goal: On Friday, 5 March you would like", "user.goal"),
        ("report: It is noted.", "report: It is noted for Monday 2026-03-06.", "alternatives.0.replace.report"),
        ("Shall I remind you tomorrow?", "Shall I remind you on 6 March, a Monday?", "solution.1.offer"),
    ],
)
def test_weekdays_fit_their_dates_wherever_they_are_written(old: str, new: str, field: str) -> None:
    assert fault_after(FERNS, old, new).field == field


@pytest.mark.parametrize(
    ("old", "new", "field"),
    [
        ("due: +30d 08:40", "due: +500d 08:40", "world.reminder.7.due"),
        ("due: -1d 10:00", "due: 2024-12-24 10:00", "world.reminder.4.due"),
        ("after: start + 2m", "after: start + 500d", "timeline.0.after"),
        ("delay: 1m", "delay: 500d", "timeline.1.delay"),
        ("until: 20:00", "until: 2028-01-01 10:00", "timeline.1.until"),
        ("too_late_after: 20:00", "too_late_after: +60w 20:00", "needs.0.too_late_after"),
        ("after: earlier.accepted", "before: 2019-01-01 10:00", "goals.0.before"),
        ("{at: =early, within: 2h}", "2019-01-01 10:00", "goals.0.changed.to.due"),
        ("due_datetime: +1d 16:30", "due_datetime: +500d 16:30", "solution.2.reminder.add_reminder.due_datetime"),
    ],
)
def test_a_time_far_from_the_start_is_taken_for_a_slip(old: str, new: str, field: str) -> None:
    faults = {fault.field: fault.text for fault in faults_of(edited(FERNS, old, new))}
    assert "400 days" in faults[field]


def test_times_inside_nested_items_are_found() -> None:
    fault = fault_after(LEASE, "at: -3h, text", "at: -500d, text")
    assert fault.field == "world.messaging.0.messages.0.at"


@pytest.mark.parametrize(("old", "new"), [("until: 20:00", "until: 08:22"), ("end: 22:00", "end: 08:23")])
def test_an_event_that_would_never_come_is_a_fault(old: str, new: str) -> None:
    text = edited(FERNS, "when: {changed: {record: ferns, to: {due: {at: 12:00, within: 30m}}}}", "at: 10:00")
    text = edited(edited(text, "    delay: 1m\n", ""), old, new)
    assert any("so it never happens" in fault.text for fault in faults_of(text))


def test_all_faults_are_told_together_in_the_order_of_lines() -> None:
    text = edited(edited(FERNS, "On Tuesday 10", "On Friday 10"), "for: earlier", "for: earlyer")
    assert [fault.line for fault in faults_of(edited(text, "{see: ferns}", "{see: fern}"))] == [21, 32, 61]


def test_what_breaks_is_told_apart_from_what_is_missing() -> None:
    story = load(edited(FERNS, "status: ready", "status: draft"))
    assert unsound(story) == unfinished(story) == []
