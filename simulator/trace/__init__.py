"""The record of an episode: moments, the fold over them, hashes and exchange formats."""
