"""Template tags of the pages about recorded runs."""
