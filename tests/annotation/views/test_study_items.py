"""The items of a study: found, marked for practice and as gold with right answers, left out, and put in order."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from annotation.models import Item, Role, Study, StudyState
from annotation.studies.lifecycle import open_study
from tests.annotation.study_fixtures import items
from tests.annotation.views.leading import leading, read, text_of
from tests.markup import markup_of
from tests.simulator.views.cast import ESCAPED, SCRIPT

pytestmark = pytest.mark.django_db
PRACTICE: dict[str, str] = {"role": "practice", "right_decision": "accept", "explanation": "It helps."}


@pytest.fixture
def lead() -> tuple[Client, Study]:
    """1 to 4: accepted offers of runs that went well; 5: rejected, no success; 6: a silence."""
    client, made = leading(questions=["decision", "timing", "missed"])
    items(made, 4)
    items(made, 1, simulated="reject", outcome="miss", model="petit-8b", scenario="dentist", offer=f"Stop {SCRIPT}")
    items(made, 1, kind="silence", offer="", simulated="")
    return client, made


def table(lead: tuple[Client, Study], query: str = "") -> str:
    client, made = lead
    return read(client, f"/studies/{made.pk}/items/{query}")


def mark(lead: tuple[Client, Study], number: int, **data: str) -> Any:
    client, made = lead
    return client.post(f"/studies/{made.pk}/items/{number}/role/", data)


def one(number: int) -> Item:
    return Item.objects.get(number=number)


def shown(page: str) -> list[int]:
    return [int(part.partition('"')[0]) for part in page.split('<tr id="item-')[1:]]


def test_all_items_with_what_they_were_sampled_by_and_a_way_to_the_run(lead: tuple[Client, Study]) -> None:
    page = table(lead)
    assert shown(page) == [1, 2, 3, 4, 5, 6]
    text = text_of(page)
    assert "6 to be judged" in text and "petit-8b" in text and "rejected" in text and "A silence" in text
    assert ESCAPED in page and SCRIPT not in page
    item = one(5)
    assert f'href="{reverse("run_step", args=[item.episode_id, item.moment])}"' in page


@pytest.mark.parametrize(
    ("query", "numbers"),
    [
        ("?role=gold", [4]),
        ("?kind=silence", [6]),
        ("?model=petit-8b", [5]),
        ("?simulated=reject", [5]),
        ("?outcome=success&kind=offer", [1, 2, 3, 4]),
        ("?q=stop", [5]),
        ("?q=dentist+petit", [5]),
        ("?q=%233", [3]),
        ("?batch=1&role=gold", [4]),
        ("?role=king", [1, 2, 3, 4, 5, 6]),
    ],
)
def test_filters(lead: tuple[Client, Study], query: str, numbers: list[int]) -> None:
    Item.objects.filter(number=4).update(role=Role.GOLD)
    assert shown(table(lead, query)) == numbers


def test_without_items_the_way_to_the_sample_is_shown() -> None:
    client, made = leading()
    assert f'href="/studies/{made.pk}/sample/">Draw items' in read(client, f"/studies/{made.pk}/items/")


def test_the_form_of_an_item_suggests_what_the_simulated_user_did_where_that_went_well(
    lead: tuple[Client, Study],
) -> None:
    assert "Use the simulated user’s answer: Accept" in table(lead, "?mark=1")
    assert "No suggestion: the run was not judged a success." in table(lead, "?mark=5")
    silence = table(lead, "?mark=6&q=1")
    assert 'name="right_missed"' in silence and 'name="right_decision"' not in silence
    assert "mark-form" not in table(lead, "?mark=99")


def test_practice_needs_a_right_answer_and_an_explanation(lead: tuple[Client, Study]) -> None:
    answer = mark(lead, 2, **{**PRACTICE, "explanation": " "})
    page = markup_of(answer)
    assert answer.status_code == 422 and "Explain why this answer is right" in page
    assert 'name="right_decision" value="accept" checked' in page, "what was chosen is still chosen"
    answer = mark(lead, 2, role="practice", explanation="It <b>helps</b>.")
    assert "Choose the right answer" in markup_of(answer)
    assert "It &lt;b&gt;helps&lt;/b&gt;.</textarea>" in markup_of(answer)
    assert one(2).role == Role.REAL
    answer = mark(lead, 2, **PRACTICE, back="role=real&page=1")
    assert answer["Location"].endswith("/items/?role=real&page=1#item-2")
    assert (one(2).role, one(2).right_answers, one(2).explanation) == ("practice", {"decision": "accept"}, "It helps.")


def test_gold_needs_no_explanation_and_may_have_several_right_answers(lead: tuple[Client, Study]) -> None:
    mark(lead, 1, role="gold", right_decision="reject", right_timing="early")
    assert one(1).right_answers == {"decision": "reject", "timing": "early"}
    assert mark(lead, 3, role="gold", right_decision="maybe").status_code == 422
    mark(lead, 1, role="real")
    assert (one(1).role, one(1).right_answers) == ("real", {})


def test_a_role_that_is_none_is_refused(lead: tuple[Client, Study]) -> None:
    assert mark(lead, 1, role="king").status_code == 422
    assert mark(lead, 1).status_code == 422
    assert one(1).role == Role.REAL


def test_several_become_gold_with_the_simulated_users_answers(lead: tuple[Client, Study]) -> None:
    client, made = lead
    answer = client.post(
        f"/studies/{made.pk}/items/mark/", {"do": "gold", "item": ["1", "2", "5", "6"], "back": "q=x"}, follow=True
    )
    text = text_of(markup_of(answer))
    assert "2 items are now gold." in text
    assert "Items 5, 6 were not changed. The simulated user suggests no right answer" in text
    assert answer.redirect_chain[0][0].endswith("/items/?q=x")
    assert [one(number).role for number in (1, 2, 5, 6)] == ["gold", "gold", "real", "real"]
    assert one(1).right_answers == {"decision": "accept"}


def test_several_are_left_out_and_taken_in_again(lead: tuple[Client, Study]) -> None:
    client, made = lead
    client.post(f"/studies/{made.pk}/items/mark/", {"do": "dropped", "item": ["1", "6"]})
    assert [one(number).role for number in (1, 6)] == ["dropped", "dropped"]
    client.post(f"/studies/{made.pk}/items/mark/", {"do": "real", "item": ["6"]})
    assert one(6).role == Role.REAL
    none = client.post(f"/studies/{made.pk}/items/mark/", {"do": "real"}, follow=True)
    assert "Tick items first" in markup_of(none)
    assert client.post(f"/studies/{made.pk}/items/mark/", {"do": "practice", "item": "1"}).status_code == 404


def test_practice_is_put_in_order(lead: tuple[Client, Study]) -> None:
    client, made = lead
    for number, why in ((1, "first"), (3, "second"), (4, "third")):
        mark(lead, number, **{**PRACTICE, "explanation": why})

    def order() -> list[str]:
        return list(Item.objects.filter(role=Role.PRACTICE).order_by("number").values_list("explanation", flat=True))

    def move(number: int, do: str) -> None:
        client.post(f"/studies/{made.pk}/items/practice/", {"item": str(number), "do": do})

    move(4, "earlier")
    assert order() == ["first", "third", "second"]
    move(1, "later")
    assert order() == ["third", "first", "second"]
    move(1, "earlier")
    move(4, "later")
    assert order() == ["third", "first", "second"]
    assert list(Item.objects.order_by("number").values_list("number", flat=True)) == [1, 2, 3, 4, 5, 6]
    refused = client.post(f"/studies/{made.pk}/items/practice/", {"item": "2", "do": "later"}, follow=True)
    assert "Item 2 is not a practice item" in markup_of(refused)
    assert client.post(f"/studies/{made.pk}/items/practice/", {"item": "x"}).status_code == 404


def test_in_an_open_study_items_are_left_out_but_not_made_gold(lead: tuple[Client, Study]) -> None:
    client, made = lead
    mark(lead, 1, **PRACTICE)
    open_study(made)
    page = table(lead, "?mark=2")
    assert 'name="role" value="gold"' not in page and 'name="role" value="dropped"' in page
    assert "Mark item 1" not in page and "Mark item 3" in page
    assert 'name="do" value="gold"' not in page
    answer = mark(lead, 2, role="gold", right_decision="accept")
    assert answer.status_code == 422
    assert "The study is open, so you can only leave items out" in markup_of(answer)
    mark(lead, 2, role="dropped")
    assert one(2).role == Role.DROPPED
    moved = client.post(f"/studies/{made.pk}/items/practice/", {"item": "1", "do": "later"}, follow=True)
    assert "the order of the practice is fixed" in markup_of(moved)
    Study.objects.update(state=StudyState.CLOSED)
    assert mark(lead, 2, role="real").status_code == 422
    assert ">Mark</a>" not in table(lead)


def test_an_item_of_another_study_is_out_of_reach(lead: tuple[Client, Study]) -> None:
    client, made = lead
    _, other = leading(title="Other")
    items(other, 9)
    assert client.post(f"/studies/{made.pk}/items/9/role/", PRACTICE).status_code == 404
    client.post(f"/studies/{made.pk}/items/mark/", {"do": "dropped", "item": ["9"]})
    assert not Item.objects.filter(role=Role.DROPPED).exists()


def test_many_items_are_paged_and_the_filter_stays(lead: tuple[Client, Study]) -> None:
    _, made = lead
    items(made, 60)
    page = table(lead, "?kind=offer&page=2")
    assert "Page 2 of 2" in page and len(shown(page)) == 15
    assert "kind=offer&amp;page=1" in page
