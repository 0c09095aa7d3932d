"""Add personal codes of people who came from a panel.

People who joined earlier have no code. The first browser in which such a person is still signed in gets a code; people
who are not signed in any more ask a lead for a code. A panel id alone lets nobody in.
"""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("annotation", "0002_people")]

    operations = [
        migrations.AddField(
            model_name="rater",
            name="code_hash",
            field=models.CharField(
                blank=True,
                default="",
                help_text="Keyed hash of the personal code of somebody from a panel.",
                max_length=64,
            ),
        ),
        migrations.AddField(
            model_name="rater",
            name="code_issued_at",
            field=models.DateTimeField(
                blank=True, help_text="When a lead issued the code; empty once it was used.", null=True
            ),
        ),
        migrations.AddField(
            model_name="rater",
            name="wrong_codes",
            field=models.PositiveSmallIntegerField(default=0, help_text="Wrong codes typed since `wrong_since`."),
        ),
        migrations.AddField(
            model_name="rater",
            name="wrong_since",
            field=models.DateTimeField(blank=True, null=True),
        ),
    ]
