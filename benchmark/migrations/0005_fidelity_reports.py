"""Add stored fidelity reports."""

from __future__ import annotations

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("benchmark", "0004_cache_help_texts"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Fidelity",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("user_label", models.CharField(help_text="Label of the simulated user.", max_length=300)),
                ("config", models.JSONField(help_text="An EpisodeConfig with the simulated user, as JSON.")),
                (
                    "k",
                    models.PositiveSmallIntegerField(
                        help_text="Decisions of the simulated user at each decision point."
                    ),
                ),
                ("seed", models.BigIntegerField(default=0)),
                ("runs_key", models.CharField(help_text="Hash of the runs that are compared.", max_length=64)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("queued", "Queued"),
                            ("running", "Running"),
                            ("finished", "Finished"),
                            ("failed", "Failed"),
                        ],
                        default="queued",
                        max_length=20,
                    ),
                ),
                ("total", models.PositiveIntegerField(default=0, help_text="Number of people's runs.")),
                (
                    "done",
                    models.PositiveIntegerField(
                        default=0, help_text="Number of people's runs that are compared already."
                    ),
                ),
                ("problem", models.CharField(blank=True, help_text="Why it failed.", max_length=1000)),
                ("report", models.JSONField(blank=True, help_text="The FidelityReport as JSON.", null=True)),
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
                "verbose_name": "fidelity report",
                "verbose_name_plural": "fidelity reports",
                "ordering": ["-pk"],
                "indexes": [models.Index(fields=["user_label", "-id"], name="fidelity_of_user")],
            },
        ),
    ]
