"""Rename the table of verdicts to answers, because `Verdict` is now a model of the simulator."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import django.db.models.deletion
from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def rename_permissions(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    """Rename add, change, delete and view permissions: Django renames the content type, but not its permissions."""
    _rename(apps, "verdict", "answer")


def restore_permissions(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    _rename(apps, "answer", "verdict")


def _rename(apps: Apps, old: str, new: str) -> None:
    rows = apps.get_model("auth", "Permission").objects.filter(content_type__app_label="annotation")
    for row in rows.filter(codename__endswith=f"_{old}"):
        row.codename, row.name = row.codename.replace(old, new), row.name.replace(old, new)
        row.save(update_fields=["codename", "name"])


def _related(to: str, when_deleted: Callable[..., None]) -> models.ForeignKey[Any, Any]:
    return models.ForeignKey(db_index=False, on_delete=when_deleted, related_name="answers", to=to)


class Migration(migrations.Migration):
    dependencies = [
        ("annotation", "0004_help_texts"),
        ("simulator", "0005_withheld"),
        ("auth", "0012_alter_user_first_name_max_length"),
    ]

    operations = [
        migrations.RenameModel("Verdict", "Answer"),
        migrations.RenameIndex("answer", new_name="answers_that_stand", old_name="verdicts_that_stand"),
        migrations.RenameIndex("answer", new_name="answers_of_an_item", old_name="verdicts_of_an_item"),
        migrations.RemoveConstraint("answer", "one_verdict_per_revision"),
        migrations.AddConstraint(
            "answer",
            models.UniqueConstraint(fields=("rater", "item", "key", "revision"), name="one_answer_per_revision"),
        ),
        migrations.AlterField("answer", "study", _related("annotation.study", django.db.models.deletion.CASCADE)),
        migrations.AlterField("answer", "item", _related("annotation.item", django.db.models.deletion.CASCADE)),
        migrations.AlterField("answer", "episode", _related("simulator.episode", django.db.models.deletion.PROTECT)),
        migrations.AlterField("answer", "rater", _related("annotation.rater", django.db.models.deletion.CASCADE)),
        migrations.RunPython(rename_permissions, restore_permissions),
    ]
