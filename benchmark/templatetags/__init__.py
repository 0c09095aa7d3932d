"""Template tags of the sweep pages."""
