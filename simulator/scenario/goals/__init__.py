"""The goal language: conditions on the end of a run, with their actor, their offer and their order."""
