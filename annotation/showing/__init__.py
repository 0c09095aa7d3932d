"""The part of a run that annotators see: what the phone's owner knew at one moment, and nothing else."""

from __future__ import annotations
