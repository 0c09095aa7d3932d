"""Migrations of the simulator's tables."""
