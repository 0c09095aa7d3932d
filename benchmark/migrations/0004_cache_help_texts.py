"""Reword the help texts of `use_cache` and `from_cache`; the tables stay as they are."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("benchmark", "0003_judge"),
    ]

    operations = [
        migrations.AlterField(
            model_name="cell",
            name="from_cache",
            field=models.BooleanField(
                default=False,
                help_text="True if the cell was linked to a finished run instead of getting a run of its own.",
            ),
        ),
        migrations.AlterField(
            model_name="sweep",
            name="use_cache",
            field=models.BooleanField(
                default=True,
                help_text="True to reuse any finished run in the cache, also runs that were not played for a sweep.",
            ),
        ),
    ]
