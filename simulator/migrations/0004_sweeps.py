"""Adds columns for the runs of sweeps: priority, deadline, result key and counts of the outcome."""

from __future__ import annotations

import json

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def tell_silence(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    """Set `wants_silence` on stored scenario versions without needs."""
    versions = apps.get_model("simulator", "ScenarioVersion").objects.using(editor.connection.alias)
    silent = [
        key for key, source in versions.values_list("pk", "source").iterator() if not json.loads(source).get("needs")
    ]
    for start in range(0, len(silent), 500):
        versions.filter(pk__in=silent[start : start + 500]).update(wants_silence=True)


class Migration(migrations.Migration):
    dependencies = [
        ("simulator", "0003_forks_and_imports"),
    ]

    operations = [
        migrations.AddField(
            model_name="episode",
            name="collateral_writes",
            field=models.PositiveIntegerField(
                blank=True, help_text="What the assistant left behind that was forbidden or not asked for.", null=True
            ),
        ),
        migrations.AddField(
            model_name="episode",
            name="deadline_seconds",
            field=models.FloatField(
                blank=True, help_text="It fails once a worker has played it for so long; empty: no limit.", null=True
            ),
        ),
        migrations.AddField(
            model_name="episode",
            name="priority",
            field=models.SmallIntegerField(default=0, help_text="Higher is played first; 0 if somebody watches."),
        ),
        migrations.AddField(
            model_name="episode",
            name="result_key",
            field=models.CharField(
                blank=True,
                db_index=True,
                help_text="Hash of all that its outcome follows from, if known.",
                max_length=64,
            ),
        ),
        migrations.AddField(
            model_name="episode",
            name="unneeded_offers",
            field=models.PositiveIntegerField(
                blank=True, help_text="Offers that meet no need of the scenario.", null=True
            ),
        ),
        migrations.AddField(
            model_name="scenarioversion",
            name="wants_silence",
            field=models.BooleanField(default=False, help_text="Whether the right thing is to offer nothing."),
        ),
        migrations.AlterField(
            model_name="episode",
            name="failure",
            field=models.CharField(
                blank=True,
                choices=[
                    ("provider", "Provider of a model"),
                    ("budget", "Limit on tokens or cost"),
                    ("setup", "Setup of a model"),
                    ("engine", "Engine"),
                    ("deadline", "Limit of time"),
                ],
                help_text="Of a failed run: what failed.",
                max_length=20,
            ),
        ),
        migrations.RunPython(tell_silence, migrations.RunPython.noop),
    ]
