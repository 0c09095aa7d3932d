"""Results of a study, read from its answers: current answers, progress, ratings, disputes, change tokens."""
