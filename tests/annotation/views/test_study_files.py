"""Data of a study as files, and back again: for those who lead it; refusals name the line and the remedy."""

from __future__ import annotations

import json

import pytest
from django.conf import LazySettings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from annotation.models import Answer, Item, Study
from tests.annotation.answered import filled_study
from tests.annotation.study_fixtures import items, study
from tests.annotation.views.followed import OTHERS, lead_of, words
from tests.simulator.views.cast import signed_in

pytestmark = pytest.mark.django_db
KINDS = {
    "jsonl": "answers.jsonl",
    "csv": "answers.csv",
    "parquet": "answers.parquet",
    "items": "items.csv",
    "codebook": "codebook.md",
}


@pytest.fixture
def made() -> Study:
    return filled_study(people=3, count=4, gold=1)


def content(client: Client, made: Study, kind: str) -> bytes:
    answer = client.get(f"/studies/{made.pk}/export/{kind}/")
    assert answer.status_code == 200
    return b"".join(answer)


def sent(client: Client, made: Study, data: bytes, name: str = "answers.jsonl") -> tuple[int, str]:
    answer = client.post(f"/studies/{made.pk}/import/", {"file": SimpleUploadedFile(name, data)})
    return answer.status_code, words(answer.content.decode())


def same_items(made: Study) -> Study:
    """Another study about the same moments, in which nobody has answered yet."""
    other = study(title="The same again")
    copies = items(other, made.items.count())
    for copy, item in zip(copies, made.items.order_by("number"), strict=True):
        Item.objects.filter(pk=copy.pk).update(
            identity=item.identity, role=item.role, simulated=item.simulated, right_answers=item.right_answers
        )
    return other


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_is_a_file_with_a_name(made: Study, kind: str) -> None:
    client = lead_of(made)
    answer = client.get(f"/studies/{made.pk}/export/{kind}/")
    assert answer["Content-Disposition"] == f'attachment; filename="study-{made.pk}-{KINDS[kind]}"'
    assert len(b"".join(answer)) > 100


def test_a_row_is_an_answer_and_panel_ids_are_asked_for(made: Study) -> None:
    made.raters.update(panel_id="")
    somebody = made.raters.all()[0]
    somebody.panel_id = "secret-77"
    somebody.save()
    client = lead_of(made)
    rows = [json.loads(line) for line in content(client, made, "jsonl").splitlines()]
    assert len(rows) == Answer.objects.count()
    assert "secret-77" not in json.dumps(rows)
    assert b"secret-77" in b"".join(client.get(f"/studies/{made.pk}/export/jsonl/?panel"))


def test_what_cannot_be_exported_is_not_found(made: Study) -> None:
    assert lead_of(made).get(f"/studies/{made.pk}/export/xls/").status_code == 404


@pytest.mark.parametrize("kind", ["jsonl", "csv", "parquet"])
def test_what_was_exported_is_taken_into_a_copy_once(made: Study, kind: str) -> None:
    other = same_items(made)
    client = lead_of(made, other)
    count = Answer.objects.filter(study=made).count()
    file = content(client, made, kind)
    status, said = sent(client, other, file, f"answers.{kind}")
    assert status == 200
    assert f"{count} answers added , 3 people new in this study" in said
    status, said = sent(client, other, file)
    assert f"{count} answers were already in the study" in said and "0 answers added" in said
    assert Answer.objects.filter(study=other).count() == count


def test_a_file_that_does_not_fit_changes_nothing_and_says_where_and_what_to_do(made: Study) -> None:
    client = lead_of(made)
    lines = content(client, made, "jsonl").splitlines()
    strange = {**json.loads(lines[0]), "item_id": "unknown", "rater": "Otter"}
    before = Answer.objects.count()
    status, said = sent(client, made, b"\n".join([*lines, json.dumps(strange).encode()]))
    assert status == 409
    assert "Nothing was imported." in said
    assert f"Line {len(lines) + 1}" in said
    assert Answer.objects.count() == before


@pytest.mark.parametrize("data", [b"", b"no columns", b'{"item_id": 1', b"\xff\xfe\x00"])
def test_what_is_no_file_of_answers_is_refused(made: Study, data: bytes) -> None:
    status, said = sent(lead_of(made), made, data)
    assert status == 409 and "Refused" in said


def test_no_file_and_too_large_a_file_are_refused(made: Study, settings: LazySettings) -> None:
    client = lead_of(made)
    assert "Choose a file:" in client.post(f"/studies/{made.pk}/import/").content.decode()
    settings.MOST_UPLOAD = 10
    status, said = sent(client, made, b"x" * 11)
    assert status == 409 and "PARE_MOST_UPLOAD_MB" in said


@pytest.mark.parametrize(("who", "status"), OTHERS)
def test_only_those_who_lead_a_study_take_data_out_or_in(made: Study, who: str, status: int) -> None:
    file = content(lead_of(made), made, "jsonl")
    client = signed_in(who)
    for address in (*(f"export/{kind}/" for kind in KINDS), "import/"):
        assert client.get(f"/studies/{made.pk}/{address}").status_code == status
    assert client.post(f"/studies/{made.pk}/import/", {"file": SimpleUploadedFile("a", file)}).status_code == status
