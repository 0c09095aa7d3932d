"""The simulated world and the episodes that are played in it."""
