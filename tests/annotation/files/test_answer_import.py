from __future__ import annotations

import io
import json
from collections.abc import Iterable
from datetime import timedelta
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pytest_django import DjangoAssertNumQueries

from annotation.files import answer_import
from annotation.files.answer_export import export
from annotation.files.answer_import import BadFile, import_answers
from annotation.labelling.answering import answer, undo
from annotation.labelling.claiming import claim
from annotation.labelling.practice_rounds import answer_practice, practise_again
from annotation.models import Answer, Assignment, Rater, Role, Study
from annotation.people.withdrawal import withdraw
from annotation.questions import DECISION, TIMING
from tests.annotation.study_fixtures import items, rater, study
from tests.annotation.told import NOW, copy_of, hold, say, told_study

pytestmark = pytest.mark.django_db
FORMATS = ("jsonl", "csv", "parquet")


def rows(of: Study, but: Iterable[str] = ("study_id", "study")) -> list[dict[str, Any]]:
    lines = [json.loads(line) for line in export(of, "jsonl").content.splitlines()]
    return [{name: value for name, value in line.items() if name not in but} for line in lines]


def leases(of: Study) -> list[tuple[Any, ...]]:
    columns = ("rater__pseudonym", "item__identity", "place", "claimed_at", "answered_at", "revision")
    return sorted(Assignment.objects.filter(item__study=of).values_list(*columns), key=lambda row: row[:2])


@pytest.mark.parametrize("form", FORMATS)
def test_an_export_read_into_an_empty_copy_gives_the_same_export_and_the_same_state(form: str) -> None:
    old = told_study()
    new = copy_of(old)
    done = import_answers(new, export(old, form).content)
    assert (done.added, done.same, done.people, list(done.refused)) == (11, 0, 2, [])
    assert rows(new) == rows(old)
    assert leases(new) == leases(old)
    counts = [list(one.items.order_by("number").values_list("answered", flat=True)) for one in (old, new)]
    assert counts[0] == counts[1] == [2, 0, 1, 1, 0]
    assert not Rater.objects.filter(study=new).exclude(user=None).exists()
    assert [one.left_out for one in Rater.objects.filter(study=new).order_by("pseudonym")] == [False, True]
    again = import_answers(new, export(old, form).content)
    assert (again.added, again.same, again.people) == (0, 11, 0)
    assert rows(new) == rows(old)


def lines_of(of: Study, **changes: Any) -> bytes:
    """An export as JSON lines, each with these changes."""
    told = [{**json.loads(line), **changes} for line in export(of, "jsonl").content.splitlines()]
    return "\n".join(json.dumps(line) for line in told).encode()


def state(of: Study) -> tuple[Any, ...]:
    return rows(of), leases(of), list(of.items.values_list("answered", flat=True)), of.raters.count()


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"item_id": "f" * 64}, "Line 1: the study has no item ffffffffffff…. Draw the same items first"),
        ({"key": "missed"}, "this item has no question “missed”. Its questions: decision, timing."),
        ({"value": "perhaps"}, "“perhaps” is not an answer to “decision”. Use one of accept, reject, gather_context"),
        ({"rater": " "}, "the column rater is empty."),
        ({"rater": "\u202eO"}, "the pseudonym has characters that can’t be shown."),
        ({"rater_kind": "parrot"}, "“parrot” is not a kind of rater. Use one of person, model, rule."),
        ({"rater_kind": "model"}, "Sorrel is already a person, not a model. Use a different pseudonym."),
        ({"reason": "another"}, "is already in the study, but differs in reason. Answers are never overwritten."),
        ({"seconds": 99, "guidelines": 2}, "is already in the study, but differs in guidelines, seconds."),
    ],
)
def test_rows_that_do_not_fit_keep_the_whole_file_out(changes: dict[str, Any], problem: str) -> None:
    old = told_study()
    before = state(old)
    good, bad = lines_of(old, rater="New person").splitlines()[-1], lines_of(old, **changes).splitlines()[0]
    done = import_answers(old, bad + b"\n" + good)
    assert not done.is_done and (done.added, done.people) == (0, 0)
    assert problem in str(done.refused[0]) and done.refused[0].line == 1
    assert state(old) == before


def test_lines_that_contradict_each_other_are_told_apart() -> None:
    old = told_study()
    new = copy_of(old)
    first, *_ = lines_of(old).splitlines()
    other = json.dumps({**json.loads(first), "value": "accept"}).encode()
    done = import_answers(new, b"\n".join([first, first, other]))
    assert (done.added, done.same) == (0, 1)
    assert (
        "is already in line 1 of the file, but differs in value" in str(done.refused[0]) and done.refused[0].line == 3
    )


def test_people_who_withdrew_are_not_brought_back() -> None:
    old = told_study()
    told = export(old, "csv").content
    sorrel = Rater.objects.get(study=old, pseudonym="Sorrel")
    withdraw(sorrel)
    before = state(old)
    done = import_answers(old, told)
    assert done.is_done and (done.added, done.same, len(done.refused)) == (0, 3, 8)
    assert "Sorrel has withdrawn from this study" in str(done.refused[0])
    assert state(old) == before
    other = copy_of(old)
    Rater.objects.create(study=other, pseudonym="Sorrel", seed=1, withdrawn_at=NOW)
    assert import_answers(other, told).added == 3, "the others' answers are taken"
    assert not Answer.objects.filter(study=other, rater__pseudonym="Sorrel").exists()


def test_revisions_fit_together_whichever_comes_first() -> None:
    old = told_study()
    by_revision = sorted(lines_of(old).splitlines(), key=lambda line: json.loads(line)["revision"])
    first = [line for line in by_revision if json.loads(line)["revision"] == 1]
    for order in ([*first], [*reversed(by_revision)]):
        new = copy_of(old)
        assert import_answers(new, b"\n".join(order)).is_done
        standing = Answer.objects.filter(study=new, is_latest=True)
        assert standing.count() == len({(one.rater_id, one.item_id, one.key) for one in standing})
        assert import_answers(new, b"\n".join(by_revision)).is_done
        assert rows(new) == rows(old) and leases(new) == leases(old)
        new.delete()


def test_a_person_with_an_account_gets_what_the_file_says_beside_what_they_said() -> None:
    old = told_study()
    new = copy_of(old)
    sorrel = rater(new, "Sorrel", places=4)
    lone = items(new, 1)[0]
    say(lone, sorrel, "accept")
    hold(lone, sorrel, 4)
    done = import_answers(new, lines_of(old, place=None, claimed_at=None))
    assert done.people == 1 and done.added == 11
    sorrel.refresh_from_db()
    assert sorrel.user is not None and sorrel.places == 6
    own = Assignment.objects.filter(rater=sorrel).order_by("place")
    assert [(one.place, one.item.number, one.revision) for one in own] == [(4, 6, 1), (5, 1, 2), (6, 2, 2)]
    assert own[1].claimed_at == NOW - timedelta(seconds=3.25)
    lone.refresh_from_db()
    assert lone.answered == 1


def test_a_file_that_cannot_be_read_changes_nothing() -> None:
    old = told_study()
    before = state(old)
    with pytest.raises(BadFile, match="Line 12 is not JSON"):
        import_answers(old, io.BytesIO(lines_of(old) + b"\n{"))
    assert state(old) == before


def test_what_fails_in_the_middle_leaves_nothing_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    old = told_study()
    new = copy_of(old)
    before = state(new)
    monkeypatch.setattr(answer_import.StudySheet, "_count", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        import_answers(new, export(old, "jsonl").content)
    assert state(new) == before


def test_taking_in_costs_no_query_per_row(django_assert_max_num_queries: DjangoAssertNumQueries) -> None:
    old = told_study()
    new = copy_of(old)
    told = export(old, "jsonl").content
    with django_assert_max_num_queries(16):
        import_answers(new, told)


@st.composite
def histories(draw: st.DrawFn) -> list[tuple[int, int, list[tuple[str, str]]]]:
    """Items, people, and revisions of both questions; an empty one takes the answer back."""
    both = st.tuples(st.sampled_from(DECISION.values), st.sampled_from(TIMING.values))
    revisions = st.lists(st.one_of(both, st.just(("", ""))), max_size=4)
    return [(item, person, draw(revisions)) for item in range(2) for person in range(2)]


@settings(max_examples=8, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(histories().filter(lambda told: any(revisions for *_, revisions in told)), st.sampled_from(FORMATS))
def test_every_history_survives_the_way_to_another_site(
    told: list[tuple[int, int, list[tuple[str, str]]]], form: str
) -> None:
    old = study(asks=(DECISION, TIMING))
    there, people = items(old, 2), [rater(old, name) for name in ("Sorrel", "Tansy")]
    for place, (item, person, revisions) in enumerate(told, start=1):
        for revision, values in enumerate(revisions, start=1):
            for key, value in zip(("decision", "timing"), values, strict=True):
                at = NOW + timedelta(seconds=revision)
                latest = revision == len(revisions)
                say(there[item], people[person], value, revision, latest, key=key, given_at=at)
        if revisions:
            hold(there[item], people[person], place, len(revisions), answered=revisions[-1][0] != "")
    new = copy_of(old)
    assert import_answers(new, export(old, form).content).is_done
    assert state(new)[:3] == state(old)[:3]


def test_what_people_really_do_survives_too() -> None:
    """Practice, answers, an answer taken back and given anew, and one changed, as the site stores them."""
    old = study(asks=(DECISION,), practice_attempts=2, pass_mark=1.0, gold_every=2, per_item=2)
    items(old, 5)
    items(old, 2, Role.GOLD)
    practice = items(old, 1, Role.PRACTICE)[0]
    for name in ("Sorrel", "Tansy"):
        person = rater(old, name, passed_at=None)
        answer_practice(person, practice.code, {"decision": "reject"}, seconds=1)
        practise_again(person)
        answer_practice(person, practice.code, {"decision": "accept"}, seconds=1)
        first = claim(person).held[0].item.code
        hand = answer(person, first, {"decision": "gather_context"}, "Which one?", seconds=2)
        hand = answer(person, hand.held[0].item.code, {"decision": "reject"}, seconds=2)
        undo(person)
        answer(person, claim(person).held[0].item.code, {"decision": "accept"}, seconds=1)
        answer(person, first, {"decision": "accept"})
        undo(person)
    new = copy_of(old)
    done = import_answers(new, export(old, "csv").content)
    assert done.is_done and done.people == 2 and done.added == 2 * 8
    assert rows(new) == rows(old)
    held = [row for row in leases(old) if row[-1]]
    assert leases(new) == held, "what was only handed out is not in the file"
    assert [one.answered for one in new.items.all()] == [one.answered for one in old.items.all()]
