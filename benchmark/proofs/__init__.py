"""Proofs on scenarios: the solution succeeds, and every wrong variation of it fails."""
