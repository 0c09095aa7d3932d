"""Scenarios, splits, sweeps over them, and reports on the results."""
