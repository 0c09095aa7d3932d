"""Adds a column that withholds runs from public reading while people judge them."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("simulator", "0004_sweeps"),
    ]

    operations = [
        migrations.AddField(
            model_name="episode",
            name="is_withheld",
            field=models.BooleanField(
                default=False,
                help_text="Kept from public reading, because people are asked to judge it without knowing more.",
            ),
        ),
    ]
