"""Writes numbers, money, times and lists as people read them. Needs no database, so every module may use it."""

from __future__ import annotations
