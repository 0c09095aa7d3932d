"""Opening a study: what is missing before is told, and it can be closed and opened again."""

from __future__ import annotations

from typing import Any

import pytest

from annotation.models import Item, Role, StudyState
from annotation.studies.lifecycle import lacks_of
from annotation.views.checklist import checklist_of
from tests.annotation.study_fixtures import items
from tests.annotation.views.leading import leading, text_of

pytestmark = pytest.mark.django_db


def test_the_checklist_tells_what_is_missing_and_opening_says_the_same() -> None:
    client, made = leading(guidelines="")
    assert [step.title for step in checklist_of(made).missing] == ["Items", "Practice", "Guidelines"]
    answer = client.post(f"/studies/{made.pk}/open/", follow=True)
    text = text_of(answer.content.decode())
    for sentence in lacks_of(made):
        assert sentence in text
    made.refresh_from_db()
    assert made.state == StudyState.DRAFT


@pytest.mark.parametrize(
    ("plan", "roles", "kind"),
    [
        ({}, [Role.REAL, Role.PRACTICE], "offer"),
        ({}, [Role.REAL], "offer"),
        ({"pass_mark": 0}, [Role.REAL], "offer"),
        ({"pass_mark": 0}, [Role.GOLD], "offer"),
        ({"pass_mark": 0}, [Role.REAL], "silence"),
        ({"pass_mark": 0, "questions": ["missed"]}, [Role.REAL], "silence"),
        ({"pass_mark": 0, "guidelines": ""}, [Role.REAL], "offer"),
    ],
)
def test_a_study_is_ready_exactly_if_it_can_be_opened(plan: dict[str, Any], roles: list[Role], kind: str) -> None:
    _, made = leading(**plan)
    for role in roles:
        items(made, 1, role=role, kind=kind)
    assert checklist_of(made).is_ready == (not list(lacks_of(made)))


def test_items_that_cannot_be_shown_do_not_count() -> None:
    _, made = leading(pass_mark=0)
    items(made, 2)
    Item.objects.filter(number=1).update(trouble="The run is gone.")
    assert "1 can’t be shown" in checklist_of(made).steps[0].says
    Item.objects.update(trouble="The run is gone.")
    assert not checklist_of(made).is_ready and list(lacks_of(made))


def test_a_study_is_opened_closed_and_opened_again() -> None:
    client, made = leading(pass_mark=0)
    items(made, 2)
    states = []
    for action in ("open", "close", "open"):
        answer = client.post(f"/studies/{made.pk}/{action}/")
        assert answer["Location"] == f"/studies/{made.pk}/"
        made.refresh_from_db()
        states.append(made.state)
    assert states == ["open", "closed", "open"]
    assert client.get(f"/studies/{made.pk}/open/").status_code == 405
