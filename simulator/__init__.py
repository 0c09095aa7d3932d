"""Plays, stores, streams and shows runs: a simulated phone with a user and an assistant."""
