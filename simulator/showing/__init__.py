"""Presents runs and scenarios to people: moments in words, and pictures and details as data for templates."""
