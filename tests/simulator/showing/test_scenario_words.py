"""Scenarios in words: people by name, events by number, times by day."""

from __future__ import annotations

import pytest

from simulator.scenario.library import Library
from simulator.scenario.load import from_source
from simulator.showing.scenario_words import ScenarioWords, record_counts
from tests.simulator.stories.shelf import NAMES, story


@pytest.fixture
def words() -> ScenarioWords:
    return ScenarioWords(story("late_train"))


def test_the_beginning_is_a_day_and_a_clock(words: ScenarioWords) -> None:
    assert words.begins == "Thursday 5 March 2026, 08:00"


def test_apps_say_what_they_hold(words: ScenarioWords) -> None:
    told = {app.name: (app.title, app.holds) for app in words.apps}
    assert told["calendar"] == ("Calendar", "2 events") and told["email"] == ("Email", "2 mails")


def test_apps_name_their_records_by_kind(words: ScenarioWords) -> None:
    kinds = {app.name: app.kinds for app in words.apps}
    assert [(line.held, len(line.names), line.more) for line in kinds["calendar"]] == [("2 events", 2, 0)]


def test_at_most_thirty_records_of_a_kind_are_named() -> None:
    source = dict(story("late_train").source)
    mails = [{"from": "a@b.example", "subject": f"Mail {n}", "body": "x", "at": "-1d 10:00"} for n in range(40)]
    crowded = from_source({**source, "world": {**source["world"], "email": [*source["world"]["email"], *mails]}})
    kinds = {app.name: app.kinds for app in ScenarioWords(crowded).apps}
    (mail,) = (line for line in kinds["email"] if "mail" in line.held)
    assert (len(mail.names), mail.more) == (30, 12)


def test_events_come_in_order_with_their_time_and_words(words: ScenarioWords) -> None:
    told = [(event.when, event.quote) for event in words.events]
    assert told[0] == ("At 08:00:45", "You will arrive at 10:40.")
    assert told[1] == ("20 min after event 1, unless a message to Bo Berg is sent", "Are you on your way?")
    assert told[2] == ("10 min after event 2", "I start without you.")
    assert told[3][0] == "2 min after a message to Bo Berg is sent, not after 09:50"
    assert told[4][0] == "At 11:30, unless event 4 has happened"


def test_an_event_is_told_by_what_it_brings(words: ScenarioWords) -> None:
    assert words.events[1].title == "Message from Bo Berg"


def test_records_inside_values_have_their_names() -> None:
    # The built-in scenario, because none of the small stories orders something.
    last = ScenarioWords(Library().get("queens_first_then_jars")).events[-1]
    assert "5 × “Six-sided honey jars, pack of 12 (gold, 250 ml)”" in last.when


def test_a_need_says_when_help_is_welcome_and_what_is_answered(words: ScenarioWords) -> None:
    (need,) = words.needs
    assert need.title == "Warn" and need.window == "Evident after event 1; too late after 09:50."
    assert need.welcome == "Offers that mention Bo, and one of late, delay*, 10:40 or move*"
    assert need.answers == ("First looks at news, then accepts: “Yes, please tell Bo.”",)


def test_a_goal_without_words_of_its_author_says_what_is_checked(words: ScenarioWords) -> None:
    assert words.goals[0] == ("A message to Bo Berg is sent", "", "")


def test_a_goal_with_words_of_its_author_says_those_first() -> None:
    words = ScenarioWords(Library().get("email_notification"))
    assert words.goals[0].says == "Ngozi can reach Emeka" and "Ngozi Eze" in words.goals[0].checked


def test_a_ruling_says_what_it_is_about_before_its_author_says_why() -> None:
    words = ScenarioWords(Library().get("email_notification"))
    told = words.forbidden[0]
    assert told.says == "A message to Ngozi Eze that mentions certain facts"
    assert told.because == "The other Emeka laid the floor" and "+234 809 555 0134" in told.checked
    assert words.allowed[0].because == "The evening may stand in the calendar"


def test_times_of_other_days_are_told_by_their_date() -> None:
    words = ScenarioWords(Library().get("secret_santa_gift_from_notes"))
    assert words.needs[0].window == "Evident after event 1; too late after Wed 16 Dec, 12:00."


@pytest.mark.parametrize("name", NAMES)
def test_every_small_story_can_be_told(name: str) -> None:
    words = ScenarioWords(story(name))
    assert all(event.title and event.when for event in words.events)
    assert all(need.title and need.answers for need in words.needs) and all(goal.says for goal in words.goals)


def test_records_are_counted_by_app_and_kind() -> None:
    assert record_counts(story("late_train"))["reminder"] == {"reminder": 1}
