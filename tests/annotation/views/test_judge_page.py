"""The page where people judge: what stands on it, for whom, and what happens where nothing can be judged."""

from __future__ import annotations

import gzip
import json
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from annotation.models import Assignment, Item, Rater, Role, Study, StudyState, StudyText
from annotation.questions import DECISION, MISSED, TIMING
from tests.annotation.judged import item_of, judged_study, points_of
from tests.annotation.played import played
from tests.annotation.study_fixtures import browser_of, items, rater, study
from tests.markup import markup_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("redis_server")]


def page(client: Client, of: Study, rest: str = "", status: int = 200, headers: dict[str, str] | None = None) -> str:
    response = client.get(f"/annotate/{of.pk}/{rest}", headers=headers)
    assert response.status_code == status
    return markup_of(response)


def code_on(html: str) -> str:
    return html.partition('name="code" value="')[2].partition('"')[0]


def offer_study(**fields: Any) -> Study:
    """One item, an offer."""
    made = study(**fields)
    item_of(made, points_of([played()], "offer")[0])
    return made


def test_the_page_has_who_one_is_what_happened_the_offer_and_the_answers() -> None:
    of = offer_study()
    html = page(browser_of(rater(of)), of)
    for words in ("You are Ada Lind", "You sit in a train", "You opened <b>Email</b>.", "As Ada, what do you answer?"):
        assert words in html
    assert "1 of 1" in html and "Sorrel" in html and "Be <em>kind</em>." in html and "version 1" in html
    for value, letter in (("accept", "a"), ("reject", "r"), ("gather_context", "m")):
        assert f'name="q_decision" value="{value}" data-letter="{letter}"' in html
    assert html.count("data-phone ") == 1


def test_the_goal_is_left_out_where_the_study_hides_it_and_comes_back_if_it_does_not() -> None:
    of = offer_study(hide_goal=True)
    client = browser_of(rater(of))
    assert "You sit in a train" not in page(client, of)
    Study.objects.filter(pk=of.pk).update(hide_goal=False)
    assert "You sit in a train" in page(client, of)


def test_silences_are_asked_about_without_a_card() -> None:
    of = study(asks=(DECISION, MISSED))
    item_of(of, points_of([played()], "silence")[2])
    html = page(browser_of(rater(of)), of)
    assert "Should it have offered help here?" in html and "what do you answer?" not in html
    assert "The assistant says nothing." in html and "data-card" not in html and "<blockquote" not in html


def test_a_reload_shows_the_same_item_with_what_was_written() -> None:
    of = judged_study(6, ("offer",))
    person = rater(of)
    client = browser_of(person)
    first = page(client, of)
    Assignment.objects.filter(rater=person, item__code=code_on(first)).update(
        draft={"given": {"decision": "reject"}, "reason": "Not <now>."}
    )
    again = page(client, of)
    assert code_on(again) == code_on(first)
    assert ">Not &lt;now&gt;.</textarea>" in again
    assert 'value="reject" data-letter="r" aria-pressed="true"' in again


def test_old_lines_are_folded_and_all_are_there() -> None:
    of = study(asks=(MISSED,))
    item_of(of, points_of([played(assistant="eager")], "silence")[-1])
    html = page(browser_of(rater(of)), of)
    earlier = int(html.partition("<summary>")[2].partition(" earlier")[0])
    steps = int(html.partition('data-steps="')[2].partition('"')[0])
    assert earlier > 5
    assert html.count("data-frame=") >= steps == earlier + 7


def test_an_item_that_cannot_be_shown_is_passed_over() -> None:
    of = offer_study()
    items(of, 5)
    person = rater(of)
    html = page(browser_of(person), of)
    assert "You are Ada Lind" in html
    assert Item.objects.filter(study=of, trouble="").count() == 1
    assert Assignment.objects.filter(rater=person).count() == 1


def test_an_item_that_nothing_is_asked_about_is_passed_over() -> None:
    of = offer_study()
    silence = item_of(of, points_of([played("dentist")], "silence")[0])
    assert "You are Ada Lind" in page(browser_of(rater(of)), of)
    trouble = Item.objects.get(pk=silence.pk).trouble
    assert trouble == "The study has no question about silences. Add a question about them, or leave out the item."


def test_where_nothing_can_be_shown_the_page_says_so() -> None:
    of = study()
    items(of, 3)
    assert "Nothing to judge yet" in page(browser_of(rater(of)), of)


@pytest.mark.parametrize(
    ("state", "says"), [(StudyState.DRAFT, "Not open yet"), (StudyState.CLOSED, "This study is closed")]
)
def test_a_study_that_is_not_open_says_so(state: StudyState, says: str) -> None:
    of = offer_study(state=state)
    assert says in page(browser_of(rater(of)), of)


def test_whoever_has_not_agreed_or_practised_is_sent_there_first() -> None:
    of = offer_study()
    item_of(of, points_of([played("dentist")], "offer")[0], role=Role.PRACTICE)
    person = rater(of, ready=False)
    client = browser_of(person)
    assert client.get(f"/annotate/{of.pk}/").headers["Location"] == f"/annotate/{of.pk}/consent/"
    Rater.objects.update(consented_at=timezone.now(), consent_version=1)
    assert client.get(f"/annotate/{of.pk}/").headers["Location"] == f"/annotate/{of.pk}/practice/"


def test_pictures_are_those_of_the_item_packed_and_kept_by_the_browser() -> None:
    of = offer_study()
    client = browser_of(rater(of))
    html = page(client, of)
    response = client.get(f"/annotate/{of.pk}/item/{code_on(html)}/frames/")
    assert response.headers["Content-Encoding"] == "gzip"
    assert "private" in response.headers["Cache-Control"]
    frames = json.loads(gzip.decompress(response.content))
    assert len(frames) == int(html.partition('data-steps="')[2].partition('"')[0])
    assert all("data-phone" in frame for frame in frames)


def test_pictures_and_items_of_others_are_not_there() -> None:
    of = judged_study(2, per_item=1)
    client, other = browser_of(rater(of)), rater(of, "Maple")
    html = page(client, of)
    for rest in (f"item/{code_on(html)}/", f"item/{code_on(html)}/frames/", "item/nothing/", "item/nothing/frames/"):
        page(browser_of(other), of, rest, status=404)
    page(client, study(title="Other"), status=404)


def test_pictures_of_practice_items_are_for_everybody_in_the_study() -> None:
    of = study()
    code = item_of(of, points_of([played()], "offer")[0], role=Role.PRACTICE).code
    assert browser_of(rater(of)).get(f"/annotate/{of.pk}/item/{code}/frames/").status_code == 200


def test_one_of_the_last_ten_answers_is_opened_with_what_was_said() -> None:
    of = judged_study(3, ("offer",))
    person = rater(of)
    client = browser_of(person)
    code = code_on(page(client, of))
    sent = {"code": code, "q_decision": "gather_context", "reason": "Which one?"}
    client.post(f"/annotate/{of.pk}/answer/", sent)
    html = page(client, of, f"item/{code}/")
    assert "You are changing answer 1." in html and "Which one?" in html and 'aria-pressed="true"' in html
    assert client.get(f"/annotate/{of.pk}/item/{code_on(page(client, of))}/").status_code == 302
    for state in (StudyState.CLOSED, StudyState.OPEN):
        Study.objects.update(state=state)
        page(client, of, f"item/{code}/", status=200 if state == StudyState.OPEN else 302)
    now = timezone.now() + timedelta(hours=1)
    times = {"claimed_at": now, "lease_until": now, "answered_at": now}
    for number, item in enumerate(items(of, 10), 2):
        Assignment.objects.create(item=item, rater=person, place=number, **times)
    page(client, of, f"item/{code}/", status=404)


def test_a_number_that_no_study_can_have_is_not_there() -> None:
    page(browser_of(rater(offer_study())), Study(pk=10**30), status=404)


def test_guidelines_are_a_page_and_a_part() -> None:
    of = offer_study()
    StudyText.objects.create(study=of, kind="guidelines", version=2, text="Now *quite* kind.")
    client = browser_of(rater(of))
    part = page(client, of, "guidelines/", headers={"x-part": "guidelines"})
    assert 'data-version="2"' in part and "<em>quite</em>" in part and "<html" not in part
    assert "<em>quite</em>" in page(client, of, "guidelines/")


def test_several_questions_come_one_after_the_other() -> None:
    of = offer_study(asks=(DECISION, TIMING))
    html = page(browser_of(rater(of)), of)
    assert "1 of 2" in html and "2 of 2" in html
    assert html.count('class="question many active"') == 1
    assert 'data-key="timing" hidden' in html


def test_hostile_words_are_shown_as_words() -> None:
    of = offer_study()
    script = "<script>alert(1)</script>"
    client = browser_of(rater(of, pseudonym=script[:60]))
    page(client, of)
    show = Item.objects.get(study=of).show
    show.body = {**show.body, "offer": script, "goal": script, "name": script}
    show.save()
    Study.objects.filter(pk=of.pk).update(title=script, hide_goal=True)
    page(client, of)
    Study.objects.filter(pk=of.pk).update(hide_goal=False)
    html = page(client, of)
    assert script not in html and "&lt;script&gt;" in html
