"""Results of a study: current answers, progress, ratings, disagreements, and tokens that show changes."""
