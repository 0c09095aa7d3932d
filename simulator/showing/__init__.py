"""Runs and scenarios for people: the one telling of moments, and pictures and details as data that templates render."""
