"""The table of verdicts became the table of answers, with all its rows."""

from __future__ import annotations

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from annotation.models import Answer
from tests.annotation.study_fixtures import items, rater, study
from tests.annotation.told import say


@pytest.mark.all
@pytest.mark.django_db(transaction=True)
def test_renaming_verdicts_to_answers_keeps_the_rows() -> None:
    made = study()
    (item,) = items(made, 1)
    kept = say(item, rater(made), "accept", reason="Yes.")
    old = MigrationExecutor(connection)
    old.migrate([("annotation", "0004_help_texts")])
    try:
        before = old.loader.project_state([("annotation", "0004_help_texts")]).apps.get_model("annotation", "Verdict")
        row = before.objects.get()
        assert (row.pk, row.value, row.reason, row.key) == (kept.pk, "accept", "Yes.", kept.key)
    finally:
        new = MigrationExecutor(connection)
        new.migrate(new.loader.graph.leaf_nodes())
    after = Answer.objects.get()
    assert (after.pk, after.value, after.reason) == (kept.pk, "accept", "Yes.")
