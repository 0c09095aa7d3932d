from __future__ import annotations

import csv
import io
from collections.abc import Callable
from typing import Any

import pytest
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from annotation.agreement.agreement_text import agreement_text
from annotation.models import Answer, Item, Rater, RaterKind, Role, Study
from annotation.questions import DECISION, MISSED
from annotation.results import rating_table as module
from annotation.results.rating_table import agreement_of, as_csv_process, ratings_of
from tests.annotation.study_fixtures import items, rater, study
from tests.annotation.told import say

pytestmark = pytest.mark.django_db
_OTHERS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("Left", {"left_out": True}),
    ("Gone", {"withdrawn_at": timezone.now()}),
    ("Judge", {"kind": RaterKind.MODEL}),
)


def answered() -> tuple[Study, list[Item], list[Rater]]:
    made = study(asks=(DECISION, MISSED))
    real = [*items(made, 2), *items(made, 1, simulated="none")]
    people = [rater(made, name) for name in ("Tansy", "Sorrel")]
    for item in real:
        for person in people:
            say(item, person, "accept")
    return made, real, people


def test_ratings_are_the_answers_that_stand_about_items_that_are_judged() -> None:
    made, real, (tansy, sorrel) = answered()
    gold, practice, dropped = (items(made, 1, role)[0] for role in (Role.GOLD, Role.PRACTICE, Role.DROPPED))
    silence = items(made, 1, kind="silence", simulated="", offer="")[0]
    for item in (gold, practice, dropped):
        say(item, tansy, "reject")
    say(silence, tansy, "missed", key="missed")
    Answer.objects.filter(item=real[0], rater=tansy).update(is_latest=False)
    say(real[0], tansy, "reject", revision=2)
    Answer.objects.filter(item=real[1], rater=sorrel).update(is_latest=False)
    say(real[1], sorrel, "", revision=2)
    for name, fields in _OTHERS:
        say(real[0], rater(made, name, **fields), "reject")
    found = ratings_of(made)
    assert found.raters == ("Sorrel", "Tansy") and found.labels == DECISION.values
    assert found.numbers == (1, 2, 3) and found.identities == tuple(item.identity for item in real)
    assert found.answers.tolist() == [[0, 1], [-1, 0], [0, 0]]
    assert found.simulated.tolist() == [0, 0, -1], "one of them was never asked"
    assert ratings_of(made, without={tansy.pk}).raters == ("Sorrel",)
    missed = ratings_of(made, "missed")
    assert (missed.numbers, missed.raters, missed.labels) == ((silence.number,), ("Tansy",), MISSED.values)
    assert missed.simulated.tolist() == [-1], "nobody asked the simulated user that"


def test_a_question_that_is_not_asked_is_named_with_those_that_are() -> None:
    with pytest.raises(LookupError, match="asks no question 'timing'; it asks decision"):
        ratings_of(study(), "timing")


def change(what: Callable[[Study, list[Item], list[Rater]], object]) -> bool:
    """Whether agreement is worked out anew after something has changed."""
    made, real, people = answered()
    before = agreement_of(made)
    assert agreement_of(made) is before
    what(made, real, people)
    return agreement_of(Study.objects.get(pk=made.pk)) is not before


@pytest.mark.parametrize(
    "what",
    [
        lambda made, real, people: say(real[0], people[0], "reject", revision=2),
        lambda made, real, people: Answer.objects.filter(rater=people[0]).delete(),
        lambda made, real, people: Rater.objects.filter(pk=people[0].pk).update(left_out=True),
        lambda made, real, people: Rater.objects.filter(pk=people[0].pk).update(withdrawn_at=timezone.now()),
        lambda made, real, people: Item.objects.filter(pk=real[0].pk).update(role=Role.DROPPED),
        lambda made, real, people: items(made, 1),
        lambda made, real, people: Study.objects.filter(pk=made.pk).update(gold_mark=0.1),
    ],
    ids=["answer", "withdrawal", "left out", "withdrawn", "role", "batch", "marks"],
)
def test_whatever_agreement_follows_from_makes_it_new(what: Callable[..., object]) -> None:
    assert change(what)


def test_nothing_new_costs_no_work(
    monkeypatch: pytest.MonkeyPatch, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    made, _, _ = answered()
    first = agreement_of(made, without_flagged=True)
    monkeypatch.setattr(module, "agreement", None)
    monkeypatch.setattr(module, "flagged_people", None)
    with django_assert_max_num_queries(4):
        assert agreement_of(made, without_flagged=True) is first


def test_few_studies_are_kept_in_mind(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_KEPT", 2)
    made, _, people = answered()
    found = [agreement_of(made, without=leave) for leave in ([], [people[0].pk], [people[1].pk])]
    assert len(module._known) == 2
    assert agreement_of(made, without=[people[1].pk]) is found[2]
    assert agreement_of(made) is not found[0]


def test_flagged_people_can_be_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    made, _, (tansy, _) = answered()
    monkeypatch.setattr(module, "flagged_people", lambda study: {tansy.pk})
    assert agreement_of(made).raters == 2
    assert [one.rater for one in agreement_of(made, without_flagged=True).people] == ["Sorrel"]


def test_results_as_a_file_have_one_row_per_item_whatever_is_missing() -> None:
    made, real, (tansy, _) = answered()
    (nobody,) = items(made, 1, offer="=1+1", model="=evil")
    Answer.objects.filter(item=real[1], rater=tansy).update(value="reject")
    rows = list(csv.DictReader(io.StringIO(as_csv_process(made).decode())))
    assert [(row["item"], row["answers"], row["majority"], row["simulated"], row["same"]) for row in rows] == [
        ("1", "2", "accept", "accept", "true"),
        ("2", "2", "", "accept", ""),
        ("3", "2", "accept", "", ""),
        ("4", "0", "", "accept", ""),
    ]
    assert rows[1]["settled"] in ("accept", "reject")
    assert [rows[1][f"said_{label}"] for label in DECISION.values] == ["1", "1", "0"]
    assert rows[3]["item_id"] == nobody.identity and rows[3]["model"] == "'=evil"


def test_agreement_as_text_names_every_figure_also_those_without_a_value() -> None:
    made, real, (tansy, _) = answered()
    empty = agreement_text(agreement_of(study()))
    assert "Fleiss' kappa" in empty and "No item has answers from two people yet." in empty
    assert empty.count("reaction of the simulated user") == 1, "of what cannot be compared only that is told"
    Answer.objects.filter(item=real[1], rater=tansy).update(value="reject")
    text = agreement_text(agreement_of(made))
    assert "6 answers of 2 people to 3 items" in text
    (percent,) = (line for line in text.splitlines() if "Same answer, pairs" in line)
    assert percent.split()[3:] == ["0.667", "0.000", "to", "1.000", "n", "=", "3"]
    assert "no majority" in text and "Sorrel" in text and "2000 draws" in text
