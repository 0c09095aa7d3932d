"""Sweeps in the database: starts, plays, controls, caches and reads them."""
