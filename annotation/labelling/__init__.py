"""Hands out items and stores answers: claims, leases, item order, practice, and a person's own progress."""
