"""Adds columns for the needs of a run whose goals are met."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("simulator", "0011_verdicts"),
    ]

    operations = [
        migrations.AddField(
            model_name="episode",
            name="met_needs",
            field=models.PositiveIntegerField(
                blank=True, help_text="Wanted needs whose goals are all met; unclear goals count as not met.", null=True
            ),
        ),
        migrations.AddField(
            model_name="episode",
            name="wanted_needs",
            field=models.PositiveIntegerField(
                blank=True, help_text="Needs with goals, without optional needs whose help was not accepted.", null=True
            ),
        ),
    ]
