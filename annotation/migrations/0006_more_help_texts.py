"""Reword help texts of studies, items, assignments and people; the tables stay as they are."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("annotation", "0005_answer"),
    ]

    operations = [
        migrations.AlterField(
            model_name="assignment",
            name="place",
            field=models.PositiveIntegerField(
                help_text="Place in the order in which this person got items, counted from 1, without practice."
            ),
        ),
        migrations.AlterField(
            model_name="item",
            name="outcome",
            field=models.CharField(help_text="success, miss or unknown (undecided or not judged).", max_length=20),
        ),
        migrations.AlterField(
            model_name="item",
            name="simulated",
            field=models.CharField(
                help_text="First action of the simulated user; none if it did not react, empty for a silence.",
                max_length=20,
            ),
        ),
        migrations.AlterField(
            model_name="item",
            name="trouble",
            field=models.CharField(
                blank=True, help_text="Why the item can't be shown; empty if it can.", max_length=500
            ),
        ),
        migrations.AlterField(
            model_name="rater",
            name="cursor",
            field=models.PositiveIntegerField(default=0, help_text="Next place to look at in the order of items."),
        ),
        migrations.AlterField(
            model_name="rater",
            name="failed_at",
            field=models.DateTimeField(blank=True, help_text="Time when the last practice attempt failed.", null=True),
        ),
        migrations.AlterField(
            model_name="rater",
            name="places",
            field=models.PositiveIntegerField(default=0, help_text="Number of items handed out, without practice."),
        ),
        migrations.AlterField(
            model_name="study",
            name="per_item",
            field=models.PositiveIntegerField(default=3, help_text="Number of people who answer each item."),
        ),
        migrations.AlterField(
            model_name="study",
            name="practice_attempts",
            field=models.PositiveIntegerField(default=2, help_text="Maximum number of attempts at the practice."),
        ),
    ]
