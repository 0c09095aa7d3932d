"""Decides who is to blame for a run without success: collects findings in the run and ranks them by rules."""
