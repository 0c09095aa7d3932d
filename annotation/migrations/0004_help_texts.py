"""Reword the help texts of studies, items and people; the tables stay as they are."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("annotation", "0003_personal_codes"),
    ]

    operations = [
        migrations.AlterField(
            model_name="assignment",
            name="answered_at",
            field=models.DateTimeField(blank=True, help_text="Time of the current answer.", null=True),
        ),
        migrations.AlterField(
            model_name="assignment",
            name="draft",
            field=models.JSONField(blank=True, default=dict, help_text="Choices and reason that were not sent yet."),
        ),
        migrations.AlterField(
            model_name="assignment",
            name="lease_until",
            field=models.DateTimeField(help_text="Until then the item is reserved for this person."),
        ),
        migrations.AlterField(
            model_name="assignment",
            name="place",
            field=models.PositiveIntegerField(
                help_text="Place among this person's items, counted from 1, without practice."
            ),
        ),
        migrations.AlterField(
            model_name="assignment",
            name="revision",
            field=models.PositiveIntegerField(default=0, help_text="Latest revision of the answer; 0: none yet."),
        ),
        migrations.AlterField(
            model_name="batch",
            name="number",
            field=models.PositiveIntegerField(help_text="Number of the batch in its study, counted from 1."),
        ),
        migrations.AlterField(
            model_name="batch",
            name="spec",
            field=models.JSONField(
                help_text="Specification of the sample as plain data: runs, size, balance and seed."
            ),
        ),
        migrations.AlterField(
            model_name="batch",
            name="strata",
            field=models.JSONField(help_text="Items available and taken, by stratum."),
        ),
        migrations.AlterField(
            model_name="invitation",
            name="label",
            field=models.CharField(
                blank=True, help_text="Note of the lead: where the link was handed out.", max_length=100
            ),
        ),
        migrations.AlterField(
            model_name="invitation",
            name="nonce",
            field=models.CharField(
                help_text="Random part of the link; the secret key signs it.", max_length=40, unique=True
            ),
        ),
        migrations.AlterField(
            model_name="item",
            name="answered",
            field=models.PositiveIntegerField(default=0, help_text="Number of people with a current answer."),
        ),
        migrations.AlterField(
            model_name="item",
            name="model",
            field=models.CharField(help_text="Player of the assistant.", max_length=300),
        ),
        migrations.AlterField(
            model_name="item",
            name="number",
            field=models.PositiveIntegerField(help_text="Number in the study, counted from 1. Only leads see it."),
        ),
        migrations.AlterField(
            model_name="item",
            name="offer",
            field=models.TextField(blank=True, help_text="Text of the offer; empty for a silence."),
        ),
        migrations.AlterField(
            model_name="item",
            name="probability",
            field=models.FloatField(help_text="Probability that the item was drawn into its batch."),
        ),
        migrations.AlterField(
            model_name="item",
            name="right_answers",
            field=models.JSONField(blank=True, default=dict, help_text="Gold and practice: right value by question."),
        ),
        migrations.AlterField(
            model_name="item",
            name="simulated",
            field=models.CharField(help_text="First action of the simulated user; empty for a silence.", max_length=20),
        ),
        migrations.AlterField(
            model_name="item",
            name="trouble",
            field=models.CharField(blank=True, help_text="Why it cannot be shown; it is then skipped.", max_length=500),
        ),
        migrations.AlterField(
            model_name="itemshow",
            name="body",
            field=models.JSONField(help_text="The view of the item as plain data (ItemView)."),
        ),
        migrations.AlterField(
            model_name="itemshow",
            name="frames",
            field=models.BinaryField(help_text="The phone at each step, as a gzipped JSON list of HTML."),
        ),
        migrations.AlterField(
            model_name="rater",
            name="code_hash",
            field=models.CharField(
                blank=True,
                default="",
                help_text="Keyed hash of the personal code of a panel participant.",
                max_length=64,
            ),
        ),
        migrations.AlterField(
            model_name="rater",
            name="code_issued_at",
            field=models.DateTimeField(
                blank=True, help_text="Time when a lead issued the code; empty once it was used.", null=True
            ),
        ),
        migrations.AlterField(
            model_name="rater",
            name="cursor",
            field=models.PositiveIntegerField(default=0, help_text="Next place to look at in that order."),
        ),
        migrations.AlterField(
            model_name="rater",
            name="failed_at",
            field=models.DateTimeField(blank=True, help_text="Time when the last attempt at it failed.", null=True),
        ),
        migrations.AlterField(
            model_name="rater",
            name="finished_at",
            field=models.DateTimeField(blank=True, help_text="Time when nothing was left to answer.", null=True),
        ),
        migrations.AlterField(
            model_name="rater",
            name="left_out",
            field=models.BooleanField(default=False, help_text="True if the lead leaves this person out of agreement."),
        ),
        migrations.AlterField(
            model_name="rater",
            name="panel_id",
            field=models.CharField(blank=True, help_text="Participant id that the panel uses.", max_length=100),
        ),
        migrations.AlterField(
            model_name="rater",
            name="passed_at",
            field=models.DateTimeField(blank=True, help_text="Time when the practice was passed.", null=True),
        ),
        migrations.AlterField(
            model_name="rater",
            name="places",
            field=models.PositiveIntegerField(
                default=0, help_text="Number of items handed to this person, no practice."
            ),
        ),
        migrations.AlterField(
            model_name="rater",
            name="seed",
            field=models.BigIntegerField(help_text="Seed of this person's order of items."),
        ),
        migrations.AlterField(
            model_name="rater",
            name="withdrawn_at",
            field=models.DateTimeField(blank=True, help_text="Time of withdrawal; all answers are deleted.", null=True),
        ),
        migrations.AlterField(
            model_name="study",
            name="completion_code",
            field=models.CharField(blank=True, help_text="Shown to people who have finished.", max_length=60),
        ),
        migrations.AlterField(
            model_name="study",
            name="gold_every",
            field=models.PositiveIntegerField(
                default=10, help_text="One item in this many is gold, while there are gold items."
            ),
        ),
        migrations.AlterField(
            model_name="study",
            name="gold_mark",
            field=models.FloatField(
                default=0.7, help_text="A person with a lower share of right gold answers is flagged."
            ),
        ),
        migrations.AlterField(
            model_name="study",
            name="hide_goal",
            field=models.BooleanField(default=False, help_text="True if people do not see the simulated user's goal."),
        ),
        migrations.AlterField(
            model_name="study",
            name="lease_seconds",
            field=models.PositiveIntegerField(
                default=600, help_text="Seconds for which an item is reserved for the person who has it open."
            ),
        ),
        migrations.AlterField(
            model_name="study",
            name="most_people",
            field=models.PositiveIntegerField(
                blank=True, help_text="Maximum number of people; empty: no limit.", null=True
            ),
        ),
        migrations.AlterField(
            model_name="study",
            name="panel_parameter",
            field=models.CharField(
                blank=True, help_text="URL parameter with the participant id, such as PROLIFIC_PID.", max_length=60
            ),
        ),
        migrations.AlterField(
            model_name="study",
            name="pass_mark",
            field=models.FloatField(default=0.8, help_text="Share of practice items that must be right."),
        ),
        migrations.AlterField(
            model_name="study",
            name="per_person",
            field=models.PositiveIntegerField(
                blank=True, help_text="Maximum number of items per person; empty: all.", null=True
            ),
        ),
        migrations.AlterField(
            model_name="study",
            name="practice_attempts",
            field=models.PositiveIntegerField(default=2, help_text="Number of attempts at the practice."),
        ),
        migrations.AlterField(
            model_name="study",
            name="return_url",
            field=models.CharField(
                blank=True, help_text="Address of the panel to which people return.", max_length=500
            ),
        ),
        migrations.AlterField(
            model_name="study",
            name="screened_code",
            field=models.CharField(blank=True, help_text="Shown to people who fail the practice.", max_length=60),
        ),
        migrations.AlterField(
            model_name="study",
            name="seed",
            field=models.BigIntegerField(
                default=0, help_text="Seed of the random order in which each person gets items."
            ),
        ),
        migrations.AlterField(
            model_name="studytext",
            name="version",
            field=models.PositiveIntegerField(help_text="Version of the text, counted from 1."),
        ),
        migrations.AlterField(
            model_name="verdict",
            name="attempt",
            field=models.PositiveIntegerField(default=0, help_text="Attempt at the practice; 0 for all other items."),
        ),
        migrations.AlterField(
            model_name="verdict",
            name="guidelines",
            field=models.PositiveIntegerField(help_text="Version of the guidelines that was shown; 0: none."),
        ),
        migrations.AlterField(
            model_name="verdict",
            name="key",
            field=models.CharField(help_text="Key of the question.", max_length=40),
        ),
        migrations.AlterField(
            model_name="verdict",
            name="revision",
            field=models.PositiveIntegerField(help_text="Revision of this person's answer, counted from 1."),
        ),
        migrations.AlterField(
            model_name="verdict",
            name="seconds",
            field=models.FloatField(help_text="Seconds for which the item was in view."),
        ),
    ]
