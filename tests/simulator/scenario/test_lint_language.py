from __future__ import annotations

import pytest

from tests.simulator.scenario.samples import FERNS, edited, fault_after, faults_of

ROOM = """\
id: book_a_room
title: A room for the lecture
status: ready
category: scheduling
difficulty: {rating: 1, because: one entry and one mail}
about: A lecture needs an entry in the calendar, an order and a word to the speaker.
owner: {name: Ada Lind, email: ada@lind.example, time_zone: Europe/Luxembourg}
start: Thu 2026-03-05 08:22
apps: [calendar, email, shopping]
people:
  - {label: odile, name: Odile Marchand, email: odile@marchand.example}
world:
  calendar:
    - {label: budget, title: Budget, start: "09:00", end: "10:00"}
    - {title: Dinner, start: +1d 19:00, end: +1d 21:00}
    - {title: Choir, start: +2d 19:00, end: +2d 21:00}
  email:
    - {label: hello, from: odile, at: -1d 09:00, subject: Question, body: "On Friday 6 March at ten?"}
    - {from: odile, at: -2d 09:00, subject: Slides, body: "They are ready."}
  shopping:
    - {label: tea, product: Tea, price: 4, item: tea_item}
    - {product: Cake, price: 9, item: cake_item}
    - {label: visa, payment: Visa, preferred: true}
user: {goal: You want the lecture to take place., path: [{see: hello}]}
timeline:
  - label: asks
    after: start + 1m
    do: email.send_email_to_user_only
    with: {sender: odile, content: "Is the room free?"}
needs:
  - label: lecture
    say: offers to tell Odile that the lecture is on Friday at ten
    acts: [{send: odile}]
    not_before: {event: asks, because: Odile asks only then}
    answer: {accept: Yes.}
goals:
  - for: lecture
    say: Odile knows that the lecture is on Friday
    sent: {to: [odile], mentions: [{date: "2026-03-06"}]}
  - for: lecture
    say: The lecture stands in the calendar
    exists: {in: calendar, where: {title: {say: the lecture by Odile}}}
  - for: lecture
    say: Tea is there
    exists: {in: shopping.order, where: {lines: {multiset: {tea_item: 1}}, status: processed}}
allowed:
  - {say: She may be thanked., sent: {to: [odile], app: email, say: thanks for the slides}}
forbidden:
  - {say: The budget is no matter for her., sent: {to: [odile], say: tells of the budget}}
solution:
  - offer: Shall I tell Odile that the lecture is on Friday 6 March at ten?
  - email.reply_to_email: {email_id: asks, content: "The lecture is on Friday 6 March at ten."}
  - calendar.add_calendar_event: {title: Lecture by Odile, start_datetime: +1d 10:00, end_datetime: +1d 11:00}
  - shopping.add_to_cart: {item_id: tea_item, quantity: 1}
  - shopping.checkout: {}
  - report: Odile knows.
alternatives:
  - {say: other words, replace: {report: It is done.}}
"""


def test_a_file_in_the_new_language_has_no_faults() -> None:
    assert faults_of(ROOM) == []


@pytest.mark.parametrize(
    ("old", "new", "field", "word"),
    [
        ('mentions: [{date: "2026-03-06"}]', "mentions: [lecture]", "goals.0.sent.mentions.all", "'lecture'"),
        (
            'mentions: [{date: "2026-03-06"}]',
            "mentions: {any: [[10:00, ten o'clock]]}",
            "goals.0.sent.mentions.any",
            "'ten",
        ),
        (
            'mentions: [{date: "2026-03-06"}]',
            "mentions: {none: [cancelled]}",
            "goals.0.sent.mentions.none",
            "'cancelled'",
        ),
        (
            'mentions: [{date: "2026-03-06"}]',
            "mentions: {none: [or Friday]}",
            "goals.0.sent.mentions.none",
            "'or Friday'",
        ),
        (
            "title: {say: the lecture by Odile}",
            "title: {mentions: [lecture*]}",
            "goals.1.exists.where.title.mentions.all",
            "lecture",
        ),
        ("say: thanks for the slides", "mentions: {any: [thanks]}", "allowed.0.sent.mentions.any", "'thanks'"),
        ("say: tells of the budget", "mentions: [budget]", "forbidden.0.sent.mentions.all", "'budget'"),
    ],
)
def test_a_ready_file_lists_values_and_no_words(old: str, new: str, field: str, word: str) -> None:
    fault = next(
        fault for fault in faults_of(edited(ROOM, old, new)) if fault.field.startswith(field.rpartition(".")[0])
    )
    assert word in fault.text
    assert "is a word, not a value" in fault.text
    assert "delete the word and describe the text in say" in fault.text


def test_values_names_codes_and_addresses_may_be_listed() -> None:
    listed = "mentions: {all: [{date: 2026-03-06}], none: [Odile, SHOAL25, 118, '+352 621', a.example/pay]}"
    assert faults_of(edited(ROOM, 'mentions: [{date: "2026-03-06"}]', listed)) == []


def test_a_name_may_say_what_a_value_belongs_to_but_a_word_may_not() -> None:
    together = 'mentions: {together: [[Odile, {date: "2026-03-06"}]]}'
    assert faults_of(edited(ROOM, 'mentions: [{date: "2026-03-06"}]', together)) == []
    fault = fault_after(ROOM, 'mentions: [{date: "2026-03-06"}]', together.replace("Odile", "lecture*"))
    assert fault.field == "goals.0.sent.mentions.together"
    assert "'lecture*' is a word, not a value" in fault.text


def test_a_draft_may_still_list_words() -> None:
    draft = edited(ROOM, "status: ready", "status: draft")
    assert faults_of(edited(draft, 'mentions: [{date: "2026-03-06"}]', "mentions: [lecture]")) == []


def test_an_allowed_message_has_a_claim() -> None:
    fault = fault_after(ROOM, ", say: thanks for the slides", "")
    assert fault.field == "allowed.0.sent"
    assert "allows any message" in fault.text
    assert "add say" in fault.text


def test_a_goal_on_a_message_says_what_its_reader_knows() -> None:
    fault = fault_after(ROOM, "    say: Odile knows that the lecture is on Friday\n", "")
    assert fault.field == "goals.0"
    assert "what the recipient knows" in fault.text


def test_a_goal_has_its_sentence_beside_the_message() -> None:
    fault = fault_after(ROOM, 'mentions: [{date: "2026-03-06"}]', "say: the lecture is on Friday")
    assert fault.field == "goals.0.sent.say"
    assert "move this sentence" in fault.text


def test_a_goal_on_an_order_names_the_state_it_ends_in() -> None:
    fault = fault_after(ROOM, ", status: processed", "")
    assert fault.field == "goals.2.exists.where"
    assert "made and then cancelled would count too" in fault.text
    assert "add status: one of processed" in fault.text


def test_a_goal_on_an_order_by_anyone_names_the_state_too() -> None:
    anyone = edited(ROOM, "    say: Tea is there\n", "    say: Tea is there\n    by: anyone\n")
    assert faults_of(anyone) == []
    assert fault_after(anyone, ", status: processed", "").field == "goals.2.exists.where"


def test_a_goal_on_a_new_event_names_its_title() -> None:
    fault = fault_after(ROOM, "title: {say: the lecture by Odile}", "start: +1d 10:00")
    assert fault.field == "goals.1.exists.where"
    assert "a new event with any title would count" in fault.text


def test_waiting_longer_than_the_evidence_needs_a_reason() -> None:
    fault = fault_after(FERNS, ", because: the trip comes up only then", "")
    assert fault.field == "needs.0.not_before.because"
    assert "can be known from the start, but help is wanted only after rings" in fault.text


def test_waiting_for_what_makes_a_need_known_is_said_twice() -> None:
    fault = fault_after(ROOM, "acts: [{send: odile}]", "acts: [{send: odile, about: asks}]")
    assert fault.field == "needs.0.not_before"
    assert "can be known after asks anyway; delete not_before" in fault.text


def test_the_computed_moment_stands_beside_the_written_one() -> None:
    fault = fault_after(ROOM, "not_before: {event: asks, because: Odile asks only then}", "evident_after: asks")
    assert fault.field == "needs.0.evident_after"
    assert "can be known from the start, and the file says after asks" in fault.text


@pytest.mark.parametrize(
    "words",
    [
        "You have not noticed that the room is taken.",
        "You do not know that the speaker is ill.",
        "You don't realise how late it is.",
        "You are unaware of the date.",
        "You have no idea that Odile asks.",
        "You have forgotten the appointment.",
        "You've completely forgotten about the lecture.",
        "You forgot to order tea.",
        "The lecture has slipped your mind.",
    ],
)
def test_the_owners_mind_holds_what_the_owner_knows(words: str) -> None:
    fault = fault_after(ROOM, "You want the lecture to take place.", words)
    assert fault.field == "user.goal"
    assert "what the owner does not know" in fault.text
    assert "only wishes, habits and plans" in fault.text


@pytest.mark.parametrize(
    "words",
    [
        "You never forget a birthday and nothing escapes you.",
        "You do not want to think of all you forgot.",
        "What you booked in April you do not remember.",
    ],
)
def test_owners_may_know_that_they_forget(words: str) -> None:
    assert faults_of(edited(ROOM, "You want the lecture to take place.", words)) == []


def test_weekdays_agree_with_dates_in_all_texts() -> None:
    for old in ("On Friday 6 March at ten?", "The lecture is on Friday 6 March at ten."):
        fault = fault_after(ROOM, old, old.replace("Friday", "Monday"))
        assert "6 March 2026 is a Friday" in fault.text


def test_a_weekday_fits_a_day_without_its_month() -> None:
    assert faults_of(edited(ROOM, "They are ready.", "See you on Friday the 6th.")) == []
    fault = fault_after(ROOM, "They are ready.", "See you on Sunday the 6th.")
    assert '"Sunday the 6th" is wrong' in fault.text
    assert "6 March 2026 is a Friday" in fault.text
