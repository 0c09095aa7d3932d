"""Stepping through, comparing, forking and exporting recorded episodes."""
