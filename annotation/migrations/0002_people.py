"""Create the tables of people, invitations, assignments and verdicts."""

from __future__ import annotations

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("annotation", "0001_studies"),
        ("simulator", "0005_withheld"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Invitation",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "nonce",
                    models.CharField(
                        help_text="The link is this, signed with the secret key.", max_length=40, unique=True
                    ),
                ),
                ("pseudonym", models.CharField(blank=True, max_length=60)),
                (
                    "label",
                    models.CharField(blank=True, help_text="For the lead: where it was handed out.", max_length=100),
                ),
                ("made_at", models.DateTimeField(auto_now_add=True)),
                ("revoked_at", models.DateTimeField(blank=True, null=True)),
                (
                    "made_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "study",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="invitations", to="annotation.study"
                    ),
                ),
            ],
            options={
                "ordering": ["study", "pk"],
            },
        ),
        migrations.CreateModel(
            name="Rater",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "kind",
                    models.CharField(
                        choices=[("person", "Person"), ("model", "Model"), ("rule", "Rule")],
                        default="person",
                        max_length=10,
                    ),
                ),
                ("pseudonym", models.CharField(max_length=60)),
                (
                    "panel_id",
                    models.CharField(blank=True, help_text="What the panel calls this person.", max_length=100),
                ),
                ("seed", models.BigIntegerField(help_text="Of this person's own order.")),
                (
                    "cursor",
                    models.PositiveIntegerField(default=0, help_text="How far in that order this person has come."),
                ),
                (
                    "places",
                    models.PositiveIntegerField(
                        default=0, help_text="Items that this person was handed, practice apart."
                    ),
                ),
                ("joined_at", models.DateTimeField(auto_now_add=True)),
                ("consented_at", models.DateTimeField(blank=True, null=True)),
                ("consent_version", models.PositiveIntegerField(blank=True, null=True)),
                ("practice_attempt", models.PositiveIntegerField(default=1)),
                ("passed_at", models.DateTimeField(blank=True, help_text="When the practice was passed.", null=True)),
                (
                    "failed_at",
                    models.DateTimeField(blank=True, help_text="When the last attempt at it failed.", null=True),
                ),
                (
                    "finished_at",
                    models.DateTimeField(blank=True, help_text="When nothing was left to answer.", null=True),
                ),
                (
                    "withdrawn_at",
                    models.DateTimeField(blank=True, help_text="Nothing that this person said is kept.", null=True),
                ),
                ("last_seen_at", models.DateTimeField(blank=True, null=True)),
                ("left_out", models.BooleanField(default=False, help_text="Left out of agreement by the lead.")),
                (
                    "invitation",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="raters",
                        to="annotation.invitation",
                    ),
                ),
                (
                    "study",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="raters",
                        to="annotation.study",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="ratings_as",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["study", "pk"],
            },
        ),
        migrations.CreateModel(
            name="Assignment",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "place",
                    models.PositiveIntegerField(
                        help_text="The so-manieth item of this person, from 1 on; practice apart."
                    ),
                ),
                ("claimed_at", models.DateTimeField()),
                (
                    "lease_until",
                    models.DateTimeField(help_text="Until then nobody else can get this place of the item."),
                ),
                ("answered_at", models.DateTimeField(blank=True, help_text="Of the answer that stands.", null=True)),
                ("revision", models.PositiveIntegerField(default=0, help_text="Of the newest verdicts; 0: none yet.")),
                (
                    "draft",
                    models.JSONField(
                        blank=True, default=dict, help_text="What was chosen and written, but not yet sent."
                    ),
                ),
                (
                    "item",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="assignments",
                        to="annotation.item",
                    ),
                ),
                (
                    "rater",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="assignments",
                        to="annotation.rater",
                    ),
                ),
            ],
            options={
                "ordering": ["rater", "place"],
            },
        ),
        migrations.CreateModel(
            name="Verdict",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("moment", models.PositiveIntegerField()),
                ("key", models.CharField(help_text="Of the question.", max_length=40)),
                ("value", models.CharField(blank=True, max_length=100)),
                ("reason", models.TextField(blank=True)),
                ("revision", models.PositiveIntegerField(help_text="Of this person's answer to this item, from 1 on.")),
                ("is_latest", models.BooleanField(default=True)),
                (
                    "attempt",
                    models.PositiveIntegerField(default=0, help_text="Of the practice; 0 for all other items."),
                ),
                ("guidelines", models.PositiveIntegerField(help_text="Version that was shown; 0: none.")),
                ("given_at", models.DateTimeField()),
                ("seconds", models.FloatField(help_text="From the time the item was shown.")),
                (
                    "episode",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="verdicts",
                        to="simulator.episode",
                    ),
                ),
                (
                    "item",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="verdicts",
                        to="annotation.item",
                    ),
                ),
                (
                    "rater",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="verdicts",
                        to="annotation.rater",
                    ),
                ),
                (
                    "study",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="verdicts",
                        to="annotation.study",
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
            },
        ),
        migrations.AddConstraint(
            model_name="rater",
            constraint=models.UniqueConstraint(fields=("study", "pseudonym"), name="one_rater_per_pseudonym"),
        ),
        migrations.AddConstraint(
            model_name="rater",
            constraint=models.UniqueConstraint(fields=("study", "user"), name="one_rater_per_user"),
        ),
        migrations.AddConstraint(
            model_name="rater",
            constraint=models.UniqueConstraint(
                condition=models.Q(("panel_id", ""), _negated=True),
                fields=("study", "panel_id"),
                name="one_rater_per_panel_id",
            ),
        ),
        migrations.AddIndex(
            model_name="assignment",
            index=models.Index(fields=["item", "answered_at", "lease_until"], name="places_taken"),
        ),
        migrations.AddIndex(
            model_name="assignment",
            index=models.Index(fields=["rater", "answered_at"], name="open_of_a_person"),
        ),
        migrations.AddConstraint(
            model_name="assignment",
            constraint=models.UniqueConstraint(fields=("rater", "item"), name="no_item_twice_for_one_person"),
        ),
        migrations.AddIndex(
            model_name="verdict",
            index=models.Index(fields=["study", "is_latest"], name="verdicts_that_stand"),
        ),
        migrations.AddIndex(
            model_name="verdict",
            index=models.Index(fields=["item", "is_latest"], name="verdicts_of_an_item"),
        ),
        migrations.AddConstraint(
            model_name="verdict",
            constraint=models.UniqueConstraint(
                fields=("rater", "item", "key", "revision"), name="one_verdict_per_revision"
            ),
        ),
    ]
