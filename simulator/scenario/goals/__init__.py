"""The goal language: conditions on a run, each limited to an actor, a need and a time window."""
