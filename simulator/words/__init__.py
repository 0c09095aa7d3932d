"""Writes numbers, money, times and lists for people, and reads numbers. Needs no database, so any module may use it."""

from __future__ import annotations
