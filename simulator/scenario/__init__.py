"""Scenarios: their schema, goals, matchers and noise, and how they are found and loaded."""
