"""The English that all readers share: words, deeds, negation, retractions and statements."""
