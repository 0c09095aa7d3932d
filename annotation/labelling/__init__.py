"""Hands out items and stores answers: leases, item order, practice, and each participant's own progress."""
