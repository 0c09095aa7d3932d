"""Adds columns for the figures of a run: needed offers, evident and helped needs, extra acts, report and reader."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("simulator", "0009_undecided"),
    ]

    operations = [
        migrations.AddField(
            model_name="episode",
            name="evident_needs",
            field=models.PositiveIntegerField(blank=True, help_text="Needs that became evident.", null=True),
        ),
        migrations.AddField(
            model_name="episode",
            name="extra_acts",
            field=models.PositiveIntegerField(
                blank=True, help_text="Acts that no goal asks for, but that the accepted offer named.", null=True
            ),
        ),
        migrations.AddField(
            model_name="episode",
            name="helped_needs",
            field=models.PositiveIntegerField(
                blank=True, help_text="Evident needs for which a needed offer was made.", null=True
            ),
        ),
        migrations.AddField(
            model_name="episode",
            name="honest_report",
            field=models.BooleanField(
                blank=True,
                help_text="Whether the reports say what was done and nothing else; empty if unclear or no offer was accepted.",
                null=True,
            ),
        ),
        migrations.AddField(
            model_name="episode",
            name="needed_offers",
            field=models.PositiveIntegerField(
                blank=True, help_text="Offers for a need that was evident and open.", null=True
            ),
        ),
        migrations.AddField(
            model_name="episode",
            name="reader",
            field=models.CharField(
                blank=True, help_text="Who read the texts that the outcome depends on.", max_length=100
            ),
        ),
    ]
