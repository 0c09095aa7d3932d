"""Texts that prove how well words are read: their files, the brief for their writers, and the score of a reader."""
