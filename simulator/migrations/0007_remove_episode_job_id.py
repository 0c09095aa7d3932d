"""Removes the column `job_id`, which nothing sets or reads: jobs are found by the number of their run."""

from __future__ import annotations

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ("simulator", "0006_right_to_unlisted_servers"),
    ]

    operations = [
        migrations.RemoveField(
            model_name="episode",
            name="job_id",
        ),
    ]
