"""Create the tables of sweeps and cells."""

from __future__ import annotations

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("simulator", "0004_sweeps"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Sweep",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=200)),
                ("plan", models.JSONField(help_text="A SweepPlan as plain data.")),
                ("plan_hash", models.CharField(max_length=64)),
                (
                    "configurations",
                    models.JSONField(help_text="What the plan unfolds into, in order: each with its EpisodeConfig."),
                ),
                (
                    "expected_costs",
                    models.JSONField(
                        blank=True,
                        default=list,
                        help_text="Of each configuration: what one run was thought to cost, in US dollars.",
                    ),
                ),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("running", "Running"),
                            ("paused", "Paused"),
                            ("cancelled", "Cancelled"),
                            ("finished", "Finished"),
                        ],
                        db_index=True,
                        default="running",
                        max_length=20,
                    ),
                ),
                (
                    "why",
                    models.CharField(blank=True, help_text="Why it is paused, if nobody asked for it.", max_length=500),
                ),
                (
                    "priority",
                    models.SmallIntegerField(choices=[(-30, "Low"), (-20, "Normal"), (-10, "High")], default=-20),
                ),
                (
                    "at_once",
                    models.PositiveIntegerField(
                        blank=True,
                        help_text="Runs side by side, at most; empty: as many as the workers play.",
                        null=True,
                    ),
                ),
                (
                    "max_cost",
                    models.FloatField(blank=True, help_text="US dollars for all its runs; empty: no limit.", null=True),
                ),
                (
                    "deadline_seconds",
                    models.FloatField(blank=True, help_text="For each run; empty: no limit.", null=True),
                ),
                (
                    "use_cache",
                    models.BooleanField(
                        default=True, help_text="Whether runs of other sweeps may stand in for its own."
                    ),
                ),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("ended_at", models.DateTimeField(blank=True, null=True)),
                (
                    "started_by",
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
                "ordering": ["-pk"],
                "permissions": [("control_sweep", "Can pause, resume, cancel, retry and prioritise sweeps")],
            },
        ),
        migrations.CreateModel(
            name="Cell",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("position", models.PositiveIntegerField(help_text="Its place in the order of play.")),
                ("configuration", models.PositiveIntegerField(help_text="Which of the sweep's, from 0 on.")),
                ("seed", models.BigIntegerField()),
                ("run", models.PositiveIntegerField(help_text="From 1 on.")),
                (
                    "key",
                    models.CharField(
                        db_index=True, help_text="Hash of all that its outcome follows from.", max_length=64
                    ),
                ),
                (
                    "from_cache",
                    models.BooleanField(default=False, help_text="Whether its episode was played for another cell."),
                ),
                (
                    "earlier",
                    models.JSONField(blank=True, default=list, help_text="Ids of the episodes of earlier attempts."),
                ),
                (
                    "episode",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="cells",
                        to="simulator.episode",
                    ),
                ),
                (
                    "version",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="simulator.scenarioversion"
                    ),
                ),
                (
                    "sweep",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="cells",
                        to="benchmark.sweep",
                    ),
                ),
            ],
            options={
                "ordering": ["sweep", "position"],
                "indexes": [
                    models.Index(
                        condition=models.Q(("episode", None)), fields=["sweep", "position"], name="cells_to_be_played"
                    )
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("sweep", "position"), name="one_cell_per_position"),
                    models.UniqueConstraint(
                        fields=("sweep", "version", "configuration", "seed", "run"), name="one_cell_per_repeat"
                    ),
                ],
            },
        ),
    ]
