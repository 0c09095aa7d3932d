"""Creates the table of verdicts, the columns for a run's judge, and the right to have runs judged again."""

from __future__ import annotations

import django.db.models.deletion
import django.utils.timezone
from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

CODENAME, NAME = "rejudge_episode", "Can have finished runs judged again by another reader"


def give_to_researchers(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Give the right to the existing groups `researcher` and `admin`; new groups get it when they are created."""
    using = schema_editor.connection.alias
    groups = apps.get_model("auth", "Group").objects.using(using).filter(name__in=("researcher", "admin"))
    if not groups:
        return
    types = apps.get_model("contenttypes", "ContentType").objects.using(using)
    episode, _ = types.get_or_create(app_label="simulator", model="episode")
    rights = apps.get_model("auth", "Permission").objects.using(using)
    right, _ = rights.get_or_create(content_type=episode, codename=CODENAME, defaults={"name": NAME})
    for group in groups:
        group.permissions.add(right)


class Migration(migrations.Migration):
    dependencies = [
        ("simulator", "0010_offer_counts"),
        ("auth", "0012_alter_user_first_name_max_length"),
        ("contenttypes", "0002_remove_content_type_name"),
    ]

    operations = [
        migrations.AlterModelOptions(
            name="episode",
            options={
                "ordering": ["-pk"],
                "permissions": [
                    ("control_episode", "Can pause, step, resume and stop runs"),
                    ("use_unlisted_servers", "Can use models, servers and prompt folders that are not listed"),
                    (CODENAME, NAME),
                ],
                "verbose_name": "run",
                "verbose_name_plural": "runs",
            },
        ),
        migrations.CreateModel(
            name="Verdict",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "moment",
                    models.PositiveIntegerField(
                        blank=True,
                        help_text="Number of the step with the text; empty if the row is about the whole run.",
                        null=True,
                    ),
                ),
                (
                    "key",
                    models.CharField(
                        help_text="Key of the claim, such as need:clash, goal:1, builtin:threat, run:success.",
                        max_length=200,
                    ),
                ),
                ("text_hash", models.CharField(max_length=24)),
                (
                    "claim_hash",
                    models.CharField(
                        blank=True,
                        help_text="Hash of the claim's sentence and of what the reader was told with it.",
                        max_length=24,
                    ),
                ),
                (
                    "value",
                    models.CharField(choices=[("yes", "Yes"), ("no", "No"), ("unclear", "Unclear")], max_length=10),
                ),
                ("words", models.TextField(blank=True, help_text="The words of the text that decided.")),
                ("reason", models.TextField(blank=True)),
                ("rater_kind", models.CharField(choices=[("model", "Model"), ("person", "Person")], max_length=10)),
                ("rater", models.CharField(help_text="Alias of the model, or name of the person.", max_length=200)),
                (
                    "version",
                    models.CharField(
                        blank=True,
                        help_text="For a model: hash of prompt and model; for an outcome: the engine.",
                        max_length=64,
                    ),
                ),
                (
                    "is_failed",
                    models.BooleanField(
                        default=False, help_text="True if no usable answer came; the reader is asked again next time."
                    ),
                ),
                (
                    "cost",
                    models.FloatField(
                        blank=True, help_text="Cost in US dollars; empty if no price is known.", null=True
                    ),
                ),
                ("tokens_in", models.PositiveIntegerField(default=0)),
                ("tokens_out", models.PositiveIntegerField(default=0)),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "episode",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="verdicts",
                        to="simulator.episode",
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
                "indexes": [
                    models.Index(fields=["episode", "rater_kind", "rater"], name="verdicts_of_a_run"),
                    models.Index(fields=["text_hash", "claim_hash", "rater"], name="verdicts_about_a_text"),
                ],
            },
        ),
        migrations.AddField(
            model_name="episode",
            name="judge_model",
            field=models.CharField(
                blank=True,
                help_text="Alias of the model that reads the run's texts after its end; empty: none.",
                max_length=100,
                default="",
            ),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name="episode",
            name="judge_budget",
            field=models.FloatField(
                blank=True,
                help_text="Maximum cost of the judge in US dollars; empty: the sweep's limit, if it has one.",
                null=True,
            ),
        ),
        migrations.AddField(
            model_name="episode",
            name="judged_at",
            field=models.DateTimeField(blank=True, help_text="When the judge began to read the run.", null=True),
        ),
        migrations.RunPython(give_to_researchers, migrations.RunPython.noop),
    ]
