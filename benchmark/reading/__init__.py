"""Texts written by people to measure readers: their files, the brief for their writers, and the scores of readers."""
