"""Create the tables of studies, their texts, batches and items."""

from __future__ import annotations

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("simulator", "0005_withheld"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Item",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "number",
                    models.PositiveIntegerField(help_text="Its place in the study, from 1 on; for those who lead it."),
                ),
                ("code", models.CharField(max_length=20, unique=True)),
                (
                    "identity",
                    models.CharField(help_text="Hash of the run with its players, and of the moment.", max_length=64),
                ),
                (
                    "role",
                    models.CharField(
                        choices=[
                            ("real", "To be judged"),
                            ("gold", "Gold"),
                            ("practice", "Practice"),
                            ("dropped", "Left out"),
                        ],
                        default="real",
                        max_length=10,
                    ),
                ),
                ("moment", models.PositiveIntegerField()),
                ("kind", models.CharField(help_text="offer or silence.", max_length=20)),
                ("offer", models.TextField(blank=True, help_text="What was offered; empty for a silence.")),
                ("model", models.CharField(help_text="Who played the assistant.", max_length=300)),
                ("scenario", models.CharField(max_length=200)),
                ("outcome", models.CharField(help_text="success, miss or unknown.", max_length=20)),
                (
                    "simulated",
                    models.CharField(
                        help_text="What the simulated user did first; empty for a silence.", max_length=20
                    ),
                ),
                ("probability", models.FloatField(help_text="With which it came to be in its batch.")),
                (
                    "right_answers",
                    models.JSONField(blank=True, default=dict, help_text="Of gold and practice: value by question."),
                ),
                ("explanation", models.TextField(blank=True, help_text="Shown after a practice answer.")),
                (
                    "answered",
                    models.PositiveIntegerField(
                        default=0, help_text="People whose answer stands; kept while answering."
                    ),
                ),
                (
                    "trouble",
                    models.CharField(
                        blank=True, help_text="Why it cannot be shown; it is skipped then.", max_length=500
                    ),
                ),
            ],
            options={
                "ordering": ["study", "number"],
            },
        ),
        migrations.CreateModel(
            name="Batch",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField(help_text="From 1 on.")),
                (
                    "spec",
                    models.JSONField(
                        help_text="A SampleSpec as plain data: which runs, how many, which balance, which seed."
                    ),
                ),
                ("strata", models.JSONField(help_text="What there was and what was taken of each stratum.")),
                ("made_at", models.DateTimeField(auto_now_add=True)),
                (
                    "made_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "batches",
                "ordering": ["study", "number"],
            },
        ),
        migrations.CreateModel(
            name="ItemShow",
            fields=[
                (
                    "item",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="show",
                        serialize=False,
                        to="annotation.item",
                    ),
                ),
                ("body", models.JSONField(help_text="An ItemView as plain data.")),
                ("phone", models.TextField(help_text="The phone at that moment, as HTML.")),
                (
                    "frames",
                    models.BinaryField(help_text="The phone at every step before, as gzipped JSON list of HTML."),
                ),
                ("made_at", models.DateTimeField(auto_now_add=True)),
            ],
        ),
        migrations.AddField(
            model_name="item",
            name="batch",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="items", to="annotation.batch"
            ),
        ),
        migrations.AddField(
            model_name="item",
            name="episode",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="items", to="simulator.episode"
            ),
        ),
        migrations.CreateModel(
            name="Study",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("title", models.CharField(max_length=200)),
                (
                    "state",
                    models.CharField(
                        choices=[("draft", "Draft"), ("open", "Open"), ("closed", "Closed")],
                        db_index=True,
                        default="draft",
                        max_length=10,
                    ),
                ),
                ("note", models.CharField(blank=True, help_text="A label such as Demo.", max_length=200)),
                (
                    "questions",
                    models.JSONField(help_text="Questions as plain data, in the order in which they are asked."),
                ),
                ("seed", models.BigIntegerField(default=0, help_text="Of everybody's order.")),
                ("per_item", models.PositiveIntegerField(default=3, help_text="People who answer each item.")),
                (
                    "per_person",
                    models.PositiveIntegerField(
                        blank=True, help_text="Items that one person answers, at most; empty: all of them.", null=True
                    ),
                ),
                (
                    "most_people",
                    models.PositiveIntegerField(blank=True, help_text="People who may join; empty: any.", null=True),
                ),
                (
                    "gold_every",
                    models.PositiveIntegerField(
                        default=10, help_text="One of so many items is a gold item, as long as there are any."
                    ),
                ),
                (
                    "gold_mark",
                    models.FloatField(default=0.7, help_text="Share of gold items below which a person is flagged."),
                ),
                ("pass_mark", models.FloatField(default=0.8, help_text="Share of the practice items to be right.")),
                ("practice_attempts", models.PositiveIntegerField(default=2)),
                (
                    "too_fast_seconds",
                    models.FloatField(default=2, help_text="Answers given faster than this are flagged."),
                ),
                (
                    "lease_seconds",
                    models.PositiveIntegerField(default=600, help_text="How long an item is kept for one person."),
                ),
                (
                    "hide_goal",
                    models.BooleanField(default=False, help_text="Whether people are not told what the user wants."),
                ),
                (
                    "panel_parameter",
                    models.CharField(
                        blank=True,
                        help_text="Name under which a panel's links carry the person's id: PROLIFIC_PID.",
                        max_length=60,
                    ),
                ),
                (
                    "completion_code",
                    models.CharField(blank=True, help_text="Shown to those who have finished.", max_length=60),
                ),
                (
                    "screened_code",
                    models.CharField(blank=True, help_text="Shown to those who fail the practice.", max_length=60),
                ),
                (
                    "return_url",
                    models.CharField(blank=True, help_text="Where the panel takes people back.", max_length=500),
                ),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("opened_at", models.DateTimeField(blank=True, null=True)),
                ("closed_at", models.DateTimeField(blank=True, null=True)),
                ("leads", models.ManyToManyField(blank=True, related_name="led_studies", to=settings.AUTH_USER_MODEL)),
                (
                    "made_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "studies",
                "ordering": ["-pk"],
                "permissions": [("manage_study", "Can manage every study, also those that others lead")],
            },
        ),
        migrations.AddField(
            model_name="item",
            name="study",
            field=models.ForeignKey(
                db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="items", to="annotation.study"
            ),
        ),
        migrations.AddField(
            model_name="batch",
            name="study",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="batches",
                to="annotation.study",
            ),
        ),
        migrations.CreateModel(
            name="StudyText",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "kind",
                    models.CharField(
                        choices=[("guidelines", "Guidelines"), ("consent", "Information and consent")], max_length=20
                    ),
                ),
                ("version", models.PositiveIntegerField(help_text="From 1 on.")),
                ("text", models.TextField()),
                ("made_at", models.DateTimeField(auto_now_add=True)),
                (
                    "made_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "study",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="texts",
                        to="annotation.study",
                    ),
                ),
            ],
            options={
                "ordering": ["study", "kind", "-version"],
            },
        ),
        migrations.AddIndex(
            model_name="item",
            index=models.Index(fields=["study", "role", "answered"], name="items_to_answer"),
        ),
        migrations.AddConstraint(
            model_name="item",
            constraint=models.UniqueConstraint(fields=("study", "number"), name="one_item_per_number"),
        ),
        migrations.AddConstraint(
            model_name="item",
            constraint=models.UniqueConstraint(fields=("study", "identity"), name="no_item_twice"),
        ),
        migrations.AddConstraint(
            model_name="batch",
            constraint=models.UniqueConstraint(fields=("study", "number"), name="one_batch_per_number"),
        ),
        migrations.AddConstraint(
            model_name="studytext",
            constraint=models.UniqueConstraint(fields=("study", "kind", "version"), name="one_text_per_version"),
        ),
    ]
