"""The part of a run that annotators see: only facts that the phone's owner knew at the judged moment."""

from __future__ import annotations
