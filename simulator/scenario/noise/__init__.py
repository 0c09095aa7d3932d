"""Noise: unrelated events, tools that fail, tools under other names."""
