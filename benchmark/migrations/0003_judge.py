"""Add the judge of a sweep and its budget."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("benchmark", "0002_help_texts"),
    ]

    operations = [
        migrations.AddField(
            model_name="sweep",
            name="judge_budget",
            field=models.FloatField(
                blank=True, help_text="Cost limit of the judge in US dollars; empty: no limit.", null=True
            ),
        ),
        migrations.AddField(
            model_name="sweep",
            name="judge_model",
            field=models.CharField(
                blank=True,
                help_text="Alias of the model that reads the texts of the sweep's runs; empty: none.",
                max_length=100,
            ),
        ),
    ]
