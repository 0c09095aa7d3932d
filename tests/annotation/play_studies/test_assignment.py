"""Scenarios are given at random, evenly, within the quotas, and never twice to one person."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable
from functools import partial

import pytest
from django.db import connection

from annotation.models import PlayAssignment, Rater
from annotation.play_studies.assignment import CannotPlay, PlayStep, own_play, start_next
from annotation.studies.lifecycle import close_study, open_study
from simulator.models import Episode, Scenario, ScenarioVersion, Seat, State
from tests.annotation.play_studies.played_studies import PRACTICE, ends, play_study
from tests.annotation.study_fixtures import rater
from tests.waiting import join

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("redis_server")]


def plays(person: Rater, state: State = State.FINISHED) -> str:
    one = start_next(person)
    ends(one, state)
    return one.scenario.version.scenario.slug


def test_a_person_practises_and_then_plays_different_scenarios() -> None:
    made = play_study()
    person = rater(made)
    assert own_play(person).step == PlayStep.PRACTICE
    assert plays(person) == PRACTICE
    assert own_play(person).step == PlayStep.READY
    first, second = plays(person), plays(person)
    assert len({PRACTICE, first, second}) == 3
    own = own_play(person)
    assert (own.step, own.finished) == (PlayStep.DONE, 2)
    with pytest.raises(CannotPlay, match="played all your runs"):
        start_next(person)


def test_a_run_belongs_to_its_player_and_is_hidden_from_the_public() -> None:
    person = rater(play_study(role="assistant", partner="scripted"))
    row = start_next(person).episode
    assert row is not None and row.is_withheld
    assert (row.user_player, row.assistant_player) == ("scripted", "human")
    seat = Seat.objects.get(episode=row)
    assert (seat.player, seat.side) == (person.user, "assistant")


def test_a_second_request_gets_the_run_under_way() -> None:
    person = rater(play_study())
    assert start_next(person) == start_next(person)
    assert Episode.objects.count() == 1


def test_a_run_under_way_can_be_continued_but_none_started_after_the_study_is_closed() -> None:
    made = play_study(practice="")
    person, other = rater(made), rater(made, "Yarrow")
    one = start_next(person)
    close_study(made)
    assert start_next(person) == one
    with pytest.raises(CannotPlay, match="closed"):
        start_next(other)
    ends(one)
    assert own_play(person).step == PlayStep.CLOSED


def test_without_consent_nobody_plays() -> None:
    person = rater(play_study(), consented_at=None)
    with pytest.raises(CannotPlay, match="agree"):
        start_next(person)


def test_scenarios_are_used_evenly_and_up_to_their_quota() -> None:
    made = play_study(per_item=2, per_person=2, practice="")
    people = [rater(made, f"P{number}") for number in range(4)]
    given = Counter(plays(person) for _ in range(2) for person in people[:3])
    assert set(given.values()) == {2}
    assert own_play(people[3]).step == PlayStep.NONE_LEFT
    with pytest.raises(CannotPlay, match="no scenario left"):
        start_next(people[3])


@pytest.mark.parametrize("lost", [State.ABANDONED, State.FAILED, State.STOPPED])
def test_a_lost_run_gives_its_place_back_but_not_to_the_same_person(lost: State) -> None:
    made = play_study(per_item=1, per_person=1, practice="", scenarios="late_train")
    person, other = rater(made), rater(made, "Yarrow")
    assert plays(person, lost) == "late_train"
    assert own_play(person).step == PlayStep.NONE_LEFT
    assert plays(other) == "late_train"


def test_a_lost_practice_is_played_again_and_counts_nowhere() -> None:
    person = rater(play_study())
    assert plays(person, State.ABANDONED) == plays(person) == PRACTICE
    own = own_play(person)
    assert (own.step, own.finished, len(own.runs)) == (PlayStep.READY, 0, 2)


def test_the_first_scenario_differs_between_people_but_not_between_visits() -> None:
    made = play_study(practice="", per_item=1000)
    first: Counter[str] = Counter()
    for number in range(12):
        person = rater(made, f"P{number}", seed=number)
        one = start_next(person)
        first[one.scenario.version.scenario.slug] += 1
        assert start_next(person) == one
    assert first == {"dentist": 4, "late_train": 4, "short_night": 4}


def test_seeds_are_the_same_or_differ_by_run() -> None:
    same = play_study(practice="", seed=7)
    assert {_seed(rater(same, name)) for name in ("A", "B")} == {7}
    own = play_study(practice="", seed=7, seed_rule="own")
    assert len({_seed(rater(own, name)) for name in ("A", "B", "C")}) == 3


def _seed(person: Rater) -> int:
    row = start_next(person).episode
    assert row is not None and row.config["seed"] == row.seed
    return row.seed


def test_people_who_start_at_once_keep_the_quotas() -> None:
    made = play_study(per_item=2, per_person=1, practice="")
    people = [rater(made, f"P{number}") for number in range(9)]
    refused = _at_once([partial(start_next, person) for person in people])
    assert refused == 3
    taken = Counter(PlayAssignment.objects.values_list("scenario", flat=True))
    assert set(taken.values()) == {2}


def test_two_tabs_of_one_person_start_one_run() -> None:
    made = play_study(practice="")
    person = rater(made)
    tabs = [Rater.objects.select_related("study").get(pk=person.pk) for _ in range(5)]
    assert _at_once([partial(start_next, tab) for tab in tabs]) == 0
    assert PlayAssignment.objects.count() == Episode.objects.count() == 1


def _at_once(calls: list[Callable[[], object]]) -> int:
    """Make the calls in threads of their own, and return how many were refused."""
    refused: list[str] = []
    troubles: list[BaseException] = []
    start = threading.Barrier(len(calls))

    def make(call: Callable[[], object]) -> None:
        try:
            start.wait(30)
            call()
        except CannotPlay as problem:
            refused.append(str(problem))
        except BaseException as trouble:
            troubles.append(trouble)
        finally:
            connection.close()

    threads = [threading.Thread(target=make, args=(call,)) for call in calls]
    for thread in threads:
        thread.start()
    join(*threads)
    assert not troubles, troubles
    return len(refused)


def test_people_play_the_version_that_was_current_when_the_study_opened() -> None:
    draft = play_study(is_open=False, practice="", scenarios="late_train", per_person=1)
    older = ScenarioVersion.objects.get(scenario__slug="late_train")
    newer = _new_version(older)
    opened = open_study(draft)
    _new_version(older)
    one = start_next(rater(opened))
    assert one.episode is not None and one.episode.version == newer


def _new_version(older: ScenarioVersion) -> ScenarioVersion:
    """Make another version current, as a changed file does."""
    count = ScenarioVersion.objects.count()
    made = ScenarioVersion.objects.create(
        scenario=older.scenario, content_hash=f"changed{count}", source=older.source, title=older.title
    )
    Scenario.objects.filter(pk=older.scenario_id).update(current=made)
    return made
