"""Add play studies: their settings, their scenarios, and the runs that people play for them."""

from __future__ import annotations

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("annotation", "0007_clearer_help_texts"),
        ("simulator", "0014_players"),
    ]

    operations = [
        migrations.AddField(
            model_name="study",
            name="kind",
            field=models.CharField(
                choices=[("judgements", "Judgements"), ("play", "Play")],
                default="judgements",
                help_text="Whether people judge offers or play scenarios.",
                max_length=10,
            ),
        ),
        migrations.CreateModel(
            name="PlayPlan",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "role",
                    models.CharField(
                        choices=[("user", "User"), ("assistant", "Assistant")],
                        help_text="The side that people play.",
                        max_length=10,
                    ),
                ),
                (
                    "partner",
                    models.CharField(
                        help_text="The player of the other side, as forms name it: a player, or model:<alias>.",
                        max_length=300,
                    ),
                ),
                (
                    "config",
                    models.JSONField(help_text="The EpisodeConfig of all runs; the seed rule sets their seeds."),
                ),
                (
                    "seed_rule",
                    models.CharField(
                        choices=[("same", "All runs have the seed of the study"), ("own", "Each run has its own seed")],
                        default="same",
                        max_length=10,
                    ),
                ),
                (
                    "split",
                    models.CharField(
                        blank=True, help_text="The split that was chosen; empty for a list.", max_length=200
                    ),
                ),
                (
                    "shows_outcome",
                    models.BooleanField(
                        default=True, help_text="True if people see the outcome of each of their runs."
                    ),
                ),
                (
                    "shows_leaderboard",
                    models.BooleanField(default=False, help_text="True if people see how often others succeeded."),
                ),
                (
                    "study",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="play_plan", to="annotation.study"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="PlayScenario",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "place",
                    models.PositiveIntegerField(
                        help_text="Place in the lead's list, counted from 1; 0 for the practice."
                    ),
                ),
                ("is_practice", models.BooleanField(default=False)),
                (
                    "study",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="play_scenarios",
                        to="annotation.study",
                    ),
                ),
                (
                    "version",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="simulator.scenarioversion"
                    ),
                ),
            ],
            options={
                "ordering": ["study", "place", "pk"],
            },
        ),
        migrations.CreateModel(
            name="PlayAssignment",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("is_practice", models.BooleanField(default=False)),
                (
                    "place",
                    models.PositiveIntegerField(
                        help_text="Order in which the person got it, counted from 1; practice from 1 too."
                    ),
                ),
                ("given_at", models.DateTimeField(auto_now_add=True)),
                (
                    "episode",
                    models.OneToOneField(
                        blank=True,
                        help_text="Empty if deleted.",
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="play_assignment",
                        to="simulator.episode",
                    ),
                ),
                (
                    "rater",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="play_runs",
                        to="annotation.rater",
                    ),
                ),
                (
                    "scenario",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="assignments",
                        to="annotation.playscenario",
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
            },
        ),
        migrations.AddConstraint(
            model_name="playscenario",
            constraint=models.UniqueConstraint(fields=("study", "version"), name="one_version_per_play_study"),
        ),
        migrations.AddConstraint(
            model_name="playassignment",
            constraint=models.UniqueConstraint(
                condition=models.Q(("is_practice", False)),
                fields=("rater", "scenario"),
                name="nobody_plays_a_scenario_twice",
            ),
        ),
        migrations.AddConstraint(
            model_name="playassignment",
            constraint=models.UniqueConstraint(
                fields=("rater", "is_practice", "place"), name="one_play_assignment_per_place"
            ),
        ),
    ]
