"""What the page sends: answers with what comes next, drafts, signs of life, undo; by script and by plain forms."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from annotation.models import Answer, Assignment, Item, Rater, Study, StudyState, StudyText
from annotation.questions import DECISION, TIMING
from annotation.studies.item_preparation import prepare
from tests.annotation.judged import item_of, judged_study, points_of
from tests.annotation.played import played
from tests.annotation.study_fixtures import browser_of, rater, study
from tests.markup import markup_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("redis_server")]
MOST_QUERIES = 17


class Person:
    """Somebody in front of the page, whose script sends what they press."""

    def __init__(self, of: Study, pseudonym: str = "Sorrel") -> None:
        self.of, self.rater = of, rater(of, pseudonym)
        self.client: Client = browser_of(self.rater)

    def page(self) -> str:
        response = self.client.get(f"/annotate/{self.of.pk}/")
        assert response.status_code == 200
        return markup_of(response)

    def code(self) -> str:
        return self.page().partition('name="code" value="')[2].partition('"')[0]

    def send(self, what: str, status: int = 200, **fields: Any) -> Any:
        fields = {name: value for name, value in fields.items() if value is not None}
        response = self.client.post(f"/annotate/{self.of.pk}/{what}/", fields, headers={"accept": "application/json"})
        assert response.status_code == status, response.content
        return response.json() if response.content else None

    def post(self, what: str = "answer", **fields: Any) -> Any:
        """As a form, without a script."""
        return self.client.post(f"/annotate/{self.of.pk}/{what}/", fields, follow=True)

    def said(self, code: str) -> dict[str, str]:
        rows = Answer.objects.filter(rater=self.rater, item__code=code, is_latest=True)
        return dict(rows.values_list("key", "value"))


@pytest.fixture
def person() -> Person:
    return Person(judged_study(5, ("offer",)))


def test_an_answer_brings_the_item_after_the_next(person: Person) -> None:
    code = person.code()
    found = person.send("answer", code=code, q_decision="accept", reason="Good.", seconds="4.5", have=[code])
    assert person.said(code) == {"decision": "accept"}
    assert len(found["items"]) == 2 and found["empty"] is None
    assert {item["code"] for item in found["items"]} == set(
        Assignment.objects.filter(rater=person.rater, answered_at=None).values_list("item__code", flat=True)
    )
    for item in found["items"]:
        assert set(item["parts"]) == {"phone", "told", "ask"}
    assert f'data-code="{code}"' in found["entry"] and "Accept" in found["entry"]
    assert found["progress"]["answered"] == 1 and found["progress"]["place"] == 2


def test_what_the_page_has_already_is_not_sent_again(person: Person) -> None:
    code = person.code()
    held = Assignment.objects.filter(rater=person.rater, answered_at=None).exclude(item__code=code).get()
    found = person.send("answer", code=code, q_decision="accept", have=[code, held.item.code])
    assert [("parts" in item) for item in found["items"]] == [False, True]


def test_after_the_last_item_there_is_nothing_and_the_page_says_thanks(person: Person) -> None:
    for _ in range(5):
        found = person.send("answer", code=person.code(), q_decision="reject")
    assert (found["items"], found["empty"]) == ([], "all_done")
    assert "Thank you" in person.page()


def test_more_info_without_a_reason_is_refused_in_a_sentence(person: Person) -> None:
    found = person.send("answer", 409, code=person.code(), q_decision="gather_context", reason=" ")
    assert found == {"problem": "“More info” needs a reason. Write a few words.", "kind": "bad_answer"}


@pytest.mark.parametrize(
    ("fields", "kind"),
    [
        ({"code": "nothing"}, "not_held"),
        ({"q_decision": "perhaps"}, "bad_answer"),
        ({"q_decision": None}, "bad_answer"),
    ],
)
def test_what_is_no_answer_is_refused(person: Person, fields: dict[str, Any], kind: str) -> None:
    sent = {"code": person.code(), "q_decision": "accept", **fields}
    assert person.send("answer", 409, **sent)["kind"] == kind
    assert not Answer.objects.exists()


def test_a_time_that_is_no_number_is_no_time(person: Person) -> None:
    for seconds in ("nan", "inf", "soon", "-3", "1e400"):
        person.send("answer", code=person.code(), q_decision="accept", seconds=seconds)
    assert set(Answer.objects.values_list("seconds", flat=True)) <= {0.0}


def test_undo_opens_the_item_again_with_what_was_chosen(person: Person) -> None:
    code = person.code()
    person.send("answer", code=code, q_decision="reject", reason="Too dear.")
    found = person.send("undo", code=code)
    assert [item["code"] for item in found["items"]] == [code]
    assert found["items"][0]["draft"] == {"given": {"decision": "reject"}, "reason": "Too dear."}
    assert found["last"] == "" and found["progress"]["answered"] == 0
    assert person.said(code) == {"decision": ""}
    assert person.code() == code
    Answer.objects.all().delete()
    Assignment.objects.update(revision=0)
    assert person.send("undo", 409)["kind"] == "nothing_to_undo"


def test_an_edit_is_a_revision(person: Person) -> None:
    code = person.code()
    person.send("answer", code=code, q_decision="reject")
    person.send("answer", code=code, q_decision="accept")
    assert person.said(code) == {"decision": "accept"}
    assert Answer.objects.filter(item__code=code).count() == 2


def test_a_draft_is_kept_and_one_of_another_is_refused(person: Person) -> None:
    code = person.code()
    person.send("draft", 204, code=code, q_decision="accept", reason="Fits the bud")
    row = Assignment.objects.get(rater=person.rater, item__code=code)
    assert row.draft == {"given": {"decision": "accept"}, "reason": "Fits the bud"}
    other = Person(person.of, "Maple")
    theirs = Item.objects.exclude(assignments__rater=other.rater).first()
    assert theirs is not None
    assert other.send("draft", 409, code=theirs.code, reason="x")["kind"] == "not_held"


def test_a_sign_of_life_keeps_the_items_and_tells_of_new_guidelines(person: Person) -> None:
    code = person.code()
    soon = timezone.now() + timedelta(seconds=5)
    Assignment.objects.update(lease_until=soon)
    StudyText.objects.create(study=person.of, kind="guidelines", version=2, text="Kinder.")
    assert person.send("beat", code=[code]) == {"guidelines": 2}
    row = Assignment.objects.get(item__code=code, rater=person.rater)
    assert row.lease_until > soon


@pytest.mark.parametrize(("shown", "kept"), [("1", 1), ("2", 2), ("9", 2), ("", 2), ("one", 2)])
def test_an_answer_keeps_the_version_of_the_guidelines_that_was_shown(person: Person, shown: str, kept: int) -> None:
    code = person.code()
    StudyText.objects.create(study=person.of, kind="guidelines", version=2, text="Kinder.")
    person.send("answer", code=code, q_decision="accept", guidelines=shown)
    assert Answer.objects.get().guidelines == kept


def test_a_closed_study_takes_what_is_held_and_nothing_new(person: Person) -> None:
    code = person.code()
    Study.objects.update(state=StudyState.CLOSED)
    found = person.send("answer", code=code, q_decision="accept")
    assert person.said(code) == {"decision": "accept"}
    (held,) = found["items"]
    assert person.send("answer", code=held["code"], q_decision="accept")["empty"] == "closed"
    assert "closed" in person.send("undo", 409)["problem"]


def test_an_answer_costs_few_queries(person: Person) -> None:
    prepare(person.of.pk)
    code = person.code()
    found = person.send("answer", code=code, q_decision="accept")
    code = found["items"][0]["code"]
    with CaptureQueriesContext(connection) as queries:
        found = person.send("answer", code=code, q_decision="accept", have=[code], progress="0")
    assert "progress" not in found
    assert len(queries) <= MOST_QUERIES, "\n".join(query["sql"][:150] for query in queries)


# Without a script


def test_a_plain_form_answers_and_shows_the_next_item(person: Person) -> None:
    code = person.code()
    response = person.post(code=code, q_decision="accept", reason="Good.")
    html = markup_of(response)
    assert "Item 1: Accept" in html and f'value="{code}"' not in html.partition("<aside")[0]
    assert person.said(code) == {"decision": "accept"}


def test_a_plain_form_without_its_reason_comes_back_with_what_was_chosen(person: Person) -> None:
    code = person.code()
    response = person.post(code=code, q_decision="gather_context")
    html = markup_of(response)
    assert response.status_code == 409
    assert "needs a reason" in html and f'name="code" value="{code}"' in html
    assert 'value="gather_context" data-letter="m" data-reason aria-pressed="true"' in html


def test_plain_forms_ask_several_questions_one_after_the_other() -> None:
    of = study(asks=(DECISION, TIMING))
    item_of(of, points_of([played()], "offer")[0])
    person = Person(of)
    code = person.code()
    html = markup_of(person.post(code=code, q_decision="reject", reason="No need."))
    assert 'class="question many active" role="group" aria-labelledby="q_timing"' in html and "No need." in html
    assert not Answer.objects.exists()
    person.post(code=code, q_timing="late", reason="No need.")
    assert person.said(code) == {"decision": "reject", "timing": "late"}


def test_a_plain_form_that_is_refused_leads_back_with_the_sentence(person: Person) -> None:
    person.page()
    html = markup_of(person.post("undo"))
    assert "You have no answer to undo." in html
    Rater.objects.update(withdrawn_at=timezone.now())
    assert person.client.post(f"/annotate/{person.of.pk}/answer/", {"code": "x"}).status_code == 404


def test_a_plain_form_changes_an_earlier_answer(person: Person) -> None:
    code = person.code()
    person.post(code=code, q_decision="accept")
    person.post(code=code, q_decision="reject")
    assert person.said(code) == {"decision": "reject"}


def test_only_posts_change_anything(person: Person) -> None:
    for what in ("answer", "undo", "draft", "beat"):
        assert person.client.get(f"/annotate/{person.of.pk}/{what}/").status_code == 405
