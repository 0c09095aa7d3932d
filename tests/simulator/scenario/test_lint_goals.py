from __future__ import annotations

import pytest

from tests.simulator.scenario.samples import FERNS, LEASE, edited, fault_after, faults_of


@pytest.mark.parametrize(
    ("old", "new", "field", "text"),
    [
        ("for: earlier", "for: earlyer", "goals.0.for", "did you mean 'earlier'?"),
        ("under: any", "under: erlier", "goals.1.under", "did you mean 'earlier'?"),
        ("after: earlier.accepted", "after: earlier.acepted", "goals.0.after", "one of: earlier.offer"),
        ("after: earlier.accepted", "after: nothing.accepted", "goals.0.after", "no need 'nothing'"),
        ("after: earlier.accepted", "before: ring", "goals.0.before", "did you mean 'rings'?"),
        ("after: earlier.accepted", "before: 25:00", "goals.0.before", "no real time of day"),
        (
            "{record: ferns, to: {due: {at: =early",
            "{record: odile, to: {due: {at: =early",
            "goals.0.changed.record",
            "a person",
        ),
        ("{at: =early, within: 2h}", "{at: =erly, within: 2h}", "goals.0.changed.to.due.at", "did you mean 'early'?"),
        ("{at: =early, within: 2h}", "{at: =early, within: 2x}", "goals.0.changed.to.due.within", "not a duration"),
        ("{at: =early, within: 2h}", "{near: 5, within: 2h}", "goals.0.changed.to.due.within", "not a number"),
        ("{at: =early, within: 2h}", "{near: five}", "goals.0.changed.to.due.near", "for a time write at:"),
        ("{at: =early, within: 2h}", "{mentions: [X]}", "goals.0.changed.to.due.mentions", "mentions asks for text"),
        ("{at: =early, within: 2h}", "{set: [x]}", "goals.0.changed.to.due.set", "set asks for a list"),
        ("{at: =early, within: 2h}", "noon", "goals.0.changed.to.due", "'noon' is not a time"),
        ("{at: =early, within: 2h}", "true", "goals.0.changed.to.due", "never true"),
        ("{at: =early, within: 2h}", "[1, 2]", "goals.0.changed.to.due", "not a list"),
        ("to: {due: {at: =early", "to: {dew: {at: =early", "goals.0.changed.to.dew", "did you mean 'due'?"),
        ("{mentions: [Ferns]}", "{at: 09:00}", "goals.1.any_of.0.exists.where.title.at", "holds text"),
        ("{mentions: [Ferns]}", "false", "goals.1.any_of.0.exists.where.title", "it is never false"),
        ("{mentions: [Ferns]}", "{mentions: null}", "goals.1.any_of.0.exists.where.title", "mentions has no value"),
        (
            "repetition_unit: null}}",
            "repetition_unit: wek}}",
            "goals.1.any_of.0.exists.where.repetition_unit",
            "'week'?",
        ),
        (
            "{in: reminder, where: {title: {",
            "{in: remindr, where: {title: {",
            "goals.1.any_of.0.exists.in",
            "'reminder'?",
        ),
        (
            "{in: reminder, where: {title: {",
            "{in: home, where: {title: {",
            "goals.1.any_of.0.exists.in",
            "called 'home'",
        ),
        ("is: {near: 3}", "is: =wating", "goals.1.any_of.1.value.is", "did you mean 'waiting'?"),
        ("formula: waiting + 1", "formula: wating + 1", "goals.1.any_of.1.value.formula", "did you mean 'waiting'?"),
        ("formula: waiting + 1", "formula: waiting +", "goals.1.any_of.1.value.formula", "invalid syntax"),
        ("changed: [description]", "changed: [descr]", "allowed.0.changed.0", "did you mean 'description'?"),
        ("{record: dentist, changed", "{record: dentst, changed", "allowed.0.record", "did you mean 'dentist'?"),
        ("{title: Dentist}", "{titel: Dentist}", "forbidden.0.where.titel", "did you mean 'title'?"),
        (
            "{action: reminder.delete, on: ferns}",
            "{action: reminder.delet}",
            "timeline.1.unless.did.action",
            "'delete'?",
        ),
        (
            "{action: reminder.delete, on: ferns}",
            "{action: cab.go}",
            "timeline.1.unless.did.action",
            "not on this phone",
        ),
        ("{action: reminder.delete, on: ferns}", "{action: home.go_home, on: x}", "timeline.1.unless.did.on", "'x'"),
        (
            "where: {title: {mentions: [Ferns]}",
            "where: {text: Ferns",
            "goals.1.any_of.0.exists.where.text",
            "write text: {say: ...}",
        ),
        (
            "where: {title: {mentions: [Ferns]}",
            "where: {text: {mentions: [Ferns], empty: false}",
            "goals.1.any_of.0.exists.where.text",
            "everything a person reads in the record",
        ),
        (
            "where: {title: {mentions: [Ferns]}",
            "where: {text: {mentions: [=x]}",
            "goals.1.any_of.0.exists.where.text.mentions.0",
            "no derived value 'x'",
        ),
        ("changed: [description]", "changed: [text]", "allowed.0.changed.0", "has no field 'text'"),
        (
            "{record: ferns, to: {due: {at: 12:00",
            "{record: fern, to: {due: {at: 12:00",
            "timeline.1.when.changed.record",
            "ferns",
        ),
    ],
)
def test_goals_speak_of_what_exists_and_can_be(old: str, new: str, field: str, text: str) -> None:
    fault = fault_after(FERNS, old, new)
    assert fault.field == field
    assert text in fault.text


@pytest.mark.parametrize(
    "match",
    [
        "12:00",
        "=early",
        "null",
        "{eq: +1d 12:00}",
        "{one_of: [12:00, 13:00]}",
        "{near: =early, within: 5}",
        "{empty: true}",
    ],
)
def test_a_field_with_a_time_can_be_asked_for_in_many_ways(match: str) -> None:
    assert faults_of(edited(FERNS, "{at: =early, within: 2h}", match)) == []


def test_all_that_one_reads_in_a_record_may_be_asked_for() -> None:
    whole = "where: {text: {mentions: {together: [[Ferns, =waiting], [Oak, {amount: =waiting}]]}}"
    assert faults_of(edited(FERNS, "where: {title: {mentions: [Ferns]}", whole)) == []


def test_a_derived_value_that_belongs_to_something_must_be_known() -> None:
    whole = "where: {title: {mentions: {together: [[Ferns, =x]]}}"
    fault = fault_after(FERNS, "where: {title: {mentions: [Ferns]}", whole)
    assert fault.field == "goals.1.any_of.0.exists.where.title.mentions.together.0"
    assert "no derived value 'x'" in fault.text


def test_a_condition_by_the_assistant_is_one_of_its_tools() -> None:
    fault = fault_after(FERNS, "by: user}", "by: assistant}")
    assert "reminder has no action 'delete' for the assistant" in fault.text


def test_a_goal_inside_another_takes_its_actor() -> None:
    old = "{did: {action: reminder.delete, on: ferns}, by: user}"
    new = "{by: user, any_of: [{did: {action: reminder.delete, on: ferns}}]}"
    assert faults_of(edited(FERNS, old, new)) == []


def test_an_empty_list_of_goals_says_nothing() -> None:
    old = "{did: {action: reminder.delete, on: ferns}, by: user}"
    fault = fault_after(FERNS, old, "{all_of: []}")
    assert fault.field == "timeline.1.unless.all_of"


@pytest.mark.parametrize(
    ("old", "new", "field", "text"),
    [
        ("exactly: [odile, owner", "exactly: [odil, owner", "goals.0.sent.to.exactly.0", "did you mean 'odile'?"),
        ("exactly: [odile, owner", "exactly: [Odile Marchand, owner", "goals.0.sent.to.exactly.0", "nobody is called"),
        ("{sent: {to: tomas}}", "{sent: {to: thomas}}", "forbidden.0.sent.to", "did you mean 'tomas'?"),
        ("app: [email]", "app: [reminder]", "goals.0.sent.app.0", "apps that can: email, messaging"),
        ("reply_to: asks", "reply_to: ask", "goals.0.sent.reply_to", "did you mean 'asks'?"),
        ("reply_to: asks", "reply_to: chat", "goals.0.sent.reply_to", "which no message can answer"),
        ("reply_to: asks", "reply_to: asks\n      new: true", "goals.0.sent.new", "delete new or reply_to"),
        ("[lease, photo.jpg]", "[leese, photo.jpg]", "goals.0.sent.attachments.0", "did you mean 'lease'?"),
        (
            "[lease, photo.jpg]",
            "[hello, photo.jpg]",
            "goals.0.sent.attachments.0",
            "use the label of a record of files.file",
        ),
        (
            "{money: 1200, currency: EUR}",
            "{money: =x, currency: EUR}",
            "goals.0.sent.mentions.all.1.money",
            "value 'x'",
        ),
        ("any_of_people: [Odile]", "any_of_people: [odil]", "goals.0.sent.mentions.any_of_people.0", "'odile'?"),
        ("told: [sent]", "told: [=x]", "goals.1.told.0", "no derived value 'x'"),
        ("fired: asks", "fired: hello", "goals.2.fired", "no event 'hello'"),
        ("messaging.conversation,", "messaging.conversations,", "goals.3.exactly.in", "'messaging.conversation'?"),
        (
            "records: [chat]",
            "records: [asked]",
            "goals.3.exactly.records.0",
            "use the label of a record of messaging.conversation",
        ),
        ("record: [hello]", "record: [hello, rent]", "goals.4.unchanged.record.1", "is a record of reminder.reminder"),
        ("fields: [content]", "fields: [contents]", "goals.4.unchanged.fields.0", "did you mean 'content'?"),
        ("folder: trash", "folder: bin", "goals.5.absent.where.folder", "it is one of: INBOX"),
        ("{includes: [tomas]}", "tomas", "goals.5.absent.where.recipients", "write set: [...] or includes: [...]"),
        ("{includes: [tomas]}", "{includes: [=x]}", "goals.5.absent.where.recipients.includes.0", "value 'x'"),
        ("path: [{see: email}", "path: [{see: files}", "user.path.0.see", "no record or app 'files'"),
    ],
)
def test_messages_and_records_of_other_apps_are_checked(old: str, new: str, field: str, text: str) -> None:
    fault = fault_after(LEASE, old, new)
    assert fault.field == field
    assert text in fault.text


@pytest.mark.parametrize(
    ("old", "new", "field", "text"),
    [
        ("early: ferns.due - hours(24)", "early: fern.due - hours(24)", "derived.early", "did you mean 'ferns'?"),
        ("early: ferns.due - hours(24)", "early: ferns.do - 1", "derived.early", "has no field 'do'"),
        ("early: ferns.due - hours(24)", "early: ferns.due -", "derived.early", "invalid syntax"),
        ("early: ferns.due - hours(24)", "early: import os", "derived.early", "is wrong"),
        ("r.rung == 0", "r.rang == 0", "derived.waiting", "did you mean 'rung'?"),
        (
            "waiting: count(r for r in reminder if r.rung == 0)",
            "waiting: waiting + 1",
            "derived.waiting",
            "depends on itself",
        ),
        (
            "waiting: count(r for r in reminder if r.rung == 0)",
            "waiting: count(home)",
            "derived.waiting",
            "name 'home'",
        ),
    ],
)
def test_formulas_know_what_they_speak_of(old: str, new: str, field: str, text: str) -> None:
    fault = fault_after(FERNS, old, new)
    assert fault.field == field
    assert text in fault.text


def test_formulas_that_need_each_other_are_told_as_a_chain() -> None:
    text = edited(FERNS, "early: ferns.due - hours(24)", "early: waiting * 2")
    faults = faults_of(edited(text, "waiting: count(r for r in reminder if r.rung == 0)", "waiting: early + 1"))
    assert "early -> waiting -> early" in faults[0].text
