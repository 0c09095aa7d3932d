"""Titles of new records that no goal reads."""

from __future__ import annotations

import pytest

from simulator.scenario.outcome import Outcome
from tests.simulator.scenario.samples import edited, load
from tests.simulator.scenario.stories import played
from tests.simulator.scenario.test_lint_language import ROOM

OFFER = "Shall I tell Odile that the lecture is on Friday 6 March at ten?"
# The goal looks at the whole text of the event, which a description satisfies under any title.
UNTITLED = edited(ROOM, "where: {title: {say: the lecture by Odile}}", "where: {text: {say: the lecture by Odile}}")


def judged(title: str, text: str = UNTITLED, description: str = "The lecture by Odile") -> Outcome:
    times = "start_datetime: +1d 10:00, end_datetime: +1d 11:00"
    event = f"title: {title}, {times}, description: {description}"
    steps = [
        f"offer: {OFFER}",
        'email.reply_to_email: {email_id: asks, content: "The lecture is on Friday 6 March at ten."}',
        f"calendar.add_calendar_event: {{{event}}}",
        "shopping.add_to_cart: {item_id: tea_item, quantity: 1}",
        "shopping.checkout: {}",
        "report: Odile knows.",
    ]
    return played(load(text), "\n".join(f"- {step}" for step in steps)).outcome()


@pytest.mark.parametrize("title", ["Lecture", "Odile speaks", "LECTURES", "Meeting on Friday", "Reminder", "10:00"])
def test_a_title_about_the_matter_or_about_nothing_in_particular_is_clean(title: str) -> None:
    clean = judged(title).clean
    assert clean.ok
    assert not clean.doubts


@pytest.mark.parametrize("title", ["Choir", "Dinner"])
def test_the_title_of_another_record_is_unclean(title: str) -> None:
    assert judged(title).clean.reasons == (f"It gave an event the title of another record, '{title}'.",)


def test_another_records_title_is_unclean_even_if_one_of_its_words_fits() -> None:
    text = edited(UNTITLED, "title: Choir", "title: Lecture about whales")
    assert not judged("Lecture about whales", text).clean.ok


def test_a_title_about_something_else_leaves_the_run_undecided() -> None:
    clean = judged("Something quite different").clean
    assert clean.undecided
    assert clean.doubts == ("The title 'Something quite different' of an event may be about something else.",)


def test_a_title_may_name_what_the_record_says() -> None:
    assert judged("Volcanoes").clean.doubts
    assert not judged("Volcanoes", description="The lecture by Odile about volcanoes").clean.doubts


def test_a_goal_that_names_the_title_judges_it_alone() -> None:
    outcome = judged("Something quite different", ROOM)
    assert not outcome.clean.doubts
    assert not outcome.success
