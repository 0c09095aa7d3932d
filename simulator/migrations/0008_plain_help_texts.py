"""Rewords help texts and labels. The database itself does not change."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("simulator", "0007_remove_episode_job_id"),
    ]

    operations = [
        migrations.AlterModelOptions(
            name="episode",
            options={
                "ordering": ["-pk"],
                "permissions": [
                    ("control_episode", "Can pause, step, resume and stop runs"),
                    ("use_unlisted_servers", "Can use models, servers and prompt folders that are not listed"),
                ],
                "verbose_name": "run",
                "verbose_name_plural": "runs",
            },
        ),
        migrations.AlterField(
            model_name="decisionpoint",
            name="final",
            field=models.CharField(blank=True, help_text="The final answer to an offer.", max_length=20),
        ),
        migrations.AlterField(
            model_name="decisionpoint",
            name="number",
            field=models.PositiveIntegerField(help_text="Position among the decision points of the run."),
        ),
        migrations.AlterField(
            model_name="episode",
            name="attempt",
            field=models.PositiveIntegerField(
                default=0, help_text="Number of claims; a worker with a lower number has lost the run."
            ),
        ),
        migrations.AlterField(
            model_name="episode",
            name="collateral_writes",
            field=models.PositiveIntegerField(
                blank=True, help_text="Changes by the assistant that were forbidden or not asked for.", null=True
            ),
        ),
        migrations.AlterField(
            model_name="episode",
            name="config",
            field=models.JSONField(help_text="The EpisodeConfig as JSON."),
        ),
        migrations.AlterField(
            model_name="episode",
            name="cost",
            field=models.FloatField(blank=True, help_text="In US dollars; empty if no price is known.", null=True),
        ),
        migrations.AlterField(
            model_name="episode",
            name="deadline_seconds",
            field=models.FloatField(
                blank=True, help_text="Seconds of playing after which it fails; empty: no limit.", null=True
            ),
        ),
        migrations.AlterField(
            model_name="episode",
            name="engine",
            field=models.CharField(help_text="Version of the engine that started it.", max_length=40),
        ),
        migrations.AlterField(
            model_name="episode",
            name="failure",
            field=models.CharField(
                blank=True,
                choices=[
                    ("provider", "Provider of a model"),
                    ("budget", "Token or cost limit"),
                    ("setup", "Model setup"),
                    ("engine", "Engine"),
                    ("deadline", "Time limit"),
                ],
                help_text="For failed runs: what failed.",
                max_length=20,
            ),
        ),
        migrations.AlterField(
            model_name="episode",
            name="fault",
            field=models.CharField(
                blank=True, help_text="Who is to blame, judged only by what happened in the run.", max_length=20
            ),
        ),
        migrations.AlterField(
            model_name="episode",
            name="fault_moment",
            field=models.PositiveIntegerField(blank=True, help_text="The step that the rule refers to.", null=True),
        ),
        migrations.AlterField(
            model_name="episode",
            name="fault_rule",
            field=models.CharField(blank=True, help_text="The rule that decided.", max_length=40),
        ),
        migrations.AlterField(
            model_name="episode",
            name="fault_why",
            field=models.CharField(blank=True, help_text="The reason in a sentence.", max_length=500),
        ),
        migrations.AlterField(
            model_name="episode",
            name="forked_config",
            field=models.JSONField(
                blank=True, help_text="The EpisodeConfig from the fork on; earlier steps used the parent's.", null=True
            ),
        ),
        migrations.AlterField(
            model_name="episode",
            name="import_hash",
            field=models.CharField(blank=True, help_text="Hash of the file it was imported from.", max_length=64),
        ),
        migrations.AlterField(
            model_name="episode",
            name="imported",
            field=models.JSONField(
                blank=True, help_text="For imported runs: the format, and what the file says about the run.", null=True
            ),
        ),
        migrations.AlterField(
            model_name="episode",
            name="is_withheld",
            field=models.BooleanField(
                default=False,
                help_text="Not public, because a study shows it to people who must not know more about it.",
            ),
        ),
        migrations.AlterField(
            model_name="episode",
            name="overruled_fault",
            field=models.CharField(blank=True, help_text="Who is to blame according to a person.", max_length=20),
        ),
        migrations.AlterField(
            model_name="episode",
            name="pace",
            field=models.FloatField(default=0, help_text="Steps per second; 0 is as fast as possible."),
        ),
        migrations.AlterField(
            model_name="episode",
            name="parent_step",
            field=models.PositiveIntegerField(
                blank=True, help_text="The last step it shares with its parent.", null=True
            ),
        ),
        migrations.AlterField(
            model_name="episode",
            name="priority",
            field=models.SmallIntegerField(
                default=0, help_text="Higher is played first; 0 for runs that people watch."
            ),
        ),
        migrations.AlterField(
            model_name="episode",
            name="reason",
            field=models.CharField(blank=True, help_text="Why it missed, or why it failed.", max_length=500),
        ),
        migrations.AlterField(
            model_name="episode",
            name="result",
            field=models.JSONField(blank=True, help_text="The result line of the trace.", null=True),
        ),
        migrations.AlterField(
            model_name="episode",
            name="result_key",
            field=models.CharField(
                blank=True,
                db_index=True,
                help_text="Hash of everything that determines the outcome, if known.",
                max_length=64,
            ),
        ),
        migrations.AlterField(
            model_name="episode",
            name="simulated",
            field=models.CharField(blank=True, help_text="Local simulated time of the last step.", max_length=30),
        ),
        migrations.AlterField(
            model_name="episode",
            name="steps_left",
            field=models.PositiveIntegerField(
                blank=True, help_text="Number of steps until it pauses; empty: it does not pause.", null=True
            ),
        ),
        migrations.AlterField(
            model_name="episode",
            name="tokens_in",
            field=models.PositiveBigIntegerField(default=0, help_text="Tokens sent to language models."),
        ),
        migrations.AlterField(
            model_name="episode",
            name="tokens_out",
            field=models.PositiveBigIntegerField(default=0, help_text="Tokens written by language models."),
        ),
        migrations.AlterField(
            model_name="episode",
            name="tries",
            field=models.PositiveIntegerField(default=0, help_text="Claims since the last step was stored."),
        ),
        migrations.AlterField(
            model_name="episode",
            name="wish",
            field=models.CharField(
                choices=[
                    ("run", "Continue"),
                    ("again", "Check again for a person’s decision"),
                    ("pause", "Pause"),
                    ("stop", "Stop"),
                ],
                default="run",
                max_length=10,
            ),
        ),
        migrations.AlterField(
            model_name="part",
            name="body",
            field=models.TextField(help_text="The message or tool schema as JSON."),
        ),
        migrations.AlterField(
            model_name="scenario",
            name="removed_at",
            field=models.DateTimeField(blank=True, help_text="When its file was found to be missing.", null=True),
        ),
        migrations.AlterField(
            model_name="scenarioversion",
            name="flagged_at",
            field=models.DateTimeField(blank=True, help_text="When a person flagged it as faulty.", null=True),
        ),
        migrations.AlterField(
            model_name="scenarioversion",
            name="source",
            field=models.TextField(help_text="The file's content as JSON text."),
        ),
        migrations.AlterField(
            model_name="scenarioversion",
            name="wants_silence",
            field=models.BooleanField(default=False, help_text="True if the assistant should offer nothing."),
        ),
    ]
