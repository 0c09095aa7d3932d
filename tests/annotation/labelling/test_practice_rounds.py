"""Practice: in order, explained at once, counted once, with a second attempt."""

from __future__ import annotations

import pytest

from annotation.labelling.answering import undo
from annotation.labelling.claiming import Empty, claim
from annotation.labelling.practice_rounds import answer_practice, practice_items, practise_again
from annotation.labelling.refusals import Refused
from annotation.models import Answer, Item, Rater, Role, Study, StudyState
from tests.annotation.study_fixtures import items, rater, study

pytestmark = pytest.mark.django_db
RIGHT, WRONG = {"decision": "accept"}, {"decision": "reject"}


def beginner(count: int = 3) -> Rater:
    made = study(pass_mark=0.6)
    items(made, 2)
    items(made, count, Role.PRACTICE, explanation="She is late.")
    person = rater(made, passed_at=None)
    assert claim(person).empty == Empty.PRACTICE
    return person


def go(person: Rater, *given: dict[str, str]) -> str:
    for one in given:
        item = practice_items(person).next
        assert item is not None
        done = answer_practice(person, item.code, one)
    return done.state


def test_each_answer_is_explained_and_enough_right_ones_pass() -> None:
    person = beginner()
    first = practice_items(person).next
    assert first is not None and first.number == 3
    told = answer_practice(person, first.code, WRONG)
    assert (told.correct, told.right, told.explanation, told.done) == (False, RIGHT, "She is late.", False)
    assert go(person, RIGHT, RIGHT) == "passed"
    assert practice_items(person).score[:2] == (2, 3)
    person.refresh_from_db()
    assert person.passed_at is not None and claim(person).held
    assert set(Answer.objects.values_list("attempt", flat=True)) == {1}
    assert set(Item.objects.values_list("answered", flat=True)) == {0}
    with pytest.raises(Refused, match="no answer to undo"):
        undo(person)


def test_the_first_answer_counts_however_often_it_is_sent() -> None:
    person = beginner()
    item = practice_items(person).next
    assert item is not None
    told = answer_practice(person, item.code, WRONG)
    assert answer_practice(person, item.code, RIGHT) == told
    assert Answer.objects.count() == 1


def test_items_come_one_after_the_other() -> None:
    person = beginner()
    last = practice_items(person).items[-1].item
    with pytest.raises(Refused, match="in order"):
        answer_practice(person, last.code, RIGHT)


def test_there_is_a_second_attempt_and_no_third() -> None:
    person = beginner()
    assert go(person, WRONG, WRONG, RIGHT) == "again"
    last = practice_items(person).items[-1].item
    assert answer_practice(person, last.code, RIGHT).state == "again", "sent twice it is not in the next attempt"
    practise_again(person)
    assert practise_again(person).attempt == 2
    assert go(person, RIGHT, WRONG, WRONG) == "failed"
    assert claim(person).empty == Empty.FAILED
    with pytest.raises(Refused):
        practise_again(person)
    latest = Answer.objects.filter(is_latest=True).values_list("attempt", flat=True)
    assert list(latest) == [2, 2, 2] and Answer.objects.count() == 6


def test_practice_is_refused_where_judging_is() -> None:
    person = beginner()
    item = practice_items(person).next
    assert item is not None
    for given in ({}, {"decision": "gather_context"}):
        with pytest.raises(Refused):
            answer_practice(person, item.code, given)
    Study.objects.update(state=StudyState.CLOSED)
    with pytest.raises(Refused, match="closed"):
        answer_practice(person, item.code, RIGHT)
    Study.objects.update(state=StudyState.OPEN)
    Rater.objects.update(consented_at=None)
    with pytest.raises(Refused, match="agree"):
        answer_practice(person, item.code, RIGHT)
