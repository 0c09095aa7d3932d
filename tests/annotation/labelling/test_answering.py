"""Answers: checked, written down once, changed by revisions, taken back."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from annotation.labelling.answering import answer, undo
from annotation.labelling.claiming import claim
from annotation.labelling.item_leases import beat, keep_draft
from annotation.labelling.own_progress import last_answers, progress_of
from annotation.labelling.refusals import Refused
from annotation.models import Answer, Assignment, Item, Rater, Role, Study, StudyState
from annotation.questions import DECISION, TIMING
from tests.annotation.labelling.test_claiming import YES, expire, work
from tests.annotation.study_fixtures import items, rater, study

pytestmark = pytest.mark.django_db
NO = {"decision": "reject"}


def refused(*arguments: object, **options: object) -> str:
    with pytest.raises(Refused) as caught:
        answer(*arguments, **options)  # type: ignore[arg-type]
    assert str(caught.value).endswith((".", "?", "”"))
    return caught.value.kind


def test_an_answer_becomes_a_row_and_brings_the_next_item() -> None:
    made = study()
    items(made, 4)
    person = rater(made)
    one, two = claim(person).held
    hand = answer(person, one.item.code, NO, " Not  now. ", seconds=1e9)
    assert hand.held[0].item == two.item and len(hand.held) == 2
    (row,) = Answer.objects.all()
    assert (row.key, row.value, row.reason, row.revision) == ("decision", "reject", "Not  now.", 1)
    assert (row.item, row.guidelines, row.is_latest) == (one.item, 1, True)
    assert row.seconds < 60
    assert Item.objects.get(pk=one.item.pk).answered == 1


def test_the_same_answer_again_changes_nothing() -> None:
    made = study()
    items(made, 4)
    person = rater(made)
    code = claim(person).held[0].item.code
    assert answer(person, code, NO, "x") == answer(person, code, NO, "x")
    assert Answer.objects.count() == 1
    Study.objects.update(state=StudyState.CLOSED)
    answer(person, code, NO, "x")


def test_another_answer_is_a_revision_and_counts_once() -> None:
    made = study()
    items(made, 4)
    person = rater(made)
    item = claim(person).held[0].item
    for given in (YES, NO, YES):
        answer(person, item.code, given)
    said = list(Answer.objects.order_by("revision").values_list("value", "revision", "is_latest"))
    assert said == [("accept", 1, False), ("reject", 2, False), ("accept", 3, True)]
    assert Item.objects.get(pk=item.pk).answered == 1
    assert [row.values for row in last_answers(person)] == [YES]


def test_only_the_last_ten_can_be_changed() -> None:
    made = study()
    items(made, 12)
    person = rater(made)
    codes = work(person, 11)
    assert [row.code for row in last_answers(person)] == codes[:0:-1]
    assert refused(person, codes[0], NO) == "too_old"
    answer(person, codes[1], NO)
    answer(person, codes[0], YES)  # as it stands


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ({}, ""),
        ({"decision": "maybe"}, ""),
        ({"decision": ""}, ""),
        ({"decision": "gather_context"}, " \n"),
        ({"decision": "accept", "timing": "right"}, ""),
        ({"decision": "accept"}, "x" * 2001),
    ],
)
def test_what_does_not_answer_the_question_is_refused(given: dict[str, str], reason: str) -> None:
    made = study()
    items(made, 1)
    person = rater(made)
    code = claim(person).held[0].item.code
    assert refused(person, code, given, reason) == "bad_answer"
    assert not Answer.objects.exists()


def test_all_questions_are_answered_together_and_the_reason_stands_where_it_is_asked_for() -> None:
    made = study(asks=(TIMING, DECISION))
    items(made, 1)
    person = rater(made)
    code = claim(person).held[0].item.code
    assert refused(person, code, {"decision": "gather_context"}, "Where?") == "bad_answer"
    answer(person, code, {"decision": "gather_context", "timing": "late"}, "Where\x00?")
    assert dict(Answer.objects.values_list("key", "reason")) == {"decision": "Where?", "timing": ""}


def test_what_is_not_in_hand_cannot_be_answered() -> None:
    made, other = study(), study()
    own, foreign, practice = items(made, 1), items(other, 1), items(made, 1, Role.PRACTICE)
    one, two = rater(made, "A"), rater(made, "B")
    claim(one)
    for code in (own[0].code, foreign[0].code, practice[0].code, "nothing"):
        assert refused(two, code, YES) == "not_held"
    Rater.objects.filter(pk=one.pk).update(withdrawn_at=timezone.now())
    assert refused(one, own[0].code, YES) == "not_held"


def test_a_late_answer_is_taken_unless_others_took_the_place() -> None:
    made = study(per_item=1)
    items(made, 2)
    one, two = rater(made, "A"), rater(made, "B")
    first, second = claim(one).held
    keep_draft(one, second.item.code, {"given": NO, "reason": "Hm"})
    expire()
    answer(one, first.item.code, YES, want=0)
    expire(answered_at=None)
    assert [held.item for held in claim(two).held] == [second.item]
    assert refused(one, second.item.code, NO) == "taken"
    with pytest.raises(Refused) as caught:
        beat(one, [second.item.code])
    assert caught.value.kind == "taken"
    assert Assignment.objects.get(rater=one, item=second.item).draft == {"given": NO, "reason": "Hm"}
    answer(two, second.item.code, YES)


def test_in_a_closed_study_only_what_is_held_can_be_answered() -> None:
    made = study()
    items(made, 3)
    person = rater(made)
    one, two = claim(person).held
    answer(person, one.item.code, YES)
    Study.objects.update(state=StudyState.CLOSED)
    assert refused(person, one.item.code, NO) == "closed"
    with pytest.raises(Refused, match="closed"):
        undo(person)
    assert beat(person, [two.item.code]) > timezone.now()
    answer(person, two.item.code, YES)
    row = Assignment.objects.get(answered_at=None)
    expire(pk=row.pk)
    assert refused(person, row.item.code, YES) == "closed"
    Study.objects.update(state=StudyState.DRAFT)
    assert refused(person, row.item.code, YES) == "not_open"


def test_undo_takes_the_last_answers_back_one_by_one() -> None:
    made = study()
    items(made, 5)
    person = rater(made)
    codes = work(person, 3)
    answer(person, codes[2], {"decision": "gather_context"}, "Who?")
    held = undo(person)
    assert held.item.code == codes[2]
    assert held.assignment.draft == {"given": {"decision": "gather_context"}, "reason": "Who?"}
    assert undo(person, codes[2]).item.code == codes[2], "asked twice, taken back once"
    assert Item.objects.get(code=codes[2]).answered == 0
    assert Answer.objects.get(item__code=codes[2], is_latest=True).value == ""
    assert undo(person).item.code == codes[1]
    assert [held.item.code for held in claim(person).held][:2] == [codes[1], codes[2]]
    answer(person, codes[1], YES)
    answer(person, codes[2], NO)
    assert Answer.objects.get(item__code=codes[2], is_latest=True).revision == 4
    assert [row.code for row in last_answers(person)] == [codes[2], codes[1], codes[0]]


def test_without_an_answer_there_is_nothing_to_undo() -> None:
    made = study()
    items(made, 2)
    person = rater(made)
    claim(person)
    with pytest.raises(Refused) as caught:
        undo(person)
    assert caught.value.kind == "nothing_to_undo"
    codes = work(person, 2)
    with pytest.raises(Refused):
        undo(person, codes[0])


def test_a_heartbeat_keeps_what_is_held() -> None:
    made = study(lease_seconds=100)
    items(made, 2)
    person = rater(made)
    one, two = claim(person).held
    soon = timezone.now() + timedelta(seconds=1)
    Assignment.objects.update(lease_until=soon)
    until = beat(person, [one.item.code, "another"])
    assert until > soon + timedelta(seconds=90)
    assert dict(Assignment.objects.values_list("item", "lease_until")) == {one.item.pk: until, two.item.pk: soon}


def test_a_draft_is_kept_for_who_holds_the_item() -> None:
    made = study()
    items(made, 2)
    one, two = rater(made, "A"), rater(made, "B")
    item = claim(one).held[0].item
    keep_draft(one, item.code, {"given": {"decision": "reject", "other": 1}, "reason": "a\x00\ud800" + "b" * 5000})
    draft = claim(one).held[0].assignment.draft
    assert draft["given"] == NO and draft["reason"].startswith("a?b") and len(draft["reason"]) == 2000
    with pytest.raises(Refused):
        keep_draft(two, item.code, {})
    answer(one, item.code, YES)
    keep_draft(one, item.code, {"reason": "late"})
    assert Assignment.objects.get(item=item).draft == {}


def test_own_progress_counts_gold_and_what_is_to_come() -> None:
    made = study(per_person=8, gold_every=4)
    items(made, 20)
    items(made, 5, Role.GOLD)
    person = rater(made)
    whole = progress_of(person).of
    seen = []
    hand = claim(person)
    while hand.held:
        hand = answer(person, hand.held[0].item.code, YES, seconds=0.5)
        seen.append(progress_of(person))
    assert [(own.answered, own.of) for own in seen] == [(place, whole) for place in range(1, whole + 1)]
    assert 10 <= whole <= 11
    assert seen[-1].minutes_left == 0 and seen[0].median_seconds is not None
