"""Pages about recorded runs."""
