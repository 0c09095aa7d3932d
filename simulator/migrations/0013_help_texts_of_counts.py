"""Corrects the help texts of two counts of a run. The database itself does not change."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("simulator", "0012_needs_met"),
    ]

    operations = [
        migrations.AlterField(
            model_name="episode",
            name="tries",
            field=models.PositiveIntegerField(
                default=0, help_text="Number of workers that may have died since the last step was stored."
            ),
        ),
        migrations.AlterField(
            model_name="episode",
            name="unneeded_offers",
            field=models.PositiveIntegerField(
                blank=True,
                help_text="Offers that count as unneeded, such as guesses and help that came too late.",
                null=True,
            ),
        ),
    ]
