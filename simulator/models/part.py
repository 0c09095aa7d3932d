"""Messages and tool schemas sent to language models, each stored once."""

from __future__ import annotations

from django.db import models


class Part(models.Model):
    """A message or tool schema. Moments refer to a part by hash; a trace file has the whole part at its first use."""

    # Every request repeats the whole conversation and all tools, so storing each text once saves most of the space.

    hash = models.CharField(max_length=64, primary_key=True)
    body = models.TextField(help_text="The message or tool schema as JSON.")

    def __str__(self) -> str:
        return f"part {self.hash}"
