from __future__ import annotations

import csv
import io
import json
from typing import Any

import polars as pl
import pytest
from pytest_django import DjangoAssertNumQueries

from annotation.file_formats.columns import ITEMS, answer_columns, names_of
from annotation.files.answer_export import KINDS, export
from annotation.models import Item, Rater, Study
from tests.annotation.study_fixtures import items, rater, study
from tests.annotation.told import NOW, told_study

pytestmark = pytest.mark.django_db


def rows(of: Study, **options: Any) -> list[dict[str, Any]]:
    return [json.loads(line) for line in export(of, "jsonl", **options).content.splitlines()]


def test_there_is_one_row_for_each_revision_of_each_answer() -> None:
    made = told_study(title="Offers")
    found = rows(made)
    assert [list(row) for row in found] == [names_of(answer_columns())] * 11
    order = [(row["item"], row["rater"], row["revision"], row["key"]) for row in found]
    assert order == sorted(order)
    first = next(row for row in found if row["rater"] == "Sorrel" and row["item"] == 1 and row["revision"] == 2)
    item = Item.objects.get(study=made, number=1)
    assert first == {
        "study_id": made.pk,
        "study": "Offers",
        "item": 1,
        "item_id": item.identity,
        "batch": 1,
        "role": "real",
        "run_id": item.episode_id,
        "run_hash": item.episode.content_hash,
        "moment": 1,
        "kind": "offer",
        "offer": '=cmd("x"),\n"quoted"',
        "model": "oracle",
        "scenario": "late_train",
        "outcome": "success",
        "simulated": "accept",
        "probability": 0.5,
        "rater": "Sorrel",
        "rater_kind": "person",
        "key": "decision",
        "value": "gather_context",
        "reason": "'=why\r\nnot\t;",
        "revision": 2,
        "is_latest": True,
        "attempt": 0,
        "place": 1,
        "claimed_at": first["claimed_at"],
        "given_at": first["given_at"],
        "seconds": 0.1,
        "too_fast": True,
        "guidelines": 1,
        "consent": 1,
        "left_out": False,
    }
    assert first["given_at"].endswith("Z") and first["given_at"] > NOW.isoformat()


def test_an_answer_that_was_taken_back_is_a_row_without_value_and_was_not_hasty() -> None:
    (back,) = (row for row in rows(told_study()) if not row["value"])
    assert (back["item"], back["revision"], back["is_latest"], back["too_fast"]) == (2, 2, True, False)


def test_practice_tells_its_attempt_and_has_no_place() -> None:
    practice = [row for row in rows(told_study()) if row["role"] == "practice"]
    assert [(row["attempt"], row["is_latest"], row["place"]) for row in practice] == [(1, False, None), (2, True, None)]


@pytest.mark.parametrize("kind", KINDS)
def test_no_file_names_accounts_or_panels(kind: str) -> None:
    made = told_study()
    for person in Rater.objects.filter(study=made):
        assert person.user is not None
        person.user.username, person.user.email = f"account{person.pk}", "someone@example.org"
        person.user.save()
    told = export(made, kind).content
    for secret in (b"account", b"example.org", b"P-17", *(item.code.encode() for item in made.items.all())):
        assert secret not in told, secret


def test_panel_ids_are_there_when_asked_for() -> None:
    made = told_study()
    assert {row["panel_id"] for row in rows(made, with_panel_ids=True)} == {"", "P-17"}
    assert "panel_id" not in rows(made)[0]


@pytest.mark.parametrize("kind", KINDS)
def test_the_same_data_give_the_same_bytes_under_a_name_that_tells_what_it_is(kind: str) -> None:
    made = told_study()
    one, again = export(made, kind), export(made, kind)
    assert one.content == again.content != b""
    assert one.name.startswith(f"study-{made.pk}-") and one.content_type


def test_all_formats_hold_the_same_rows() -> None:
    made = told_study()
    names = ["item", "rater", "key", "value", "revision"]
    told = [[str(row[name]) for name in names] for row in rows(made)]
    cells = csv.DictReader(io.StringIO(export(made, "csv").content.decode(), newline=""))
    assert [[row[name] for name in names] for row in cells] == told
    frame = pl.read_parquet(io.BytesIO(export(made, "parquet").content))
    assert [[str(cell) for cell in row] for row in frame.select(names).iter_rows()] == told


def test_items_come_with_those_that_nobody_answered() -> None:
    made = told_study()
    items(made, 1, offer="-nobody")
    told = list(csv.DictReader(io.StringIO(export(made, "items").content.decode(), newline="")))
    assert list(told[0]) == names_of(ITEMS) and len(told) == 6
    assert told[5]["offer"] == "'-nobody" and told[5]["answers"] == "0"
    assert [(row["role"], row["answers"], row["right_answers"]) for row in told[2:5]] == [
        ("real", "1", ""),
        ("gold", "1", '{"decision":"accept"}'),
        ("practice", "0", '{"decision":"accept"}'),
    ]
    lines = export(made, "items_jsonl").content.splitlines()
    assert [json.loads(line)["item"] for line in lines] == [1, 2, 3, 4, 5, 6]
    assert pl.read_parquet(io.BytesIO(export(made, "items_parquet").content)).height == 6


def test_a_study_without_answers_gives_files_with_their_columns() -> None:
    made = study()
    assert export(made, "jsonl").content == b""
    assert export(made, "csv").content.decode() == ",".join(names_of(answer_columns())) + "\r\n"
    assert pl.read_parquet(io.BytesIO(export(made, "parquet").content)).columns == names_of(answer_columns())


def test_the_codebook_is_of_this_study() -> None:
    made = told_study(title="Offers of May", per_item=4)
    text = export(made, "codebook").content.decode()
    assert (
        text.startswith("# Codebook of “Offers of May”")
        and "| `per_item` | 4 | Number of people who answer each item. |" in text
    )
    assert "- items: 3 to be judged, 1 gold, 1 practice" in text
    assert "people who joined: 2; people who withdrew: 0 (their answers are deleted); people left out" in text
    assert "current answers: 6; rows of answers with all revisions: 11" in text
    assert "### Guidelines, version 1" in text and "### Batch 1: 5 items" in text


def test_results_and_figures_are_files_too() -> None:
    made = told_study()
    (first, *_) = csv.DictReader(io.StringIO(export(made, "results").content.decode(), newline=""))
    assert (first["answers"], first["said_gather_context"], first["majority"]) == ("1", "1", "gather_context")
    text = export(made, "agreement").content.decode()
    assert text.startswith("decision: As {name}, what do you answer?\n1 answer of 1 person to 1 item;")
    assert "\ntiming: Was this the right time to ask?\n" in text


def test_an_unknown_kind_is_told_with_those_there_are() -> None:
    with pytest.raises(LookupError, match=r"Unknown export 'xlsx'\. Known exports: jsonl, csv, parquet"):
        export(study(), "xlsx")


def test_rows_cost_no_queries(django_assert_max_num_queries: DjangoAssertNumQueries) -> None:
    made = told_study()
    rater(made, "Third")
    with django_assert_max_num_queries(3):
        assert len(rows(made)) == 11
