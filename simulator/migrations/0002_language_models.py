"""Adds columns for language models: messages, tokens, costs, failures, blame, and flags on faulty scenarios."""

from __future__ import annotations

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("simulator", "0001_initial"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Part",
            fields=[
                ("hash", models.CharField(max_length=64, primary_key=True, serialize=False)),
                ("body", models.TextField(help_text="The message or the tool schema as JSON.")),
            ],
        ),
        migrations.AddField(
            model_name="episode",
            name="cost",
            field=models.FloatField(blank=True, help_text="US dollars; empty where no price is known.", null=True),
        ),
        migrations.AddField(
            model_name="episode",
            name="failure",
            field=models.CharField(
                blank=True,
                choices=[
                    ("provider", "Provider of a model"),
                    ("budget", "Limit on tokens or cost"),
                    ("setup", "Setup of a model"),
                    ("engine", "Engine"),
                ],
                help_text="Of a failed run: what failed.",
                max_length=20,
            ),
        ),
        migrations.AddField(
            model_name="episode",
            name="fault",
            field=models.CharField(
                blank=True, help_text="Who kept it from succeeding, by what happened in the run alone.", max_length=20
            ),
        ),
        migrations.AddField(
            model_name="episode",
            name="fault_moment",
            field=models.PositiveIntegerField(blank=True, help_text="The moment that the rule speaks of.", null=True),
        ),
        migrations.AddField(
            model_name="episode",
            name="fault_rule",
            field=models.CharField(blank=True, help_text="The rule that says so.", max_length=40),
        ),
        migrations.AddField(
            model_name="episode",
            name="fault_why",
            field=models.CharField(blank=True, help_text="Its sentence, with the facts.", max_length=500),
        ),
        migrations.AddField(
            model_name="episode",
            name="overruled_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="episode",
            name="overruled_by",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="episode",
            name="overruled_fault",
            field=models.CharField(blank=True, help_text="What a person says instead.", max_length=20),
        ),
        migrations.AddField(
            model_name="episode",
            name="overruled_note",
            field=models.CharField(blank=True, max_length=500),
        ),
        migrations.AddField(
            model_name="episode",
            name="tokens_in",
            field=models.PositiveBigIntegerField(default=0, help_text="Tokens that language models were sent."),
        ),
        migrations.AddField(
            model_name="episode",
            name="tokens_out",
            field=models.PositiveBigIntegerField(default=0, help_text="Tokens that language models wrote."),
        ),
        migrations.AddField(
            model_name="scenarioversion",
            name="flag_note",
            field=models.CharField(blank=True, max_length=500),
        ),
        migrations.AddField(
            model_name="scenarioversion",
            name="flagged_at",
            field=models.DateTimeField(
                blank=True, help_text="When a person said that its runs show nothing about the assistant.", null=True
            ),
        ),
        migrations.AddField(
            model_name="scenarioversion",
            name="flagged_by",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AlterField(
            model_name="episode",
            name="queue",
            field=models.CharField(
                choices=[("live", "Live"), ("batch", "Batch"), ("models", "Language models")],
                default="live",
                max_length=10,
            ),
        ),
        migrations.AlterField(
            model_name="episode",
            name="user_player",
            field=models.CharField(max_length=300, verbose_name="user"),
        ),
        migrations.AlterField(
            model_name="episode",
            name="assistant_player",
            field=models.CharField(max_length=300, verbose_name="assistant"),
        ),
    ]
