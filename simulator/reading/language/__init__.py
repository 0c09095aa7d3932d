"""The English that the rules for offers, messages and reports share: words, deeds, negation and statements."""
