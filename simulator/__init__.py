"""Plays, stores, streams and shows runs, in which a user and an assistant share a simulated phone."""
