"""Adds columns for forked and imported runs."""

from __future__ import annotations

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("simulator", "0002_language_models"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name="episode",
            name="forked_config",
            field=models.JSONField(
                blank=True, help_text="The EpisodeConfig from the fork on; before it the parent's holds.", null=True
            ),
        ),
        migrations.AddField(
            model_name="episode",
            name="import_hash",
            field=models.CharField(blank=True, help_text="Of the file that it was read from.", max_length=64),
        ),
        migrations.AddField(
            model_name="episode",
            name="imported",
            field=models.JSONField(
                blank=True,
                help_text="Of a run that was read from a file: its format, and what the file says of it.",
                null=True,
            ),
        ),
        migrations.AddField(
            model_name="episode",
            name="parent",
            field=models.ForeignKey(
                blank=True,
                help_text="The run it was forked from.",
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="forks",
                to="simulator.episode",
            ),
        ),
        migrations.AddField(
            model_name="episode",
            name="parent_step",
            field=models.PositiveIntegerField(
                blank=True, help_text="The last step that it has in common with its parent.", null=True
            ),
        ),
        migrations.AddConstraint(
            model_name="episode",
            constraint=models.UniqueConstraint(
                condition=models.Q(("import_hash", ""), _negated=True), fields=("import_hash",), name="one_run_per_file"
            ),
        ),
    ]
