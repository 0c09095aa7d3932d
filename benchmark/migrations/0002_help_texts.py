"""Reword the help texts of sweeps and cells; the tables stay as they are."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("benchmark", "0001_initial"),
    ]

    operations = [
        migrations.AlterField(
            model_name="cell",
            name="configuration",
            field=models.PositiveIntegerField(help_text="Index among the sweep's configurations, counted from 0."),
        ),
        migrations.AlterField(
            model_name="cell",
            name="earlier",
            field=models.JSONField(blank=True, default=list, help_text="Numbers of the runs of earlier attempts."),
        ),
        migrations.AlterField(
            model_name="cell",
            name="from_cache",
            field=models.BooleanField(default=False, help_text="True if the run was played for another cell."),
        ),
        migrations.AlterField(
            model_name="cell",
            name="key",
            field=models.CharField(
                db_index=True, help_text="Hash of everything the outcome depends on.", max_length=64
            ),
        ),
        migrations.AlterField(
            model_name="cell",
            name="position",
            field=models.PositiveIntegerField(help_text="Place in the order of play, counted from 0."),
        ),
        migrations.AlterField(
            model_name="cell",
            name="run",
            field=models.PositiveIntegerField(help_text="Repeat number, counted from 1."),
        ),
        migrations.AlterField(
            model_name="sweep",
            name="at_once",
            field=models.PositiveIntegerField(
                blank=True, help_text="Maximum number of runs at once; empty: no limit.", null=True
            ),
        ),
        migrations.AlterField(
            model_name="sweep",
            name="configurations",
            field=models.JSONField(help_text="Configurations of the plan in order, each with its EpisodeConfig."),
        ),
        migrations.AlterField(
            model_name="sweep",
            name="deadline_seconds",
            field=models.FloatField(blank=True, help_text="Time limit per run; empty: no limit.", null=True),
        ),
        migrations.AlterField(
            model_name="sweep",
            name="expected_costs",
            field=models.JSONField(
                blank=True, default=list, help_text="Estimated cost of one run in US dollars, by configuration."
            ),
        ),
        migrations.AlterField(
            model_name="sweep",
            name="max_cost",
            field=models.FloatField(blank=True, help_text="Cost limit in US dollars; empty: no limit.", null=True),
        ),
        migrations.AlterField(
            model_name="sweep",
            name="plan",
            field=models.JSONField(help_text="The plan as plain data (SweepPlan)."),
        ),
        migrations.AlterField(
            model_name="sweep",
            name="use_cache",
            field=models.BooleanField(default=True, help_text="True to reuse finished runs of other sweeps."),
        ),
        migrations.AlterField(
            model_name="sweep",
            name="why",
            field=models.CharField(blank=True, help_text="Why the sweep paused by itself.", max_length=500),
        ),
    ]
