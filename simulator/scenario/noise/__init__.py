"""Noise: unrelated events, tools that break down, tools under other names."""
