"""The proofs that a scenario means what it says: its solution works and everything near it that is wrong fails."""
