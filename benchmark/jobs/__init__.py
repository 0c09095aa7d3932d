"""Sweeps in the database: start, play, control, cache and read them."""
