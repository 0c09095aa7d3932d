"""Sweeps in the database: starting and controlling sweeps, creating their runs, the result cache, and result rows."""
