"""Studies in which people judge sampled interventions."""
