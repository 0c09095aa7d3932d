"""Reword help texts of studies, items, assignments, answers and people; the tables stay as they are."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("annotation", "0006_more_help_texts"),
    ]

    operations = [
        migrations.AlterField(
            model_name="answer",
            name="attempt",
            field=models.PositiveIntegerField(default=0, help_text="Attempt at the practice; 0 for items outside it."),
        ),
        migrations.AlterField(
            model_name="answer",
            name="guidelines",
            field=models.PositiveIntegerField(
                help_text="Version of the guidelines that was shown; 0 if there was none."
            ),
        ),
        migrations.AlterField(
            model_name="assignment",
            name="lease_until",
            field=models.DateTimeField(help_text="Time until which the item is reserved for this person."),
        ),
        migrations.AlterField(
            model_name="assignment",
            name="place",
            field=models.PositiveIntegerField(
                help_text="Place in the order in which this person got items, from 1; practice items are not counted."
            ),
        ),
        migrations.AlterField(
            model_name="assignment",
            name="revision",
            field=models.PositiveIntegerField(
                default=0, help_text="Latest revision of the answer; 0 if there is no answer."
            ),
        ),
        migrations.AlterField(
            model_name="batch",
            name="strata",
            field=models.JSONField(help_text="Numbers of items available and taken, by stratum."),
        ),
        migrations.AlterField(
            model_name="invitation",
            name="label",
            field=models.CharField(
                blank=True, help_text="The lead's note on where the link was handed out.", max_length=100
            ),
        ),
        migrations.AlterField(
            model_name="item",
            name="explanation",
            field=models.TextField(blank=True, help_text="Shown after the answer to a practice item."),
        ),
        migrations.AlterField(
            model_name="item",
            name="identity",
            field=models.CharField(help_text="Hash of the run, its players and the moment's number.", max_length=64),
        ),
        migrations.AlterField(
            model_name="item",
            name="right_answers",
            field=models.JSONField(
                blank=True, default=dict, help_text="Right value by question, for gold and practice."
            ),
        ),
        migrations.AlterField(
            model_name="rater",
            name="finished_at",
            field=models.DateTimeField(
                blank=True, help_text="Time when the person had nothing left to answer.", null=True
            ),
        ),
        migrations.AlterField(
            model_name="rater",
            name="left_out",
            field=models.BooleanField(default=False, help_text="True if a lead left this person out of agreement."),
        ),
        migrations.AlterField(
            model_name="rater",
            name="places",
            field=models.PositiveIntegerField(
                default=0, help_text="Number of items handed out, not counting practice."
            ),
        ),
        migrations.AlterField(
            model_name="rater",
            name="withdrawn_at",
            field=models.DateTimeField(
                blank=True, help_text="Time of withdrawal, which deleted all answers.", null=True
            ),
        ),
        migrations.AlterField(
            model_name="study",
            name="gold_every",
            field=models.PositiveIntegerField(
                default=10, help_text="One item in this many is gold, as long as gold items are left."
            ),
        ),
        migrations.AlterField(
            model_name="study",
            name="most_people",
            field=models.PositiveIntegerField(
                blank=True, help_text="Maximum number of people; no limit if empty.", null=True
            ),
        ),
        migrations.AlterField(
            model_name="study",
            name="pass_mark",
            field=models.FloatField(default=0.8, help_text="Minimum share of right practice answers."),
        ),
        migrations.AlterField(
            model_name="study",
            name="per_person",
            field=models.PositiveIntegerField(
                blank=True, help_text="Maximum number of items per person; no limit if empty.", null=True
            ),
        ),
    ]
