"""What the people who judge are shown of a run: what the phone's owner could know at one moment, and nothing else."""

from __future__ import annotations
