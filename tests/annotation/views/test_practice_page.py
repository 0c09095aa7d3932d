"""Practice: item by item, told at once what is right; passed, tried again, or kindly ended."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from annotation.models import Answer, Item, Rater, Role, Study, StudyState
from annotation.questions import DECISION, TIMING
from tests.annotation.looks import with_looks
from tests.annotation.study_fixtures import browser_of, items, rater, study
from tests.markup import markup_of

pytestmark = pytest.mark.django_db
WHY = "It was *what she wanted*."


class Practising:
    """Somebody who has agreed and begins to practise; to accept is right everywhere."""

    def __init__(self, count: int = 2, **fields: Any) -> None:
        self.study: Study = study(**{"pass_mark": 1.0, **fields})
        self.items: list[Item] = with_looks(items(self.study, count, Role.PRACTICE, explanation=WHY))
        with_looks(items(self.study, 2))
        self.rater = rater(self.study, passed_at=None)
        self.client: Client = browser_of(self.rater)
        self.path = f"/annotate/{self.study.pk}/practice/"

    def page(self, query: str = "") -> str:
        response = self.client.get(self.path + query)
        assert response.status_code == 200
        return markup_of(response)

    def says(self, number: int, value: str = "accept", **more: str) -> Any:
        return self.client.post(self.path, {"code": self.items[number].code, "q_decision": value, **more})

    def after(self, number: int) -> str:
        return self.page(f"?after={self.items[number].code}")

    def fails(self) -> None:
        for number in range(len(self.items)):
            self.says(number, "reject")


def test_the_way_from_the_first_item_to_the_study() -> None:
    one = Practising()
    assert one.client.get(f"/annotate/{one.study.pk}/").headers["Location"] == one.path
    text = one.page()
    assert "Practice 1 of 2" in text and "As Leila, what do you answer?" in text and WHY not in text
    assert one.says(0).headers["Location"] == f"{one.path}?after={one.items[0].code}"
    told = one.after(0)
    assert "Right: Accept" in told and "<em>what she wanted</em>" in told and ">Next <kbd" in told
    assert "Practice 2 of 2" in one.page()
    one.says(1)
    assert "See your result" in one.after(1)
    text = one.page()
    assert "2 of 2 right: you are ready" in text and f'action="/annotate/{one.study.pk}/"' in text
    assert one.client.get(f"/annotate/{one.study.pk}/").status_code == 200
    assert Rater.objects.get().passed_at is not None


def test_a_wrong_answer_is_told_with_the_right_one() -> None:
    one = Practising()
    one.says(0, "reject")
    told = one.after(0)
    assert "the right answer is Accept" in told and "You said Reject" in told and "<em>what she wanted</em>" in told


def test_whoever_fails_is_told_what_to_look_at_and_tries_again() -> None:
    one = Practising(3, pass_mark=0.6)
    one.says(0)
    one.says(1, "reject")
    one.says(2, "reject")
    text = one.page()
    assert "1 of 3 right, 2 are needed" in text and "one more try" in text
    assert text.count("You said Reject; the right answer is <b>Accept</b>") == 2
    assert one.client.post(one.path, {"again": "1"}).headers["Location"] == one.path
    assert "Practice 1 of 3" in one.page()
    for number in range(3):
        one.says(number)
    assert "you are ready" in one.page()


def test_whoever_fails_twice_is_thanked_with_the_code_for_it() -> None:
    codes = {"screened_code": "SCREENED", "completion_code": "DONE", "return_url": "https://panel.example/back"}
    one = Practising(1, **codes)
    one.fails()
    one.client.post(one.path, {"again": "1"})
    one.fails()
    assert one.client.get(one.path).headers["Location"] == f"/annotate/{one.study.pk}/"
    text = markup_of(one.client.get(f"/annotate/{one.study.pk}/"))
    assert "Thank you for trying" in text and ">SCREENED<" in text and "DONE" not in text
    assert 'href="https://panel.example/back?cc=SCREENED"' in text
    one.client.post(one.path, {"again": "1"})
    assert Rater.objects.get().practice_attempt == 2


def test_nothing_is_told_of_what_was_not_answered() -> None:
    one = Practising()
    real = Item.objects.filter(role=Role.REAL)[0]
    for code in (one.items[0].code, real.code, "nonsense"):
        assert one.client.get(f"{one.path}?after={code}").status_code == 404
        assert one.client.get(f"/annotate/{one.study.pk}/item/{code}/").status_code == 404


def test_items_come_one_after_the_other() -> None:
    one = Practising()
    assert one.says(1).headers["Location"] == f"/annotate/{one.study.pk}/"
    assert not Answer.objects.exists()


def test_an_answer_that_needs_a_reason_waits_for_it() -> None:
    one = Practising()
    response = one.says(0, "gather_context")
    text = markup_of(response)
    assert response.status_code == 409 and "needs a reason" in text
    assert one.says(0, "gather_context", reason="Which train?").status_code == 302
    assert Answer.objects.get().reason == "Which train?"


def test_two_questions_without_a_script_come_one_after_the_other() -> None:
    one = Practising(asks=(DECISION, TIMING))
    response = one.says(0)
    assert response.status_code == 200 and 'action="?q_decision=accept"' in markup_of(response)
    code = one.items[0].code
    one.client.post(f"{one.path}?q_decision=accept", {"code": code, "q_timing": "late"})
    assert dict(Answer.objects.values_list("key", "value")) == {"decision": "accept", "timing": "late"}


def test_what_was_practised_can_be_looked_at_later() -> None:
    one = Practising(1)
    one.says(0)
    Study.objects.update(state=StudyState.CLOSED)
    assert "1 of 1 right" in one.page() and "Start" not in one.page()
    assert "Right: Accept" in one.after(0)


@pytest.mark.parametrize("state", [StudyState.DRAFT, StudyState.CLOSED])
def test_nobody_practises_in_a_study_that_is_not_open(state: StudyState) -> None:
    one = Practising()
    Study.objects.update(state=state)
    assert one.client.get(one.path).headers["Location"] == f"/annotate/{one.study.pk}/"
    one.says(0)
    assert not Answer.objects.exists()


def test_without_practice_items_the_study_begins_at_once() -> None:
    made = study()
    client = browser_of(rater(made, passed_at=None))
    assert client.get(f"/annotate/{made.pk}/practice/").headers["Location"] == f"/annotate/{made.pk}/"
