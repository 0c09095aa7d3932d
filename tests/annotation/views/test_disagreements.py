"""Where people differ, with the items behind every number, and one item with everything that was said about it."""

from __future__ import annotations

import re
from typing import Any

import pytest

from annotation.models import Item, Role, Study
from annotation.questions import DECISION, TIMING
from annotation.results.current_answers import current_answers
from annotation.results.disputes import disputed, judged_items
from tests.annotation.answered import answered
from tests.annotation.judged import judged_study
from tests.annotation.study_fixtures import items, rater, study
from tests.annotation.views.followed import OTHERS, lead_of, words
from tests.simulator.views.cast import ESCAPED, SCRIPT, signed_in

pytestmark = pytest.mark.django_db


def said(made: Study, *answers: str, **fields: Any) -> Item:
    """An item about which one person after the other says this."""
    (item,) = items(made, 1, **fields)
    for place, value in enumerate(answers):
        name = f"P{place}"
        answered(made.raters.filter(pseudonym=name).first() or rater(made, name), item, value)
    return item


def numbers(html: str) -> list[int]:
    return [int(found) for found in re.findall(r'<a href="/studies/\d+/items/(\d+)/">\d+</a>', html)]


def listed(made: Study, query: str = "") -> list[int]:
    return numbers(lead_of(made).get(f"/studies/{made.pk}/disagreements/{query}").content.decode())


def test_the_most_evenly_split_come_first_and_agreement_is_none() -> None:
    made = study()
    said(made, "accept", "accept", "reject")
    said(made, "accept", "accept", "accept")
    said(made, "accept", "reject", "gather_context")
    said(made, "accept")
    found = disputed(judged_items(current_answers(made), "decision"))
    assert [one.item.number for one in found] == [3, 1]
    assert [one.majority for one in found] == ["", "accept"]
    assert listed(made) == [3, 1]


def test_the_simulated_user_is_compared_with_a_majority_of_two_or_more() -> None:
    made = study()
    said(made, "accept", "accept", simulated="reject")
    said(made, "accept", simulated="reject")
    said(made, "accept", "reject", simulated="reject")
    said(made, "accept", "accept", simulated="accept")
    said(made, "accept", "accept", simulated="", kind="silence")
    assert listed(made, "?with=simulated") == [1]


def test_people_left_out_gold_and_what_was_taken_back_do_not_disagree() -> None:
    made = study()
    one = said(made, "accept", "reject")
    said(made, "accept", "reject", "accept")
    gold = items(made, 1, Role.GOLD)[0]
    for who, value in zip(made.raters.all(), ("accept", "reject", "accept"), strict=True):
        answered(who, gold, value)
    assert listed(made) == [1, 2]
    answered(made.raters.get(pseudonym="P1"), one, "")
    assert listed(made) == [2]
    made.raters.filter(pseudonym="P1").update(left_out=True)
    assert listed(made) == []


def test_models_and_questions_are_chosen_in_the_address() -> None:
    made = study(asks=(DECISION, TIMING))
    said(made, "accept", "reject", model="atlas")
    said(made, "accept", "reject", model="petit")
    assert listed(made, "?model=petit") == [2]
    assert listed(made, "?model=nonsense") == [1, 2]
    assert listed(made, "?key=timing") == []
    who = made.raters.all()
    item = made.items.get(number=1)
    for one, value in zip(who, ("early", "late"), strict=True):
        answered(one, item, {"decision": "accept", "timing": value})
    assert listed(made, "?key=timing") == [1]
    assert listed(made, "?key=timing&with=simulated") == [1]


@pytest.mark.parametrize(
    ("query", "count"),
    [("?most=accept&did=reject", 1), ("?most=none&did=accept", 1), ("?did=accept", 2), ("?most=accept", 2)],
)
def test_items_behind_a_number(query: str, count: int) -> None:
    made = study()
    said(made, "accept", simulated="reject")
    said(made, "accept", "reject", simulated="accept")
    said(made, "accept", "accept", simulated="accept")
    assert len(listed(made, query)) == count


def test_viewers_see_no_way_to_single_answers_and_no_names() -> None:
    made = study()
    said(made, "accept", "reject")
    html = signed_in("viewer").get(f"/studies/{made.pk}/disagreements/").content.decode()
    assert numbers(html) == []
    assert "Shall I order a cab?" in html
    # As words: a token of the page may have these letters in it.
    assert not re.search(r"\bP[01]\b", html)


def test_one_item_as_annotators_see_it_and_what_they_do_not_see() -> None:
    made = judged_study(4, ("offer",))
    item = made.items.get(number=2)
    who = rater(made, "Sorrel")
    answered(who, item, "accept", seconds=7)
    answered(who, item, "gather_context", reason=SCRIPT, seconds=1)
    client = lead_of(made)
    html = client.get(f"/studies/{made.pk}/items/2/").content.decode()
    text = words(html)
    assert "data-phone-place" in html and "What happened" in text
    assert f'href="/runs/{item.episode_id}/{item.moment}/"' in html
    assert "More info" in text and "revision 2" in text and "Earlier revisions" in text and "7.0 s" in text
    assert ESCAPED in html and SCRIPT not in html
    assert f'href="/studies/{made.pk}/items/1/"' in html and f'href="/studies/{made.pk}/items/3/"' in html
    assert "Your answer" not in html
    frames = client.get(f"/studies/{made.pk}/items/2/frames/")
    assert frames["Content-Encoding"] == "gzip" and "private" in frames["Cache-Control"]
    assert client.get(f"/studies/{made.pk}/items/99/").status_code == 404


def test_an_item_that_cannot_be_shown_says_so_and_keeps_its_answers() -> None:
    made = study()
    item = said(made, "accept", trouble="Moment 3 is gone.")
    html = lead_of(made).get(f"/studies/{made.pk}/items/{item.number}/").content.decode()
    assert "Moment 3 is gone." in html and "P0" in html
    assert lead_of(made).get(f"/studies/{made.pk}/items/{item.number}/frames/").status_code == 404


@pytest.mark.parametrize(("who", "status"), OTHERS)
def test_only_those_who_lead_a_study_see_an_item_with_its_answers(who: str, status: int) -> None:
    made = study()
    said(made, "accept")
    lead_of(made)
    client = signed_in(who)
    for address in ("items/1/", "items/1/frames/"):
        assert client.get(f"/studies/{made.pk}/{address}").status_code == status
