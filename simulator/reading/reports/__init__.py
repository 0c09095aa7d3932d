"""Decides whether a report says what was done, and nothing else."""
