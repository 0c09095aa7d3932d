"""The goal language: conditions on a run, with the actor, the need and the time window that count."""
