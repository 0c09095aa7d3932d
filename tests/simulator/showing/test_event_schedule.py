"""The event schedule in words: what came, what waits and for what, what cannot come any more."""

from __future__ import annotations

from simulator.showing.event_schedule import Schedule, titles_of
from tests.simulator.showing.played import history_of, stories, story

NAME = "urgent_conflict_ride_reschedule"


def schedule(upto: int | None = None, name: str = NAME) -> Schedule:
    return history_of(name, upto).schedule()


def test_an_event_is_called_by_what_it_brings() -> None:
    assert next(iter(titles_of(story(NAME)).values())) == "E-mail from Tamar Gelashvili, “Board today, 14:30”"


def test_no_title_shows_a_label_or_an_id() -> None:
    for told in stories():
        assert not [title for title in titles_of(told).values() if "_" in title and "@" not in title]


def test_before_anything_happens_all_events_wait() -> None:
    found = schedule(1)
    assert (found.fired, found.dead) == (0, 0) and found.waiting == len(found.rows)
    assert found.rows[0].why == "comes at 12:30"


def test_an_event_that_came_has_its_step() -> None:
    row = schedule().rows[0]
    history = history_of(NAME)
    assert row.state == "fired" and row.step is not None
    assert history.told[row.step].text == row.title


def test_an_event_that_cannot_come_says_why() -> None:
    dead = [row for row in schedule(name="study_group_availability_synthesis").rows if row.state == "dead"]
    assert dead and all(row.why and row.step is None for row in dead)
