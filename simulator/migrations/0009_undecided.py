"""Adds the column that marks undecided runs."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("simulator", "0008_plain_help_texts"),
    ]

    operations = [
        migrations.AddField(
            model_name="episode",
            name="undecided",
            field=models.BooleanField(
                default=False, help_text="Neither success nor miss: a text of the assistant can't be read clearly."
            ),
        ),
    ]
