"""Sampling of decision points: random, balanced, and with known probabilities."""
