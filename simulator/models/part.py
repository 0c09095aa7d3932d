"""Messages and tool schemas that language models were sent, each stored once."""

from __future__ import annotations

from django.db import models


class Part(models.Model):
    """Moments refer to it by hash; a trace file has it in full where it is first used."""

    hash = models.CharField(max_length=64, primary_key=True)
    body = models.TextField(help_text="The message or the tool schema as JSON.")

    def __str__(self) -> str:
        return f"part {self.hash}"
