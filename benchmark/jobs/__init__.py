"""Sweeps in the database: starting, feeding workers, controls, the result cache, and rows of results."""
