"""Template tags and filters for all pages, for the phone and for the steps of runs."""
