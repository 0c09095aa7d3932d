"""Creates the tables of scenarios and their versions, runs, moments, decision points and sign-in links."""

from __future__ import annotations

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Scenario",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("slug", models.CharField(max_length=200, unique=True, verbose_name="id")),
                (
                    "removed_at",
                    models.DateTimeField(blank=True, help_text="When its file was found to be gone.", null=True),
                ),
            ],
            options={
                "ordering": ["slug"],
            },
        ),
        migrations.CreateModel(
            name="ScenarioVersion",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("content_hash", models.CharField(max_length=64)),
                (
                    "source",
                    models.TextField(
                        help_text="The file's content as JSON. Text, because ids on the phone follow from its order."
                    ),
                ),
                ("title", models.CharField(max_length=300)),
                ("category", models.CharField(blank=True, max_length=50)),
                ("difficulty", models.CharField(blank=True, max_length=50)),
                ("status", models.CharField(blank=True, max_length=20)),
                ("apps", models.JSONField(default=list)),
                ("tags", models.JSONField(default=list)),
                ("first_seen", models.DateTimeField(auto_now_add=True)),
                (
                    "scenario",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="versions", to="simulator.scenario"
                    ),
                ),
            ],
            options={
                "ordering": ["-first_seen", "-pk"],
            },
        ),
        migrations.AddField(
            model_name="scenario",
            name="current",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.PROTECT, related_name="+", to="simulator.scenarioversion"
            ),
        ),
        migrations.CreateModel(
            name="Episode",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("config", models.JSONField(help_text="An EpisodeConfig as plain data.")),
                ("config_hash", models.CharField(max_length=64)),
                ("engine", models.CharField(help_text="Version of the engine that began it.", max_length=40)),
                ("note", models.CharField(blank=True, help_text="A label such as Demo.", max_length=200)),
                ("user_player", models.CharField(max_length=100, verbose_name="user")),
                ("assistant_player", models.CharField(max_length=100, verbose_name="assistant")),
                ("seed", models.BigIntegerField()),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("queued", "Queued"),
                            ("running", "Running"),
                            ("paused", "Paused"),
                            ("waiting", "Waiting for a person"),
                            ("finished", "Finished"),
                            ("stopped", "Stopped"),
                            ("interrupted", "Interrupted"),
                            ("failed", "Failed"),
                        ],
                        db_index=True,
                        default="queued",
                        max_length=20,
                    ),
                ),
                (
                    "wish",
                    models.CharField(
                        choices=[
                            ("run", "Go on"),
                            ("again", "Look again whether a person has decided"),
                            ("pause", "Pause"),
                            ("stop", "Stop"),
                        ],
                        default="run",
                        max_length=10,
                    ),
                ),
                (
                    "queue",
                    models.CharField(choices=[("live", "Live"), ("batch", "Batch")], default="live", max_length=10),
                ),
                ("pace", models.FloatField(default=0, help_text="Moments a second; 0 is as fast as possible.")),
                (
                    "steps_left",
                    models.PositiveIntegerField(
                        blank=True, help_text="Moments after which it pauses; empty: none.", null=True
                    ),
                ),
                (
                    "attempt",
                    models.PositiveIntegerField(
                        default=0, help_text="Raised at every claim; whoever holds an older one is out."
                    ),
                ),
                ("tries", models.PositiveIntegerField(default=0, help_text="Claims since the last moment was stored.")),
                ("heartbeat_at", models.DateTimeField(blank=True, null=True)),
                ("worker", models.CharField(blank=True, max_length=200)),
                ("job_id", models.CharField(blank=True, max_length=100)),
                ("moment_count", models.PositiveIntegerField(default=0)),
                ("turn", models.PositiveIntegerField(default=0)),
                ("turn_limit", models.PositiveIntegerField(default=0)),
                (
                    "simulated",
                    models.CharField(blank=True, help_text="Local simulated time of the last moment.", max_length=30),
                ),
                (
                    "summary",
                    models.CharField(blank=True, help_text="What happened last, in a sentence.", max_length=300),
                ),
                ("success", models.BooleanField(blank=True, null=True)),
                ("result", models.JSONField(blank=True, help_text="The last line of the trace.", null=True)),
                (
                    "reason",
                    models.CharField(blank=True, help_text="Why it is no success, or why it failed.", max_length=500),
                ),
                ("content_hash", models.CharField(blank=True, max_length=64)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("started_at", models.DateTimeField(blank=True, null=True)),
                ("ended_at", models.DateTimeField(blank=True, null=True)),
                (
                    "started_by",
                    models.ForeignKey(
                        blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "version",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="episodes",
                        to="simulator.scenarioversion",
                    ),
                ),
            ],
            options={
                "ordering": ["-pk"],
                "verbose_name": "run",
                "verbose_name_plural": "runs",
                "permissions": [("control_episode", "Can pause, step, resume and stop episodes")],
            },
        ),
        migrations.CreateModel(
            name="SignInLink",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("token_hash", models.CharField(max_length=64, unique=True)),
                ("expires_at", models.DateTimeField()),
                ("used_at", models.DateTimeField(blank=True, null=True)),
                ("user", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name="DecisionPoint",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField(help_text="Its place among the points of the episode.")),
                ("kind", models.CharField(max_length=20)),
                ("moment", models.PositiveIntegerField()),
                ("turn", models.PositiveIntegerField()),
                ("final", models.CharField(blank=True, help_text="What became of an offer.", max_length=20)),
                ("body", models.JSONField()),
                (
                    "episode",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="decision_points",
                        to="simulator.episode",
                    ),
                ),
            ],
            options={
                "ordering": ["episode", "number"],
                "constraints": [models.UniqueConstraint(fields=("episode", "number"), name="one_point_per_number")],
            },
        ),
        migrations.CreateModel(
            name="Moment",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField()),
                ("line", models.TextField(help_text="The moment as JSON, as a trace file has it.")),
                ("chain", models.CharField(help_text="Content hash of all moments up to this one.", max_length=64)),
                ("stored_at", models.DateTimeField()),
                (
                    "episode",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="moments",
                        to="simulator.episode",
                    ),
                ),
            ],
            options={
                "ordering": ["episode", "number"],
                "constraints": [models.UniqueConstraint(fields=("episode", "number"), name="one_moment_per_number")],
            },
        ),
        migrations.AddConstraint(
            model_name="scenarioversion",
            constraint=models.UniqueConstraint(fields=("scenario", "content_hash"), name="one_version_per_content"),
        ),
        migrations.AddIndex(
            model_name="episode",
            index=models.Index(fields=["state", "heartbeat_at"], name="episodes_to_reap"),
        ),
    ]
